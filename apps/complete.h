#pragma once
// What may follow on a command line. All shells ask `tact complete` for it
// (packaging/completion.*), so there is one list, and it is always that of the program that is
// installed.
#include <string>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): CLI11's own
class App;
}

namespace tact::app {

/// `words` are those behind "tact", up to the one in the making, which may be empty. Prints what
/// the last one may become, a line each; nothing where it is a file, or anything. Returns the exit
/// code.
int complete(const CLI::App& app, std::vector<std::string> words);

/// Likewise for `tact bench`, in its own program: does not return where there is one.
void complete_bench(const std::vector<std::string>& words);

}  // namespace tact::app
