#pragma once
// What meets during a motion, by brute force: all features against all, with the exact tests of
// geometry called directly. Shares no code with world, contact, bounds or trees; it lists features
// and tells which share a vertex by itself.
#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tact/contact/impact.h"
#include "tact/geometry/mesh.h"

namespace tact::testing {

/// A body and its motion. Its number is its place in the list.
struct MovingMesh {
  Mesh mesh;  ///< where it begins
  std::vector<Vec3> to;
  bool self = false;
};

/// Two features and when they meet. Kinds: 0 vertex and triangle, 1 triangle and vertex, 2 edges.
struct SeenImpact {
  std::uint32_t body_a;
  std::uint32_t body_b;
  std::uint32_t kind;
  std::uint32_t a[2];  ///< a vertex or a triangle and 0, or the vertices of an edge in order
  std::uint32_t b[2];
  double lo;
  double hi;
  friend auto operator<=>(const SeenImpact&, const SeenImpact&) = default;
};

/// Sorted as Impacts are.
std::vector<SeenImpact> impacts_of_all(std::span<const MovingMesh> bodies, double width = 0x1p-20);

/// What a world answered, with bodies by slot.
std::vector<SeenImpact> seen(const Impacts& impacts);

/// Empty if both lists are the same; else how long they are and where they first differ.
std::string difference(const std::vector<SeenImpact>& expected,
                       const std::vector<SeenImpact>& actual);

}  // namespace tact::testing
