#include "tact/tree/rigid_tree.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "tact/bounds/rigid_fit.h"

namespace tact {
namespace {

constexpr std::uint32_t width = 8;

struct Part {
  std::uint32_t first;
  std::uint32_t last;
  std::uint32_t size() const { return last - first; }
};

// How a kind of box is fitted, and along which direction its primitives are divided.
template <class Eight>
struct Fit;

template <>
struct Fit<Obb8> {
  SurfaceMoments moments;
  Axes axes;
  explicit Fit(std::span<const FloatTriangle> triangles) {
    for (const FloatTriangle& t : triangles) moments.add(t);
    axes = principal_axes(moments);
  }
  // What is left of a whole when a part is taken away: no need to read it.
  Fit(const Fit& whole, const Fit& part, std::span<const FloatTriangle>)
      : moments(whole.moments.without(part.moments)), axes(principal_axes(moments)) {}
  const float (&direction(std::span<const FloatTriangle>) const)[3] { return axes.axis[0]; }
  Obb box(std::span<const FloatTriangle> triangles) const { return fit_obb(triangles, axes); }
  static Obb single(const FloatTriangle& triangle) { return fit_obb(triangle); }
};

template <>
struct Fit<CentredBox8> {
  CentredBox whole;
  float longest[3] = {};
  explicit Fit(std::span<const FloatTriangle> triangles) : whole(fit_centred(triangles)) {
    const auto axis = std::max_element(whole.half, whole.half + 3) - whole.half;
    longest[axis] = 1;
  }
  Fit(const Fit&, const Fit&, std::span<const FloatTriangle> remaining) : Fit(remaining) {}
  const float (&direction(std::span<const FloatTriangle>) const)[3] { return longest; }
  CentredBox box(std::span<const FloatTriangle>) const { return whole; }
  static CentredBox single(const FloatTriangle& triangle) { return fit_centred({&triangle, 1}); }
};

template <int Extra>
struct Fit<KDop8<Extra>> : Fit<CentredBox8> {
  using Fit<CentredBox8>::Fit;
  KDop<Extra> box(std::span<const FloatTriangle> triangles) const {
    return fit_kdop<Extra>(triangles, whole);
  }
  static KDop<Extra> single(const FloatTriangle& triangle) {
    return fit_kdop<Extra>({&triangle, 1}, Fit<CentredBox8>::single(triangle));
  }
};

template <class Eight>
class RigidBuilder {
 public:
  using Block = RigidBlock<Eight>;

  RigidBuilder(std::vector<FloatTriangle> triangles, double unit, std::vector<Block>& out)
      : triangles_(std::move(triangles)), unit_(unit), out_(out) {
    ids_.resize(triangles_.size());
    std::iota(ids_.begin(), ids_.end(), 0U);
    keys_.resize(triangles_.size());
    moved_.resize(triangles_.size());
    moved_ids_.resize(triangles_.size());
  }

  void build() {
    const auto count = static_cast<std::uint32_t>(triangles_.size());
    if (count == 0) return;
    out_.push_back(Block{});
    out_[0].lanes = 1;
    const Part all{0, count};
    fill(0, 0, all, Fit<Eight>(span(all)));
  }

 private:
  std::span<const FloatTriangle> span(Part p) const {
    return std::span<const FloatTriangle>(triangles_).subspan(p.first, p.size());
  }

  // Lane `lane` of block `at` gets the box of the part, and what is below it.
  void fill(std::uint32_t at, std::uint32_t lane, Part part, const Fit<Eight>& fit) {
    const auto box =
        part.size() == 1 ? Fit<Eight>::single(triangles_[part.first]) : fit.box(span(part));
    out_[at].boxes.set(lane, box);
    out_[at].size[lane] = static_cast<float>(double{box.longest()} * unit_);
    if (part.size() == 1) {
      out_[at].primitive = static_cast<std::uint8_t>(out_[at].primitive | (1U << lane));
      out_[at].child[lane] = ids_[part.first];
      return;
    }
    const auto below = static_cast<std::uint32_t>(out_.size());
    out_[at].child[lane] = below;
    out_.push_back(Block{});
    divide(below, part, fit);
  }

