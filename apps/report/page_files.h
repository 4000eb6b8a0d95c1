#pragma once
// What the build puts into the program: the sources of the page, and three.js.
#include <string_view>

namespace tact::report {

/// Was the program built with what reports need, three.js and zlib?
bool can_write_reports();

/// "page.html", "page.css", "page.js" (all modules, one after the other) or "three.js". Empty where
/// reports cannot be written.
std::string_view page_file(std::string_view name);

}  // namespace tact::report
