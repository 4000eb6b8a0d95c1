#pragma once
// Bodies that fly as one piece until they break; then every piece has a velocity and a spin of its
// own. This is the motion of the scenes in Larsson 2006: neighbours part in opposite directions.
#include <cstdint>
#include <vector>

#include "tact/geometry/mesh.h"

namespace tact::scenes {

/// How a body moves before and after it breaks. Lengths per frame, angles in radians per frame.
struct BreakingMotion {
  Vec3 start;            ///< added to the mesh at frame 0
  Vec3 velocity;         ///< of the whole body
  int impact = 0;        ///< last frame in which the body is whole
  double keep = 0.4;     ///< part of the velocity that the pieces keep
  double burst = 0;      ///< speed away from the body's centre, for pieces at distance 1
  double spread = 0.01;  ///< standard deviation of the pieces' own velocity, per axis
  double spin = 0.1;     ///< the largest spin
  std::uint64_t seed = 0;
};

/// A mesh whose triangles share no vertex; its topology ids are those of `whole`, so that pieces
/// are neighbours as long as they hang together.
Mesh broken(const Mesh& whole);

/// Each triangle's piece: itself.
std::vector<std::uint32_t> piece_per_triangle(const Mesh& whole);

/// Each triangle's piece: the nearest of `pieces` triangles chosen at random.
std::vector<std::uint32_t> piece_by_chunk(const Mesh& whole, std::uint32_t pieces,
                                          std::uint64_t seed);

class Breaking {
 public:
  /// `piece` numbers the piece of each triangle of `whole`.
  Breaking(Mesh whole, const BreakingMotion& motion, const std::vector<std::uint32_t>& piece);

  /// Positions of broken(whole) at `frame`, any frame at any time.
  void write(int frame, std::vector<float>& positions) const;

 private:
  struct Piece {
    Vec3 middle;
    Vec3 velocity;
    Vec3 axis;
    double spin = 0;
  };

  Mesh whole_;
  BreakingMotion motion_;
  std::vector<std::uint32_t> piece_;
  std::vector<Piece> pieces_;
};

}  // namespace tact::scenes
