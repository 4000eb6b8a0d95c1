#include "bench/of_paper/zachmann_tree.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace tact::bench {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr int deepest = 96;  // walks recurse

constexpr ZachmannBox nothing() {
  return {{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};
}
void add(ZachmannBox& box, const Vec3& p) {
  for (std::size_t k = 0; k < 3; ++k) {
    box.lo[k] = std::min(box.lo[k], p[k]);
    box.hi[k] = std::max(box.hi[k], p[k]);
  }
}
double edge_of(const ZachmannBox& box, std::size_t k) { return box.hi[k] - box.lo[k]; }
double volume_of(const ZachmannBox& box) {
  return edge_of(box, 0) * edge_of(box, 1) * edge_of(box, 2);
}

Vec3 mapped(const BoundsFrame& frame, const Vec3& p) {
  return {frame.map(p.x, 0), frame.map(p.y, 1), frame.map(p.z, 2)};
}

struct ZachmannCut {
  std::size_t axis = 0;
  double at = 0;
  double penalty = infinity;
};

}  // namespace

int depth_of_paper(std::size_t polygons) {
  return std::max(
      0, static_cast<int>(std::lround(std::log2(double(std::max<std::size_t>(1, polygons)) / 8))));
}

class ZachmannBuilder {
 public:
  using Ids = std::vector<std::uint32_t>;

  ZachmannBuilder(ZachmannTree& tree, const ZachmannOptions& options,
                  std::vector<ZachmannBox> polygons, std::vector<ZachmannBox> edges)
      : tree_(tree),
        options_(options),
        polygons_(std::move(polygons)),
        edges_(std::move(edges)),
        depth_(options.depth >= 0 ? options.depth : depth_of_paper(polygons_.size())) {}

  void build() {
    Ids polygons(polygons_.size());
    for (std::uint32_t i = 0; i < polygons.size(); ++i) polygons[i] = i;
    Ids edges(edges_.size());
    for (std::uint32_t i = 0; i < edges.size(); ++i) edges[i] = i;
    tree_.nodes_.emplace_back();
    fill(0, tree_.root_, polygons, edges, 0, 0);
  }

 private:
  void fill(std::uint32_t at, const ZachmannBox& box, const Ids& polygons, const Ids& edges,
            int cuts, int level) {
    if (level < deepest && cut_off_empty(at, box, polygons, edges, cuts, level)) return;
    if (cuts < depth_ && level < deepest && polygons.size() > options_.minimum) {
      const ZachmannCut cut = find_cut(box, polygons);
      if (divide(at, box, cut, polygons, edges, cuts, level)) return;
    }
    ZachmannNode& leaf = tree_.nodes_[at];
    leaf.polygons = append(tree_.polygons_, polygons);
    leaf.edges = append(tree_.edge_ids_, edges);
  }

  static Range append(Ids& to, const Ids& ids) {
    const Range range{static_cast<std::uint32_t>(to.size()),
                      static_cast<std::uint32_t>(ids.size())};
    to.insert(to.end(), ids.begin(), ids.end());
    return range;
  }

  std::uint32_t child(std::uint32_t at, std::size_t half, std::size_t axis, double cut) {
    const auto below = static_cast<std::uint32_t>(tree_.nodes_.size());
    tree_.nodes_.emplace_back();
    tree_.nodes_[at].axis = static_cast<int>(axis);
    tree_.nodes_[at].cut = cut;
    tree_.nodes_[at].below[half] = below;
    return below;
  }

