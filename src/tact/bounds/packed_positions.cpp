#include "tact/bounds/packed_positions.h"

#include "tact/base/error.h"

namespace tact {

bool readable_in_place(const Primitives& primitives, const BoundsFrame& frame) {
  const PositionsView& positions = primitives.mesh().positions;
  return frame.float_exact && !primitives.posed() && positions.scalar() == Scalar::f32 &&
         positions.stride() == 3 * sizeof(float);
}

PackedPositions in_buffer(std::span<const float> xyz, const BoundsFrame* map_of) {
  TACT_ASSERT(xyz.size() >= 3);
  PackedPositions out;
  out.xyz = xyz.data();
  out.last_vertex = static_cast<std::uint32_t>(xyz.size() / 3 - 1);
  for (std::size_t k = 0; k < 3; ++k) out.tail[k] = xyz[xyz.size() - 3 + k];
  if (map_of == nullptr) return out;
  out.scale = static_cast<float>(map_of->scale);
  for (std::size_t k = 0; k < 3; ++k) out.offset[k] = static_cast<float>(map_of->offset[k]);
  return out;
}

PackedPositions in_place(const Primitives& primitives, const BoundsFrame& frame) {
  const PositionsView& positions = primitives.mesh().positions;
  const auto* const xyz = reinterpret_cast<const float*>(positions.data());
  return in_buffer({xyz, 3 * positions.size()}, &frame);
}

void map_positions(const Primitives& primitives, const BoundsFrame& frame, float* out) {
  const PositionsView& positions = primitives.mesh().positions;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const Vec3 p = primitives.posed() ? primitives.pose().apply(positions[i]) : positions[i];
    for (std::size_t k = 0; k < 3; ++k) *out++ = static_cast<float>(frame.map(p[k], k));
  }
}

PackedPositions packed_positions(const Primitives& primitives, const BoundsFrame& frame,
                                 std::vector<float>& buffer) {
  const std::size_t vertices = primitives.mesh().positions.size();
  if (primitives.kind() == PrimitiveKind::points || vertices == 0) return {};
  if (readable_in_place(primitives, frame)) return in_place(primitives, frame);
  buffer.resize(3 * vertices);
  map_positions(primitives, frame, buffer.data());
  return in_buffer(buffer);
}

}  // namespace tact