  void divide(std::uint32_t at, Part part, const Fit<Eight>& fit) {
    if (part.size() <= width) {
      out_[at].lanes = static_cast<std::uint8_t>(part.size());
      for (std::uint32_t i = 0; i < part.size(); ++i) {
        const Part one{part.first + i, part.first + i + 1};
        fill(at, i, one, fit);
      }
      return;
    }
    struct Piece {
      Part part;
      Fit<Eight> fit;
    };
    std::vector<Piece> pieces;
    pieces.reserve(width);
    pieces.push_back({part, fit});
    while (pieces.size() < width) {
      auto most = std::max_element(
          pieces.begin(), pieces.end(),
          [](const Piece& a, const Piece& b) { return a.part.size() < b.part.size(); });
      if (most->part.size() <= width) break;
      const std::uint32_t middle = halve(most->part, most->fit);
      const Part right{middle, most->part.last};
      const Part left{most->part.first, middle};
      const Fit<Eight> whole = most->fit;
      *most = {left, Fit<Eight>(span(left))};
      pieces.push_back({right, Fit<Eight>(whole, most->fit, span(right))});
    }
    out_[at].lanes = static_cast<std::uint8_t>(pieces.size());
    for (std::uint32_t i = 0; i < pieces.size(); ++i) fill(at, i, pieces[i].part, pieces[i].fit);
  }

  // Puts the lower half along the fit's direction first; ties by place, so that the tree is a
  // function of the mesh. Halves of small parts are whole leaves.
  std::uint32_t halve(Part part, const Fit<Eight>& fit) {
    const float(&u)[3] = fit.direction(span(part));
    for (std::uint32_t i = part.first; i < part.last; ++i) {
      const auto& v = triangles_[i].v;
      float key = 0;
      for (int k = 0; k < 3; ++k) key += u[k] * (v[0][k] + v[1][k] + v[2][k]);
      keys_[i] = std::uint64_t{ordered_bits(key)} << 32U | i;
    }
    const std::uint32_t leaves = (part.size() + width - 1) / width;
    const std::uint32_t left = leaves <= 64 ? leaves / 2 * width : part.size() / 2;
    const std::uint32_t middle = part.first + left;
    std::nth_element(keys_.begin() + part.first, keys_.begin() + middle, keys_.begin() + part.last);
    for (std::uint32_t i = part.first; i < part.last; ++i) {
      const auto place = static_cast<std::uint32_t>(keys_[i]);
      moved_[i] = triangles_[place];
      moved_ids_[i] = ids_[place];
    }
    std::copy_n(moved_.begin() + part.first, part.size(), triangles_.begin() + part.first);
    std::copy_n(moved_ids_.begin() + part.first, part.size(), ids_.begin() + part.first);
    return middle;
  }

  // A number that orders like the float.
  static std::uint32_t ordered_bits(float x) {
    const auto bits = std::bit_cast<std::uint32_t>(x);
    return (bits & 0x80000000U) != 0 ? ~bits : bits | 0x80000000U;
  }

  std::vector<FloatTriangle> triangles_;
  std::vector<FloatTriangle> moved_;
  std::vector<std::uint32_t> ids_;
  std::vector<std::uint32_t> moved_ids_;
  std::vector<std::uint64_t> keys_;
  double unit_;
  std::vector<Block>& out_;
};

Extent extent_of(const Primitives& rest) {
  Extent extent;
  for (std::uint32_t i = 0; i < rest.size(); ++i) {
    const Triangle t = rest.triangle(i);
    for (const Vec3& v : t) extent.add(v);
  }
  return extent;
}

FloatTriangle in_frame(const Triangle& t, const BoundsFrame& frame) {
  FloatTriangle out;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      out.v[i][k] = static_cast<float>(frame.map(t[i][k], k));
    }
  }
  out.weight = weight_of(out);
  return out;
}

