#include "tact/geometry/polygon.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <utility>

#include "tact/base/error.h"
#include "tact/geometry/corner_tree_impl.h"
#include "tact/geometry/polygon_impl.h"
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

// The outline that is left, as a ring of corners. Corners keep their numbers, so the order of the
// ring is that of the numbers.
//
// What was found not to be an ear stays none until its own neighbours change or the corner that was
// found in it is out of the way. It is put on that corner's list of watchers, and not looked at
// again before; so the search goes over a set of bits, and tests few corners twice.
class Ring {
 public:
  static constexpr std::uint32_t none = CornerTree::none;

  explicit Ring(const std::vector<Vec2>& flat)
      : corners_(flat.size()), candidates_((flat.size() + 63) / 64) {
    const auto n = static_cast<std::uint32_t>(flat.size());
    if (n > tree_pays_above) tree_.emplace(flat);
    for (std::uint32_t i = 0; i < n; ++i) {
      corners_[i].at = flat[i];
      corners_[i].next = i + 1 == n ? 0 : i + 1;
      corners_[i].previous = i == 0 ? n - 1 : i - 1;
    }
    for (std::uint32_t i = 0; i < n; ++i) classify(i);
  }

  std::uint32_t next(std::uint32_t i) const { return corners_[i].next; }
  std::uint32_t previous(std::uint32_t i) const { return corners_[i].previous; }
  std::uint64_t work() const { return work_; }

  /// The first ear from a corner on, all around the outline; none if there is none.
  std::uint32_t find_ear(std::uint32_t from) {
    for (;;) {
      const std::uint32_t tip = next_candidate(from);
      if (tip == none) return none;
      const std::uint32_t inside = find_blocker(tip);
      if (inside == none) return tip;
      set_candidate(tip, false);
      watches_.push_back({tip, corners_[inside].watches});
      corners_[inside].watches = static_cast<std::uint32_t>(watches_.size() - 1);
      from = tip;
    }
  }

  void remove(std::uint32_t i) {
    const std::uint32_t p = corners_[i].previous;
    const std::uint32_t n = corners_[i].next;
    corners_[p].next = n;
    corners_[n].previous = p;
    turn(i, Turn::gone);
    classify(p);
    classify(n);
  }

 private:
  // Below so many corners, looking at all of them is quicker than a tree.
  static constexpr std::uint32_t tree_pays_above = 64;

  enum class Turn : std::uint8_t { left, flat, gone };  // flat: reflex or straight

  struct Corner {
    Vec2 at;
    std::uint32_t next = 0;
    std::uint32_t previous = 0;
    std::uint32_t watches = none;  // the first of those who wait for it to be out of the way
    Turn turn = Turn::left;
  };
  struct Watch {
    std::uint32_t corner;
    std::uint32_t next;
  };

  void set_candidate(std::uint32_t i, bool is) {
    const std::uint64_t bit = std::uint64_t{1} << (i % 64);
    candidates_[i / 64] = is ? candidates_[i / 64] | bit : candidates_[i / 64] & ~bit;
  }

  std::uint32_t next_candidate(std::uint32_t from) {
    const std::size_t words = candidates_.size();
    std::uint64_t bits = candidates_[from / 64] & (~std::uint64_t{0} << (from % 64));
    // The word it begins in comes again at the end, for the bits before.
    for (std::size_t i = 0, word = from / 64;; ++i) {
      if (bits != 0) {
        return static_cast<std::uint32_t>(64 * word) +
               static_cast<std::uint32_t>(std::countr_zero(bits));
      }
      if (i == words) return none;
      word = word + 1 == words ? 0 : word + 1;
      bits = candidates_[word];
    }
  }

  void classify(std::uint32_t i) {
    const Corner& c = corners_[i];
    const bool flat = orient2d(corners_[c.previous].at, c.at, corners_[c.next].at) <= 0;
    turn(i, flat ? Turn::flat : Turn::left);
  }

  // Only corners that do not turn strictly left can lie in an ear.
  void turn(std::uint32_t i, Turn now) {
    const bool blocked = corners_[i].turn == Turn::flat;
    const bool blocks = now == Turn::flat;
    corners_[i].turn = now;
    set_candidate(i, now == Turn::left);
    if (blocked == blocks) return;
    if (tree_) tree_->mark(i, blocks);
    if (blocks) return;
    for (std::uint32_t w = corners_[i].watches; w != none; w = watches_[w].next) {
      const std::uint32_t watcher = watches_[w].corner;
      if (corners_[watcher].turn == Turn::left) set_candidate(watcher, true);
    }
    corners_[i].watches = none;
  }

  // A corner in the triangle at corner i, which turns left; none if it is an ear.
  std::uint32_t find_blocker(std::uint32_t i) {
    const std::uint32_t p = corners_[i].previous;
    const std::uint32_t n = corners_[i].next;
    const Ear ear(corners_[p].at, corners_[i].at, corners_[n].at);
    const auto blocks = [&](std::uint32_t b) {
      ++work_;
      return b != p && b != n && lies_in(corners_[b].at, ear);
    };
    if (tree_) return tree_->find(ear, blocks, work_);
    for (std::uint32_t b = corners_[n].next; b != p; b = corners_[b].next) {
      if (corners_[b].turn == Turn::flat && blocks(b)) return b;
    }
    return none;
  }

  // A corner in the closed triangle, except where it coincides with one of the triangle's own (the
  // two ends of a bridge to a hole do).
  static bool lies_in(const Vec2& b, const Ear& ear) {
    if (!ear.box_holds(b)) return false;
    for (const Vec2& own : ear.corner) {
      if (b.x == own.x && b.y == own.y) return false;
    }
    return orient2d(ear.corner[0], ear.corner[1], b) >= 0 &&
           orient2d(ear.corner[1], ear.corner[2], b) >= 0 &&
           orient2d(ear.corner[2], ear.corner[0], b) >= 0;
  }

  std::vector<Corner> corners_;
  std::vector<std::uint64_t> candidates_;  // a bit for each corner that may be an ear
  std::vector<Watch> watches_;
  std::optional<CornerTree> tree_;  // of the flat corners
  std::uint64_t work_ = 0;
};

}  // namespace

Triangles ear_clip(std::span<const Vec3> polygon, std::uint64_t& work) {
  TACT_ASSERT(polygon.size() >= 3);
  if (polygon.size() == 3) return {{0, 1, 2}};
  Triangles triangles;
  triangles.reserve(polygon.size() - 2);
  Ring ring(project(polygon));
  std::uint32_t anchor = 0;
  for (std::size_t left = polygon.size(); left > 3; --left) {
    std::uint32_t tip = ring.find_ear(ring.next(anchor));
    // None: the outline crosses itself or has no area. Cut anyway, to end.
    if (tip == Ring::none) tip = ring.next(anchor);
    anchor = ring.previous(tip);
    triangles.push_back({anchor, tip, ring.next(tip)});
    ring.remove(tip);
  }
  triangles.push_back({anchor, ring.next(anchor), ring.next(ring.next(anchor))});
  work += ring.work();
  return triangles;
}

Triangles ear_clip(std::span<const Vec3> polygon) {
  std::uint64_t ignored = 0;
  return ear_clip(polygon, ignored);
}

}  // namespace tact
