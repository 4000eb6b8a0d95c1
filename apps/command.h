#pragma once
// A command of the program: it declares its options, and says what to run once they are parsed.
#include <functional>

namespace CLI {  // NOLINT(readability-identifier-naming): CLI11's own
class App;
}

namespace tact::app {

/// Exit codes follow diff: nothing touches, something does, trouble. An answer that a bound cut
/// short before anything was found is trouble: undecided is not clear.
inline constexpr int exit_clear = 0;
inline constexpr int exit_touching = 1;
inline constexpr int exit_trouble = 2;

/// Set by the command that the user chose; returns the exit code.
using Chosen = std::function<int()>;

void add_collide(CLI::App& app, Chosen& chosen);
void add_inside(CLI::App& app, Chosen& chosen);
void add_self(CLI::App& app, Chosen& chosen);
void add_ray(CLI::App& app, Chosen& chosen);
void add_sequence(CLI::App& app, Chosen& chosen);
void add_play(CLI::App& app, Chosen& chosen);
void add_simulate(CLI::App& app, Chosen& chosen);
void add_bench(CLI::App& app, Chosen& chosen);
void add_methods(CLI::App& app, Chosen& chosen);
void add_scenes(CLI::App& app, Chosen& chosen);

}  // namespace tact::app
