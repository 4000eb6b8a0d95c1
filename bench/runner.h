#pragma once
// Runs one scenario: all participants take turns on short segments of consecutive frames, in an
// order that changes at random, so that whatever disturbs the machine disturbs all alike.
#include <span>
#include <string>

#include "bench/record.h"
#include "bench/scenario.h"

namespace tact::bench {

struct RunnerOptions {
  double row_seconds = 2.5;   ///< time limit of a participant in a scenario: then it is cut
  double frame_seconds = 1;   ///< a participant that needs longer for a frame is cut at once
  double group_seconds = 28;  ///< no further round is begun beyond it
  int min_rounds = 3;
  int max_rounds = 9;
  bool quick = false;  ///< fewer segments and rounds
  /// Rows of one thread count the process's time on the processor instead of the time that passes:
  /// for use on a machine that others are busy on.
  bool processor_time = false;
  std::string disagreements;  ///< folder for wrong pairs; empty: none are written
};

/// The quick variant of the defaults, for developers.
RunnerOptions quick_options();

/// `absent` is passed on to the record.
Group run_scenario(const Scenario& scenario, std::span<const Entrant> entrants,
                   const RunnerOptions& options);

}  // namespace tact::bench
