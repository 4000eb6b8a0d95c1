#include "tact/body/near_pairs.h"

#include <algorithm>
#include <utility>

#include "tact/body/body_pairs.h"
#include "tact/flat/box_sweep.h"

namespace tact {
namespace {

// Up to so many bodies a sweep costs less than to keep a tree.
constexpr std::size_t few_bodies = 256;
// Up to so many, comparing each with each does.
constexpr std::size_t very_few_bodies = 8;
// Where more than one in so many moves (of those that are swept) or leaves its roomy box (of those
// that are not), all are swept.
constexpr std::size_t one_in = 8;
// Building the tree costs a few sweeps: only where things stay calm.
constexpr std::uint32_t calm_enough = 2;
// A roomy box that is so many times as large as it would be made now is made anew.
constexpr double too_roomy = 4;

// Room to move for some frames. In each direction by the body's size there, so that thin bodies
// that lie close do not all meet, and a little by its whole size, so that they are not stuck.
Aabb roomy_box(const Aabb& box) {
  float longest = 0;
  for (int k = 0; k < 3; ++k) longest = std::max(longest, box.hi[k] - box.lo[k]);
  Aabb roomy = box;
  for (int k = 0; k < 3; ++k) {
    const float room = 0.125F * (box.hi[k] - box.lo[k]) + 0x1p-7F * longest;
    roomy.lo[k] -= room;
    roomy.hi[k] += room;
  }
  return roomy;
}

}  // namespace

void NearPairs::make_room(std::size_t slots) {
  if (changed_.capacity() < slots) changed_.reserve(std::max<std::size_t>(16, 2 * slots));
  if (marks_.size() < slots) marks_.resize(slots, Mark::none);
}

void NearPairs::note(std::uint32_t slot) {
  fresh_ = false;
  if (marks_[slot] != Mark::none) return;
  marks_[slot] = Mark::changed;
  changed_.push_back(slot);
}

Stats NearPairs::update(Task& task, Scratch& scratch) {
  Stats stats;
  if (fresh_) return stats;
  looked_at_ = tests_ = 0;
  task.known = {};
  if (!sound_ || frame_version_ != task.frame.version || !changed_.empty()) {
    const bool known = sound_ && frame_version_ == task.frame.version;
    sound_ = false;
    if (!known) {
      tracks_ = false;
      calm_frames_ = 0;
      make_room(task.bodies.size());
      for (std::uint32_t slot = 0; slot < task.bodies.size(); ++slot) note(slot);
    }
    boxes_.resize(task.bodies.size(), Aabb::nothing());
    rules_.resize(task.bodies.size());
    find(task, scratch);
    frame_version_ = task.frame.version;
    settle();
    sound_ = true;
  }
  choose(task);
  fresh_ = true;
  stats.bounds_tests = tests_;
  return stats;
}

void NearPairs::find(const Task& task, Scratch& scratch) {
  if (tracks_ && track(task, scratch)) return;
  const bool calm = !tracks_ && one_in * changed_.size() <= boxes_.size();
  calm_frames_ = calm ? calm_frames_ + 1 : 0;
  tracks_ = false;
  for (const std::uint32_t slot : changed_) read(task, slot);
  if (boxes_.size() > few_bodies && calm_frames_ >= calm_enough) {
    begin_tracking(scratch);
  } else {
    sweep(scratch);
  }
}

void NearPairs::read(const Task& task, std::uint32_t slot) {
  ++looked_at_;
  const BodyState* const body = task.bodies[slot];
  boxes_[slot] = box_of_body(body, task.frame);
  rules_[slot] = body == nullptr ? BodyRule{} : rule_of(*body);
}

// So few are compared each with each, in the order of the list: to arrange them for a sweep would
// cost more. Tests count as a sweep counts them.
void NearPairs::compare_all() {
  pairs_.clear();
  const auto count = static_cast<std::uint32_t>(boxes_.size());
  for (std::uint32_t a = 0; a < count; ++a) {
    if (is_own(a)) pairs_.push_back({a, a});
    for (std::uint32_t b = a + 1; b < count; ++b) {
      if (!(boxes_[a].lo[0] <= boxes_[b].hi[0] && boxes_[b].lo[0] <= boxes_[a].hi[0])) continue;
      ++tests_;
      if (overlaps(boxes_[a], boxes_[b]) && wants(a, b)) pairs_.push_back({a, b});
    }
  }
  looked_at_ += boxes_.size() + tests_;
}

// Everything, with no memory of the last frame.
void NearPairs::sweep(Scratch& scratch) {
  if (boxes_.size() <= very_few_bodies) return compare_all();
  Arena& arena = scratch.arena(0);
  pairs_.clear();
  for (std::uint32_t slot = 0; slot < boxes_.size(); ++slot) {
    if (is_own(slot)) pairs_.push_back({slot, slot});
  }
  tests_ += for_each_overlap(boxes_, 0, arena, [&](std::uint32_t a, std::uint32_t b) {
    if (wants(a, b)) pairs_.push_back({a, b});
  });
  looked_at_ += boxes_.size() + tests_;
  sort_body_pairs(pairs_, boxes_.size(), arena);
}

void NearPairs::begin_tracking(Scratch& scratch) {
  Arena& arena = scratch.arena(0);
  const std::span<Aabb> roomy = arena.allocate<Aabb>(boxes_.size());
  ArenaVector<Pair> found(arena);
  for (std::uint32_t slot = 0; slot < boxes_.size(); ++slot) {
    roomy[slot] = boxes_[slot].empty() ? Aabb::nothing() : roomy_box(boxes_[slot]);
    if (is_own(slot)) found.push_back({slot, slot});
  }
  roomy_.build(roomy);
  tests_ += for_each_overlap(roomy, 0, arena, [&](std::uint32_t a, std::uint32_t b) {
    if (wants(a, b)) found.push_back({a, b});
  });
  looked_at_ += boxes_.size() + tests_;
  sort_body_pairs(found.span(), boxes_.size(), arena);
  meetings_.clear(boxes_.size());
  pairs_.clear();
  for (const Pair& pair : found) {
    const bool near = is_near(pair);
    if (near) pairs_.push_back(pair);
    if (pair.a != pair.b) meetings_.add(pair, near);
  }
  tracks_ = true;
}

// False, with nothing but marks and boxes changed, if too many left their roomy boxes.
bool NearPairs::track(const Task& task, Scratch& scratch) {
  Changes changes(scratch.arena(0));
  ArenaVector<std::uint32_t> escaped(scratch.arena(0));
  ArenaVector<std::uint32_t> own(scratch.arena(0));  // of these, those whose own pairs were wanted
  for (const std::uint32_t slot : changed_) {
    const BodyRule before = rules_[slot];
    const bool was_own = is_own(slot);
    read(task, slot);
    const Aabb& box = boxes_[slot];
    const bool stays = before == rules_[slot] && !box.empty() && roomy_.contains(slot) &&
                       encloses(roomy_.box(slot), box) &&
                       roomy_.box(slot).cost() <= too_roomy * roomy_box(box).cost();
    marks_[slot] = stays ? Mark::changed : Mark::escaped;
    if (stays) continue;
    escaped.push_back(slot);
    if (was_own) own.push_back(slot);
  }
  if (one_in * escaped.size() > boxes_.size()) return false;
  meetings_.make_room(boxes_.size());
  const std::uint64_t visited = roomy_.visited();
  for (const std::uint32_t slot : own) changes.went.push_back({slot, slot});
  for (const std::uint32_t slot : escaped) put_elsewhere(slot, changes);
  looked_at_ += roomy_.visited() - visited;
  for (const std::uint32_t slot : changed_) {
    if (marks_[slot] == Mark::changed) test_again(slot, changes);
  }
  for (const std::uint32_t slot : escaped) {
    scratch.chunk_arena(0).reset();
    if (!boxes_[slot].empty()) find_meetings(slot, scratch.chunk_arena(0), changes);
  }
  apply(changes);
  return true;
}

// Of a body that left its roomy box: out of the tree and of all meetings, and into the tree again.
void NearPairs::put_elsewhere(std::uint32_t slot, Changes& changes) {
  meetings_.take_all(slot, [&](const Pair& pair, bool near) {
    ++looked_at_;
    if (near) changes.went.push_back(pair);
  });
  if (roomy_.contains(slot)) roomy_.remove(slot);
  if (!boxes_[slot].empty()) roomy_.insert(slot, roomy_box(boxes_[slot]));
}

// Of a body that stayed in its roomy box.
void NearPairs::test_again(std::uint32_t slot, Changes& changes) {
  meetings_.for_each(slot, [&](const Pair& pair, bool& near) {
    const std::uint32_t other = pair.a == slot ? pair.b : pair.a;
    if (other < slot && marks_[other] == Mark::changed) return;  // its turn
    const bool was = std::exchange(near, is_near(pair));
    if (was != near) (near ? changes.came : changes.went).push_back(pair);
  });
}

void NearPairs::find_meetings(std::uint32_t slot, Arena& arena, Changes& changes) {
  if (rules_[slot].self) changes.came.push_back({slot, slot});
  const auto meet = [&](std::uint32_t other) {
    // Two that left theirs find each other twice.
    if (other == slot || (other < slot && marks_[other] == Mark::escaped)) return;
    if (!wants(slot, other)) return;
    const Pair pair{std::min(slot, other), std::max(slot, other)};
    const bool near = is_near(pair);
    meetings_.add(pair, near);
    if (near) changes.came.push_back(pair);
  };
  const std::uint64_t tests = roomy_.for_each_overlap(roomy_.box(slot), arena, meet);
  tests_ += tests;
  looked_at_ += tests;
}

// The list goes over in runs between changes. What went and came again is in both.
void NearPairs::apply(Changes& changes) {
  std::sort(changes.came.begin(), changes.came.end());
  std::sort(changes.went.begin(), changes.went.end());
  next_.clear();
  auto from = pairs_.begin();
  const auto copy_until = [&](const Pair& pair) {
    const auto until = std::lower_bound(from, pairs_.end(), pair);
    next_.insert(next_.end(), from, until);
    from = until;
  };
  const Pair* came = changes.came.begin();
  const Pair* went = changes.went.begin();
  while (came != changes.came.end() || went != changes.went.end()) {
    const bool comes = went == changes.went.end() || (came != changes.came.end() && *came <= *went);
    copy_until(comes ? *came : *went);
    if (comes) {
      if (went != changes.went.end() && *went == *came) {
        ++went;
        ++from;
      }
      next_.push_back(*came++);
    } else {
      ++went;
      ++from;
    }
  }
  next_.insert(next_.end(), from, pairs_.end());
  std::swap(pairs_, next_);
  next_.reserve(pairs_.capacity());  // whichever of them is next: neither grows for it again
}

bool NearPairs::is_near(const Pair& pair) {
  ++tests_;
  ++looked_at_;
  return overlaps(boxes_[pair.a], boxes_[pair.b]);
}

void NearPairs::settle() {
  for (const std::uint32_t slot : changed_) marks_[slot] = Mark::none;
  changed_.clear();
}

}  // namespace tact
