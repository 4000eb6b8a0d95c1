#include "bench/of_paper/tropp_tree.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace tact::bench {
namespace {

struct TroppItem {
  FloatTriangle triangle;
  std::uint32_t id;

  double along(const double (&direction)[3]) const {
    double sum = 0;
    for (const auto& corner : triangle.v) {
      for (int k = 0; k < 3; ++k) sum += direction[k] * double{corner[k]};
    }
    return sum / 3;
  }
};

// Boxes around some of them; and where they are divided.
struct Division {
  double direction[3] = {};
  double at = 0;
};

Obb fitted(std::span<const FloatTriangle> triangles, Division& division, const Obb*) {
  if (triangles.size() == 1) return fit_obb(triangles[0]);
  SurfaceMoments moments;
  double mean[3] = {};
  for (const FloatTriangle& t : triangles) {
    moments.add(t);
    for (const auto& corner : t.v) {
      for (int k = 0; k < 3; ++k) mean[k] += double{corner[k]};
    }
  }
  const Obb box = fit_obb(triangles, principal_axes(moments));
  const auto longest = std::max_element(box.half, box.half + 3) - box.half;
  for (int k = 0; k < 3; ++k) {
    division.direction[k] = double{box.axis[longest][k]};
    division.at += division.direction[k] * mean[k] / (3.0 * static_cast<double>(triangles.size()));
  }
  return box;
}

CentredBox fitted(std::span<const FloatTriangle> triangles, Division& division, const CentredBox*) {
  const CentredBox box = fit_centred(triangles);
  const auto longest = std::max_element(box.half, box.half + 3) - box.half;
  division.direction[longest] = 1;
  division.at = double{box.centre[longest]};
  return box;
}

template <class Box>
class TroppBuilder {
 public:
  TroppBuilder(std::vector<TroppItem> items, double unit, std::vector<TroppNode<Box>>& out)
      : items_(std::move(items)), unit_(unit), out_(out) {}

  void build() {
    if (items_.empty()) return;
    out_.resize(1);
    divide(0, 0, items_.size());
  }

 private:
  void divide(std::size_t node, std::size_t first, std::size_t last) {
    triangles_.clear();
    for (std::size_t i = first; i < last; ++i) triangles_.push_back(items_[i].triangle);
    Division division;
    const Box box = fitted(triangles_, division, static_cast<const Box*>(nullptr));
    out_[node].box = box;
    out_[node].edge = 2 * double{box.longest()} * unit_;
    out_[node].primitive = items_[first].id;
    if (last - first == 1) return;
    const auto begin = items_.begin();
    const auto offset = [](std::size_t i) { return static_cast<std::ptrdiff_t>(i); };
    const auto cut = std::partition(
        begin + offset(first), begin + offset(last),
        [&](const TroppItem& item) { return item.along(division.direction) <= division.at; });
    auto middle = static_cast<std::size_t>(cut - begin);
    // Whatever cannot be told apart is halved.
    if (middle == first || middle == last) middle = first + (last - first) / 2;
    const std::size_t below = out_.size();
    out_[node].below = static_cast<std::uint32_t>(below);
    out_.resize(below + 2);
    divide(below, first, middle);
    divide(below + 1, middle, last);
  }

  std::vector<TroppItem> items_;
  std::vector<FloatTriangle> triangles_;
  double unit_;
  std::vector<TroppNode<Box>>& out_;
};

bool inside(const Obb& box, const Vec3& p) {
  for (int i = 0; i < 3; ++i) {
    double along = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      along += double{box.axis[i][k]} * (p[k] - double{box.centre[k]});
    }
    if (!(std::fabs(along) <= double{box.half[i]})) return false;
  }
  return true;
}

bool inside(const CentredBox& box, const Vec3& p) {
  for (std::size_t k = 0; k < 3; ++k) {
    if (!(std::fabs(p[k] - double{box.centre[k]}) <= double{box.half[k]})) return false;
  }
  return true;
}

}  // namespace

template <class Box>
TroppTree<Box>::TroppTree(const Primitives& triangles) {
  const Primitives rest = Primitives::triangles(triangles.mesh(), nullptr);
  Extent extent;
  for (std::uint32_t i = 0; i < rest.size(); ++i) {
    const Triangle t = rest.triangle(i);
    for (const Vec3& v : t) extent.add(v);
  }
  frame_ = BoundsFrame::around(extent);
  std::vector<TroppItem> items(rest.size());
  double reach_sq = 0;
  for (std::uint32_t i = 0; i < rest.size(); ++i) {
    const Triangle t = rest.triangle(i);
    TroppItem& item = items[i];
    item.id = i;
    for (std::size_t corner = 0; corner < 3; ++corner) {
      double sum = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        const auto x = static_cast<float>(frame_.map(t[corner][k], k));
        item.triangle.v[corner][k] = x;
        sum += double{x} * double{x};
      }
      reach_sq = std::max(reach_sq, sum);
    }
    item.triangle.weight = weight_of(item.triangle);
  }
  reach_ = std::sqrt(reach_sq) * (1 + 0x1p-20) + 0x1p-20;
  TroppBuilder<Box>(std::move(items), 1 / frame_.scale, nodes_).build();
}

template <class Box>
void TroppTree<Box>::validate(const Primitives& triangles) const {
  const Primitives rest = Primitives::triangles(triangles.mesh(), nullptr);
  std::vector<std::uint8_t> seen(rest.size(), 0);
  std::vector<std::vector<std::uint32_t>> open;
  if (!nodes_.empty()) open.push_back({0});
  while (!open.empty()) {
    const std::vector<std::uint32_t> path = std::move(open.back());
    open.pop_back();
    const TroppNode<Box>& node = nodes_[path.back()];
    if (!node.is_leaf()) {
      for (std::uint32_t child : {node.below, node.below + 1}) {
        open.push_back(path);
        open.back().push_back(child);
      }
      continue;
    }
    if (node.primitive >= rest.size() || seen[node.primitive]++ != 0) {
      throw std::logic_error("tree of the paper: a triangle is missing or twice there");
    }
    const Triangle t = rest.triangle(node.primitive);
    for (const std::uint32_t above : path) {
      for (const Vec3& v : t) {
        const Vec3 p{frame_.map(v.x, 0), frame_.map(v.y, 1), frame_.map(v.z, 2)};
        if (!inside(nodes_[above].box, p)) {
          throw std::logic_error("tree of the paper: a box does not hold a triangle below it");
        }
      }
    }
  }
  if (std::find(seen.begin(), seen.end(), 0) != seen.end()) {
    throw std::logic_error("tree of the paper: a triangle is in no leaf");
  }
}

template class TroppTree<Obb>;
template class TroppTree<CentredBox>;

}  // namespace tact::bench
