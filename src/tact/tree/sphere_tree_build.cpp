// How RestSpheres are built: each cluster's primitives are halved along the longest side of their
// midpoints, again and again, and every node gets the smallest sphere around what it holds.
#include <algorithm>
#include <array>
#include <cmath>

#include "tact/base/vec.h"
#include "tact/bounds/sphere_fit.h"
#include "tact/tree/rest_spheres.h"

namespace tact {

class RestSpheres::Builder {
 public:
  Builder(const SphereTreeShape& shape, RestSpheres& tree)
      : shape_(shape),
        tree_(tree),
        own_(Clusters::one(static_cast<std::uint32_t>(shape.rest.size()))),
        clusters_(shape.clusters == nullptr ? own_ : *shape.clusters) {}

  void run() {
    clusters_.check(static_cast<std::uint32_t>(shape_.rest.size()), shape_.triangles);
    tree_.reach_.assign(clusters_.size(), 0);
    tree_.middle_.assign(clusters_.size(), {});
    sort_into_clusters();
    sketch_.resize(1);
    if (clusters_.size() > 1) {
      branch_out();
    } else {
      sketch_[0].items = {0, static_cast<std::uint32_t>(items_.size())};
      cluster_of_.assign(1, 0);
      grow(0);
    }
    list_contents();
    fit_all();
  }

 private:
  // Every triangle, and every point without one, goes to one cluster that has all of it: to the one
  // whose centre is nearest.
  void sort_into_clusters() {
    for (std::size_t c = 0; c < clusters_.size(); ++c) {
      Vec3 sum;
      for (const std::uint32_t i : clusters_[c]) sum = sum + shape_.rest[i];
      const std::size_t count = std::max<std::size_t>(1, clusters_[c].size());
      tree_.middle_[c] = sum * (1 / static_cast<double>(count));
      member_.emplace_back(shape_.rest.size(), false);
      for (const std::uint32_t i : clusters_[c]) member_[c][i] = true;
    }
    std::vector<std::vector<Item>> lists(clusters_.size());
    std::vector<bool> used(shape_.rest.size(), false);
    for (std::uint32_t t = 0; t < shape_.triangles.size(); ++t) {
      const std::array<std::uint32_t, 3> corners = corners_of(t);
      for (const std::uint32_t corner : corners) used[corner] = true;
      const Vec3 centroid =
          (shape_.rest[corners[0]] + shape_.rest[corners[1]] + shape_.rest[corners[2]]) * (1.0 / 3);
      lists[nearest(centroid, corners)].push_back({centroid, t, true});
    }
    for (std::uint32_t i = 0; i < shape_.rest.size(); ++i) {
      if (used[i]) continue;
      lists[nearest(shape_.rest[i], {i, i, i})].push_back({shape_.rest[i], i, false});
    }
    for (const std::vector<Item>& list : lists) {
      starts_.push_back(static_cast<std::uint32_t>(items_.size()));
      items_.insert(items_.end(), list.begin(), list.end());
    }
    starts_.push_back(static_cast<std::uint32_t>(items_.size()));
  }

  std::array<std::uint32_t, 3> corners_of(std::uint32_t triangle) const {
    const std::array<std::uint64_t, 3> corners = shape_.triangles[triangle];
    return {static_cast<std::uint32_t>(corners[0]), static_cast<std::uint32_t>(corners[1]),
            static_cast<std::uint32_t>(corners[2])};
  }

  std::size_t nearest(const Vec3& at, const std::array<std::uint32_t, 3>& corners) const {
    std::size_t best = clusters_.size();
    double least = 0;
    for (std::size_t c = 0; c < clusters_.size(); ++c) {
      if (!member_[c][corners[0]] || !member_[c][corners[1]] || !member_[c][corners[2]]) continue;
      const double away = length_sq(at - tree_.middle_[c]);
      if (best < clusters_.size() && !(away < least)) continue;
      best = c;
      least = away;
    }
    return best;  // there is one: checked
  }

  void branch_out() {
    std::vector<std::size_t> branches;  // clusters that anything was left for
    for (std::size_t c = 0; c < clusters_.size(); ++c) {
      if (starts_[c] < starts_[c + 1]) branches.push_back(c);
    }
    sketch_[0].items = {0, static_cast<std::uint32_t>(items_.size())};
    sketch_[0].children = {1, static_cast<std::uint32_t>(branches.size())};
    sketch_.resize(1 + branches.size());
    cluster_of_.assign(1 + branches.size(), all_clusters);
    for (std::uint32_t i = 0; i < branches.size(); ++i) {
      const std::size_t c = branches[i];
      sketch_[1 + i].items = {starts_[c], starts_[c + 1] - starts_[c]};
      sketch_[1 + i].level = 1;
      cluster_of_[1 + i] = static_cast<std::uint32_t>(c);
    }
    for (std::uint32_t i = 0; i < branches.size(); ++i) grow(1 + i);
  }

