#include "tact/tree/block_pool.h"

#include <algorithm>
#include <bit>

namespace tact {

void BlockPool::reset(std::uint32_t primitives, bool reserve_all) {
  // Every inner block has at least two lanes, every leaf at least one primitive: fewer than two
  // blocks per primitive, and usually a quarter of one.
  const std::size_t most = 2 * std::size_t{primitives} + 2;
  chunk_size_ = std::bit_ceil(std::clamp<std::size_t>(most / 16, 2, 512));
  free_.clear();
  returned_.clear();
  cursor_ = 0;
  in_use_ = 0;
  made_ = 0;
  chunks_.clear();
  table_ = std::vector<std::atomic<Block*>>(most / chunk_size_ + 2);
  if (reserve_all) {
    const std::size_t full = primitives / 4 + 1;
    for (std::size_t i = 0; i < full; i += chunk_size_) fresh(i);
    free_.reserve(full);
    returned_.reserve(full);
  }
}

Block* BlockPool::take() {
  const std::size_t ticket = cursor_.fetch_add(1, std::memory_order_relaxed);
  return ticket < free_.size() ? free_[ticket] : fresh(made_ + (ticket - free_.size()));
}

Block* BlockPool::fresh(std::size_t index) {
  const std::size_t chunk = index / chunk_size_;
  Block* base = table_[chunk].load(std::memory_order_acquire);
  if (base == nullptr) {
    const std::lock_guard lock(mutex_);
    base = table_[chunk].load(std::memory_order_relaxed);
    if (base == nullptr) {
      chunks_.push_back(std::make_unique_for_overwrite<Block[]>(chunk_size_));
      base = chunks_.back().get();
      table_[chunk].store(base, std::memory_order_release);
    }
  }
  return base + index % chunk_size_;
}

void BlockPool::settle() {
  const std::size_t taken = cursor_.load(std::memory_order_relaxed);
  const std::size_t reused = std::min(taken, free_.size());
  made_ += taken - reused;
  in_use_ += taken;
  in_use_ -= returned_.size();
  cursor_ = 0;
  free_.erase(free_.begin(), free_.begin() + static_cast<std::ptrdiff_t>(reused));
  free_.insert(free_.end(), returned_.begin(), returned_.end());
  returned_.clear();
}

std::size_t BlockPool::bytes() const {
  return chunks_.size() * chunk_size_ * sizeof(Block) +
         (free_.capacity() + returned_.capacity() + table_.capacity()) * sizeof(Block*);
}

}  // namespace tact
