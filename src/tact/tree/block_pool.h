#pragma once
// BlockPool: where a tree's blocks live. Blocks never move; queries take them from several threads,
// updates give them back from one.
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "tact/tree/tree.h"

namespace tact {

class BlockPool {
 public:
  /// Gives up all blocks, keeps their memory. `primitives` bounds how many can ever be in use at
  /// once. With `reserve_all` memory for a full tree is taken now (Larsson 2006, section 2.4), else
  /// as needed.
  void reset(std::uint32_t primitives, bool reserve_all);

  /// A block with undefined contents. Thread-safe.
  Block* take();
  /// Takes a block back. Not thread-safe, not while take() may run.
  void give(Block* block) { returned_.push_back(block); }
  /// Makes what was given back available again. Between queries.
  void settle();

  std::size_t in_use() const { return in_use_ + cursor_.load(std::memory_order_relaxed); }
  std::size_t bytes() const;
  /// Blocks that there is memory for.
  std::size_t capacity() const { return chunks_.size() * chunk_size_; }

 private:
  struct Chunk {
    std::size_t index;
    std::unique_ptr<Block[]> blocks;
  };
  Block* fresh(std::size_t index);

  std::vector<Block*> free_;      // taken from the front by cursor_
  std::vector<Block*> returned_;  // since the last settle()
  std::atomic<std::size_t> cursor_{0};
  std::size_t in_use_ = 0;      // at the last settle()
  std::size_t made_ = 0;        // blocks that exist, at the last settle()
  std::size_t chunk_size_ = 1;  // blocks
  std::mutex mutex_;
  std::vector<std::atomic<Block*>> table_;  // chunk addresses
  std::vector<Chunk> chunks_;
};

}  // namespace tact
