#pragma once
// ShapeBody: points that are pulled to where the shape at rest, moved and deformed as a whole,
// would have them (meshless deformation by shape matching, as Spillmann 2006 builds on). Stable for
// any time step; from an inverted, flattened or point-like start it finds its shape again.
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "tact/base/export.h"
#include "tact/base/vec.h"
#include "tact/geometry/maps.h"
#include "tact/geometry/mesh.h"

namespace tact {

/// What the goals of a cluster may be (Spillmann 2006, section 4).
enum class ShapeMode : std::uint8_t {
  rigid,     ///< turned and moved
  linear,    ///< also stretched and sheared
  quadratic  ///< also bent and twisted
};

/// How a body keeps its shape.
struct ShapeOptions {
  ShapeMode mode = ShapeMode::linear;  ///< what its goals may be
  /// How much of the way to its goal a point goes in a step: above 0, at most 1.
  double stiffness = 1;
  /// How much of the deformation the goals keep (β): from 0, as rigid, to below 1, where a body
  /// would keep any deformation for good.
  double linear_share = 0.5;
  bool keep_volume = true;     ///< stretched goals keep the volume of the body at rest
  std::uint32_t clusters = 1;  ///< how many parts keep a shape of their own
  /// How far a cluster reaches into its neighbours, as a share of the distance to its centre.
  double overlap = 0.25;
  /// How much of the velocity that is no motion as a whole is lost in a second: 0 none.
  double damping = 0;
};

/// Points of a body at rest, and what is known of them.
struct ShapeDef {
  std::vector<Vec3> points;                             ///< at rest
  std::vector<double> masses;                           ///< empty: 1 each; else above 0
  std::vector<double> radii;                            ///< empty: 0 each
  std::vector<std::array<std::uint32_t, 3>> triangles;  ///< of points; may be none
};

/// The vertices of a surface, copied. Not checked: ShapeBody does.
TACT_API ShapeDef shape_of(const Mesh& mesh);
/// A cloud, every point of the same radius.
TACT_API ShapeDef shape_of(std::vector<Vec3> points, double radius);
/// The vertices of a closed surface, and behind them points inside it, on a grid of this spacing:
/// time and memory are those of the grid. Throws Error{bad_mesh} for a mesh that no world would
/// take, {bad_argument} for a spacing that is not above 0, not finite, or means 10^8 points or
/// more.
TACT_API ShapeDef filled_shape(const Mesh& mesh, double spacing);

/// Velocities that points gain, by where they are: all + Σ rate[k] (x - centre)_k.
struct VelocityGain {
  Vec3 all;                    ///< for every point
  Vec3 centre;                 ///< where `rate` adds nothing
  std::array<Vec3, 3> rate{};  ///< per unit of distance from the centre along each axis
};

/// Momentum, linear and angular, changes by gravity and gains alone, whatever the mode, the
/// stiffness and the clusters. Threads: docs/threads.md.
class TACT_API ShapeBody {
 public:
  /// Of coordinates, radii, masses, seconds, and ways that velocities, gains and gravity go in a
  /// step; the inverse is the least of masses and of seconds. Within it nothing that is finite
  /// becomes what is not.
  static constexpr double largest = 1e50;

  /// Throws Error{bad_argument} for options out of range, no points, or arrays of other lengths;
  /// {bad_mesh} for values that are not finite or beyond `largest`, masses not above 0, negative
  /// radii (naming the point), and triangles of points that are not there.
  ShapeBody(ShapeDef def, const ShapeOptions& options);
  ShapeBody(ShapeBody&&) noexcept;
  ShapeBody& operator=(ShapeBody&&) noexcept;
  ~ShapeBody();

  /// False once it was moved from: then nothing else may be asked.
  explicit operator bool() const noexcept { return state_ != nullptr; }
  /// How many points there are.
  std::size_t size() const;
  /// As they were given.
  const ShapeOptions& options() const;
  /// Where the points are at rest. Spans stay good for the life of the body.
  std::span<const Vec3> rest() const;
  /// One for each point.
  std::span<const double> masses() const;
  /// One for each point.
  std::span<const double> radii() const;
  /// Of points; may be none.
  std::span<const std::array<std::uint32_t, 3>> triangles() const;
  /// Every triangle lies in one of them with all its vertices.
  const Clusters& clusters() const;
  /// Of all points.
  double mass() const;

  /// Where the points are. The array stays where it is for the life of the body.
  std::span<const Vec3> positions() const;
  /// To be changed by whoever responds to contacts.
  std::span<Vec3> velocities();
  std::span<const Vec3> velocities() const;
  /// How each cluster went there; their drift bounds the positions as they stand.
  std::span<const ClusterMap> maps() const;

  /// Predicts, matches, pulls to the goals. `seconds` above 0, also very different ones from step
  /// to step (a step that is longer than the last one damps deformation accordingly); gravity is an
  /// acceleration. The same result for any number of threads; linear in the points of all clusters.
  /// Throws Error{bad_argument}, and leaves everything as it was, for a time out of range, and for
  /// gravity, gains and velocities that are not finite or go beyond `largest`, naming the point.
  void step(double seconds, const Vec3& gravity, unsigned threads = 1);
  /// The same after velocities have gained what contacts gave them; cheaper than to give it to them
  /// first.
  void step(double seconds, const Vec3& gravity, const VelocityGain& gain, unsigned threads = 1);

  /// Puts the points elsewhere; velocities stay as they are, maps follow. Throws
  /// Error{bad_argument} for another number of them, and, naming the point, where one is not
  /// finite or beyond `largest`; all stay where they were then.
  void place(std::span<const Vec3> positions);
  /// Moves one point; the drift of its clusters grows if need be. Throws Error{bad_argument} if
  /// there is no such point, or that is no finite place within `largest`.
  void shift(std::uint32_t point, const Vec3& by);
  /// A pinned point stays where it is and pulls the others along. Momentum goes through the pin.
  /// Throws Error{bad_argument} if there is no such point.
  void pin(std::uint32_t point, bool pinned = true);

 private:
  friend class Simulation;  // checks all its bodies before any of them moves
  struct State;
  void advance(double seconds, const Vec3& gravity, const VelocityGain& gain, unsigned threads);

  std::unique_ptr<State> state_;
};

}  // namespace tact
