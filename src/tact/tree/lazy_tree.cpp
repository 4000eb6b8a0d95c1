#include "tact/tree/lazy_tree.h"

#include <algorithm>
#include <thread>

#include "tact/base/error.h"
#include "tact/base/parallel.h"

namespace tact {

// Counts primitives and vertices through.
std::uint32_t LazyTree::number(std::span<TreePart> parts) {
  std::uint32_t count = 0;
  std::uint32_t vertices = 0;
  for (TreePart& part : parts) {
    part.first = count;
    part.first_vertex = vertices;
    count += part.primitives->size();
    vertices += static_cast<std::uint32_t>(part.primitives->mesh().positions.size());
  }
  return count;
}

// As the tree knows it: its primitives may be others by now.
std::uint32_t LazyTree::size_of(std::size_t part) const {
  return (part + 1 < parts_.size() ? parts_[part + 1].first : count_) - parts_[part].first;
}

std::uint32_t LazyTree::change_to(std::span<const TreePart> parts) const {
  std::uint32_t change = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::uint32_t now = parts[i].primitives->size();
    change += now > size_of(i) ? now - size_of(i) : size_of(i) - now;
  }
  return change;
}

void LazyTree::reset(std::span<const TreePart> parts) {
  start_over(parts);
  entries_.assign(count_ + prefetch_entries, TreeEntry{});
  fill_entries(parts_, std::span<TreeEntry>(entries_).first(count_));
  in_force_ = entries_.data();
}

void LazyTree::start_over(std::span<const TreePart> parts) {
  constexpr std::uint32_t few_primitives = 64;  // that a sparse tree has blocks made for at once
  parts_.assign(parts.begin(), parts.end());
  count_ = number(parts_);
  root_ = nullptr;
  // What an update that threw had given up.
  dropped_.clear();
  for (RefitShare& share : shares_) share.dropped.clear();
  pool_.reset(sparse_ ? std::min(count_, few_primitives) : count_, reserve_all_, extra_bytes_);
}

void LazyTree::reindex(std::span<const TreePart> parts) {
  TACT_ASSERT(parts.size() == parts_.size());
  std::uint32_t vertices = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    parts_[i].primitives = parts[i].primitives;
    parts_[i].from = parts[i].from;
    parts_[i].first_vertex = vertices;
    vertices += static_cast<std::uint32_t>(parts[i].primitives->mesh().positions.size());
  }
  reindex_entries(parts_, std::span<TreeEntry>(entries_).first(count_));
}

void LazyTree::carry_to(std::span<const TreePart> parts) {
  newcomers_.clear();
  old_parts_.assign(parts.begin(), parts.end());  // to be swapped
  const std::uint32_t count = number(old_parts_);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const TreePart& part = old_parts_[i];
    for (std::uint32_t own = size_of(i); own < part.primitives->size(); ++own) {
      const Triangle t = part.primitives->triangle(own);
      const Vec3 middle = (t[0] + t[1] + t[2]) * (1.0 / 3);
      newcomers_.push_back(
          {part.first + own,
           {frame_.map(middle.x, 0), frame_.map(middle.y, 1), frame_.map(middle.z, 2)}});
    }
  }
  parts_.swap(old_parts_);
  pool_.allow(count);
  EntryGeometry names;
  names.parts = parts_;
  spare_entries_.clear();
  spare_entries_.reserve(count + prefetch_entries);
  const bool fits = carry_over(*root_.load(std::memory_order_relaxed),
                               std::span<const TreeEntry>(entries_).first(count_),
                               {old_parts_, parts_}, newcomers_, names, spare_entries_, dropped_);
  if (!fits) root_ = nullptr;
  take_back(dropped_);
  pool_.settle();
  spare_entries_.resize(count + prefetch_entries);
  entries_.swap(spare_entries_);
  in_force_ = entries_.data();
  count_ = count;
  reindex_entries(parts_, std::span<TreeEntry>(entries_).first(count_));
}

void LazyTree::collapse() {
  if (root_.load() == nullptr) return;
  pool_.settle();  // notes how much was needed; where it throws, nothing changed
  root_ = nullptr;
  dropped_.clear();
  pool_.forget();
}

void LazyTree::release() noexcept {
  root_ = nullptr;
  dropped_.clear();
  pool_.release();
}

void LazyTree::take_back(std::vector<Block*>& dropped) {
  for (Block* block : dropped) pool_.give(block);
  dropped.clear();
}

bool LazyTree::refit_root(const RefitRules& rules, unsigned threads, Stats& stats) {
  // A body of this size takes longer than waking another thread.
  constexpr std::uint32_t worth_sharing = 1U << 13U;
  Subtree root{plain(root_.load(std::memory_order_relaxed)), 0, !rules.use_marks, true};
  if (!rules.fixed) dropped_.reserve(pool_.capacity());
  subtrees_.clear();
  if (threads > 1 && count_ >= worth_sharing) {
    list_subtrees(*root.block, 0, root.keep, rules, subtrees_);
    refit_below(rules, threads, stats);
  }
  refit_subtree(root, geometry(), entries(), rules, subtrees_, dropped_, stats);
  take_back(dropped_);
  box_ = root.block->box;
  return root.valid;
}

// The subtrees, each by one thread.
void LazyTree::refit_below(const RefitRules& rules, unsigned threads, Stats& stats) {
  const EntryGeometry& from = geometry();
  if (shares_.size() < subtrees_.size()) shares_.resize(subtrees_.size());
  parallel_for(subtrees_.size(), threads, [&](std::size_t i, unsigned) {
    shares_[i].stats = {};
    refit_subtree(subtrees_[i], from, entries(), rules, {}, shares_[i].dropped, shares_[i].stats);
  });
  for (std::size_t i = 0; i < subtrees_.size(); ++i) {
    take_back(shares_[i].dropped);
    stats += shares_[i].stats;
  }
}

void LazyTree::rebind(std::span<const TreePart> parts, const BoundsFrame& frame,
                      const Extent& extent) {
  TACT_ASSERT(parts.size() == parts_.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    parts_[i].primitives = parts[i].primitives;
    parts_[i].from = parts[i].from;
  }
  frame_ = frame;
  geometry_ready_ = false;
  box_ = count_ == 0 ? Aabb::nothing() : fit(extent, frame);
}

const EntryGeometry& LazyTree::geometry() {
  // Only whoever prepares the root can find it unread: all others come after.
  if (!geometry_ready_) {
    geometry_ = entry_geometry(parts_, frame_, mapped_);
    geometry_ready_ = true;
  }
  return geometry_;
}

Block* LazyTree::prepare(const Place& place, Arena& arena, Stats& stats) {
  Block* old = place.link.load(std::memory_order_acquire);
  for (;;) {
    if (is_ready(old)) return old;
    if (old == in_work()) {
      // Somebody else is at it: it takes microseconds, so that waiting beats doing it twice.
      std::this_thread::yield();
      old = place.link.load(std::memory_order_acquire);
    } else if (place.link.compare_exchange_weak(old, in_work(), std::memory_order_acquire)) {
      break;
    }
  }
  try {
    Block* const block = make(plain(old), place, arena, stats);
    place.link.store(block, std::memory_order_release);
    return block;
  } catch (...) {
    // As it was: whoever waits, or comes later, tries again.
    place.link.store(old, std::memory_order_release);
    throw;
  }
}

std::size_t LazyTree::bytes() const {
  return entries_.capacity() * sizeof(TreeEntry) + mapped_.capacity() * sizeof(float) +
         pool_.bytes() + runs_.bytes();
}

}  // namespace tact
