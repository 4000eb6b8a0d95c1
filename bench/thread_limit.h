#pragma once
// While it lives, at most this many threads work in oneTBB: ours, and those of peers that use it.
// Their own settings do not bind all of their calls (Embree's rtcCollide ignores its device's).
#include <memory>

namespace tact::bench {

class ThreadLimit {
 public:
  explicit ThreadLimit(unsigned threads);
  ~ThreadLimit();
  ThreadLimit(const ThreadLimit&) = delete;
  ThreadLimit& operator=(const ThreadLimit&) = delete;

 private:
  struct Control;
  std::unique_ptr<Control> control_;
};

}  // namespace tact::bench
