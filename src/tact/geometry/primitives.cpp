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

template <class I, bool Mapped>
bool Primitives::share_vertex(const Primitives& self, std::uint32_t i, std::uint32_t j) {
  std::array<std::uint64_t, 3> a = self.mesh_.triangles.read<I>(i);
  std::array<std::uint64_t, 3> b = self.mesh_.triangles.read<I>(j);
  if constexpr (Mapped) {
    const std::uint32_t* const ids = self.mesh_.topology.data();
    for (std::uint64_t& v : a) v = ids[v];
    for (std::uint64_t& v : b) v = ids[v];
  }
  // One decision instead of nine: whether candidates are neighbours is hard to predict.
  const auto same = [](std::uint64_t v, std::uint64_t w) { return v == w ? 1U : 0U; };
  unsigned shared = 0;
  for (const std::uint64_t v : a) shared |= same(v, b[0]) | same(v, b[1]) | same(v, b[2]);
  return shared != 0;
}

template <class I>
void Primitives::prefetch_triangle(const Primitives& self, std::uint32_t i, bool topology) {
  I vertex;
  std::memcpy(&vertex, self.mesh_.triangles.data() + i * self.mesh_.triangles.stride(), sizeof(I));
  const PositionsView& positions = self.mesh_.positions;
  __builtin_prefetch(positions.data() + static_cast<std::size_t>(vertex) * positions.stride());
  if (topology && !self.mesh_.topology.empty())
    __builtin_prefetch(self.mesh_.topology.data() + vertex);
}

template <class T, class I>
void Primitives::choose() {
  gather_ = posed_ ? &gather_triangle<T, I, true> : &gather_triangle<T, I, false>;
  share_ = mesh_.topology.empty() ? &share_vertex<I, false> : &share_vertex<I, true>;
  prefetch_ = &prefetch_triangle<I>;
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
    f32 ? p.choose<float, std::uint32_t>() : p.choose<double, std::uint32_t>();
  } else {
    f32 ? p.choose<float, std::uint64_t>() : p.choose<double, std::uint64_t>();
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
  p.prefetch_ = [](const Primitives&, std::uint32_t, bool) {};
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
