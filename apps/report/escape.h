#pragma once
// Words of others in a page: they stay words.
#include <string>
#include <string_view>

namespace tact::report {

/// For HTML and SVG, as text or in quotes. What is no UTF-8 becomes question marks.
std::string escaped(std::string_view text);

}  // namespace tact::report
