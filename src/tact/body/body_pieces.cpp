#include "tact/body/body_pieces.h"

#include <algorithm>
#include <numeric>

namespace tact {
namespace {

// Which vertices are connected: each points to another one of its piece, the first to itself.
class VertexPieces {
 public:
  explicit VertexPieces(std::size_t vertices) : towards_(vertices) {
    std::iota(towards_.begin(), towards_.end(), 0U);
  }
  std::uint32_t find(std::uint32_t v) {
    while (towards_[v] != v) v = towards_[v] = towards_[towards_[v]];
    return v;
  }
  void join(std::uint32_t v, std::uint32_t w) {
    const std::uint32_t p = find(v);
    const std::uint32_t q = find(w);
    towards_[std::max(p, q)] = std::min(p, q);
  }

 private:
  std::vector<std::uint32_t> towards_;
};

// Ids may be any numbers, so that they are not followed: vertices of one id make pieces of their
// own, of which each is looked at.
std::vector<std::uint32_t> pieces_of_triangles(const MeshView& mesh) {
  VertexPieces pieces(mesh.positions.size());
  const auto corner = [&](std::size_t i, std::size_t k) {
    return static_cast<std::uint32_t>(mesh.triangles[i][k]);
  };
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    pieces.join(corner(i, 0), corner(i, 1));
    pieces.join(corner(i, 0), corner(i, 2));
  }
  std::vector<bool> seen(mesh.positions.size());
  std::vector<std::uint32_t> firsts;
  for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
    const std::uint32_t piece = pieces.find(corner(i, 0));
    if (!seen[piece]) firsts.push_back(i);
    seen[piece] = true;
  }
  return firsts;
}

}  // namespace

std::span<const std::uint32_t> first_of_pieces(const BodyState& body,
                                               std::vector<std::uint32_t>& memory) {
  if (body.solid != nullptr) return body.solid->firsts;
  if (body.primitives.kind() == PrimitiveKind::triangles) {
    memory = pieces_of_triangles(body.primitives.mesh());
  } else {
    memory.resize(body.primitives.size());
    std::iota(memory.begin(), memory.end(), 0U);
  }
  return memory;
}

}  // namespace tact
