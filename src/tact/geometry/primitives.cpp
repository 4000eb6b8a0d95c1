#include "tact/geometry/primitives.h"

#include <algorithm>

#include "tact/base/error.h"
#include "tact/geometry/gather_floats.h"
#include "tact/geometry/look_ahead.h"
#include "tact/geometry/non_neighbours.h"

namespace tact {

namespace {

// The first vertex of a triangle; the others, as a rule, are near.
template <class I>
std::size_t first_vertex(const TrianglesView& triangles, std::uint32_t i) {
  I vertex;
  std::memcpy(&vertex, triangles.data() + i * triangles.stride(), sizeof(I));
  return static_cast<std::size_t>(vertex);
}

// 32-bit indices where such belong?
bool is_plain(const TrianglesView& triangles) {
  return triangles.index() == Index::u32 && triangles.stride() % sizeof(std::uint32_t) == 0 &&
         reinterpret_cast<std::uintptr_t>(triangles.data()) % alignof(std::uint32_t) == 0;
}
// Floats where such belong?
bool is_plain(const PositionsView& positions) {
  return positions.scalar() == Scalar::f32 && positions.stride() % sizeof(float) == 0 &&
         reinterpret_cast<std::uintptr_t>(positions.data()) % alignof(float) == 0;
}

}  // namespace

template <class T, class I, bool Posed>
void Primitives::gather_triangles(const Primitives& self, Ids ids, double* out,
                                  std::size_t stride) {
  const TrianglesView triangles = self.mesh_.triangles;
  const PositionsView positions = self.mesh_.positions;
  const bool prefetches = self.size_ >= worth_prefetching;
  for (std::size_t k = 0; k < ids.size(); ++k) {
    if (prefetches) {
      if (k + look_far_ahead < ids.size()) {
        __builtin_prefetch(triangles.data() + ids[k + look_far_ahead] * triangles.stride());
      }
      if (k + look_ahead < ids.size()) {
        const std::size_t soon = first_vertex<I>(triangles, ids[k + look_ahead]);
        __builtin_prefetch(positions.data() + soon * positions.stride());
      }
    }
    double* to = out + k;
    for (const std::uint64_t vertex : triangles.read<I>(ids[k])) {
      Vec3 p = positions.read<T>(static_cast<std::size_t>(vertex));
      if constexpr (Posed) p = self.pose_.apply(p);
      to[0] = p.x;
      to[stride] = p.y;
      to[2 * stride] = p.z;
      to += 3 * stride;
    }
  }
}

void Primitives::gather_plain(const Primitives& self, Ids ids, double* out, std::size_t stride) {
  const std::size_t done =
      gather_floats(self.mesh_.triangles, self.mesh_.positions, ids, out, stride);
  gather_triangles<float, std::uint32_t, false>(self, ids.subspan(done), out + done, stride);
}

template <class T, class I>
void Primitives::choose() {
  gather_ = posed_ ? &gather_triangles<T, I, true> : &gather_triangles<T, I, false>;
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
  const bool plain = is_plain(mesh.triangles);
  if (mesh.topology.empty() && plain) p.corners_ = mesh.triangles;
  if (pose == nullptr && plain && is_plain(mesh.positions)) p.gather_ = &gather_plain;
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

std::size_t Primitives::non_neighbours(Ids i, Ids j, std::uint8_t* out) const {
  if (!has_ids()) return share_no_id(i, j, out);  // one vertex stands where it stands
  std::uint8_t unlike[256];
  TACT_ASSERT(i.size() <= sizeof(unlike));
  const std::size_t unlike_count = share_no_id(i, j, unlike);
  std::size_t next = 0;
  std::size_t count = 0;
  for (std::size_t k = 0; k < i.size(); ++k) {
    const bool shares_no_id = next < unlike_count && unlike[next] == k;
    if (shares_no_id) ++next;
    if (shares_no_id || !share_a_place(i[k], j[k])) out[count++] = static_cast<std::uint8_t>(k);
  }
  return count;
}

// Do triangles that share an id share a vertex at one place?
bool Primitives::share_a_place(std::uint32_t i, std::uint32_t j) const {
  const std::array<std::uint64_t, 3> a = mesh_.triangles[i];
  const std::array<std::uint64_t, 3> b = mesh_.triangles[j];
  for (const std::uint64_t v : a) {
    for (const std::uint64_t w : b) {
      if (v == w) return true;
      const std::uint32_t id = mesh_.topology[static_cast<std::size_t>(v)];
      if (id == mesh_.topology[static_cast<std::size_t>(w)] && place(v) == place(w)) return true;
    }
  }
  return false;
}

std::size_t Primitives::share_no_id(Ids i, Ids j, std::uint8_t* out) const {
  if (knows_corners()) return find_non_neighbours(corners_, i, j, out);
  std::size_t count = 0;
  for (std::size_t k = 0; k < i.size(); ++k) {
    const std::array<std::uint64_t, 3> a = topology(i[k]);
    const std::array<std::uint64_t, 3> b = topology(j[k]);
    const bool shared = std::find_first_of(a.begin(), a.end(), b.begin(), b.end()) != a.end();
    if (!shared) out[count++] = static_cast<std::uint8_t>(k);
  }
  return count;
}

std::array<std::uint64_t, 3> Primitives::topology(std::uint32_t i) const {
  std::array<std::uint64_t, 3> corners = mesh_.triangles[i];
  if (!mesh_.topology.empty()) {
    for (std::uint64_t& corner : corners) corner = mesh_.topology[static_cast<std::size_t>(corner)];
  }
  return corners;
}

void Primitives::write_corners(std::span<std::array<std::uint32_t, 3>> out) const {
  for (std::uint32_t i = 0; i < out.size(); ++i) {
    const std::array<std::uint64_t, 3> ids = topology(i);
    for (std::size_t k = 0; k < 3; ++k) out[i][k] = static_cast<std::uint32_t>(ids[k]);
  }
}

}  // namespace tact
