#pragma once
// The forms in which a run is shown: terminal, JSON, a page to look at, a page of the docs.
#include <cstdio>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "bench/record.h"

namespace tact::bench {

/// Version of the JSON form. Changes when a reader of the old form would misread the new one.
inline constexpr int schema_version = 1;

void print_group(std::FILE* out, const Group& group);
void print_measures(std::FILE* out, std::span<const Measure> measures);
/// Wins and losses, the losses first.
void print_summary(std::FILE* out, const Run& run);

std::string to_json(const Run& run);
/// Throws Error{bad_file} for text that is no such record, or of another version.
Run from_json(const std::string& text);
Run read_json(const std::filesystem::path& path);

std::string to_html(const Run& run);
std::string to_markdown(const Run& run);

/// A row whose time changed by more than the noise of both runs.
struct Change {
  std::string suite;
  std::string scenario;
  std::string participant;
  unsigned threads = 1;
  double before = 0;  ///< ms a frame, divided by what the unchanged rows of the scenario changed
  double after = 0;
  double factor = 1;  ///< after / before
  double noise = 0;   ///< factors within 1 ± noise are none
};
std::vector<Change> changes(const Run& before, const Run& after);
void print_changes(std::FILE* out, const Run& before, const Run& after);

/// Throws Error{bad_file}.
void write_text(const std::filesystem::path& path, const std::string& text);

/// Duels, those that we lose first and most clearly lost first of all.
struct GroupDuel {
  const Group* group;
  Duel duel;
};
std::vector<GroupDuel> duels_losses_first(const Run& run);

/// "1.23 s", "45.6 ms", "7.89 us".
std::string time_text(double milliseconds);

}  // namespace tact::bench