  // The plane that leaves the largest part of the box empty, if that is large enough.
  bool cut_off_empty(std::uint32_t at, const ZachmannBox& box, const Ids& polygons,
                     const Ids& edges, int cuts, int level) {
    if (options_.empty_share >= 1 || polygons.empty()) return false;
    ZachmannBox filled = nothing();
    for (const std::uint32_t id : polygons) {
      for (std::size_t k = 0; k < 3; ++k) {
        filled.lo[k] = std::min(filled.lo[k], std::max(polygons_[id].lo[k], box.lo[k]));
        filled.hi[k] = std::max(filled.hi[k], std::min(polygons_[id].hi[k], box.hi[k]));
      }
    }
    double best = options_.empty_share;
    std::size_t axis = 3;
    std::size_t kept = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      if (!(edge_of(box, k) > 4 * tree_.thickness_)) continue;
      const double below = (filled.lo[k] - box.lo[k]) / edge_of(box, k);
      const double above = (box.hi[k] - filled.hi[k]) / edge_of(box, k);
      if (below > best) best = below, axis = k, kept = 1;
      if (above > best) best = above, axis = k, kept = 0;
    }
    if (axis == 3) return false;
    ZachmannBox remaining = box;
    double& side = kept == 1 ? remaining.lo[axis] : remaining.hi[axis];
    side = std::clamp(kept == 1 ? filled.lo[axis] : filled.hi[axis], box.lo[axis], box.hi[axis]);
    const double cut = side;
    fill(child(at, kept, axis, cut), remaining, polygons, edges, cuts, level + 1);
    return true;
  }

  bool is_left(const ZachmannBox& item, std::size_t axis, double at) const {
    return item.hi[axis] <= at + tree_.thickness_;
  }
  bool is_right(const ZachmannBox& item, std::size_t axis, double at) const {
    return item.lo[axis] >= at - tree_.thickness_;
  }

  // n_l - n_r does not fall as the plane moves up: its zero is found by bisection, on every axis;
  // the least |n_l - n_r| is taken, of the first axis that has it.
  ZachmannCut find_cut(const ZachmannBox& box, const Ids& polygons) const {
    ZachmannCut best;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      double low = box.lo[axis];
      double high = box.hi[axis];
      for (int step = 0; step < 30 && high - low > tree_.thickness_; ++step) {
        const double middle = 0.5 * (low + high);
        double difference = 0;
        for (const std::uint32_t id : polygons) {
          const bool left = is_left(polygons_[id], axis, middle);
          if (left) ++difference;
          if (!left && is_right(polygons_[id], axis, middle)) --difference;
        }
        if (std::fabs(difference) < best.penalty) best = {axis, middle, std::fabs(difference)};
        if (difference == 0) break;
        (difference > 0 ? high : low) = middle;
      }
    }
    return best;
  }

  struct Halves {
    Ids of[2];
  };
  Halves deal(const std::vector<ZachmannBox>& boxes, const Ids& ids, const ZachmannCut& cut) const {
    Halves halves;
    for (const std::uint32_t id : ids) {
      const bool left = is_left(boxes[id], cut.axis, cut.at);
      const bool right = !left && is_right(boxes[id], cut.axis, cut.at);
      if (!right) halves.of[0].push_back(id);
      if (!left) halves.of[1].push_back(id);
    }
    return halves;
  }

  bool divide(std::uint32_t at, const ZachmannBox& box, const ZachmannCut& cut, const Ids& polygons,
              const Ids& edges, int cuts, int level) {
    if (!(cut.penalty < infinity)) return false;
    const Halves dealt = deal(polygons_, polygons, cut);
    const double most = options_.lambda * static_cast<double>(polygons.size());
    if (double(dealt.of[0].size()) > most || double(dealt.of[1].size()) > most) return false;
    const Halves dealt_edges = deal(edges_, edges, cut);
    for (std::size_t half = 0; half < 2; ++half) {
      if (dealt.of[half].empty() && dealt_edges.of[half].empty()) continue;
      ZachmannBox part = box;
      (half == 0 ? part.hi : part.lo)[cut.axis] = cut.at;
      fill(child(at, half, cut.axis, cut.at), part, dealt.of[half], dealt_edges.of[half], cuts + 1,
           level + 1);
    }
    return true;
  }

  ZachmannTree& tree_;
  const ZachmannOptions& options_;
  std::vector<ZachmannBox> polygons_;
  std::vector<ZachmannBox> edges_;
  int depth_;
};

ZachmannTree::ZachmannTree(const Primitives& triangles, const ZachmannOptions& options) {
  const Primitives rest = Primitives::triangles(triangles.mesh(), nullptr);
  count_ = rest.size();
  if (count_ == 0) return;
  Extent extent;
  for (std::uint32_t i = 0; i < count_; ++i) {
    const Triangle t = rest.triangle(i);
    for (const Vec3& v : t) extent.add(v);
  }
  frame_ = BoundsFrame::around(extent);
  list_edges(rest);
  root_ = nothing();
  std::vector<ZachmannBox> polygons(count_, nothing());
  for (std::uint32_t i = 0; i < count_; ++i) {
    const Triangle t = rest.triangle(i);
    for (const Vec3& v : t) {
      const Vec3 p = mapped(frame_, v);
      add(polygons[i], p);
      add(root_, p);
      reach_ = std::max(reach_, length(p));
    }
  }
  reach_ *= 1 + 0x1p-40;
  thickness_ =
      options.thickness * std::max({edge_of(root_, 0), edge_of(root_, 1), edge_of(root_, 2)});
  std::vector<ZachmannBox> edges(edges_.size(), nothing());
  for (std::size_t i = 0; i < edges.size(); ++i) {
    add(edges[i], mapped(frame_, rest.mesh().positions[edges_[i].from]));
    add(edges[i], mapped(frame_, rest.mesh().positions[edges_[i].to]));
  }
  ZachmannBuilder(*this, options, std::move(polygons), std::move(edges)).build();
}

