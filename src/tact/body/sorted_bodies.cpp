#include "tact/body/sorted_bodies.h"

#include <algorithm>
#include <stdexcept>

#include "tact/body/box_tagging.h"
#include "tact/body/fit_in_chunks.h"
#include "tact/bounds/fit.h"

namespace tact {
namespace {

BodyRule rule_in(const Task& task, std::size_t slot) {
  const BodyState* body = task.bodies[slot];
  return body == nullptr ? BodyRule{} : rule_of(*body);
}

}  // namespace

Stats SortedBodies::bring_up_to_date(const Task& task, Scratch& scratch) {
  try {
    return task.common.ask<SortedBodies>(0).update(task, scratch);
  } catch (...) {
    task.common.drop<SortedBodies>(0);
    throw;
  }
}

Stats SortedBodies::update(const Task& task, Scratch& scratch) {
  Stats stats;
  bool anew = arrange(task) || !same_rules(task);
  // What moved while nobody followed may be anywhere: to let it swap places until it is there takes
  // longer than to sort.
  const bool followed = task.number <= number_ + 1;
  number_ = task.number;
  asked = task.clock;
  for (std::uint32_t slot = 0; slot < parts_.size(); ++slot) {
    const BodyState* body = task.bodies[slot];
    Part& part = parts_[slot];
    if (body == nullptr || part.of == versions_of(*body, task.frame)) continue;
    refit(part, *body, task);
    stats.primitives_read += part.count;
    anew = anew || !followed;
  }
  if (anew) {
    for (std::size_t slot = 0; slot < rules_.size(); ++slot) rules_[slot] = rule_in(task, slot);
    lists_.reset(boxes_, owners(), task.threads, scratch);
  } else {
    stats.sort_steps += lists_.update(boxes_, owners(), task.threads).steps;
  }
  stats.overlaps_x += lists_.overlaps(0);
  stats.overlaps_y += lists_.overlaps(1);
  stats.overlaps_z += lists_.overlaps(2);
  return stats;
}

bool SortedBodies::same_rules(const Task& task) const {
  for (std::size_t slot = 0; slot < rules_.size(); ++slot) {
    if (!(rules_[slot] == rule_in(task, slot))) return false;
  }
  return true;
}

// Gives every body its place in the array of boxes. True if a body came, went or got other
// primitives: then the boxes have other numbers, or other neighbours.
bool SortedBodies::arrange(const Task& task) {
  bool others = parts_.size() != task.bodies.size();
  parts_.resize(task.bodies.size());
  rules_.resize(task.bodies.size());
  std::uint64_t first = 0;
  for (std::size_t slot = 0; slot < parts_.size(); ++slot) {
    const BodyState* body = task.bodies[slot];
    Part& part = parts_[slot];
    const std::uint32_t count = body == nullptr ? 0 : body->primitives.size();
    const std::uint64_t shape = body == nullptr ? 0 : body->shape_version;
    if (part.count != count || part.first != first || part.of.shape != shape) {
      others = true;
      part = {static_cast<std::uint32_t>(first), count, {shape, 0, 0}};
    }
    first += count;
  }
  if (!others) return false;
  boxes_.resize(first);
  owner_.resize(first);
  tags_.resize(first);
  for (std::uint32_t slot = 0; slot < parts_.size(); ++slot) {
    const Part& part = parts_[slot];
    if (part.count == 0) continue;
    std::fill_n(owner_.begin() + part.first, part.count, slot);
    tag_boxes(task.bodies[slot]->primitives,
              std::span<BoxTags>(tags_).subspan(part.first, part.count));
  }
  return true;
}

void SortedBodies::refit(Part& part, const BodyState& body, const Task& task) {
  const std::span<Aabb> boxes = std::span<Aabb>(boxes_).subspan(part.first, part.count);
  for_each_fit_chunk(part.count, task.threads, [&](std::size_t, const Range& range) {
    fit_boxes(body.primitives, task.frame, range, boxes.subspan(range.first, range.count));
  });
  part.of = versions_of(body, task.frame);
}

Candidate SortedBodies::candidate(const Pair& boxes) const {
  if (parts_.size() == 1) return ordered(0, boxes.a, 0, boxes.b);
  const std::uint32_t a = owner_[boxes.a];
  const std::uint32_t b = owner_[boxes.b];
  return ordered(a, boxes.a - parts_[a].first, b, boxes.b - parts_[b].first);
}

void SortedBodies::validate(const Task& task) const {
  for (std::size_t slot = 0; slot < task.bodies.size(); ++slot) {
    const BodyState* body = task.bodies[slot];
    if (body == nullptr) continue;
    const Part& part = parts_.at(slot);
    if (part.count != body->primitives.size()) {
      throw std::logic_error("sap: a body has not as many boxes as primitives");
    }
    for (std::uint32_t i = 0; i < part.count; ++i) {
      Aabb fresh{};
      fit_boxes(body->primitives, task.frame, {i, 1}, std::span<Aabb>(&fresh, 1));
      if (!(boxes_[part.first + i] == fresh) || owner_[part.first + i] != slot) {
        throw std::logic_error("sap: a stored box is not the box of its primitive");
      }
    }
  }
  lists_.validate(boxes_, owners());
}

}  // namespace tact
