#pragma once
// Files to look at of a sequence: those of each frame that touches, or those of the worst one.
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "apps/sequence_run.h"

namespace tact::app {

class FrameFiles {
 public:
  /// The plan must outlive it. `old` are numbered files that an earlier run left; they go when the
  /// first frame is answered, since those of frames that no longer touch would stay otherwise.
  FrameFiles(const SequencePlan& plan, std::vector<std::filesystem::path> old)
      : plan_(plan), old_(std::move(old)) {}

  /// Writes what the frame has files of its own for. Throws Error{bad_file}.
  void add(const FrameReport& report);
  /// Writes those of the worst frame, also where nothing touches: what lies there from an earlier
  /// run would be taken for the answer. Likewise.
  void finish() const;

 private:
  void take_old_away();

  const SequencePlan& plan_;
  std::vector<std::filesystem::path> old_;
  std::size_t most_ = 0;
  std::string contacts_;
  std::string colliding_;
};

}  // namespace tact::app
