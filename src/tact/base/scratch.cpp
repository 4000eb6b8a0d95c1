#include "tact/base/scratch.h"

#include <algorithm>

#include "tact/base/error.h"

namespace tact {
namespace {

// So long is kept what no query asks for.
constexpr std::uint64_t kept_queries = 256;

}  // namespace

void* Arena::allocate_bytes(std::size_t bytes) {
  const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  if (pieces_.empty() || pieces_.back().size - used_ < rounded) {
    constexpr std::size_t smallest = std::size_t{1} << 16;
    const std::size_t size = std::max({smallest, rounded, capacity()});
    Piece piece;
    piece.memory.reset(static_cast<std::byte*>(::operator new (size, std::align_val_t{alignment})));
    piece.size = size;
    pieces_.push_back(std::move(piece));
    used_ = 0;
  }
  void* const result = pieces_.back().memory.get() + used_;
  used_ += rounded;
  return result;
}

void Arena::reset() {
  if (pieces_.size() > 1) {
    // Several pieces mean this frame outgrew the arena: one piece of the sum serves the next.
    const std::size_t total = capacity();
    pieces_.clear();
    used_ = 0;
    try {
      allocate_bytes(total);
    } catch (const std::bad_alloc&) {  // NOLINT(bugprone-empty-catch)
      // Whoever needs so much will ask for it; what is over has not failed by it.
    }
  }
  used_ = 0;
}

std::size_t Arena::capacity() const {
  std::size_t sum = 0;
  for (const Piece& piece : pieces_) sum += piece.size;
  return sum;
}

void Scratch::begin(unsigned workers) {
  while (workers_.size() < workers) workers_.emplace_back();
  ++begun_;
  std::erase_if(memories_, [&](const Memory& m) { return m.used + kept_queries < begun_; });
  end();
}

void Scratch::end() {
  for (Worker& worker : workers_) {
    worker.query.reset();
    worker.chunk.reset();
  }
}

std::size_t Scratch::capacity() const {
  std::size_t sum = 0;
  for (const Worker& worker : workers_) sum += worker.query.capacity() + worker.chunk.capacity();
  return sum;
}

}  // namespace tact
