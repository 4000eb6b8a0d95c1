#pragma once
// PairSet: pairs of boxes that come and go, in one array without gaps, found by hashing.
#include <cstdint>
#include <span>
#include <vector>

#include "tact/base/types.h"

namespace tact {

class PairSet {
 public:
  void clear();
  /// False if it was there already. The pair is stored with its smaller number first.
  bool insert(Pair pair);
  /// False if it was not there.
  bool erase(Pair pair);
  bool contains(Pair pair) const;
  std::size_t size() const { return pairs_.size(); }
  /// How many fit before memory is asked for.
  std::size_t capacity() const { return pairs_.capacity(); }
  /// In the order that coming and going left them in.
  std::span<const Pair> pairs() const { return pairs_; }
  std::size_t bytes() const;

 private:
  static constexpr std::uint32_t vacant = 0xFFFFFFFFU;

  std::size_t home(Pair pair) const;
  std::size_t find(Pair pair) const;  // its bucket, or the vacant one where it would go
  void close_gap(std::size_t bucket);
  void grow();

  std::vector<Pair> pairs_;
  std::vector<std::uint32_t> buckets_;  // places in pairs_; a power of two, at most half full
};

}  // namespace tact
