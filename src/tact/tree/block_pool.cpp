#include "tact/tree/block_pool.h"

#include <algorithm>
#include <bit>

#include "tact/base/error.h"

namespace tact {

void BlockPool::reset(std::uint32_t primitives, bool reserve_all, std::size_t extra) {
  TACT_ASSERT(chunks_.empty() || stride_ == sizeof(Block) + extra);
  stride_ = sizeof(Block) + extra;
  // A tree with full leaves has a sixth of a block per primitive: one chunk is enough for it.
  const std::size_t full = primitives / 4 + 1;
  if (chunks_.empty()) chunk_size_ = std::bit_ceil(std::clamp<std::size_t>(full, 2, 512));
  free_.clear();
  returned_.clear();
  cursor_ = 0;
  in_use_ = 0;
  made_ = 0;
  allow(primitives);
  if (reserve_all) {
    for (std::size_t i = 0; i < full; i += chunk_size_) fresh(i);
  }
  settle();
}

void BlockPool::allow(std::uint32_t primitives) {
  // Every inner block has at least two lanes, every leaf at least one primitive: fewer than two
  // blocks per primitive. Memory stays: a body whose triangles come and go changes in every frame.
  const std::size_t chunks = (2 * std::size_t{primitives} + 2) / chunk_size_ + 2;
  if (table_.size() >= chunks) return;
  table_ = std::vector<std::atomic<std::byte*>>(2 * chunks);
  for (const Chunk& chunk : chunks_) table_[chunk.index] = chunk.memory.get();
}

Block* BlockPool::take() {
  const std::size_t ticket = cursor_.fetch_add(1, std::memory_order_relaxed);
  Block* const block =
      ticket < free_.size() ? free_[ticket] : fresh(made_ + (ticket - free_.size()));
  // It is about to be written, and where many are taken it has long left the cache.
  for (std::size_t at = 0; at < sizeof(Block); at += 64) {
    __builtin_prefetch(reinterpret_cast<std::byte*>(block) + at, 1);
  }
  return block;
}

Block* BlockPool::fresh(std::size_t index) {
  const std::size_t chunk = index / chunk_size_;
  std::byte* base = table_[chunk].load(std::memory_order_acquire);
  if (base == nullptr) {
    const std::lock_guard lock(mutex_);
    base = table_[chunk].load(std::memory_order_relaxed);
    if (base == nullptr) {
      chunks_.push_back(make_chunk(chunk));
      base = chunks_.back().memory.get();
      table_[chunk].store(base, std::memory_order_release);
    }
  }
  return std::launder(reinterpret_cast<Block*>(base + index % chunk_size_ * stride_));
}

BlockPool::Chunk BlockPool::make_chunk(std::size_t index) const {
  auto* const bytes = static_cast<std::byte*>(
      ::operator new (chunk_size_* stride_, std::align_val_t{alignof(Block)}));
  for (std::size_t i = 0; i < chunk_size_; ++i) ::new (bytes + i * stride_) Block;
  return {index, std::unique_ptr<std::byte, Free>(bytes)};
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
  free_.reserve(chunks_.size() *
                chunk_size_);  // so that lists grow with the blocks, not by themselves
  returned_.reserve(chunks_.size() * chunk_size_);
}

std::size_t BlockPool::bytes() const {
  return chunks_.size() * chunk_size_ * stride_ +
         (free_.capacity() + returned_.capacity() + table_.capacity()) * sizeof(void*);
}

}  // namespace tact
