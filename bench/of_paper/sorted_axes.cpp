#include "bench/of_paper/sorted_axes.h"

#include <stdexcept>

#include "tact/bounds/fit.h"

namespace tact::bench {

void SortedAxis::fill(std::span<const Aabb> boxes, int axis) {
  ends_.clear();
  for (std::uint32_t i = 0; i < boxes.size(); ++i) {
    ends_.push_back({boxes[i].lo[axis], 2 * i});
    ends_.push_back({boxes[i].hi[axis], 2 * i + 1});
  }
  quicksort();
}

void SortedAxis::refresh(std::span<const Aabb> boxes, int axis) {
  for (BoxEnd& end : ends_) {
    const Aabb& box = boxes[end.box()];
    end.at = end.is_end() ? box.hi[axis] : box.lo[axis];
  }
}

// The standard library's is a quicksort that falls back to heapsort.
void SortedAxis::quicksort() {
  std::sort(ends_.begin(), ends_.end());
  overlaps_ = count_overlaps();
}

std::uint64_t SortedAxis::count_overlaps() const {
  std::uint64_t begun = 0;
  std::uint64_t pairs = 0;
  for (const BoxEnd& end : ends_) {
    if (end.is_end()) {
      --begun;
    } else {
      pairs += begun++;
    }
  }
  return pairs;
}

bool PaperBoxes::gather(const Task& task) {
  std::vector<Source> sources;
  std::size_t count = 0;
  for (std::uint32_t slot = 0; slot < task.bodies.size(); ++slot) {
    if (task.bodies[slot] == nullptr) continue;
    sources.push_back({slot, task.bodies[slot]->shape_version});
    count += task.bodies[slot]->primitives.size();
  }
  const bool same = sources == sources_ && frame_ == task.frame.version;
  if (!same) {
    sources_.clear();  // until all is done
    boxes_.resize(count);
    owners_.clear();
    for (const Source& source : sources) {
      const std::uint32_t size = task.bodies[source.slot]->primitives.size();
      for (std::uint32_t i = 0; i < size; ++i) owners_.push_back({source.slot, i});
    }
  }
  std::size_t first = 0;
  for (const Source& source : sources) {
    const Primitives& primitives = task.bodies[source.slot]->primitives;
    fit_boxes(primitives, task.frame, {0, primitives.size()},
              std::span<Aabb>(boxes_).subspan(first, primitives.size()));
    first += primitives.size();
  }
  sources_ = std::move(sources);
  frame_ = task.frame.version;
  return same;
}

void PaperBoxes::validate(const Task& task) const {
  for (std::uint32_t i = 0; i < boxes_.size(); ++i) {
    const BodyState* body = task.bodies.at(owners_[i].slot);
    if (body == nullptr) throw std::logic_error("sorted boxes: of a body that is gone");
    Aabb fresh{};
    fit_boxes(body->primitives, task.frame, {owners_[i].primitive, 1}, std::span<Aabb>(&fresh, 1));
    if (!(fresh == boxes_[i])) {
      throw std::logic_error("sorted boxes: a stored box is not the box of its primitive");
    }
  }
}

void traverse_grown(std::span<const Aabb> boxes, float grow, std::uint64_t& tests,
                    const std::function<Flow(std::uint32_t, std::uint32_t)>& f) {
  std::vector<Aabb> grown(boxes.begin(), boxes.end());
  for (Aabb& box : grown) box.grow(grow);
  SortedAxis axis;
  axis.fill(grown, 0);
  traverse_overlaps(axis.ends(), grown, tests, f);
}

}  // namespace tact::bench
