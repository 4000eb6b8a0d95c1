#include "tact/tree/slot_boxes.h"

namespace tact {
namespace {

void use_packed(SlotGeometry& geometry, const float* xyz, std::size_t vertices) {
  geometry.xyz = xyz;
  geometry.last_vertex = static_cast<std::uint32_t>(vertices - 1);
  for (std::size_t k = 0; k < 3; ++k) geometry.tail[k] = xyz[3 * (vertices - 1) + k];
}

// Nearest rounding is enough here: boxes are rounded outward after the minimum and maximum.
void map_positions(const PositionsView& positions, const BoundsFrame& frame,
                   std::vector<float>& buffer) {
  buffer.resize(3 * positions.size());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const Vec3 p = positions[i];
    buffer[3 * i] = static_cast<float>(frame.map(p.x, 0));
    buffer[3 * i + 1] = static_cast<float>(frame.map(p.y, 1));
    buffer[3 * i + 2] = static_cast<float>(frame.map(p.z, 2));
  }
}

}  // namespace

SlotGeometry slot_geometry(const Primitives& primitives, const BoundsFrame& frame,
                           std::vector<float>& buffer) {
  SlotGeometry geometry;
  geometry.primitives = &primitives;
  geometry.frame = frame;
  const PositionsView& positions = primitives.mesh().positions;
  if (primitives.posed() || primitives.kind() == PrimitiveKind::points || positions.size() == 0) {
    return geometry;
  }
  if (positions.scalar() == Scalar::f32 && positions.stride() == 3 * sizeof(float) &&
      frame.float_exact) {
    use_packed(geometry, reinterpret_cast<const float*>(positions.data()), positions.size());
    geometry.scale = static_cast<float>(frame.scale);
    for (std::size_t k = 0; k < 3; ++k) geometry.offset[k] = static_cast<float>(frame.offset[k]);
  } else {
    map_positions(positions, frame, buffer);
    use_packed(geometry, buffer.data(), positions.size());
  }
  return geometry;
}

void fill_slots(const Primitives& primitives, std::span<Slot> slots) {
  const bool points = primitives.kind() == PrimitiveKind::points;
  for (std::uint32_t i = 0; i < slots.size(); ++i) {
    Slot& slot = slots[i];
    slot.id = i;
    if (points) {
      slot.vertex[0] = slot.vertex[1] = slot.vertex[2] = i;
      continue;
    }
    const std::array<std::uint64_t, 3> corners = primitives.mesh().triangles[i];
    for (std::size_t k = 0; k < 3; ++k) slot.vertex[k] = static_cast<std::uint32_t>(corners[k]);
  }
}

}  // namespace tact
