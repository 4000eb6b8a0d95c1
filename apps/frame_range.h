#pragma once
// The option --frames: N for the first N frames, A..B from A to B, both included.
#include <string>

namespace tact::app {

struct FrameRange {
  int first = 0;
  int last = 0;  ///< included
  int count() const { return last - first + 1; }
};

/// An empty text means all. Throws Error{bad_argument}.
FrameRange parse_frames(const std::string& text, int frames);

}  // namespace tact::app
