#pragma once
// What the answers to one question, or to one per frame, come to: the exit code, and what has to be
// said where a bound cut them short.
#include <cstdint>
#include <string>

#include "tact/contact/result.h"

namespace tact::app {

/// Of two answers that count as one, as those of a frame and of the way to it.
Verdict worse(Verdict a, Verdict b);

class Conclusion {
 public:
  /// Of a single question there is no frame to name.
  void add(Verdict verdict, std::uint64_t frame = 0);

  /// Touching if anything is, else undecided if anything is, else clear.
  Verdict verdict() const;
  std::uint64_t touching() const { return touching_; }
  std::uint64_t undecided() const { return undecided_; }

  /// "undecided in 3 of 12 frames, first in frame 4: nothing was found before time ran out"; empty
  /// where all were decided.
  std::string undecided_text() const;
  /// Says so on standard error, and returns the exit code.
  int finish() const;

 private:
  std::uint64_t answers_ = 0;
  std::uint64_t touching_ = 0;
  std::uint64_t undecided_ = 0;
  std::uint64_t first_undecided_ = 0;
};

}  // namespace tact::app
