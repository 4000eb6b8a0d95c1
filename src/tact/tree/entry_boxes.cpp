#include "tact/tree/entry_boxes.h"

#include <algorithm>

namespace tact {
namespace {

// The vertices of several bodies one after the other, in place or mapped all of them.
PackedPositions join_positions(std::span<const TreePart> parts, const BoundsFrame& frame,
                               std::vector<float>& buffer) {
  const TreePart& last = parts.back();
  const std::size_t vertices = last.first_vertex + last.primitives->mesh().positions.size();
  if (vertices == 0) return {};
  const bool in_float = std::all_of(parts.begin(), parts.end(), [&](const TreePart& part) {
    return readable_in_place(*part.primitives, frame);
  });
  buffer.resize(3 * vertices);
  for (const TreePart& part : parts) {
    float* const out = buffer.data() + std::size_t{3} * part.first_vertex;
    const PositionsView& positions = part.primitives->mesh().positions;
    if (in_float) {
      std::copy_n(reinterpret_cast<const float*>(positions.data()), 3 * positions.size(), out);
    } else {
      map_positions(*part.primitives, frame, out);
    }
  }
  return in_buffer(buffer, in_float ? &frame : nullptr);
}

// Both ends of a motion in place, or mapped, one behind the other.
void read_motion(const TreePart& part, const BoundsFrame& frame, std::vector<float>& buffer,
                 EntryGeometry& geometry) {
  PackedPositions& to = geometry;
  const std::size_t numbers = 3 * part.primitives->mesh().positions.size();
  if (numbers == 0) return;
  if (readable_in_place(*part.from, frame) && readable_in_place(*part.primitives, frame)) {
    geometry.from = in_place(*part.from, frame);
    to = in_place(*part.primitives, frame);
    return;
  }
  buffer.resize(2 * numbers);
  map_positions(*part.from, frame, buffer.data());
  map_positions(*part.primitives, frame, buffer.data() + numbers);
  geometry.from = in_buffer(std::span<const float>(buffer).first(numbers));
  to = in_buffer(std::span<const float>(buffer).subspan(numbers));
}

void set_vertices(TreeEntry& entry, const TreePart& part) {
  if (part.primitives->kind() == PrimitiveKind::points) {
    entry.vertex[0] = entry.vertex[1] = entry.vertex[2] = entry.id - part.first;
    return;
  }
  const std::array<std::uint64_t, 3> corners =
      part.primitives->mesh().triangles[entry.id - part.first];
  for (std::size_t k = 0; k < 3; ++k) {
    entry.vertex[k] = part.first_vertex + static_cast<std::uint32_t>(corners[k]);
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

EntryGeometry entry_geometry(std::span<const TreePart> parts, const BoundsFrame& frame,
                             std::vector<float>& buffer) {
  EntryGeometry geometry;
  geometry.parts = parts;
  geometry.frame = frame;
  if (parts.front().primitives->kind() == PrimitiveKind::points) return geometry;
  if (parts.front().from != nullptr) {
    read_motion(parts.front(), frame, buffer, geometry);
    return geometry;
  }
  static_cast<PackedPositions&>(geometry) =
      parts.size() == 1 ? packed_positions(*parts.front().primitives, frame, buffer)
                        : join_positions(parts, frame, buffer);
  return geometry;
}

void fill_entries(std::span<const TreePart> parts, std::span<TreeEntry> entries) {
  for (const TreePart& part : parts) {
    for (std::uint32_t i = 0; i < part.primitives->size(); ++i) {
      TreeEntry& entry = entries[part.first + i];
      entry.id = part.first + i;
      set_vertices(entry, part);
    }
  }
}

void reindex_entries(std::span<const TreePart> parts, std::span<TreeEntry> entries) {
  for (TreeEntry& entry : entries) set_vertices(entry, part_of(parts, entry.id));
}

}  // namespace tact
