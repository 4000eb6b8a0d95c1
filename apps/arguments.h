#pragma once
// The command line, before it is parsed.
#include <string>
#include <vector>

namespace tact::app {

/// "help" and "help COMMAND" become --help of the program and of the command. The numbers of a pose
/// or a point that nobody put in quotes (--pose-b 0 0 1 0 0 0 1) become one argument.
std::vector<std::string> tidy_arguments(int argc, const char* const* argv);

}  // namespace tact::app
