#include "tact/geometry/primitives.h"

#include "tact/base/error.h"

namespace tact {

template <class T, class I, bool Posed>
void Primitives::gather_triangle(const Primitives& self, std::uint32_t i, double* out,
                                 std::size_t stride) {
  for (const std::uint64_t vertex : self.mesh_.triangles.read<I>(i)) {
    Vec3 p = self.mesh_.positions.read<T>(static_cast<std::size_t>(vertex));
    if constexpr (Posed) p = self.pose_.apply(p);
    out[0] = p.x;
    out[stride] = p.y;
    out[2 * stride] = p.z;
    out += 3 * stride;
  }
}

template <class T, class I>
Primitives::Gather Primitives::choose(bool posed) {
  return posed ? &gather_triangle<T, I, true> : &gather_triangle<T, I, false>;
}

Primitives Primitives::triangles(const MeshView& mesh, const Transform* pose) {
  Primitives p;
  p.mesh_ = mesh;
  p.kind_ = PrimitiveKind::triangles;
  p.size_ = static_cast<std::uint32_t>(mesh.triangles.size());
  p.posed_ = pose != nullptr;
  if (pose != nullptr) p.pose_ = *pose;
  const bool f32 = mesh.positions.scalar() == Scalar::f32;
  if (mesh.triangles.index() == Index::u32) {
    p.gather_ =
        f32 ? choose<float, std::uint32_t>(p.posed_) : choose<double, std::uint32_t>(p.posed_);
  } else {
    p.gather_ =
        f32 ? choose<float, std::uint64_t>(p.posed_) : choose<double, std::uint64_t>(p.posed_);
  }
  return p;
}

Primitives Primitives::points(const PositionsView& positions, const RadiiView& radii,
                              const Transform* pose) {
  Primitives p;
  p.mesh_.positions = positions;
  p.radii_ = radii;
  p.kind_ = PrimitiveKind::points;
  p.size_ = static_cast<std::uint32_t>(positions.size());
  p.posed_ = pose != nullptr;
  if (pose != nullptr) p.pose_ = *pose;
  return p;
}

std::array<std::uint64_t, 3> Primitives::topology(std::uint32_t i) const {
  std::array<std::uint64_t, 3> corners = mesh_.triangles[i];
  if (!mesh_.topology.empty()) {
    for (std::uint64_t& corner : corners) corner = mesh_.topology[static_cast<std::size_t>(corner)];
  }
  return corners;
}

}  // namespace tact
