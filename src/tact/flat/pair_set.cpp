#include "tact/flat/pair_set.h"

#include <algorithm>
#include <new>

namespace tact {
namespace {

Pair ordered_pair(Pair pair) { return pair.a < pair.b ? pair : Pair{pair.b, pair.a}; }

}  // namespace

void PairSet::clear() {
  pairs_.clear();
  std::fill(slots_.begin(), slots_.end(), vacant);
}

bool PairSet::insert(Pair pair) {
  pair = ordered_pair(pair);
  if (2 * (pairs_.size() + 1) > slots_.size()) grow();
  const std::size_t slot = find(pair);
  if (slots_[slot] != vacant) return false;
  slots_[slot] = static_cast<std::uint32_t>(pairs_.size());
  pairs_.push_back(pair);
  return true;
}

bool PairSet::erase(Pair pair) {
  if (slots_.empty()) return false;
  const std::size_t slot = find(ordered_pair(pair));
  const std::uint32_t place = slots_[slot];
  if (place == vacant) return false;
  close_gap(slot);
  // The last pair fills the gap in the array.
  const auto last = static_cast<std::uint32_t>(pairs_.size() - 1);
  if (place != last) {
    slots_[find(pairs_[last])] = place;
    pairs_[place] = pairs_[last];
  }
  pairs_.pop_back();
  return true;
}

bool PairSet::contains(Pair pair) const {
  return !slots_.empty() && slots_[find(ordered_pair(pair))] != vacant;
}

std::size_t PairSet::bytes() const {
  return pairs_.capacity() * sizeof(Pair) + slots_.capacity() * sizeof(std::uint32_t);
}

std::size_t PairSet::home(Pair pair) const {
  std::uint64_t h = (std::uint64_t{pair.a} << 32 | pair.b) * 0x9E3779B97F4A7C15U;
  h ^= h >> 29;
  h *= 0xBF58476D1CE4E5B9U;
  return static_cast<std::size_t>(h >> 32) & (slots_.size() - 1);
}

std::size_t PairSet::find(Pair pair) const {
  std::size_t slot = home(pair);
  while (slots_[slot] != vacant && pairs_[slots_[slot]] != pair) {
    slot = (slot + 1) & (slots_.size() - 1);
  }
  return slot;
}

// Entries after a freed slot move up if it lies between their home and where they are: so nothing
// has to be marked as deleted, and the table does not wear out.
void PairSet::close_gap(std::size_t gap) {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t slot = (gap + 1) & mask; slots_[slot] != vacant; slot = (slot + 1) & mask) {
    const std::size_t from = home(pairs_[slots_[slot]]);
    if (((slot - from) & mask) < ((slot - gap) & mask)) continue;
    slots_[gap] = slots_[slot];
    gap = slot;
  }
  slots_[gap] = vacant;
}

void PairSet::grow() {
  if (pairs_.size() > 0x3FFFFFFFU) throw std::bad_alloc();
  slots_.assign(std::max<std::size_t>(64, 2 * slots_.size()), vacant);
  for (std::uint32_t i = 0; i < pairs_.size(); ++i) slots_[find(pairs_[i])] = i;
}

}  // namespace tact
