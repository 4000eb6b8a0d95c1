#pragma once
// What a user adds to a world: rigid, deforming and breaking meshes, and points with radii.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tact/base/transform.h"
#include "tact/body/shape.h"
#include "tact/geometry/maps.h"
#include "tact/geometry/mesh.h"
#include "tact/geometry/points_view.h"

namespace tact {

enum class BodyKind : std::uint8_t {
  rigid,      ///< fixed shape, moved by a pose
  deforming,  ///< fixed triangles, positions move freely
  breaking,   ///< triangles and vertices may come and go
  points      ///< no triangles: points with a radius each
};

const char* name_of(BodyKind kind);

/// A body to be. Made by rigid(), deforming(), breaking() or points(); the setters chain.
class BodyDef {
 public:
  /// A name for error messages.
  BodyDef& name(std::string text) {
    name_ = std::move(text);
    return *this;
  }
  /// An id of the user's own, returned in every contact.
  BodyDef& user(std::uint64_t id) {
    user_ = id;
    return *this;
  }
  /// Look for contacts within the body as well. Off by default.
  BodyDef& self(bool on = true) {
    self_ = on;
    return *this;
  }
  /// Two bodies are tested if each one's mask has a bit of the other's group.
  BodyDef& group(std::uint32_t bits) {
    group_ = bits;
    return *this;
  }
  BodyDef& mask(std::uint32_t bits) {
    mask_ = bits;
    return *this;
  }
  /// Where a rigid body stands at first. Other kinds have no pose: World::add() refuses it.
  BodyDef& pose(const Transform& at) {
    pose_ = at;
    return *this;
  }
  /// The body will be moved with a map for each of these clusters, from where it is now (deforming
  /// bodies and points). Every triangle must lie in a cluster with all its vertices.
  BodyDef& clusters(Clusters list) {
    clusters_ = std::move(list);
    return *this;
  }

 private:
  friend class World;
  friend BodyDef rigid(const Shape& shape);
  friend BodyDef rigid(Mesh mesh);
  friend BodyDef rigid(const MeshView& mesh);
  friend BodyDef deforming(Mesh mesh);
  friend BodyDef deforming(const MeshView& mesh);
  friend BodyDef breaking(Mesh mesh);
  friend BodyDef breaking(const MeshView& mesh);
  friend BodyDef points(std::vector<Vec3> positions, std::vector<double> radii);
  friend BodyDef points(const PositionsView& positions, const RadiiView& radii);

  BodyDef(BodyKind kind, Mesh owned);
  BodyDef(BodyKind kind, const MeshView& borrowed);
  explicit BodyDef(const Shape& shape);

  BodyKind kind_;
  bool owns_ = false;
  std::optional<Shape> shape_;  // rigid, if it was given; else the world makes it
  Mesh owned_;
  std::vector<double> owned_radii_;
  MeshView borrowed_;
  RadiiView radii_;
  Clusters clusters_;
  Transform pose_;
  std::string name_;
  std::uint64_t user_ = 0;
  std::uint32_t group_ = 1;
  std::uint32_t mask_ = ~std::uint32_t{0};
  bool self_ = false;
};

/// A body that keeps its shape. Bodies that are given the same Shape share its trees: a thousand
/// bolts cost one build, and the memory of one.
BodyDef rigid(const Shape& shape);
/// A Mesh is taken over; a MeshView is read in place and must live until the body's next move with
/// other arrays, or its removal. Of a rigid body a Shape is made, for this body alone.
BodyDef rigid(Mesh mesh);
BodyDef rigid(const MeshView& mesh);
BodyDef deforming(Mesh mesh);
BodyDef deforming(const MeshView& mesh);
BodyDef breaking(Mesh mesh);
BodyDef breaking(const MeshView& mesh);
/// One radius per point, or an empty list for points without extent.
BodyDef points(std::vector<Vec3> positions, std::vector<double> radii);
BodyDef points(const PositionsView& positions, const RadiiView& radii);

}  // namespace tact
