#pragma once
// ShapeBody: points that are pulled to where the shape at rest, moved and deformed as a whole,
// would have them (meshless deformation by shape matching, as Spillmann 2006 builds on). Stable for
// any time step; from an inverted, flattened or point-like start it finds its shape again.
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "tact/deform/shape_options.h"
#include "tact/geometry/maps.h"

namespace tact {

/// Velocities that points gain, by where they are: all + Σ rate[k] (x - centre)_k.
struct VelocityGain {
  Vec3 all;
  Vec3 centre;
  std::array<Vec3, 3> rate{};
};

/// Momentum, linear and angular, changes by gravity and gains alone, whatever the mode, the
/// stiffness and the clusters. Threads: docs/threads.md.
class ShapeBody {
 public:
  /// Throws Error{bad_argument} or {bad_mesh} for options out of range, arrays of different
  /// lengths, values that are not finite or masses that are not above 0.
  ShapeBody(ShapeDef def, const ShapeOptions& options);
  ShapeBody(ShapeBody&&) noexcept;
  ShapeBody& operator=(ShapeBody&&) noexcept;
  ~ShapeBody();

  /// False once it was moved from: then nothing else may be asked.
  explicit operator bool() const noexcept { return state_ != nullptr; }
  std::size_t size() const;
  const ShapeOptions& options() const;
  std::span<const Vec3> rest() const;
  std::span<const double> masses() const;
  std::span<const double> radii() const;
  std::span<const std::array<std::uint32_t, 3>> triangles() const;
  /// Every triangle lies in one of them with all its vertices.
  const Clusters& clusters() const;
  double mass() const;

  /// Where the points are. The array stays where it is for the life of the body.
  std::span<const Vec3> positions() const;
  /// To be changed by whoever responds to contacts.
  std::span<Vec3> velocities();
  std::span<const Vec3> velocities() const;
  /// How each cluster went there; their drift bounds the positions as they stand.
  std::span<const ClusterMap> maps() const;

  /// Predicts, matches, pulls to the goals. `seconds` above 0, of any size, also from step to step
  /// (a step that is longer than the last one damps deformation accordingly); gravity is an
  /// acceleration. The same result for any number of threads.
  void step(double seconds, const Vec3& gravity, unsigned threads = 1);
  /// The same after velocities have gained what contacts gave them; cheaper than to give it to them
  /// first.
  void step(double seconds, const Vec3& gravity, const VelocityGain& gain, unsigned threads = 1);

  /// Puts the points elsewhere; velocities stay as they are, maps follow. Throws
  /// Error{bad_argument}, naming the point, where that is not finite; so does shift().
  void place(std::span<const Vec3> positions);
  /// Moves one point; the drift of its clusters grows if need be.
  void shift(std::uint32_t point, const Vec3& by);
  /// A pinned point stays where it is and pulls the others along. Momentum goes through the pin.
  void pin(std::uint32_t point, bool pinned = true);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tact
