#pragma once
// Scratch: the reusable memory of a frame. An arena per worker; reset() keeps what was allocated,
// so that the second playing of the same frames allocates nothing; what no frame has needed for
// long is given back.
#include <cstddef>
#include <cstring>
#include <deque>
#include <limits>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <vector>

#include "tact/base/export.h"

namespace tact {

/// Bump allocation for trivially copyable things. Not thread-safe: one arena per worker.
class TACT_API Arena {
 public:
  Arena() = default;
  Arena(Arena&&) = default;
  Arena& operator=(Arena&&) = default;

  /// Memory for `count` items, not initialised, valid until reset(). Aligned to 64 bytes.
  template <class T>
  std::span<T> allocate(std::size_t count) {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
    if (count > std::numeric_limits<std::size_t>::max() / 4 / sizeof(T)) throw std::bad_alloc();
    return {static_cast<T*>(allocate_bytes(count * sizeof(T))), count};
  }

  /// Forgets everything that was allocated and keeps the memory, joined into one piece.
  void reset() {
    note_peak();
    if (pieces_.size() > 1) join();
    full_ = 0;
    used_ = 0;
  }
  /// Gives memory back, right after a reset(), if it is more than four times what was in use at
  /// once since the last trim(); twice of that stays.
  void trim();

  /// A place to return to: rewind() gives up what was allocated since. Last in, first out.
  struct Mark {
    std::size_t pieces;  ///< of memory, so far
    std::size_t used;    ///< bytes of the last one
  };
  /// Where allocation stands.
  Mark mark() const { return {pieces_.size(), used_}; }
  /// Back to a mark of this arena, since the last reset.
  void rewind(const Mark& mark) {
    note_peak();
    used_ = pieces_.size() == mark.pieces ? mark.used : 0;
  }

  /// Bytes held, used or not.
  std::size_t capacity() const;

 private:
  static constexpr std::size_t alignment = 64;
  struct Free {
    void operator()(std::byte* p) const { ::operator delete (p, std::align_val_t{alignment}); }
  };
  struct Piece {
    std::unique_ptr<std::byte, Free> memory;
    std::size_t size = 0;
  };

  void* allocate_bytes(std::size_t bytes);
  void join();
  static Piece piece_of(std::size_t bytes);
  void note_peak() {
    const std::size_t in_use = full_ + used_;
    if (in_use > peak_) peak_ = in_use;
  }

  std::vector<Piece> pieces_;
  std::size_t used_ = 0;  // of the last piece
  std::size_t full_ = 0;  // bytes of all pieces before it
  std::size_t peak_ = 0;  // the most in use at once, since the last trim()
};

/// A growing array in an arena. Growing abandons the old memory until the arena is reset.
template <class T>
class ArenaVector {
 public:
  /// Empty. The arena must outlive it.
  explicit ArenaVector(Arena& arena) : arena_(&arena) {}

  /// Amortised O(1).
  void push_back(const T& item) {
    if (size_ == items_.size()) grow(size_ + 1);
    items_[size_++] = item;
  }
  /// All of them, in order.
  void append(std::span<const T> more) {
    if (more.empty()) return;
    if (items_.size() - size_ < more.size()) grow(size_ + more.size());
    std::memcpy(static_cast<void*>(items_.data() + size_), more.data(), more.size() * sizeof(T));
    size_ += more.size();
  }
  /// Keeps the memory.
  void clear() { size_ = 0; }
  /// To at most the size it has.
  void resize_down(std::size_t size) { size_ = size; }
  /// How many there are.
  std::size_t size() const { return size_; }
  /// Are there none?
  bool empty() const { return size_ == 0; }
  /// The first item; void once it grows.
  T* data() { return items_.data(); }
  /// Not checked.
  T& operator[](std::size_t i) { return items_[i]; }
  /// Not checked.
  const T& operator[](std::size_t i) const { return items_[i]; }
  /// To iterate; void once it grows.
  T* begin() { return items_.data(); }
  /// Behind the last one.
  T* end() { return items_.data() + size_; }
  /// All of them; void once it grows.
  std::span<T> span() { return items_.first(size_); }
  std::span<const T> span() const { return items_.first(size_); }

 private:
  void grow(std::size_t least) {
    const std::size_t doubled = items_.size() * 2;
    std::span<T> larger = arena_->allocate<T>(doubled > least ? doubled : least + 16);
    if (size_ > 0) {
      std::memcpy(static_cast<void*>(larger.data()), items_.data(), size_ * sizeof(T));
    }
    items_ = larger;
  }

  Arena* arena_;
  std::span<T> items_;
  std::size_t size_ = 0;
};

/// Two arenas for each worker of a query. One Scratch serves one query at a time.
class TACT_API Scratch {
 public:
  /// Makes room for `workers` workers and forgets the last frame. Once in 1,024 queries arenas are
  /// trimmed to what those needed.
  void begin(unsigned workers);
  /// Forgets the query that is over. Arenas that it outgrew are joined now, so that the next one
  /// allocates nothing.
  void end();
  /// For what lives until the end of the query.
  Arena& arena(unsigned worker = 0) { return workers_[worker].query; }
  /// For what one chunk needs: whoever begins a chunk resets it.
  Arena& chunk_arena(unsigned worker) { return workers_[worker].chunk; }
  /// Bytes held by all arenas, used or not.
  std::size_t capacity() const;

  /// What a method remembers from one query of the same asker to the next: one T, made when it is
  /// first asked for, kept until the scratch goes or 256 queries pass in which nobody asks for it.
  template <class T>
  T& kept() {
    static const char key = 0;
    for (Memory& memory : memories_) {
      if (memory.key != &key) continue;
      memory.used = begun_;
      return *static_cast<T*>(memory.thing.get());
    }
    memories_.push_back(
        {&key, begun_, {new T(), [](void* thing) { delete static_cast<T*>(thing); }}});
    return *static_cast<T*>(memories_.back().thing.get());
  }

 private:
  struct Worker {
    Arena query;
    Arena chunk;
  };
  struct Memory {
    const void* key;     // one address per type
    std::uint64_t used;  // in which query
    std::unique_ptr<void, void (*)(void*)> thing;
  };
  std::deque<Worker> workers_;  // a deque, because arenas must not move while they are referred to
  std::vector<Memory> memories_;
  std::uint64_t begun_ = 0;  // queries
};

}  // namespace tact
