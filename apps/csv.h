#pragma once
// Tables as text, in one dialect for all commands (docs/files.md): a line of column names, commas,
// quotes after RFC 4180 only where a cell needs them, lines that end in \n, true and false, and an
// empty cell for what is not known.
#include <string>
#include <string_view>

#include "tact/contact/result.h"

namespace tact::app {

/// The text as one cell.
std::string csv_cell(std::string_view text);

/// "true", "false", or nothing where it is undecided.
std::string_view csv_touching(Verdict verdict);

}  // namespace tact::app
