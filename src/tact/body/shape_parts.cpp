#include "tact/body/shape_parts.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "tact/geometry/validate.h"
#include "tact/tree/leaf_boxes.h"

namespace tact {
namespace {

std::vector<Pair> edges_of(const TrianglesView& triangles) {
  std::vector<Pair> edges;
  edges.reserve(3 * triangles.size());
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    const auto corners = triangles[i];
    for (std::size_t k = 0; k < 3; ++k) {
      const auto p = static_cast<std::uint32_t>(corners[k]);
      const auto q = static_cast<std::uint32_t>(corners[(k + 1) % 3]);
      edges.push_back({std::min(p, q), std::max(p, q)});
    }
  }
  std::sort(edges.begin(), edges.end());
  // A copy of its own length: half of them, as a rule, were there twice.
  return {edges.begin(), std::unique(edges.begin(), edges.end())};
}

std::vector<Vec3> ends_of(std::span<const Pair> edges, const PositionsView& positions) {
  std::vector<Vec3> ends;
  ends.reserve(2 * edges.size());
  for (const Pair& edge : edges) {
    ends.push_back(positions[edge.a]);
    ends.push_back(positions[edge.b]);
  }
  return ends;
}

template <class T>
std::size_t bytes_of(const std::vector<T>& items) {
  return items.capacity() * sizeof(T);
}
template <class T>
std::size_t bytes_of(const std::vector<T>* items) {
  return items == nullptr ? 0 : bytes_of(*items);
}
template <class Tree>
std::size_t bytes_of_tree(const Tree* tree) {
  return tree == nullptr ? 0 : sizeof(Tree) + tree->bytes();
}

}  // namespace

ShapeParts::ShapeParts(Mesh mesh, const std::string& name)
    : owned_(std::move(mesh)), mesh_(owned_.view()), extent_(check_mesh(mesh_, name)) {}

ShapeParts::ShapeParts(const MeshView& mesh, const std::string& name)
    : mesh_(mesh), extent_(check_mesh(mesh_, name)) {}

template <class Eight>
const RigidTree<Eight>& ShapeParts::tree(Stats& stats) const {
  return std::get<BuiltOnce<RigidTree<Eight>>>(trees_).get([&] {
    auto tree = std::make_unique<const RigidTree<Eight>>(at_rest());
    stats.primitives_read += mesh_.triangles.size();
    stats.nodes_split += tree->node_count();
    count_build();
    return tree;
  });
}
template const RigidTree<Obb8>& ShapeParts::tree<Obb8>(Stats&) const;
template const RigidTree<CentredBox8>& ShapeParts::tree<CentredBox8>(Stats&) const;
template const RigidTree<KDop8<4>>& ShapeParts::tree<KDop8<4>>(Stats&) const;
template const RigidTree<KDop8<6>>& ShapeParts::tree<KDop8<6>>(Stats&) const;

const ShapeBoxTrees* ShapeParts::find_box_trees(const BoxTreeOptions& options) const {
  const ShapeBoxTrees* at = latest_.load(std::memory_order_acquire);
  while (at != nullptr && at->options != options) at = at->next;
  return at;
}

const ShapeBoxTrees& ShapeParts::box_trees(const BoxTreeOptions& options, Stats& stats) const {
  if (const ShapeBoxTrees* built = find_box_trees(options)) return *built;
  const std::lock_guard<std::mutex> lock(box_trees_mutex_);
  if (const ShapeBoxTrees* built = find_box_trees(options)) return *built;
  BoxHierarchy triangles(at_rest(), options);
  ShapeBoxTrees& made = box_trees_.emplace_front();
  made.options = options;
  made.triangles = std::move(triangles);
  made.next = latest_.load(std::memory_order_relaxed);
  latest_.store(&made, std::memory_order_release);
  stats.primitives_read += mesh_.triangles.size();
  stats.nodes_split += made.triangles.node_count();
  count_build();
  return made;
}

const RestSpheres& ShapeParts::spheres() const {
  return spheres_.get([&] {
    std::vector<Vec3> rest(mesh_.positions.size());
    for (std::size_t i = 0; i < rest.size(); ++i) rest[i] = mesh_.positions[i];
    auto tree = std::make_unique<const RestSpheres>(
        SphereTreeShape{rest, mesh_.triangles, {}, nullptr, LeafBoxes::width});
    count_build();
    return tree;
  });
}

const BoxHierarchy& ShapeParts::edge_tree(const ShapeBoxTrees& of) const {
  const std::span<const Pair> all = edges();
  return of.edges.get([&] {
    const std::vector<Vec3> ends = ends_of(all, mesh_.positions);
    auto tree = std::make_unique<const BoxHierarchy>(std::span<const Vec3>(ends), of.options);
    count_build();
    return tree;
  });
}

std::span<const Pair> ShapeParts::edges() const {
  return edges_.get([&] {
    auto edges = std::make_unique<const std::vector<Pair>>(edges_of(mesh_.triangles));
    count_build();
    return edges;
  });
}

std::span<const std::array<std::uint32_t, 3>> ShapeParts::corners() const {
  return corners_.get([&] {
    const Primitives triangles = at_rest();
    auto corners = std::make_unique<Corners>(triangles.size());
    triangles.write_corners(*corners);
    count_build();
    return corners;
  });
}

const SolidPieces& ShapeParts::pieces(const std::string& name) const {
  return pieces_.get([&] {
    auto pieces = std::make_unique<const SolidPieces>(mesh_, name);
    count_build();
    return pieces;
  });
}

std::size_t ShapeParts::bytes() const {
  std::size_t all = sizeof(ShapeParts) + bytes_of(owned_.positions) + bytes_of(owned_.triangles) +
                    bytes_of(owned_.topology) + bytes_of(owned_.face) + bytes_of(edges_.find()) +
                    bytes_of(corners_.find()) + bytes_of_tree(pieces_.find()) + rest_tree_.bytes() +
                    bytes_of_tree(spheres_.find());
  std::apply([&](const auto&... trees) { all += (bytes_of_tree(trees.find()) + ...); }, trees_);
  for (const ShapeBoxTrees* at = latest_.load(std::memory_order_acquire); at != nullptr;
       at = at->next) {
    all += sizeof(ShapeBoxTrees) + at->triangles.bytes() + bytes_of_tree(at->edges.find());
  }
  return all;
}

}  // namespace tact
