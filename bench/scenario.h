#pragma once
// Scenario: one group of a benchmark as data. Adding one is a few lines in a suite_*.cpp.
#include <functional>
#include <string>
#include <vector>

#include "bench/participant.h"

namespace tact::bench {

/// Which frames are played. Each turn of a participant is one segment: `length` consecutive frames,
/// of which the first `lead` are not measured, so that coherent methods find their footing after
/// the jump. If the segments cover the scene from end to end there are no jumps.
struct Sampling {
  int segments = 10;
  int length = 6;
  int lead = 2;
};

struct Scenario {
  std::string suite;
  std::string name;
  std::string description;
  std::function<scenes::Scene()> build;
  int frames = 1;  ///< of the scene
  Question question = Question::all;
  std::vector<std::string> methods;  ///< names in the registry
  std::vector<std::string> peers;    ///< names, or beginnings of names, of peers
  std::vector<unsigned> threads = {1, 2};
  Sampling sampling;
  double size = 0;           ///< for growth exponents: what varies within a family of scenarios
  bool tests_apart = false;  ///< exact tests are measured by themselves, as in the papers' tables
};

/// First frames of the segments, spread evenly over the scene; fewer where it is short.
std::vector<int> segment_starts(const Sampling& sampling, int frames);

}  // namespace tact::bench