void ZachmannTree::list_edges(const Primitives& triangles) {
  std::vector<std::array<std::uint32_t, 3>> sides;  // two vertices, the lower first, and whose
  const MeshView& mesh = triangles.mesh();
  for (std::uint32_t i = 0; i < triangles.size(); ++i) {
    const auto corners = mesh.triangles[i];
    for (std::size_t k = 0; k < 3; ++k) {
      const auto p = static_cast<std::uint32_t>(corners[k]);
      const auto q = static_cast<std::uint32_t>(corners[(k + 1) % 3]);
      sides.push_back({std::min(p, q), std::max(p, q), i});
    }
  }
  std::sort(sides.begin(), sides.end());
  sides.erase(std::unique(sides.begin(), sides.end()), sides.end());
  for (const auto& [from, to, owner] : sides) {
    if (edges_.empty() || edges_.back().from != from || edges_.back().to != to) {
      edges_.push_back({from, to, {static_cast<std::uint32_t>(owners_.size()), 0}});
    }
    ++edges_.back().owners.count;
    owners_.push_back(owner);
  }
}

std::size_t ZachmannTree::leaf_count() const {
  return static_cast<std::size_t>(std::count_if(
      nodes_.begin(), nodes_.end(), [](const ZachmannNode& node) { return node.is_leaf(); }));
}

double ZachmannTree::pointers() const {
  return count_ == 0 ? 0 : static_cast<double>(polygons_.size()) / static_cast<double>(count_);
}

double ZachmannTree::empty_volume() const {
  double filled = 0;
  std::vector<std::pair<std::uint32_t, ZachmannBox>> open;
  if (!nodes_.empty()) open.push_back({0, root_});
  while (!open.empty()) {
    const auto [at, box] = open.back();
    open.pop_back();
    const ZachmannNode& node = nodes_[at];
    if (node.is_leaf()) {
      filled += volume_of(box);
      continue;
    }
    for (std::size_t half = 0; half < 2; ++half) {
      if (node.below[half] == ZachmannNode::none) continue;
      ZachmannBox part = box;
      (half == 0 ? part.hi : part.lo)[static_cast<std::size_t>(node.axis)] = node.cut;
      open.push_back({node.below[half], part});
    }
  }
  const double all = volume_of(root_);
  return all > 0 ? 1 - filled / all : 0;
}

// A point that a plane's thickness puts on either side has to be in one of the two.
template <class Pick>
void ZachmannTree::require_listed(const Vec3& point, std::uint32_t id, Pick&& pick) const {
  std::vector<std::uint32_t> open{0};
  while (!open.empty()) {
    const ZachmannNode& node = nodes_[open.back()];
    open.pop_back();
    if (node.is_leaf()) {
      const std::span<const std::uint32_t> ids = pick(node);
      if (std::find(ids.begin(), ids.end(), id) != ids.end()) return;
      continue;
    }
    const double x = point[static_cast<std::size_t>(node.axis)];
    const double about = 1.001 * thickness_ + 0x1p-40;
    if (x <= node.cut + about && node.below[0] != ZachmannNode::none) open.push_back(node.below[0]);
    if (x >= node.cut - about && node.below[1] != ZachmannNode::none) open.push_back(node.below[1]);
  }
  throw std::logic_error("boxtree of the paper: no leaf lists what reaches into it");
}

void ZachmannTree::validate(const Primitives& triangles) const {
  const Primitives rest = Primitives::triangles(triangles.mesh(), nullptr);
  if (rest.size() != count_) throw std::logic_error("boxtree of the paper: of another body");
  for (std::uint32_t i = 0; i < count_; ++i) {
    const Triangle t = rest.triangle(i);
    for (int u = 0; u <= 4; ++u) {
      for (int v = 0; u + v <= 4; ++v) {
        const Vec3 p = t[0] + (t[1] - t[0]) * (u / 4.0) + (t[2] - t[0]) * (v / 4.0);
        require_listed(mapped(frame_, p), i,
                       [&](const ZachmannNode& leaf) { return polygons(leaf); });
      }
    }
  }
  for (std::uint32_t i = 0; i < edges_.size(); ++i) {
    const Vec3 from = rest.mesh().positions[edges_[i].from];
    const Vec3 to = rest.mesh().positions[edges_[i].to];
    for (int u = 0; u <= 4; ++u) {
      require_listed(mapped(frame_, from + (to - from) * (u / 4.0)), i,
                     [&](const ZachmannNode& leaf) { return edges(leaf); });
    }
  }
}

}  // namespace tact::bench
