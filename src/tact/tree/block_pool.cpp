#include "tact/tree/block_pool.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <iterator>
#include <memory>

#include "tact/base/error.h"

namespace tact {
namespace {

// Updates after which memory is given back that was not needed in any of them. Bodies that meet now
// and then, or that play the same motion again, keep theirs.
constexpr std::size_t trim_after = 1024;

}  // namespace

void BlockPool::reset(std::uint32_t primitives, bool reserve_all, std::size_t extra) {
  TACT_ASSERT(chunks_.empty() || stride_ == sizeof(Block) + extra);
  stride_ = sizeof(Block) + extra;
  // A tree with full leaves has a sixth of a block per primitive: one chunk is enough for it.
  const std::size_t full = primitives / 4 + 1;
  if (chunks_.empty()) chunk_size_ = std::bit_ceil(std::clamp<std::size_t>(full, 2, 512));
  forget();
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

void BlockPool::forget() noexcept {
  free_.clear();
  returned_.clear();
  cursor_ = 0;
  in_use_ = 0;
  made_ = 0;
  undone_ = nullptr;
  undone_count_ = 0;
  lost_ = 0;
}

void BlockPool::release() noexcept {
  forget();
  for (std::atomic<std::byte*>& at : table_) at = nullptr;
  chunks_.clear();
  free_ = {};
  returned_ = {};
  peak_ = 0;
  settled_ = 0;
}

Block* BlockPool::take() {
  if (undone_.load(std::memory_order_relaxed) != nullptr) {
    if (Block* const block = take_undone()) return block;
  }
  const std::size_t ticket = cursor_.fetch_add(1, std::memory_order_relaxed);
  Block* block = nullptr;
  try {
    block = ticket < free_.size() ? free_[ticket] : fresh(made_ + (ticket - free_.size()));
  } catch (...) {
    return_ticket(ticket);
    throw;
  }
  // It is about to be written, and where many are taken it has long left the cache.
  for (std::size_t at = 0; at < sizeof(Block); at += 64) {
    __builtin_prefetch(reinterpret_cast<std::byte*>(block) + at, 1);
  }
  return block;
}

// If others have drawn theirs meanwhile, this one's block will never be used.
void BlockPool::return_ticket(std::size_t ticket) noexcept {
  std::size_t next = ticket + 1;
  if (cursor_.compare_exchange_strong(next, ticket, std::memory_order_relaxed)) return;
  const std::lock_guard lock(mutex_);
  ++lost_;
}

void BlockPool::undo(Block* block) noexcept {
  const std::lock_guard lock(mutex_);
  std::construct_at(&block->child[0], undone_.load(std::memory_order_relaxed));
  undone_.store(block, std::memory_order_relaxed);
  ++undone_count_;
}

Block* BlockPool::take_undone() {
  const std::lock_guard lock(mutex_);
  Block* const block = undone_.load(std::memory_order_relaxed);
  if (block == nullptr) return nullptr;
  undone_.store(block->child[0].load(std::memory_order_relaxed), std::memory_order_relaxed);
  --undone_count_;
  return block;
}

std::size_t BlockPool::in_use() const {
  return in_use_ + cursor_.load(std::memory_order_relaxed) - returned_.size() - undone_count_ -
         lost_;
}

Block* BlockPool::fresh(std::size_t index) {
  const std::size_t chunk = index / chunk_size_;
  // Only lost tickets lead here: the next reset() finds them again.
  if (chunk >= table_.size()) throw std::bad_alloc();
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
  // First, so that the rest cannot throw; and so that lists grow with the blocks, not by
  // themselves.
  free_.reserve(capacity());
  returned_.reserve(capacity());
  const std::size_t taken = cursor_.load(std::memory_order_relaxed);
  const std::size_t reused = std::min(taken, free_.size());
  made_ += taken - reused;
  in_use_ += taken;
  peak_ = std::max(peak_, in_use_);
  in_use_ -= returned_.size();
  cursor_ = 0;
  free_.erase(free_.begin(), free_.begin() + static_cast<std::ptrdiff_t>(reused));
  free_.insert(free_.end(), returned_.begin(), returned_.end());
  returned_.clear();
  if (++settled_ < trim_after) return;
  try {
    trim();
  } catch (const std::bad_alloc&) {
    // Then it stays as it is until the next time: nothing has changed before the last allocation.
  }
  settled_ = 0;
  peak_ = in_use_;
}

// Chunks from the last one downwards that hold no block in use, as long as enough stay for what was
// needed lately. What is free in lower chunks comes first from now on, so that others get empty.
void BlockPool::trim() {
  const std::size_t keep = 2 * peak_ + chunk_size_;
  if (capacity() <= keep + chunk_size_) return;
  struct Place {
    const std::byte* first;
    std::size_t chunk;
  };
  std::vector<Place> places;  // by address
  for (const Chunk& chunk : chunks_) places.push_back({chunk.memory.get(), chunk.index});
  std::sort(places.begin(), places.end(),
            [](const Place& a, const Place& b) { return std::less<>()(a.first, b.first); });
  const auto chunk_of = [&](const Block* block) {
    const auto after = std::upper_bound(
        places.begin(), places.end(), reinterpret_cast<const std::byte*>(block),
        [](const std::byte* at, const Place& place) { return std::less<>()(at, place.first); });
    return std::prev(after)->chunk;
  };
  struct FreeBlock {
    std::size_t chunk;
    Block* block;
  };
  std::vector<FreeBlock> free;
  std::vector<std::size_t> in_use(table_.size());
  // Of lost tickets there may be more than the table has places.
  for (std::size_t c = 0; c < in_use.size() && c * chunk_size_ < made_; ++c) {
    in_use[c] = std::min(chunk_size_, made_ - c * chunk_size_);
  }
  for (Block* block : free_) {
    free.push_back({chunk_of(block), block});
    --in_use[free.back().chunk];
  }
  std::size_t last = table_.size();  // one behind the last chunk that stays
  while (last * chunk_size_ > keep && in_use[last - 1] == 0) --last;
  std::stable_sort(free.begin(), free.end(),
                   [](const FreeBlock& a, const FreeBlock& b) { return a.chunk < b.chunk; });
  free_.clear();
  for (const FreeBlock& each : free) {
    if (each.chunk < last) free_.push_back(each.block);
  }
  for (std::size_t c = last; c < table_.size(); ++c) table_[c] = nullptr;
  std::erase_if(chunks_, [&](const Chunk& chunk) { return chunk.index >= last; });
  made_ = std::min(made_, last * chunk_size_);
}

std::size_t BlockPool::bytes() const {
  return chunks_.size() * chunk_size_ * stride_ +
         (free_.capacity() + returned_.capacity() + table_.capacity()) * sizeof(void*);
}

}  // namespace tact
