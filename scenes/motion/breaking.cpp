#include "scenes/motion/breaking.h"

#include <algorithm>

#include "scenes/motion/float_positions.h"
#include "scenes/motion/random.h"
#include "scenes/motion/rotation.h"

namespace tact::scenes {
namespace {

Vec3 middle_of(const Mesh& mesh, std::size_t triangle) {
  const auto& t = mesh.triangles[triangle];
  return (mesh.positions[t[0]] + mesh.positions[t[1]] + mesh.positions[t[2]]) * (1.0 / 3);
}

}  // namespace

Mesh broken(const Mesh& whole) {
  Mesh mesh;
  for (const auto& t : whole.triangles) {
    const auto first = static_cast<std::uint32_t>(mesh.positions.size());
    mesh.triangles.push_back({first, first + 1, first + 2});
    for (const std::uint32_t vertex : t) {
      mesh.positions.push_back(whole.positions[vertex]);
      mesh.topology.push_back(whole.topology.empty() ? vertex : whole.topology[vertex]);
    }
  }
  return mesh;
}

std::vector<std::uint32_t> piece_per_triangle(const Mesh& whole) {
  std::vector<std::uint32_t> piece(whole.triangles.size());
  for (std::uint32_t i = 0; i < piece.size(); ++i) piece[i] = i;
  return piece;
}

std::vector<std::uint32_t> piece_by_chunk(const Mesh& whole, std::uint32_t pieces,
                                          std::uint64_t seed) {
  Random random(seed);
  std::vector<Vec3> centres;
  for (std::uint32_t i = 0; i < pieces; ++i) {
    centres.push_back(middle_of(whole, random.bits() % whole.triangles.size()));
  }
  std::vector<std::uint32_t> piece(whole.triangles.size());
  for (std::size_t i = 0; i < piece.size(); ++i) {
    const Vec3 middle = middle_of(whole, i);
    for (std::uint32_t c = 1; c < pieces; ++c) {
      if (length_sq(centres[c] - middle) < length_sq(centres[piece[i]] - middle)) piece[i] = c;
    }
  }
  return piece;
}

Breaking::Breaking(Mesh whole, const BreakingMotion& motion,
                   const std::vector<std::uint32_t>& piece)
    : whole_(std::move(whole)), motion_(motion), piece_(piece) {
  const std::uint32_t count = piece.empty() ? 0 : *std::max_element(piece.begin(), piece.end()) + 1;
  pieces_.resize(count);
  std::vector<double> triangles(count);
  Vec3 centre;
  for (std::size_t i = 0; i < piece.size(); ++i) {
    pieces_[piece[i]].middle = pieces_[piece[i]].middle + middle_of(whole_, i);
    triangles[piece[i]] += 1;
    centre = centre + middle_of(whole_, i) * (1.0 / static_cast<double>(piece.size()));
  }
  Random random(motion.seed);
  for (std::uint32_t i = 0; i < count; ++i) {
    Piece& p = pieces_[i];
    if (triangles[i] > 0) p.middle = p.middle * (1 / triangles[i]);
    p.velocity = motion.velocity * motion.keep + (p.middle - centre) * motion.burst +
                 random.normal_vector() * motion.spread;
    p.axis = random.direction();
    p.spin = random.uniform(-motion.spin, motion.spin);
  }
}

void Breaking::write(int frame, std::vector<float>& positions) const {
  positions.resize(9 * whole_.triangles.size());
  const Vec3 offset = motion_.start + motion_.velocity * std::min(frame, motion_.impact);
  const int broken_for = std::max(0, frame - motion_.impact);
  std::vector<Transform> moved;
  moved.reserve(pieces_.size());
  for (const Piece& p : pieces_) {
    moved.push_back(pose(p.axis, p.spin * broken_for, p.middle + offset + p.velocity * broken_for));
  }
  for (std::size_t i = 0; i < whole_.triangles.size(); ++i) {
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const Vec3& p = whole_.positions[whole_.triangles[i][corner]];
      const Piece& piece = pieces_[piece_[i]];
      put(positions, 3 * i + corner,
          broken_for == 0 ? p + offset : moved[piece_[i]].apply(p - piece.middle));
    }
  }
}

}  // namespace tact::scenes
