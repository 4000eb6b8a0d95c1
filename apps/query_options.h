#pragma once
// The options that every command that asks a question has.
#include <cstdint>
#include <string>

#include "tact/tact.h"

namespace CLI {  // NOLINT(readability-identifier-naming): CLI11's own
class App;
}  // namespace CLI

namespace tact::app {

enum class Format : std::uint8_t { text, json, csv };

struct QueryOptions {
  std::string method = "auto";
  unsigned threads = 0;
  std::string simd;
  bool any = false;
  bool first = false;
  std::size_t at_most = 0;  ///< 0: all
  double tolerance = 0;
  double deadline_ms = -1;  ///< negative: none
  bool neighbours = false;
  Weld weld = Weld::where_needed;  ///< within a body that comes from a file
  bool distance = false;           ///< also how far two bodies are apart, or how deep in each other
  bool solid = false;              ///< both bodies are solids: what lies inside counts
  bool pairs = false;
  bool contacts = false;
  Format format = Format::text;

  /// The question itself; a deadline counts from now.
  CollideOptions question() const;
  /// Throws Error{unknown_name} where there is no such method.
  WorldOptions world() const;
  /// Is it known, and said, how many pairs coincide?
  bool tells_coincident() const { return neighbours && !any; }
  /// Are pairs, one by one, part of the output?
  bool lists_pairs() const { return !any && (pairs || contacts || format == Format::json); }
};

/// Declares them all. The instruction set is chosen by apply_simd() when the command runs.
void add_query_options(CLI::App& command, QueryOptions& options);
void apply_simd(const QueryOptions& options);

/// Declares `--weld` and `--no-weld`, for commands that look within a body that comes from a file.
void add_weld_option(CLI::App& command, QueryOptions& options);

/// Declares `--no-neighbours`, for commands that look for neighbours unless told otherwise; behind
/// add_query_options().
void add_no_neighbours_option(CLI::App& command, QueryOptions& options);

/// Declares `--write-contacts` and `--write-colliding`.
void add_file_options(CLI::App& command, std::string& contacts, std::string& colliding);

/// "a mesh file (.obj, .ply, …)".
std::string mesh_file_text();

/// Declares `--format` alone, for commands that ask nothing.
void add_format_option(CLI::App& command, Format& format);

}  // namespace tact::app