  // Breadth first would need no stack; a list of what is left to split does as well.
  void grow(std::uint32_t top) {
    std::vector<std::uint32_t> open{top};
    while (!open.empty()) {
      const std::uint32_t node = open.back();
      open.pop_back();
      const Range items = sketch_[node].items;
      tree_.depth_ = std::max(tree_.depth_, sketch_[node].level);
      if (items.count <= std::max(1U, shape_.leaf_size)) continue;
      const std::uint32_t left = (items.count + 1) / 2;
      halve(items, left);
      const auto first = static_cast<std::uint32_t>(sketch_.size());
      sketch_[node].children = {first, 2};
      const std::uint32_t level = sketch_[node].level + 1;
      sketch_.resize(first + std::size_t{2});
      cluster_of_.resize(first + std::size_t{2}, cluster_of_[node]);
      sketch_[first].items = {items.first, left};
      sketch_[first + 1].items = {items.first + left, items.count - left};
      sketch_[first].level = sketch_[first + 1].level = level;
      open.push_back(first + 1);
      open.push_back(first);
    }
  }

  void halve(Range range, std::uint32_t left) {
    Extent extent;
    const auto first = items_.begin() + range.first;
    const auto last = first + range.count;
    for (auto item = first; item != last; ++item) extent.add(item->centroid);
    const Vec3 size = extent.hi - extent.lo;
    const std::size_t axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    std::nth_element(first, first + left, last, [axis](const Item& a, const Item& b) {
      if (a.centroid[axis] != b.centroid[axis]) return a.centroid[axis] < b.centroid[axis];
      return a.is_triangle != b.is_triangle ? a.is_triangle : a.id < b.id;
    });
  }

  // Triangles and points in the order of the items; a vertex belongs to its first triangle.
  void list_contents() {
    std::vector<bool> listed(shape_.rest.size(), false);
    std::vector<std::uint32_t> points_before{0};
    std::vector<std::uint32_t> triangles_before{0};
    const auto list = [&](std::uint32_t point) {
      if (!listed[point]) tree_.points_.push_back(point);
      listed[point] = true;
    };
    for (const Item& item : items_) {
      if (item.is_triangle) {
        tree_.triangles_.push_back(item.id);
        tree_.corners_.push_back(corners_of(item.id));
        for (const std::uint32_t corner : tree_.corners_.back()) list(corner);
      } else {
        list(item.id);
      }
      points_before.push_back(static_cast<std::uint32_t>(tree_.points_.size()));
      triangles_before.push_back(static_cast<std::uint32_t>(tree_.triangles_.size()));
    }
    for (const Sketch& node : sketch_) {
      const std::uint32_t first = node.items.first;
      const std::uint32_t end = node.items.end();
      tree_.contents_.push_back(
          {{points_before[first], points_before[end] - points_before[first]},
           {triangles_before[first], triangles_before[end] - triangles_before[first]},
           node.items});
    }
  }

  void fit_all() {
    const auto count = static_cast<std::uint32_t>(tree_.contents_.size());
    if (!tree_.triangles_.empty()) tree_.normals_.resize(count);
    tree_.nodes_.resize(count);
    std::vector<Vec3> below;
    for (std::uint32_t node = 0; node < count; ++node) fit(node, below);
    // Every sphere that a cluster's map moves is in that of the body.
    for (std::size_t c = 0; c < clusters_.size(); ++c) {
      const Node& body = tree_.nodes_[0];
      tree_.reach_[c] = length(body.centre - tree_.middle_[c]) + 2 * body.radius;
    }
  }

  void fit(std::uint32_t node, std::vector<Vec3>& below) {
    below.clear();
    Node& rest = tree_.nodes_[node];
    rest.cluster = cluster_of_[node];
    rest.children = sketch_[node].children;
    rest.level = sketch_[node].level;
    if (rest.children.count == 0) rest.leaf = tree_.leaves_++;
    const auto take = [&](std::uint32_t point) {
      below.push_back(shape_.rest[point]);
      rest.ball = std::max(rest.ball, shape_.radii[point]);
    };
    const Range points = tree_.contents_[node].points;
    for (std::uint32_t i = points.first; i < points.end(); ++i) take(tree_.points_[i]);
    Vec3 normal;
    const Range triangles = tree_.contents_[node].triangles;
    for (std::uint32_t i = triangles.first; i < triangles.end(); ++i) {
      const std::array<std::uint32_t, 3>& corners = tree_.corners_[i];
      for (const std::uint32_t corner : corners) take(corner);
      normal = normal + cross(shape_.rest[corners[1]] - shape_.rest[corners[0]],
                              shape_.rest[corners[2]] - shape_.rest[corners[0]]);
    }
    const Sphere sphere = fit_sphere(below);
    rest.centre = sphere.centre;
    rest.radius = std::max(0.0, sphere.radius);
    if (!tree_.normals_.empty()) tree_.normals_[node] = normal;
  }

  // A node to be.
  struct Sketch {
    Range children;
    Range items;
    std::uint32_t level = 0;
  };

  const SphereTreeShape& shape_;
  RestSpheres& tree_;
  Clusters own_;
  const Clusters& clusters_;
  std::vector<std::vector<bool>> member_;  // by cluster and point
  std::vector<Item> items_;
  std::vector<std::uint32_t> starts_;      // of the clusters among the items, and the end
  std::vector<Sketch> sketch_;             // by node
  std::vector<std::uint32_t> cluster_of_;  // by node
};

RestSpheres::RestSpheres(const SphereTreeShape& shape) { Builder(shape, *this).run(); }

}  // namespace tact
