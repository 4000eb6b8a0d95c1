#pragma once
// Stream setup (Zhang 2007, 4.1): which primitives make a leaf, and which vertices.
#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "tact/bounds/aabb.h"

namespace tact {

/// The vertices of a triangle; a point repeats its own.
using Corners = std::array<std::uint32_t, 3>;

/// Most primitives a leaf may hold.
inline constexpr std::uint32_t most_leaf_size = 64;

/// A box tree built from the top down, of which only the order of its leaves is kept. Every leaf
/// but the last holds exactly `leaf_size` primitives: cuts are where the middle of the midpoints
/// along the longest side is, rounded to whole leaves, and to 4, 16, 64 or 256 of them while there
/// are more, so that cells and tiles are nodes of the tree.
class StreamLeaves {
 public:
  /// The same order for the same boxes.
  void build(std::span<const Aabb> boxes, std::uint32_t leaf_size);
  /// After build(): the corners of each primitive, by its number.
  void set_corners(std::span<const Corners> corners);

  std::uint32_t leaf_size() const { return leaf_size_; }
  std::uint32_t count() const { return count_; }
  /// Primitives, leaf by leaf: leaf i has those from i * leaf_size() on.
  std::span<const std::uint32_t> ids() const { return ids_; }
  std::span<const std::uint32_t> ids(std::uint32_t leaf) const {
    const std::size_t first = std::size_t{leaf} * leaf_size_;
    return ids().subspan(first, std::min<std::size_t>(leaf_size_, ids_.size() - first));
  }
  /// Corners of the same primitives.
  std::span<const Corners> corners(std::uint32_t leaf) const {
    return std::span<const Corners>(corners_).subspan(std::size_t{leaf} * leaf_size_,
                                                      ids(leaf).size());
  }
  /// The different vertices of a leaf.
  std::span<const std::uint32_t> vertices(std::uint32_t leaf) const {
    return std::span<const std::uint32_t>(vertices_).subspan(
        first_vertex_[leaf], first_vertex_[leaf + 1] - first_vertex_[leaf]);
  }
  /// The most of them that a leaf has.
  std::uint32_t most_vertices() const { return most_vertices_; }

 private:
  struct Item {
    float centre[3];
    std::uint32_t id;
  };
  void cut(std::uint32_t first, std::uint32_t last);

  std::uint32_t leaf_size_ = 1;
  std::uint32_t count_ = 0;
  std::uint32_t most_vertices_ = 0;
  std::vector<Item> items_;
  std::vector<std::uint32_t> ids_;
  std::vector<Corners> corners_;
  std::vector<std::uint32_t> vertices_;
  std::vector<std::size_t> first_vertex_;
};

}  // namespace tact
