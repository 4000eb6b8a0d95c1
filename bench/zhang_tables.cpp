// Figures 10 and 11 of Zhang 2007: streaming over a refitted tree along the animation.
#include <fmt/format.h>

#include <algorithm>

#include "bench/zhang.h"
#include "tact/flat/stream_device.h"

namespace tact::bench {
namespace {

const Row* single_row_of(const Group& group, const std::string& name) {
  for (const Row& row : group.rows) {
    if (row.name == name && row.threads == 1 && row.frames > 0) return &row;
  }
  return nullptr;
}

void print_frames(std::FILE* out, const Group& group) {
  const Row* stream = single_row_of(group, "stream");
  const Row* refit = single_row_of(group, "refit");
  if (stream == nullptr || refit == nullptr) return;
  fmt::print(out, "  {:<20}", group.scenario);
  const std::size_t count = std::min(stream->animation.size(), refit->animation.size());
  const std::size_t step = std::max<std::size_t>(1, count / 8);
  for (std::size_t i = 0; i < count; i += step) {
    const FrameTime& ours = stream->animation[i];
    const FrameTime& theirs = refit->animation[i];
    fmt::print(out, "  {:>3}: {:.2f}/{:.2f}", ours.frame, ours.ms - ours.tests,
               theirs.ms - theirs.tests);
  }
  fmt::print(
      out, "   refit takes {:.2f} x the time of stream\n",
      (refit->total.median - refit->tests.median) / (stream->total.median - stream->tests.median));
}

}  // namespace

void print_zhang_frames(std::FILE* out, std::span<const Group> groups) {
  fmt::print(out,
             "Zhang 2007, figures 10 and 11: frame: stream/refit in milliseconds without tests of "
             "triangles, one thread (the paper: 1.4 to 2 x)\n");
  for (const Group& group : groups) {
    if (group.suite == "zhang") print_frames(out, group);
  }
  for (const std::string& device : stream_devices()) {
    fmt::print(out, "  stream-cl has the device {}{}\n", device,
               device.find("processor)") == std::string::npos
                   ? ""
                   : ": its times are processor times, not those of a graphics card");
  }
  fmt::print(out, "\n");
}

}  // namespace tact::bench
