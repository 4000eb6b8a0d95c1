#pragma once
// What `tact bench zhang` prints beside the scenarios: the paper's own figures, and ours step by
// step.
#include <cstdint>
#include <cstdio>
#include <span>
#include <vector>

#include "bench/record.h"

namespace tact::bench {

/// Milliseconds of the steps of table 3.
struct ZhangSteps {
  double overlap = 0;
  double encode = 0;
  double decode = 0;
  double triangles = 0;
  double download = 0;
  double update = 0;
  double total = 0;
};

/// A row of table 3 as printed in the paper.
struct ZhangScene {
  const char* name;  ///< ours that stands for it
  std::uint64_t leaf_pairs;
  std::uint64_t candidates;
  std::uint64_t contacts;
  ZhangSteps ms;
  int missed_by_cullide;  ///< percent (table 4)
};
std::span<const ZhangScene> zhang_scenes();

/// Table 3: every step of `stream` by its own clock, on one thread, ours above the paper's.
void print_zhang_steps(std::FILE* out, bool quick);
/// Figures 10 and 11: frame by frame, streaming over refitting, of the scenarios that ran.
void print_zhang_frames(std::FILE* out, std::span<const Group> groups);

/// Figure 7: encoding and decoding over the colliding fraction, by both encodings; and how near a
/// tile comes to the machine's limit of box tests.
std::vector<Measure> measure_zhang(bool quick);

}  // namespace tact::bench
