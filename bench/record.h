#pragma once
// A record: what a run of the benchmarks leaves behind, everything that tables, pages and
// comparisons show.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/participant.h"
#include "bench/statistics.h"

namespace tact::bench {

/// The answers of one participant, judged.
struct Verdict {
  std::uint64_t missed = 0;    ///< pairs that touch and were not reported (or frames, see answer)
  std::uint64_t invented = 0;  ///< pairs reported that do not touch, or twice
  std::vector<std::string> examples;  ///< the first few of them, in words
  bool right() const { return missed == 0 && invented == 0; }
};

/// How long a frame of the scene took.
struct FrameTime {
  int frame = 0;
  double ms = 0;
  double update = 0;
  double tests = 0;  ///< exact tests, where they are measured apart
};

/// One participant in one scenario. Times in milliseconds a frame.
struct Row {
  Kind kind = Kind::method;
  std::string name;
  std::string mode;
  Answer answer = Answer::pairs;
  unsigned threads = 1;
  Figure update;
  Figure query;
  Figure total;
  Figure tests;      ///< exact tests, part of the query, where they are measured apart
  double best = 0;   ///< the quickest frame
  double worst = 0;  ///< the slowest frame
  double build = 0;  ///< setting up, once
  std::size_t frames = 0;
  std::size_t rounds = 0;
  bool cut = false;     ///< ran out of its time: covers `frames` of the group's only
  std::string failure;  ///< what stopped it, if it gave up
  Verdict verdict;
  unsigned rank = 0;     ///< among those of equal threads that are right; 0: not ranked
  Figure slower;         ///< times slower than the fastest of them, over frames both measured
  Figure of_limit;       ///< times slower than reading the vertices and writing the boxes
  Stats stats;           ///< per frame, rounded, but for sort_fallbacks, which is the sum
  double fallbacks = 0;  ///< lists that insertion sort gave up, per frame
  std::vector<FrameTime>
      animation;  ///< the measured frames, in the order in which they were played
};

/// Our best against the best peer.
struct Duel {
  unsigned threads = 1;
  std::string ours;
  std::string peer;
  Figure faster;  ///< how many times faster ours is; below 1 we lose
};

/// One scenario.
struct Group {
  std::string suite;
  std::string scenario;
  std::string description;
  Question question = Question::all;
  std::size_t bodies = 0;
  std::size_t triangles = 0;
  std::size_t frames = 0;   ///< measured
  std::uint64_t pairs = 0;  ///< over all measured frames
  std::uint64_t most_pairs = 0;
  std::size_t hit_frames = 0;
  std::string pairs_hash;           ///< of all lists: equal scenes and answers have equal ones
  std::vector<std::string> absent;  ///< methods and peers asked for that are not there
  std::vector<Row> rows;
  std::vector<Duel> duels;
};

/// A number that belongs to no scenario: limits, growth exponents.
struct Measure {
  std::string suite;
  std::string name;
  unsigned threads = 1;
  Figure value;
  std::string unit;
};

struct Machine {
  std::string processor;
  unsigned threads = 1;
  std::string memory;
  std::string system;
  std::string compiler;
  std::string simd;
  std::string commit;
  std::string date;
};

struct Run {
  Machine machine;
  bool quick = false;
  double seconds = 0;
  std::vector<Measure> measures;
  std::vector<Group> groups;
  std::vector<std::string> notes;  ///< suites that could not run, and why
};

}  // namespace tact::bench
