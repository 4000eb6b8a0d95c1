// Of a program that can write reports: zlib, and the files that CMake writes a list of.
#include <zlib.h>

#include "apps/report/bytes.h"
#include "apps/report/page_files.h"
#include "tact/base/error.h"

// Where the assembler put each file, and its end (see apps/report/embed.cmake).
extern "C" {
extern const char tact_page_html[];
extern const char tact_page_html_end[];
extern const char tact_page_css[];
extern const char tact_page_css_end[];
extern const char tact_page_js[];
extern const char tact_page_js_end[];
extern const char tact_three_js[];
extern const char tact_three_js_end[];
}

namespace tact::report {

bool can_write_reports() { return true; }

std::string_view page_file(std::string_view name) {
  if (name == "page.html") return {tact_page_html, tact_page_html_end};
  if (name == "page.css") return {tact_page_css, tact_page_css_end};
  if (name == "page.js") return {tact_page_js, tact_page_js_end};
  if (name == "three.js") return {tact_three_js, tact_three_js_end};
  return {};
}

std::string deflated(std::string_view bytes) {
  uLongf size = compressBound(static_cast<uLong>(bytes.size()));
  std::string out(size, '\0');
  const int done = compress2(reinterpret_cast<Bytef*>(out.data()), &size,
                             reinterpret_cast<const Bytef*>(bytes.data()),
                             static_cast<uLong>(bytes.size()), Z_DEFAULT_COMPRESSION);
  if (done != Z_OK) throw Error(ErrorCode::limit_exceeded, "a report cannot be compressed");
  out.resize(size);
  return out;
}

}  // namespace tact::report
