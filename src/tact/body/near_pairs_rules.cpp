// The part of NearPairs that knows who was excluded, and asks the user's filter.
#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "tact/body/body_pairs.h"
#include "tact/body/near_pairs.h"

namespace tact {
namespace {

void require_near(bool holds, const char* what) {
  if (!holds) throw std::logic_error(std::string("pairs of bodies: ") + what);
}

}  // namespace

bool NearPairs::exclude(std::uint32_t a, std::uint32_t b) {
  const std::uint64_t key = key_of(a, b);
  const auto place = std::lower_bound(excluded_.begin(), excluded_.end(), key);
  if (place != excluded_.end() && *place == key) return false;
  excluded_.insert(place, key);
  fresh_ = false;
  return true;
}

bool NearPairs::include(std::uint32_t a, std::uint32_t b) {
  const std::uint64_t key = key_of(a, b);
  const auto place = std::lower_bound(excluded_.begin(), excluded_.end(), key);
  if (place == excluded_.end() || *place != key) return false;
  excluded_.erase(place);
  fresh_ = false;
  return true;
}

void NearPairs::forget(std::uint32_t slot) {
  const auto with_it = [&](std::uint64_t key) {
    return pair_of(key).a == slot || pair_of(key).b == slot;
  };
  if (std::erase_if(excluded_, with_it) > 0) fresh_ = false;
}

void NearPairs::set_filter(BodyFilter filter) {
  filter_ = filter ? std::make_shared<const BodyFilter>(std::move(filter)) : nullptr;
  fresh_ = false;
}

void NearPairs::show_rules(Task& task) const {
  if (!fresh_) task.known = {false, {}, excluded_, filter_.get()};
}

// Without exclusions and filter the list is what it is.
void NearPairs::choose(Task& task) {
  if (excluded_.empty() && !filter_) {
    task.known = {true, pairs_, {}, nullptr};
    return;
  }
  chosen_.clear();
  refused_.assign(excluded_.begin(), excluded_.end());
  for (const Pair& pair : pairs_) {
    if (pair.a != pair.b) {
      if (is_refused(excluded_, pair.a, pair.b)) continue;
      if (filter_ && !(*filter_)(task.bodies[pair.a]->id, task.bodies[pair.b]->id)) {
        refused_.push_back(key_of(pair.a, pair.b));
        continue;
      }
    }
    chosen_.push_back(pair);
  }
  std::sort(refused_.begin(), refused_.end());
  task.known = {true, chosen_, refused_, filter_.get()};
}

void NearPairs::validate(const Task& task) const {
  require_near(fresh_ && sound_ && task.known.listed && changed_.empty(), "not up to date");
  const auto slots = static_cast<std::uint32_t>(task.bodies.size());
  require_near(boxes_.size() == slots, "not as many boxes as bodies");
  auto next = task.known.near.begin();
  for (std::uint32_t a = 0; a < slots; ++a) {
    require_near(boxes_[a] == box_of_body(task.bodies[a], task.frame), "a box is an old one");
    for (std::uint32_t b = a; b < slots; ++b) {
      if (boxes_[a].empty() || !task.tests(a, b) || !overlaps(boxes_[a], boxes_[b])) continue;
      require_near(next != task.known.near.end() && *next == Pair{a, b}, "a pair is missing");
      ++next;
    }
  }
  require_near(next == task.known.near.end(), "a pair does not belong here");
  if (!tracks_) return;
  roomy_.validate();
  for (std::uint32_t slot = 0; slot < slots; ++slot) {
    require_near(
        boxes_[slot].empty() ? !roomy_.contains(slot) : encloses(roomy_.box(slot), boxes_[slot]),
        "a body has left its roomy box");
  }
}

}  // namespace tact
