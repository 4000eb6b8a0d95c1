#include "tact/body/body.h"

#include <utility>

namespace tact {

const char* name_of(BodyKind kind) {
  switch (kind) {
    case BodyKind::rigid:
      return "rigid";
    case BodyKind::deforming:
      return "deforming";
    case BodyKind::breaking:
      return "breaking";
    case BodyKind::points:
      return "points";
  }
  return "unknown";
}

BodyDef::BodyDef(BodyKind kind, Mesh owned) : kind_(kind), owns_(true), owned_(std::move(owned)) {}
BodyDef::BodyDef(BodyKind kind, const MeshView& borrowed) : kind_(kind), borrowed_(borrowed) {}
BodyDef::BodyDef(const Shape& shape) : kind_(BodyKind::rigid), shape_(shape) {}

BodyDef rigid(const Shape& shape) { return BodyDef(shape); }
BodyDef rigid(Mesh mesh) { return {BodyKind::rigid, std::move(mesh)}; }
BodyDef rigid(const MeshView& mesh) { return {BodyKind::rigid, mesh}; }
BodyDef deforming(Mesh mesh) { return {BodyKind::deforming, std::move(mesh)}; }
BodyDef deforming(const MeshView& mesh) { return {BodyKind::deforming, mesh}; }
BodyDef breaking(Mesh mesh) { return {BodyKind::breaking, std::move(mesh)}; }
BodyDef breaking(const MeshView& mesh) { return {BodyKind::breaking, mesh}; }

BodyDef points(std::vector<Vec3> positions, std::vector<double> radii) {
  Mesh cloud;
  cloud.positions = std::move(positions);
  BodyDef def(BodyKind::points, std::move(cloud));
  def.owned_radii_ = std::move(radii);
  return def;
}

BodyDef points(const PositionsView& positions, const RadiiView& radii) {
  BodyDef def(BodyKind::points, MeshView{positions, {}, {}});
  def.radii_ = radii;
  return def;
}

}  // namespace tact
