#include "tact/base/simd.h"

#include <hwy/highway.h>

#include <atomic>

#include "tact/base/error.h"

namespace tact {
namespace {

std::atomic<int64_t> forced{0};  // 0: no choice was made, the best is used

void apply_choice() {
  hwy::SetSupportedTargetsForTest(forced);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

}  // namespace

std::vector<std::string> simd_targets() {
  hwy::SetSupportedTargetsForTest(0);
  std::vector<std::string> names;
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    names.emplace_back(hwy::TargetName(target));
  }
  apply_choice();
  return names;
}

void use_simd_target(const std::string& name) {
  int64_t chosen = 0;
  if (!name.empty()) {
    hwy::SetSupportedTargetsForTest(0);
    for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
      if (name == hwy::TargetName(target)) chosen = target;
    }
    apply_choice();
    if (chosen == 0) {
      throw Error(ErrorCode::unknown_name, "no kernels for the instruction set '" + name + "'");
    }
  }
  forced = chosen;
  apply_choice();
}

std::string simd_target() {
  const std::vector<int64_t> targets = hwy::SupportedAndGeneratedTargets();
  return targets.empty() ? "none" : hwy::TargetName(targets.front());
}

}  // namespace tact
