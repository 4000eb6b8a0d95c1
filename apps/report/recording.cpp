#include "apps/report/recording.h"

#include <algorithm>
#include <utility>

#include "apps/report/answer_code.h"
#include "apps/report/bytes.h"

namespace tact::report {
namespace {

constexpr std::size_t rows_of_tables = 100;

Extent extent_of(const PositionsView& positions, const Transform& pose) {
  Extent extent;
  for (std::size_t i = 0; i < positions.size(); ++i) extent.add(pose.apply(positions[i]));
  return extent;
}

std::size_t bytes_of(const Moment& moment) {
  std::size_t bytes = 0;
  for (const std::vector<float>& list : moment.positions) bytes += sizeof(float) * list.size();
  return bytes;
}

}  // namespace

Recording::Recording(std::vector<Body> bodies, const std::vector<Placement>& first,
                     std::size_t frames, const Limits& limits)
    : bodies_(std::move(bodies)),
      wanted_(frames),
      limits_(limits),
      listed_a_frame_(
          std::max<std::size_t>(20, limits.contacts / std::max<std::size_t>(1, frames))) {
  Extent all;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Body& body = bodies_[i];
    const Extent own = extent_of(body.mesh.positions, {});
    middles_.push_back(body.moves || own.empty() ? Vec3{} : own.lo * 0.5 + own.hi * 0.5);
    all.add(body.moves ? extent_of(first[i].positions, {})
                       : extent_of(body.mesh.positions, first[i].pose));
    touched_.emplace_back(body.points ? body.mesh.positions.size() : body.mesh.triangles.size());
  }
  coordinates_ = Coordinates::around(all);
}

Moment Recording::moment(std::uint64_t number, const Result& result,
                         const std::vector<Placement>& places) const {
  Moment moment;
  moment.number = number;
  moment.count = moment.pairs = result.size();
  moment.verdict = result.verdict();
  moment.complete = result.complete();
  moment.milliseconds = 1000 * (result.times.update + result.times.query);
  moment.touching = touching_primitives(result, bodies_.size());
  const std::vector<std::size_t> listed = deepest_contacts(result, listed_a_frame_);
  moment.listed = listed.size();
  moment.answer = deflated(code_answer(result, moment.touching, listed, coordinates_));
  for (const std::size_t i : deepest_contacts(result, rows_of_tables)) {
    moment.deepest.push_back({result.pairs_by_slot()[i], result.contacts()[i], i});
  }
  moment.positions.resize(bodies_.size());
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    moment.poses.push_back(coordinates_.in(places[i].pose, middles_[i]));
    if (!bodies_[i].moves) continue;
    const PositionsView& positions = places[i].positions;
    moment.positions[i].reserve(3 * positions.size());
    for (std::size_t v = 0; v < positions.size(); ++v) {
      const Vec3 p = coordinates_.in(positions[v]);
      for (std::size_t axis = 0; axis < 3; ++axis) {
        moment.positions[i].push_back(static_cast<float>(p[axis]));
      }
    }
  }
  return moment;
}

void Recording::add(Moment moment) {
  const std::size_t place = moments_.size();
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    for (const std::uint32_t primitive : moment.touching[i]) touched_[i][primitive] = true;
  }
  if (first_ == none && moment.count > 0) first_ = place;
  const bool worst = moment.count > 0 && (worst_ == none || moment.count > moments_[worst_].count);
  const std::size_t before = std::exchange(worst_, worst ? place : worst_);
  held_ += bytes_of(moment);
  moments_.push_back(std::move(moment));
  // Only the worst frame goes into tables and the picture.
  const auto forget = [](Moment& m) {
    m.touching = {};
    m.deepest = {};
  };
  if (worst && before != none) forget(moments_[before]);
  if (!worst && place > 0) forget(moments_[place]);
  while (held_ > limits_.memory && thin_out()) {
  }
}

std::vector<std::size_t> Recording::kept() const {
  std::vector<std::size_t> list;
  for (std::size_t i = 0; i < moments_.size(); ++i) {
    if (moments_[i].kept()) list.push_back(i);
  }
  return list;
}

bool Recording::thin_out() {
  std::vector<std::size_t> list = kept();
  if (list.size() < 3) return false;
  list = {list.begin() + 1, list.end() - 1};  // where it begins and ends stays, too
  std::erase_if(list, [&](std::size_t place) { return place == worst_ || place == first_; });
  for (std::size_t i = 0; i < list.size(); i += 2) {
    Moment& moment = moments_[list[i]];
    held_ -= bytes_of(moment);
    moment.poses = {};
    moment.positions = {};
    moment.answer = {};
  }
  return !list.empty();
}

}  // namespace tact::report
