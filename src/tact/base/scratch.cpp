#include "tact/base/scratch.h"

#include <algorithm>
#include <utility>

#include "tact/base/error.h"

namespace tact {
namespace {

// So long is kept what no query asks for.
constexpr std::uint64_t kept_queries = 256;

// So many queries tell what the next ones will need.
constexpr std::uint64_t queries_between_trims = 1024;

constexpr std::size_t smallest_piece = std::size_t{1} << 16;

}  // namespace

Arena::Piece Arena::piece_of(std::size_t bytes) {
  Piece piece;
  piece.memory.reset(static_cast<std::byte*>(::operator new (bytes, std::align_val_t{alignment})));
  piece.size = bytes;
  return piece;
}

void* Arena::allocate_bytes(std::size_t bytes) {
  const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  if (pieces_.empty() || pieces_.back().size - used_ < rounded) {
    const std::size_t all = capacity();
    pieces_.push_back(piece_of(std::max({smallest_piece, rounded, all})));
    full_ = all;
    used_ = 0;
  }
  void* const result = pieces_.back().memory.get() + used_;
  used_ += rounded;
  return result;
}

// Several pieces mean this frame outgrew the arena: one piece of the sum serves the next.
void Arena::join() {
  const std::size_t total = capacity();
  pieces_.clear();
  try {
    pieces_.push_back(piece_of(total));
  } catch (const std::bad_alloc&) {  // NOLINT(bugprone-empty-catch)
    // Whoever needs so much will ask for it; what is over has not failed by it.
  }
}

void Arena::trim() {
  const std::size_t needed = std::exchange(peak_, 0);
  if (capacity() <= 4 * needed + smallest_piece) return;
  try {
    Piece piece;
    if (needed > 0) piece = piece_of(std::max(smallest_piece, 2 * needed));
    pieces_.clear();  // whose list keeps its room
    if (needed > 0) pieces_.push_back(std::move(piece));
  } catch (const std::bad_alloc&) {  // NOLINT(bugprone-empty-catch)
    // Then it stays as it is until the next time.
  }
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
  if (begun_ % queries_between_trims != 0) return;
  for (Worker& worker : workers_) {
    worker.query.trim();
    worker.chunk.trim();
  }
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
