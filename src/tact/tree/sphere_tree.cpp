#include "tact/tree/sphere_tree.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <thread>

#include "tact/base/error.h"
#include "tact/bounds/sphere_fit.h"

namespace tact {
namespace {

constexpr double third_root = 0.57735026918962584;  // 1/√3, rounded up

double largest(const Vec3& v) { return std::max({std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)}); }

// How far points within `radius` of q are from the image of q, at most: the map is expanded about q
// (its derivative there, and what is quadratic). Not always tighter than equation 16: not
// for the corners of a cube about its middle.
double stretched(const ClusterMap& map, const Vec3& q, double radius) {
  if (!map.is_quadratic) return map.norm_linear * radius;
  const double bend = map.norm_quadratic + map.norm_mixed * third_root;
  return (quick_norm_bound(map.jacobian(q)) + bend * radius) * radius;
}

}  // namespace

SphereTree::SphereTree(const RestSpheres& shared)
    : rest_(&shared), moved_(shared.node_count()), slack_(shared.clusters(), 0) {}

SphereTree::SphereTree(std::unique_ptr<const RestSpheres> own) : SphereTree(*own) {
  own_ = std::move(own);
}

void SphereTree::next_frame() {
  frame_ += 2;
  if (frame_ != 0) return;
  frame_ = 2;  // after 2³¹ updates, so that no old stamp is taken for a new one
  moved_.for_each_made([](Moved& at) { at.stamp.store(0); });
}

void SphereTree::update(std::span<const ClusterMap> maps) {
  if (maps.size() != clusters()) {
    throw Error(ErrorCode::bad_argument, "spheres: " + std::to_string(maps.size()) + " maps for " +
                                             std::to_string(clusters()) + " clusters");
  }
  maps_.assign(maps.begin(), maps.end());
  for (std::size_t c = 0; c < maps_.size(); ++c) {
    const ClusterMap& map = maps_[c];
    const double reach = length(middle(c) - map.rest_centre) + this->reach(c);
    const double size = largest(map.centre) + map.norm_linear * reach +
                        (map.norm_quadratic + map.norm_mixed) * reach * reach + map.drift;
    slack_[c] = size * 0x1p-46;  // some thirty operations on numbers of this size
  }
  exact_ = false;
  next_frame();
}

void SphereTree::refit_exactly(const PositionsView& positions) {
  positions_ = positions;
  exact_ = true;
  next_frame();
}

void SphereTree::make_ready(Moved& at, std::uint32_t node, Stats& stats) {
  std::atomic<std::uint32_t>& stamp = at.stamp;
  std::uint32_t seen = stamp.load(std::memory_order_acquire);
  for (;;) {
    if (seen == frame_) return;
    if (seen == frame_ + 1) {
      std::this_thread::yield();
      seen = stamp.load(std::memory_order_acquire);
    } else if (stamp.compare_exchange_weak(seen, frame_ + 1, std::memory_order_acquire,
                                           std::memory_order_acquire)) {
      break;
    }
  }
  try {
    const Node& n = rest_->node(node);
    at.sphere = exact_                      ? smallest(node)
                : n.cluster == all_clusters ? around_branches(n, stats)
                                            : carried(n, n.cluster);
  } catch (...) {  // memory ran out: whoever waits for it, or comes later, tries again
    stamp.store(seen, std::memory_order_release);
    throw;
  }
  ++stats.nodes_updated;
  stamp.store(frame_, std::memory_order_release);
}

// Encloses what is in a sphere at rest and in a cluster, wherever the cluster's map took it.
Sphere SphereTree::carried(const Node& n, std::size_t cluster) const {
  const ClusterMap& map = maps_[cluster];
  const Vec3 q = n.centre - map.rest_centre;
  const double radius = stretched(map, q, n.radius) + map.drift + n.ball;
  return {map.image(q), radius * (1 + 0x1p-46) + slack_[cluster]};
}

// The points of a branch are in its sphere, and they are in the sphere of the whole body as their
// map carries it, which lies about where the others' do: the nearer rim of the two counts.
Sphere SphereTree::around_branches(const Node& n, Stats& stats) {
  const Range branches = n.children;
  Vec3 sum;
  for (std::uint32_t i = branches.first; i < branches.end(); ++i) {
    sum = sum + carried(n, rest_->node(i).cluster).centre;
  }
  Sphere all{sum * (1.0 / branches.count), 0};
  const auto reach_of = [&](const Sphere& s) { return length(s.centre - all.centre) + s.radius; };
  for (std::uint32_t i = branches.first; i < branches.end(); ++i) {
    const double by_branch = reach_of(sphere(i, stats));
    const double by_body = reach_of(carried(n, rest_->node(i).cluster));
    const double reach = by_branch < by_body ? by_branch : by_body;
    if (!(reach <= all.radius)) all.radius = reach;  // a NaN stays
  }
  all.radius = all.radius * (1 + 0x1p-48) + 0x1p-500;
  return all;
}

Sphere SphereTree::smallest(std::uint32_t node) const {
  std::vector<Vec3> below;
  for (const std::uint32_t point : points(node)) below.push_back(positions_[point]);
  const Range triangles = rest_->contents(node).triangles;
  for (std::uint32_t i = triangles.first; i < triangles.end(); ++i) {
    for (const std::uint32_t corner : rest_->corners()[i]) below.push_back(positions_[corner]);
  }
  Sphere sphere = fit_sphere(below);
  sphere.grow(ball(node));
  return sphere;
}

Vec3 SphereTree::normal(std::uint32_t node) const {
  if (rest_->normals().empty() || maps_.empty()) return {};
  const Node& at = rest_->node(node);
  if (at.cluster == all_clusters) return {};
  const ClusterMap& map = maps_[at.cluster];
  // A triangle's normal turns as the cross product of its edges does: by the cofactors.
  const Matrix3 j = map.jacobian(at.centre - map.rest_centre);
  const Vec3 x{j.at[0][0], j.at[1][0], j.at[2][0]};
  const Vec3 y{j.at[0][1], j.at[1][1], j.at[2][1]};
  const Vec3 z{j.at[0][2], j.at[1][2], j.at[2][2]};
  const Vec3 n = rest_->normals()[node];
  const Vec3 turned = cross(y, z) * n.x + cross(z, x) * n.y + cross(x, y) * n.z;
  const double size = length(turned);
  return size > 0 ? turned * (1 / size) : Vec3{};
}

void SphereTree::validate(const PositionsView& positions) const {
  rest_->validate();
  for (std::uint32_t node = 0; node < node_count(); ++node) {
    const Moved* const at = moved_.find(node);
    if (at == nullptr || at->stamp.load(std::memory_order_acquire) != frame_) continue;
    const Sphere& sphere = at->sphere;
    const auto require = [&](std::uint32_t point) {
      const double away = length(positions[point] - sphere.centre);
      if (!(away <= sphere.radius * (1 + 0x1p-50))) {
        throw std::logic_error("spheres: point " + std::to_string(point) +
                               " is outside the sphere of node " + std::to_string(node));
      }
    };
    for (const std::uint32_t point : points(node)) require(point);
    const Range triangles = rest_->contents(node).triangles;
    for (std::uint32_t i = triangles.first; i < triangles.end(); ++i) {
      for (const std::uint32_t corner : rest_->corners()[i]) require(corner);
    }
  }
}

}  // namespace tact
