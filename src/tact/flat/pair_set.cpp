#include "tact/flat/pair_set.h"

#include <algorithm>
#include <new>

namespace tact {
namespace {

Pair ordered_pair(Pair pair) { return pair.a < pair.b ? pair : Pair{pair.b, pair.a}; }

}  // namespace

void PairSet::clear() {
  pairs_.clear();
  std::fill(buckets_.begin(), buckets_.end(), vacant);
}

bool PairSet::insert(Pair pair) {
  pair = ordered_pair(pair);
  if (2 * (pairs_.size() + 1) > buckets_.size()) grow();
  const std::size_t bucket = find(pair);
  if (buckets_[bucket] != vacant) return false;
  buckets_[bucket] = static_cast<std::uint32_t>(pairs_.size());
  pairs_.push_back(pair);
  return true;
}

bool PairSet::erase(Pair pair) {
  if (buckets_.empty()) return false;
  const std::size_t bucket = find(ordered_pair(pair));
  const std::uint32_t place = buckets_[bucket];
  if (place == vacant) return false;
  close_gap(bucket);
  // The last pair fills the gap in the array.
  const auto last = static_cast<std::uint32_t>(pairs_.size() - 1);
  if (place != last) {
    buckets_[find(pairs_[last])] = place;
    pairs_[place] = pairs_[last];
  }
  pairs_.pop_back();
  return true;
}

bool PairSet::contains(Pair pair) const {
  return !buckets_.empty() && buckets_[find(ordered_pair(pair))] != vacant;
}

std::size_t PairSet::bytes() const {
  return pairs_.capacity() * sizeof(Pair) + buckets_.capacity() * sizeof(std::uint32_t);
}

std::size_t PairSet::home(Pair pair) const {
  std::uint64_t h = (std::uint64_t{pair.a} << 32 | pair.b) * 0x9E3779B97F4A7C15U;
  h ^= h >> 29;
  h *= 0xBF58476D1CE4E5B9U;
  return static_cast<std::size_t>(h >> 32) & (buckets_.size() - 1);
}

std::size_t PairSet::find(Pair pair) const {
  std::size_t bucket = home(pair);
  while (buckets_[bucket] != vacant && pairs_[buckets_[bucket]] != pair) {
    bucket = (bucket + 1) & (buckets_.size() - 1);
  }
  return bucket;
}

// Entries after a freed bucket move up if it lies between their home and where they are: so nothing
// has to be marked as deleted, and the table does not wear out.
void PairSet::close_gap(std::size_t gap) {
  const std::size_t mask = buckets_.size() - 1;
  for (std::size_t bucket = (gap + 1) & mask; buckets_[bucket] != vacant;
       bucket = (bucket + 1) & mask) {
    const std::size_t from = home(pairs_[buckets_[bucket]]);
    if (((bucket - from) & mask) < ((bucket - gap) & mask)) continue;
    buckets_[gap] = buckets_[bucket];
    gap = bucket;
  }
  buckets_[gap] = vacant;
}

void PairSet::grow() {
  if (pairs_.size() > 0x3FFFFFFFU) throw std::bad_alloc();
  buckets_.assign(std::max<std::size_t>(64, 2 * buckets_.size()), vacant);
  for (std::uint32_t i = 0; i < pairs_.size(); ++i) buckets_[find(pairs_[i])] = i;
}

}  // namespace tact
