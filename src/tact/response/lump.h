#pragma once
// Lumps: what contacts push. A lump is a set of points that answers an impulse as one: a single
// point, the points inside a sphere of the hierarchy (Spillmann 2006, section 6), or a whole body
// in the motions that its shape allows. What shape matching would make of an impulse within the
// step is so known to the contacts already, and a stack of bodies answers as a stack.
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "tact/base/types.h"
#include "tact/base/vec.h"

namespace tact {

/// How the points of a lump move against each other.
enum class Freedom : std::uint8_t {
  together,  ///< not at all: all by the same velocity
  rigid,     ///< the lump turns
  affine,    ///< it also stretches and shears
  quadratic  ///< it also bends and twists
};

/// The motions of a lump beyond that of its centre. A point at r from the centre moves by
/// Σ rate[k] · φ_k(r): φ = r, and for quadratic lumps also squares and products of r · scale, less
/// their mean. `spin` is the rigid part of that motion alone.
struct Modes {
  static constexpr std::size_t most = 9;

  Vec3 spin;
  std::array<Vec3, most> rate{};
  std::array<double, 9> inverse_inertia{};  ///< by rows; zero where it has no extent to turn
  /// Of Σ m φ φᵀ, by rows of its size: 3 × 3 or 9 × 9. Zero in directions without extent.
  std::array<double, most * most> inverse{};
  std::array<double, 6> mean{};  ///< of squares and products
  double scale = 1;
};

struct Lump {
  Vec3 centre;              ///< of mass
  Vec3 velocity;            ///< of the centre
  double inverse_mass = 0;  ///< 0: nothing moves it
  Freedom freedom = Freedom::together;
  std::uint32_t modes = 0;  ///< where its modes are, unless its points move together
  /// How an impulse is passed on: (1 - softness) by the rigid motion that it causes, the rest by
  /// all motions that are free. Either way it has the same momentum, linear and angular.
  double softness = 0;
};

struct LumpSet {
  std::vector<Lump> lumps;
  std::vector<Modes> modes;

  void clear() {
    lumps.clear();
    modes.clear();
  }
};

/// A 3 × 3 matrix by rows times a vector.
constexpr Vec3 times(const std::array<double, 9>& m, const Vec3& v) {
  return {m[0] * v.x + m[1] * v.y + m[2] * v.z, m[3] * v.x + m[4] * v.y + m[5] * v.z,
          m[6] * v.x + m[7] * v.y + m[8] * v.z};
}

/// φ at r from the centre: 3 or, for a quadratic lump, 9 numbers.
void fill_basis(Freedom freedom, const Modes& modes, const Vec3& r, double* phi);

/// A cloud of points as they move.
struct MovingPoints {
  std::span<const Vec3> positions;
  std::span<const Vec3> velocities;
  std::span<const double> masses;  ///< above 0
};

/// The whole of `points` as one lump: its mass, the motion in its modes that has its momentum,
/// linear and angular. Where points leave a direction open (a line, a plane), nothing moves in it.
/// Cost: one look at each point.
void gather(const MovingPoints& points, Freedom freedom, Lump& lump, Modes& modes);

/// What an answer adds to the motion of a lump.
struct LumpChange {
  Vec3 velocity;
  std::array<Vec3, Modes::most> rate{};  ///< of its modes, for a rigid lump the first three
};

/// Passes a change on to the points of a lump.
void scatter(std::span<const Vec3> positions, const Lump& lump, const Modes& modes,
             const LumpChange& change, std::span<Vec3> velocities);

}  // namespace tact
