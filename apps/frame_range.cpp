#include "apps/frame_range.h"

#include <algorithm>
#include <cstdint>

#include "tact/base/error.h"
#include "tact/io/number.h"

namespace tact::app {

FrameRange parse_frames(const std::string& text, int frames) {
  if (text.empty()) return {0, frames - 1};
  const std::string_view whole = text;
  const std::size_t dots = whole.find("..");
  std::int64_t first = 0;
  std::int64_t last = 0;
  const bool parsed = dots == whole.npos ? parse_integer(whole, last)
                                         : parse_integer(whole.substr(0, dots), first) &&
                                               parse_integer(whole.substr(dots + 2), last);
  if (!parsed) {
    throw Error(ErrorCode::bad_argument,
                "--frames: '" + text + "' is neither a number of frames nor A..B");
  }
  if (dots == whole.npos && last > frames) {
    throw Error(ErrorCode::bad_argument, "--frames: there are " + std::to_string(frames) +
                                             " frames, not " + std::to_string(last));
  }
  if (dots == whole.npos) --last;
  if (first < 0 || last < first || last >= frames) {
    throw Error(ErrorCode::bad_argument, "--frames: '" + text + "' is not within the frames 0.." +
                                             std::to_string(frames - 1));
  }
  return {static_cast<int>(first), static_cast<int>(last)};
}

}  // namespace tact::app
