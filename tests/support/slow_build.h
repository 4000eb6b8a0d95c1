#pragma once
// Sanitizers and assertions slow everything down tenfold: tests then take fewer steps.

namespace tact::testing {

/// Is this a build with assertions or sanitizers?
constexpr bool slow_build() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(NDEBUG)
  return true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  return true;
#else
  return false;
#endif
#else
  return false;
#endif
}

}  // namespace tact::testing
