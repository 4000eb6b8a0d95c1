#include "apps/frame_feed.h"

#include <algorithm>
#include <chrono>

namespace tact::app {

FrameDispenser::Run FrameDispenser::take() {
  const std::uint64_t end = end_;
  if (next_ >= end) return {};
  const std::uint64_t first = next_.fetch_add(row_);
  if (first >= end) return {};
  return {first, std::min(first + row_, end)};
}

void FrameDispenser::stop_before(std::uint64_t index) {
  std::uint64_t end = end_;
  while (index < end && !end_.compare_exchange_weak(end, index)) {
  }
}

FrameFeed::FrameFeed(const std::vector<Sequence>& bodies, FrameDispenser& dispenser,
                     std::uint64_t first, std::uint64_t step, bool leads)
    : bodies_(bodies), dispenser_(dispenser), first_(first), step_(step), leads_(leads) {
  for (FrameSet& set : sets_) set.bodies.resize(bodies.size());
  reader_ = std::thread([this] { read_all(); });
}

FrameFeed::~FrameFeed() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  reader_.join();
}

const FrameSet* FrameFeed::next() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return given_ < read_ || ended_; });
  if (given_ == read_) return nullptr;
  return &sets_[given_++ % sets_.size()];
}

void FrameFeed::release() {
  {
    const std::lock_guard lock(mutex_);
    released_ = given_ - 1;
  }
  changed_.notify_all();
}

void FrameFeed::read_all() {
  std::uint64_t next = 0;  // after the last one that was read
  for (bool more = true; more;) {
    const FrameDispenser::Run run = dispenser_.take();
    more = run.first < run.last;
    if (more && leads_ && run.first != next) more = read_one(run.first - 1, true);
    next = run.last;
    for (std::uint64_t i = run.first; more && i < run.last; ++i) {
      more = dispenser_.wants(i) && read_one(i, false);
    }
  }
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  changed_.notify_all();
}

// False if nobody wants any more.
bool FrameFeed::read_one(std::uint64_t index, bool lead) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return read_ - released_ < sets_.size() || stop_; });
  if (stop_) return false;
  FrameSet& set = sets_[read_ % sets_.size()];
  lock.unlock();
  const auto begin = std::chrono::steady_clock::now();
  set.index = index;
  set.lead = lead;
  set.error = nullptr;
  try {
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      if (bodies_[i].moves()) bodies_[i].read(first_ + index * step_, set.bodies[i]);
    }
  } catch (...) {
    set.error = std::current_exception();
  }
  set.load_ms =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  lock.lock();
  ++read_;
  lock.unlock();
  changed_.notify_all();
  return !set.error;
}

}  // namespace tact::app