bool holds(const Obb& box, const Triangle& t, const BoundsFrame& frame) {
  for (const Vec3& v : t) {
    for (int i = 0; i < 3; ++i) {
      double along = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        along += double{box.axis[i][k]} * (frame.map(v[k], k) - double{box.centre[k]});
      }
      if (!(std::fabs(along) <= double{box.half[i]})) return false;
    }
  }
  return true;
}

bool holds(const CentredBox& box, const Triangle& t, const BoundsFrame& frame) {
  for (const Vec3& v : t) {
    for (std::size_t k = 0; k < 3; ++k) {
      const double along = frame.map(v[k], k) - double{box.centre[k]};
      if (!(std::fabs(along) <= double{box.half[k]})) return false;
    }
  }
  return true;
}

template <int Extra>
bool holds(const KDop<Extra>& dop, const Triangle& t, const BoundsFrame& frame) {
  for (const Vec3& v : t) {
    for (int m = 0; m < Extra; ++m) {
      double along = -double{dop.mid[m]};
      for (std::size_t k = 0; k < 3; ++k) {
        along += double{DopDirections<Extra>::at[m][k]} * frame.map(v[k], k);
      }
      if (!(std::fabs(along) <= double{dop.radius[m]})) return false;
    }
  }
  return holds(static_cast<const CentredBox&>(dop), t, frame);
}

}  // namespace

template <class Eight>
RigidTree<Eight>::RigidTree(const Primitives& triangles) {
  const Primitives rest = Primitives::triangles(triangles.mesh(), nullptr);
  if (rest.size() == 0) return;
  frame_ = BoundsFrame::around(extent_of(rest));
  std::vector<FloatTriangle> items(rest.size());
  double reach_sq = 0;
  for (std::uint32_t i = 0; i < rest.size(); ++i) {
    items[i] = in_frame(rest.triangle(i), frame_);
    for (const auto& v : items[i].v) {
      reach_sq = std::max(reach_sq, double{v[0]} * double{v[0]} + double{v[1]} * double{v[1]} +
                                        double{v[2]} * double{v[2]});
    }
  }
  reach_ = std::sqrt(reach_sq) * (1 + 0x1p-20) + 0x1p-20;
  RigidBuilder<Eight>(std::move(items), 1 / frame_.scale, blocks_).build();
}

template <class Eight>
void RigidTree<Eight>::validate(const Primitives& triangles) const {
  const Primitives rest = Primitives::triangles(triangles.mesh(), nullptr);
  std::vector<std::uint8_t> seen(rest.size(), 0);
  const RigidBlocks<Eight> all = blocks();
  // Every primitive against every box above it.
  std::vector<std::vector<LaneRef>> open;
  if (!empty()) open.push_back({0});
  while (!open.empty()) {
    std::vector<LaneRef> path = std::move(open.back());
    open.pop_back();
    const LaneRef here = path.back();
    if (all.is_primitive(here)) {
      const std::uint32_t id = all.child(here);
      if (id >= rest.size() || seen[id]++ != 0) {
        throw std::logic_error("rigid tree: a primitive is missing or twice there");
      }
      for (const LaneRef ref : path) {
        if (!holds(all.box(ref), rest.triangle(id), frame_)) {
          throw std::logic_error("rigid tree: a box does not hold a triangle below it");
        }
      }
      continue;
    }
    const std::uint32_t below = all.child(here);
    for (std::uint32_t lane = 0; lane < blocks_[below].lanes; ++lane) {
      open.push_back(path);
      open.back().push_back(below * width + lane);
    }
  }
  if (std::find(seen.begin(), seen.end(), 0) != seen.end()) {
    throw std::logic_error("rigid tree: a primitive is in no lane");
  }
}

template class RigidTree<Obb8>;
template class RigidTree<CentredBox8>;
template class RigidTree<KDop8<4>>;
template class RigidTree<KDop8<6>>;

}  // namespace tact
