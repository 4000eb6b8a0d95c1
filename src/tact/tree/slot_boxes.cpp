#include "tact/tree/slot_boxes.h"

#include <algorithm>
#include <cstring>

namespace tact {
namespace {

bool packed_float(const Primitives& primitives) {
  const PositionsView& positions = primitives.mesh().positions;
  return !primitives.posed() && positions.scalar() == Scalar::f32 &&
         positions.stride() == 3 * sizeof(float);
}

const float* packed(const Primitives& primitives) {
  return reinterpret_cast<const float*>(primitives.mesh().positions.data());
}

void use_packed(SlotGeometry& geometry, const float* xyz, std::size_t vertices) {
  geometry.xyz = xyz;
  geometry.last_vertex = static_cast<std::uint32_t>(vertices - 1);
  for (std::size_t k = 0; k < 3; ++k) geometry.tail[k] = xyz[3 * (vertices - 1) + k];
}

void use_frame(SlotGeometry& geometry, const BoundsFrame& frame) {
  geometry.scale = static_cast<float>(frame.scale);
  for (std::size_t k = 0; k < 3; ++k) geometry.offset[k] = static_cast<float>(frame.offset[k]);
}

// Nearest rounding is enough here: boxes are rounded outward after the minimum and maximum.
void map_positions(const Primitives& primitives, const BoundsFrame& frame, float* out) {
  const PositionsView& positions = primitives.mesh().positions;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const Vec3 p = primitives.posed() ? primitives.pose().apply(positions[i]) : positions[i];
    for (std::size_t k = 0; k < 3; ++k) *out++ = static_cast<float>(frame.map(p[k], k));
  }
}

void set_vertices(Slot& slot, const TreePart& part) {
  if (part.primitives->kind() == PrimitiveKind::points) {
    slot.vertex[0] = slot.vertex[1] = slot.vertex[2] = slot.id - part.first;
    return;
  }
  const std::array<std::uint64_t, 3> corners =
      part.primitives->mesh().triangles[slot.id - part.first];
  for (std::size_t k = 0; k < 3; ++k) {
    slot.vertex[k] = part.first_vertex + static_cast<std::uint32_t>(corners[k]);
  }
}

}  // namespace

// A binary search without branches: which body comes next cannot be predicted.
const TreePart& part_of(std::span<const TreePart> parts, std::uint32_t id) {
  std::size_t at = 0;
  for (std::size_t left = parts.size(); left > 1;) {
    const std::size_t half = left / 2;
    at += parts[at + half].first <= id ? half : 0;
    left -= half;
  }
  return parts[at];
}

SlotGeometry slot_geometry(std::span<const TreePart> parts, const BoundsFrame& frame,
                           std::vector<float>& buffer) {
  SlotGeometry geometry;
  geometry.parts = parts;
  geometry.frame = frame;
  if (parts.front().primitives->kind() == PrimitiveKind::points) return geometry;
  const bool in_float =
      frame.float_exact && std::all_of(parts.begin(), parts.end(), [](const TreePart& part) {
        return packed_float(*part.primitives);
      });
  const TreePart& last = parts.back();
  const std::size_t vertices = last.first_vertex + last.primitives->mesh().positions.size();
  if (vertices == 0) return geometry;
  if (in_float) use_frame(geometry, frame);
  if (in_float && parts.size() == 1) {
    use_packed(geometry, packed(*last.primitives), vertices);
    return geometry;
  }
  buffer.resize(3 * vertices);
  for (const TreePart& part : parts) {
    float* const out = buffer.data() + std::size_t{3} * part.first_vertex;
    if (in_float) {
      std::copy_n(packed(*part.primitives), 3 * part.primitives->mesh().positions.size(), out);
    } else {
      map_positions(*part.primitives, frame, out);
    }
  }
  use_packed(geometry, buffer.data(), vertices);
  return geometry;
}

void fill_slots(std::span<const TreePart> parts, std::span<Slot> slots) {
  for (const TreePart& part : parts) {
    for (std::uint32_t i = 0; i < part.primitives->size(); ++i) {
      Slot& slot = slots[part.first + i];
      slot.id = part.first + i;
      set_vertices(slot, part);
    }
  }
}

void reindex_slots(std::span<const TreePart> parts, std::span<Slot> slots) {
  for (Slot& slot : slots) set_vertices(slot, part_of(parts, slot.id));
}

}  // namespace tact
