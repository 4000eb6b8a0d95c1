#pragma once
// For tests: what goes wrong with OpenCL on purpose. Nothing does unless a test asks for it.
#include <atomic>
#include <string>

namespace tact {

struct StreamTrial {
  std::atomic<int> calls_left{-1};  ///< the call after so many more fails; negative: none
  bool lose = false;                ///< and every later one of that context, as of a lost device
  std::string build_options;        ///< for the driver's compiler, behind ours
  std::string source;               ///< in front of the kernels

  /// How many calls there have been.
  std::atomic<int> calls{0};
  /// Uploads that were still under way when a call had thrown; ought to stay 0.
  std::atomic<int> abandoned{0};
};

/// Of all devices. To be changed only while none is at work.
StreamTrial& stream_trial();

}  // namespace tact
