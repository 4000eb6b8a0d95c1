#pragma once
// What a Shape holds: its mesh, and what is built over it at rest when somebody asks. For the
// library's own rooms.
#include <array>
#include <atomic>
#include <cstdint>
#include <forward_list>
#include <mutex>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "tact/base/built_once.h"
#include "tact/base/types.h"
#include "tact/body/body.h"
#include "tact/body/solid_pieces.h"
#include "tact/geometry/primitives.h"
#include "tact/tree/box_tree_build.h"
#include "tact/tree/rest_spheres.h"
#include "tact/tree/rest_tree.h"
#include "tact/tree/rigid_tree.h"

namespace tact {

/// The trees of one set of options: of the triangles, and of the edges once they are asked for.
struct ShapeBoxTrees {
  BoxTreeOptions options;
  BoxHierarchy triangles;
  const ShapeBoxTrees* next = nullptr;  ///< those of the options asked for before
  BuiltOnce<BoxHierarchy> edges{};
};

class ShapeParts {
 public:
  /// Throws Error{bad_mesh}, which speaks of `name`.
  ShapeParts(Mesh mesh, const std::string& name);
  ShapeParts(const MeshView& mesh, const std::string& name);

  const MeshView& mesh() const { return mesh_; }
  const Extent& extent() const { return extent_; }
  /// Of the mesh that was taken over: see Mesh::face.
  std::span<const std::uint32_t> faces() const { return owned_.face; }
  Primitives at_rest() const { return Primitives::triangles(mesh_, nullptr); }

  /// find_… looks, and is null if nobody has asked yet; the others build what is missing, and count
  /// that in `stats`. Eight is Obb8, CentredBox8 or a KDop8.
  template <class Eight>
  const RigidTree<Eight>* find_tree() const {
    return std::get<BuiltOnce<RigidTree<Eight>>>(trees_).find();
  }
  template <class Eight>
  const RigidTree<Eight>& tree(Stats& stats) const;
  /// Builds itself when a query gets there.
  const RestTree& rest_tree() const { return rest_tree_; }
  const ShapeBoxTrees* find_box_trees(const BoxTreeOptions& options) const;
  const ShapeBoxTrees& box_trees(const BoxTreeOptions& options, Stats& stats) const;
  /// The spheres that each body moves for itself; not counted in Stats.
  const RestSpheres* find_spheres() const { return spheres_.find(); }
  const RestSpheres& spheres() const;
  /// Of the edges; `of` is one of this shape's own.
  const BoxHierarchy& edge_tree(const ShapeBoxTrees& of) const;
  std::span<const Pair> edges() const;
  /// Throws Error{bad_mesh}, which speaks of `name`, unless the mesh is closed.
  const SolidPieces& pieces(const std::string& name) const;
  /// See Primitives::lend_corners.
  std::span<const std::array<std::uint32_t, 3>> corners() const;

  std::size_t builds() const {
    return builds_.load(std::memory_order_relaxed) + (rest_tree_.built() ? 1 : 0);
  }
  std::size_t bytes() const;

 private:
  using Corners = std::vector<std::array<std::uint32_t, 3>>;

  void count_build() const { builds_.fetch_add(1, std::memory_order_relaxed); }

  Mesh owned_;
  MeshView mesh_;
  Extent extent_;
  RestTree rest_tree_{mesh_};
  std::tuple<BuiltOnce<RigidTree<Obb8>>, BuiltOnce<RigidTree<CentredBox8>>,
             BuiltOnce<RigidTree<KDop8<4>>>, BuiltOnce<RigidTree<KDop8<6>>>>
      trees_;
  // Whoever looks goes along `next` without a lock: entries come, and stay where they are.
  mutable std::mutex box_trees_mutex_;
  mutable std::forward_list<ShapeBoxTrees> box_trees_;
  mutable std::atomic<const ShapeBoxTrees*> latest_{nullptr};
  BuiltOnce<RestSpheres> spheres_;
  BuiltOnce<std::vector<Pair>> edges_;
  BuiltOnce<Corners> corners_;
  BuiltOnce<SolidPieces> pieces_;
  mutable std::atomic<std::size_t> builds_{0};
};

}  // namespace tact
