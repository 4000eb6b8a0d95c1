#pragma once
// The table that `tact play` shows on the way, and what it says at the end.
#include <cstdint>
#include <string>

#include "apps/conclusion.h"
#include "apps/frame_range.h"
#include "apps/output.h"
#include "apps/progress.h"
#include "apps/stage.h"
#include "scenes/scene.h"

namespace tact::app {

class FrameTable {
 public:
  /// `every`: a row for each of so many frames; 0: about two dozen rows in all.
  FrameTable(const scenes::SceneInfo& info, int lod, const Stage& stage, const FrameRange& range,
             int every, const QueryOptions& options);

  /// Counts a frame, and prints its row if it is its turn (the heading before the first one).
  void add(const Answer& answer, Progress& progress);
  /// The summary, and where to go from here.
  void finish(bool verified) const;

 private:
  std::string heading() const;
  std::string row(const Answer& answer) const;

  const scenes::SceneInfo& info_;
  int lod_;
  const Stage& stage_;
  FrameRange range_;
  int every_;
  QueryOptions options_;
  int frames_ = 0;
  Conclusion conclusion_;
  std::uint64_t pairs_ = 0;
  std::size_t most_ = 0;
  int most_frame_ = 0;
  Times times_;
  std::string method_;
};

}  // namespace tact::app
