#pragma once
// BuiltOnce: a structure that is made by the first who asks for it, and then shared by all.
#include <atomic>
#include <memory>
#include <mutex>

namespace tact {

/// Any number of threads may ask at once: one builds, the others wait. To look costs one load.
template <class T>
class BuiltOnce {
 public:
  /// Null if it has not been built.
  const T* find() const { return ready_.load(std::memory_order_acquire); }

  /// What `build()` returns, a std::unique_ptr, in the first call that comes through. What it
  /// throws is thrown on, and the next call builds. It must not wait for other threads' builds.
  template <class Build>
  const T& get(Build&& build) const {
    if (const T* built = find()) return *built;
    const std::lock_guard<std::mutex> lock(mutex_);
    if (built_ == nullptr) {
      built_ = build();
      ready_.store(built_.get(), std::memory_order_release);
    }
    return *built_;
  }

 private:
  mutable std::mutex mutex_;
  mutable std::unique_ptr<const T> built_;
  mutable std::atomic<const T*> ready_{nullptr};
};

}  // namespace tact
