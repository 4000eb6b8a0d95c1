#pragma once
// Files to look at of a sequence: those of each frame that touches, or those of the worst one.
#include <string>

#include "apps/sequence_run.h"

namespace tact::app {

class FrameFiles {
 public:
  /// The plan must outlive it.
  explicit FrameFiles(const SequencePlan& plan) : plan_(plan) {}

  /// Writes what the frame has files of its own for. Throws Error{bad_file}.
  void add(const FrameReport& report);
  /// Writes those of the worst frame, also where nothing touches: what lies there from an earlier
  /// run would be taken for the answer. Likewise.
  void finish() const;

 private:
  const SequencePlan& plan_;
  std::size_t most_ = 0;
  std::string contacts_;
  std::string colliding_;
};

}  // namespace tact::app
