#include "apps/csv.h"

namespace tact::app {

std::string csv_cell(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == text.npos) return std::string(text);
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

std::string_view csv_touching(Verdict verdict) {
  switch (verdict) {
    case Verdict::touching:
      return "true";
    case Verdict::clear:
      return "false";
    case Verdict::undecided:
      break;
  }
  return "";
}

}  // namespace tact::app
