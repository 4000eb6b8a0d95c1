#include "tact/geometry/polygon.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tact/base/error.h"
#include "tact/geometry/predicates.h"

namespace tact {
namespace {

using Triangles = std::vector<std::array<std::uint32_t, 3>>;

// Newell's normal; only its direction matters. Scaled so that the products stay finite.
Vec3 normal_direction(std::span<const Vec3> polygon) {
  double scale = 0;
  for (const Vec3& p : polygon) {
    scale = std::max({scale, std::fabs(p.x), std::fabs(p.y), std::fabs(p.z)});
  }
  if (!(scale > 0)) return {};
  const int exponent = std::ilogb(scale);
  const auto scaled = [&](const Vec3& p) {
    return Vec3{std::scalbn(p.x, -exponent), std::scalbn(p.y, -exponent),
                std::scalbn(p.z, -exponent)};
  };
  Vec3 sum;
  const Vec3 origin = scaled(polygon.front());
  for (std::size_t i = 1; i + 1 < polygon.size(); ++i) {
    sum = sum + cross(scaled(polygon[i]) - origin, scaled(polygon[i + 1]) - origin);
  }
  return sum;
}

// Drops the axis the normal is closest to, and turns the outline counter-clockwise.
std::vector<Vec2> project(std::span<const Vec3> polygon) {
  const Vec3 n = normal_direction(polygon);
  const double x = std::fabs(n.x);
  const double y = std::fabs(n.y);
  const double z = std::fabs(n.z);
  const std::size_t dropped = x > y && x > z ? 0 : y > z ? 1 : 2;
  std::size_t u = (dropped + 1) % 3;
  std::size_t v = (dropped + 2) % 3;
  if (n[dropped] < 0) std::swap(u, v);
  std::vector<Vec2> flat;
  flat.reserve(polygon.size());
  for (const Vec3& p : polygon) flat.push_back({p[u], p[v]});
  return flat;
}

// The outline that is left, as a ring of corners.
class Ring {
 public:
  explicit Ring(std::vector<Vec2> corners)
      : at_(std::move(corners)), next_(at_.size()), previous_(at_.size()), flat_(at_.size()) {
    const auto n = static_cast<std::uint32_t>(at_.size());
    for (std::uint32_t i = 0; i < n; ++i) {
      next_[i] = i + 1 == n ? 0 : i + 1;
      previous_[i] = i == 0 ? n - 1 : i - 1;
    }
    for (std::uint32_t i = 0; i < n; ++i) classify(i);
    for (std::uint32_t i = 0; i < n; ++i) {
      if (flat_[i]) blockers_.push_back(i);
    }
  }

  std::uint32_t next(std::uint32_t i) const { return next_[i]; }

  /// The triangle at corner i has area, turns like the outline, and has no other corner in it.
  bool is_ear(std::uint32_t i) const {
    if (flat_[i]) return false;
    const std::uint32_t p = previous_[i];
    const std::uint32_t n = next_[i];
    for (const std::uint32_t b : blockers_) {
      if (flat_[b] && b != p && b != n && blocks(b, p, i, n)) return false;
    }
    return true;
  }

  void remove(std::uint32_t i) {
    const std::uint32_t p = previous_[i];
    const std::uint32_t n = next_[i];
    next_[p] = n;
    previous_[n] = p;
    flat_[i] = false;  // no longer in anybody's way
    ++removed_;
    classify(p);
    classify(n);
    if (removed_ % 64 == 0) std::erase_if(blockers_, [&](std::uint32_t b) { return !flat_[b]; });
  }

 private:
  // Only corners that do not turn strictly left can lie in an ear. One that does so now keeps doing
  // so until it goes, except after a relaxed cut; then it joins the blockers again.
  void classify(std::uint32_t i) {
    const bool flat = orient2d(at_[previous_[i]], at_[i], at_[next_[i]]) <= 0;
    if (flat && !flat_[i] && removed_ > 0) blockers_.push_back(i);
    flat_[i] = flat;
  }

  bool same(std::uint32_t i, std::uint32_t j) const {
    return at_[i].x == at_[j].x && at_[i].y == at_[j].y;
  }

  // A corner in the closed triangle, except where it coincides with one of the triangle's own (the
  // two ends of a bridge to a hole do).
  bool blocks(std::uint32_t b, std::uint32_t p, std::uint32_t i, std::uint32_t n) const {
    if (same(b, p) || same(b, i) || same(b, n)) return false;
    return orient2d(at_[p], at_[i], at_[b]) >= 0 && orient2d(at_[i], at_[n], at_[b]) >= 0 &&
           orient2d(at_[n], at_[p], at_[b]) >= 0;
  }

  std::vector<Vec2> at_;
  std::vector<std::uint32_t> next_;
  std::vector<std::uint32_t> previous_;
  std::vector<char> flat_;               // reflex or straight
  std::vector<std::uint32_t> blockers_;  // all flat corners, and some that no longer are
  std::size_t removed_ = 0;
};

}  // namespace

std::vector<std::array<std::uint32_t, 3>> ear_clip(std::span<const Vec3> polygon) {
  TACT_ASSERT(polygon.size() >= 3);
  Triangles triangles;
  triangles.reserve(polygon.size() - 2);
  if (polygon.size() == 3) return {{0, 1, 2}};
  Ring ring(project(polygon));
  std::size_t left = polygon.size();
  std::uint32_t anchor = 0;
  std::size_t misses = 0;  // corners tried since the last cut
  while (left > 2) {
    const std::uint32_t tip = ring.next(anchor);
    // Once around without an ear: the outline crosses itself or has no area. Cut anyway, to end.
    if (left > 3 && misses < left && !ring.is_ear(tip)) {
      anchor = tip;
      ++misses;
      continue;
    }
    triangles.push_back({anchor, tip, ring.next(tip)});
    ring.remove(tip);
    --left;
    misses = 0;
  }
  return triangles;
}

}  // namespace tact
