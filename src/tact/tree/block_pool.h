#pragma once
// BlockPool: where a tree's blocks live. Blocks never move; queries take them from several threads,
// updates give them back from one.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <new>
#include <vector>

#include "tact/tree/tree.h"

namespace tact {

class BlockPool {
 public:
  /// Gives up all blocks, keeps their memory. `primitives` bounds how many can ever be in use at
  /// once. With `reserve_all` memory for a full tree is taken now (Larsson 2006, section 2.4), else
  /// as needed. Each block has `extra` bytes behind it, a multiple of 64, always the same.
  void reset(std::uint32_t primitives, bool reserve_all, std::size_t extra = 0);

  /// Makes room for the blocks of this many primitives. Not while take() may run.
  void allow(std::uint32_t primitives);

  /// A block with undefined contents. Thread-safe. Throws std::bad_alloc without a trace.
  Block* take();
  /// Takes a block back that was taken and not used, since something threw. Thread-safe.
  void undo(Block* block) noexcept;
  /// Takes a block back. Not thread-safe, not while take() may run.
  void give(Block* block) { returned_.push_back(block); }
  /// Makes what was given back available again. Between queries. Where it throws, nothing changed.
  /// Memory of which a long time no more than half was needed goes back to the system.
  void settle();
  /// Gives up all blocks, keeps their memory.
  void forget() noexcept;
  /// Gives up all blocks and their memory.
  void release() noexcept;

  /// Blocks that were taken and not given back. Not while take() may run.
  std::size_t in_use() const;
  std::size_t bytes() const;
  /// Blocks that there is memory for.
  std::size_t capacity() const { return chunks_.size() * chunk_size_; }

 private:
  struct Free {
    void operator()(std::byte* p) const { ::operator delete (p, std::align_val_t{alignof(Block)}); }
  };
  struct Chunk {
    std::size_t index;
    std::unique_ptr<std::byte, Free> memory;
  };
  Block* fresh(std::size_t index);
  Chunk make_chunk(std::size_t index) const;
  Block* take_undone();
  void trim();
  void return_ticket(std::size_t ticket) noexcept;

  std::vector<Block*> free_;      // taken from the front by cursor_
  std::vector<Block*> returned_;  // since the last settle()
  std::atomic<std::size_t> cursor_{0};
  std::size_t in_use_ = 0;      // at the last settle()
  std::size_t made_ = 0;        // blocks that exist, at the last settle()
  std::size_t peak_ = 0;        // most blocks in use since the last look at what is too much
  std::size_t settled_ = 0;     // how often since then
  std::size_t chunk_size_ = 1;  // blocks
  std::size_t stride_ = sizeof(Block);
  std::mutex mutex_;
  std::atomic<Block*> undone_{nullptr};  // a list through child[0]; changed under the mutex
  std::size_t undone_count_ = 0;
  std::size_t lost_ = 0;                        // tickets whose block could not be made, for good
  std::vector<std::atomic<std::byte*>> table_;  // chunk addresses
  std::vector<Chunk> chunks_;
};

}  // namespace tact
