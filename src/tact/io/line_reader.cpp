#include "tact/io/line_reader.h"

#include <cstring>

#include "tact/base/error.h"

namespace tact {

LineReader::LineReader(FileReader& file, Backslash backslash, std::uint64_t lines)
    : file_(file),
      continues_(backslash == Backslash::continues),
      lines_read_(lines),
      checked_(file.position()) {
  if (file_.position() == 0 && peek_text(3).substr(0, 3) == "\xEF\xBB\xBF") file_.consume(3);
}

bool LineReader::next(std::string_view& line) {
  if (!next_physical(line)) return false;
  line_ = lines_read_;
  if (!continues_ || line.empty() || line.back() != '\\') return true;
  joined_.clear();
  for (;;) {
    const bool continued = !line.empty() && line.back() == '\\';
    joined_.append(continued ? line.substr(0, line.size() - 1) : line);
    if (!continued) break;
    joined_.push_back(' ');
    if (!next_physical(line)) break;
  }
  line = joined_;
  return true;
}

bool LineReader::next_filled(std::string_view& line, char comment) {
  while (next(line)) {
    line = line.substr(0, line.find(comment));
    if (line.find_first_not_of(" \t\v\f\r") != line.npos) return true;
  }
  line_ = lines_read_ + 1;  // what is missing is missing after the last line
  return false;
}

std::string_view LineReader::ready() {
  const std::string_view text = peek_text(1);
  return text.substr(0, text.rfind('\n') + 1);  // npos + 1 is 0: no whole line
}

void LineReader::fail(const std::string& what) const {
  throw Error(ErrorCode::bad_file, file_.name() + ":" + std::to_string(line_) + ": " + what);
}

bool LineReader::next_physical(std::string_view& line) {
  std::string_view text = peek_text(1);
  if (text.empty()) return false;
  std::size_t end = text.find('\n');
  while (end == text.npos) {
    const std::size_t searched = text.size();
    text = peek_text(searched + 1);
    if (text.size() == searched) break;  // the last line has no end
    end = text.find('\n', searched);
  }
  line = text.substr(0, end);
  file_.consume(end == text.npos ? text.size() : end + 1);
  ++lines_read_;
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return true;
}

// No text format has zero bytes, and a line of them would have no end.
std::string_view LineReader::peek_text(std::size_t n) {
  const std::string_view text = file_.peek(n);
  const std::uint64_t end = file_.position() + text.size();
  if (end > checked_) {
    const std::string_view fresh = text.substr(text.size() - (end - checked_));
    if (std::memchr(fresh.data(), 0, fresh.size()) != nullptr) {
      const bool wide = text.substr(0, 2) == "\xFE\xFF" || text.substr(0, 2) == "\xFF\xFE";
      file_.fail(wide ? "is UTF-16 text; save it as UTF-8 or plain text"
                      : "is not a text file (it has zero bytes)");
    }
    checked_ = end;
  }
  return text;
}

std::string in_quotes(std::string_view word) {
  constexpr std::size_t longest = 40;
  std::string text = "'";
  for (const char c : word.substr(0, longest)) {
    const auto code = static_cast<unsigned char>(c);
    text.push_back(code < 0x20 || code == 0x7f ? '?' : c);
  }
  return text + (word.size() > longest ? "…'" : "'");
}

}  // namespace tact
