#pragma once
// Pairs that were met before: where a polygon is in several leaves, a pair may be met in several
// pairs of leaves, and is a candidate only once.
#include <algorithm>
#include <cstdint>

#include "tact/base/scratch.h"

namespace tact {

/// A set of pairs in an arena, by open addressing.
class SeenPairs {
 public:
  explicit SeenPairs(Arena& arena) : arena_(&arena) {}

  /// True the first time.
  bool insert(std::uint32_t a, std::uint32_t b) {
    if (2 * (size_ + 1) > buckets_.size()) grow();
    const std::uint64_t key = key_of(a, b);
    std::uint64_t& bucket = find(key);
    if (bucket == key) return false;
    bucket = key;
    ++size_;
    return true;
  }
  std::size_t size() const { return size_; }

 private:
  // Never 0, which is an empty bucket: no body has 2^32 primitives.
  static std::uint64_t key_of(std::uint32_t a, std::uint32_t b) {
    return ((std::uint64_t{a} << 32U) | b) + 1;
  }
  std::uint64_t& find(std::uint64_t key) {
    const std::size_t mask = buckets_.size() - 1;
    std::size_t at = (key * 0x9e3779b97f4a7c15U) >> shift_;
    while (buckets_[at] != 0 && buckets_[at] != key) at = (at + 1) & mask;
    return buckets_[at];
  }
  void grow() {
    const std::span<std::uint64_t> old = buckets_;
    const std::size_t size = old.empty() ? 64 : 4 * old.size();
    buckets_ = arena_->allocate<std::uint64_t>(size);
    std::fill(buckets_.begin(), buckets_.end(), std::uint64_t{0});
    shift_ = 64;
    for (std::size_t s = size; s > 1; s /= 2) --shift_;
    for (const std::uint64_t key : old) {
      if (key != 0) find(key) = key;
    }
  }

  Arena* arena_;
  std::span<std::uint64_t> buckets_;
  std::size_t size_ = 0;
  unsigned shift_ = 64;
};

}  // namespace tact
