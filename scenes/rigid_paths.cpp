// Torus, pipes, hand and flange, after Tropp 2006, with generated bodies of the paper's sizes.
#include "scenes/rigid_paths.h"

#include <algorithm>
#include <array>
#include <vector>

#include "scenes/bodies/refine.h"
#include "scenes/bodies/torus.h"
#include "scenes/bodies/tube.h"
#include "scenes/bodies/turned.h"
#include "scenes/motion/float_positions.h"
#include "scenes/motion/random.h"
#include "scenes/motion/rotation.h"
#include "scenes/published.h"

namespace tact::scenes {
namespace {

// Two bodies, and where the second one is at each place of its course, from 0 to 1.
struct Course {
  Mesh still;
  Mesh moving;
  std::function<Transform(double)> at;
};

Mesh scaled(Mesh mesh, double by) {
  for (Vec3& p : mesh.positions) p = rounded(p * by);
  return mesh;
}

// A tube along a curve over [0, 1] with about as many triangles as asked, and not more.
template <class Curve>
Mesh tube_along(const Curve& curve, std::uint32_t triangles, std::uint32_t around) {
  const std::uint32_t rings = std::max(3U, triangles / (2 * around));
  std::vector<TubePoint> path;
  for (std::uint32_t k = 0; k < rings + 2; ++k) {
    path.push_back(curve(static_cast<double>(k) / (rings + 1)));
  }
  return tube(path, around);
}

// A wobble that comes near ±size, at rates that do not meet.
double wobble(double u, double rate, double size) {
  return size * 0.5 * (sine(rate * u) + sine(1.618 * rate * u + 1));
}

// A ring on a wire.
Vec3 wire(double s) { return {0.8 * cosine(5 * s), 0.8 * sine(5 * s), 1.6 * s - 0.8}; }

Course torus_course(int lod) {
  constexpr std::array<std::uint32_t, 3> still{1280, 6000, 98114};
  constexpr std::array<std::uint32_t, 3> across{16, 32, 100};
  const auto level = static_cast<std::size_t>(lod);
  const auto thick = [](double s) -> TubePoint { return {wire(s), 0.1 + 0.02 * sine(60 * s)}; };
  Course course;
  course.still = with_triangle_count(
      tube_along(thick, still[level], lod == 2 ? 96U : 16U << static_cast<unsigned>(lod)),
      still[level]);
  course.moving = torus(across[level], across[level], 0.2, 0.05);
  course.at = [](double u) {
    const double s = 0.06 + 0.88 * u;
    const Vec3 along = wire(s + 1e-3) - wire(s - 1e-3);
    const Vec3 t = along * (1 / length(along));
    // Turns z to the wire's direction (which always goes up), after a turn about z.
    const double spin = 9 * u;
    const double w = 1 + t.z;
    const Quaternion q{-t.y * cosine(spin) + t.x * sine(spin),
                       t.x * cosine(spin) + t.y * sine(spin), w * sine(spin), w * cosine(spin)};
    const Vec3 off{wobble(u, 61, 0.06), wobble(u, 47, 0.06), wobble(u, 53, 0.06)};
    return Transform::from_quaternion(q, wire(s) + off);
  };
  return course;
}

// Parallel pipes with a bend, at the crossings of a lattice.
Mesh lattice_of_pipes(std::uint32_t side, double spacing, double radius, double bend,
                      std::uint32_t triangles, std::uint32_t around) {
  Mesh mesh;
  for (std::uint32_t i = 0; i < side * side; ++i) {
    const double middle = 0.5 * (side - 1);
    const std::uint32_t row = i / side;
    const double x = (i % side - middle) * spacing;
    const double y = (row - middle) * spacing;
    const auto curve = [&](double s) -> TubePoint {
      return {{x + bend * sine(9 * s), y + bend * cosine(7 * s), 2 * s - 1},
              radius * (1 + 0.1 * sine(50 * s + i))};
    };
    append(mesh, tube_along(curve, triangles / (side * side), around));
  }
  return with_triangle_count(std::move(mesh), triangles);
}

Course pipes_course(int lod) {
  constexpr std::array<std::uint32_t, 3> count{800, 4000, 143690};
  constexpr std::array<std::uint32_t, 3> around{4, 6, 24};
  const auto level = static_cast<std::size_t>(lod);
  Course course;
  course.still = lattice_of_pipes(4, 0.45, 0.12, 0.03, count[level], around[level]);
  course.moving = lattice_of_pipes(3, 0.45, 0.12, 0.03, count[level], around[level]);
  course.at = [](double u) {
    return pose({0, 0, 1}, wobble(u, 23, 0.03),
                {wobble(u, 37, 0.035), wobble(u, 29, 0.035), 1.6 * u - 0.8});
  };
  return course;
}

Course hand_course(int lod) {
  constexpr std::array<std::uint32_t, 3> still{2600, 10000, 169944};
  constexpr std::array<std::uint32_t, 3> moving{300, 404, 404};
  constexpr std::array<std::uint32_t, 3> around{5, 8, 24};
  const auto level = static_cast<std::size_t>(lod);
  Course course;
  course.still = lattice_of_pipes(6, 0.5, 0.08, 0.02, still[level], around[level]);
  course.moving = scaled(hand(moving[level]), 0.2);
  course.at = [](double u) {
    return pose({1, 0.2, 0}, 40 * u, {2.6 * u - 1.3, wobble(u, 31, 0.12), wobble(u, 17, 0.5)});
  };
  return course;
}

Course flange_course(int lod) {
  constexpr std::array<std::uint32_t, 3> still{220, 990, 990};
  constexpr std::array<std::uint32_t, 3> moving{220, 990, 5306};
  constexpr std::array<std::uint32_t, 3> around{10, 20, 40};
  const auto level = static_cast<std::size_t>(lod);
  const auto pipe = [](double s) -> TubePoint {
    return {{0.05 * sine(6 * s), 0, 2.4 * s - 1.2}, 0.2 + 0.02 * sine(40 * s)};
  };
  Course course;
  course.still = flange(still[level] / 22);
  course.moving =
      with_triangle_count(tube_along(pipe, moving[level], around[level]), moving[level]);
  course.at = [](double u) {
    return pose({0.02, 0.01, 1}, 12 * u, {wobble(u, 41, 0.03), wobble(u, 29, 0.03), 1.8 * u - 0.9});
  };
  return course;
}

Course course_of(RigidScene which, int lod) {
  switch (which) {
    case RigidScene::torus:
      return torus_course(lod);
    case RigidScene::pipes:
      return pipes_course(lod);
    case RigidScene::hand:
      return hand_course(lod);
    case RigidScene::flange:
      break;
  }
  return flange_course(lod);
}

// How far the corners of a box get from one pose to another, at most.
double displacement(const Vec3& lo, const Vec3& hi, const Transform& from, const Transform& to) {
  double most = 0;
  for (unsigned i = 0; i < 8; ++i) {
    const Vec3 corner{(i & 1U) != 0 ? hi.x : lo.x, (i & 2U) != 0 ? hi.y : lo.y,
                      (i & 4U) != 0 ? hi.z : lo.z};
    most = std::max(most, length(to.apply(corner) - from.apply(corner)));
  }
  return most;
}

// How far frames move on the paper's paths: most of them evenly up to `small`, a share of them
// evenly from a tenth up to `large`, so that its medians are met.
struct OriginalMotions {
  PathMotions paper;
  double small;
  double large;
};
constexpr std::array<OriginalMotions, 4> original_motions{{{{0.018, 0}, 0.036, 0.036},
                                                           {{0.09, 0.4321}, 0.1, 0.4},
                                                           {{0.147, 0.6015}, 0.1, 0.378},
                                                           {{0.137, 0.629}, 0.1, 0.28}}};

double drawn_motion(const OriginalMotions& from, Random& random) {
  const bool is_large = random.uniform(0, 1) < from.paper.large;
  return is_large ? random.uniform(0.1001, from.large) : random.uniform(0.001, from.small);
}

struct Corners {
  Vec3 lo;
  Vec3 hi;
  explicit Corners(const Mesh& mesh) : lo(mesh.positions.front()), hi(lo) {
    for (const Vec3& p : mesh.positions) {
      lo = min(lo, p);
      hi = max(hi, p);
    }
  }
  double longest() const {
    const Vec3 edges = hi - lo;
    return std::max({edges.x, edges.y, edges.z});
  }
};

// Poses along the course, each as far from the last as asked; at the ends it turns back.
std::vector<Transform> resampled(const Course& course, const RigidPathOptions& options,
                                 RigidScene which) {
  const Corners corners(course.moving);
  const auto& lo = corners.lo;
  const auto& hi = corners.hi;
  const double edge = corners.longest();
  Random random(40 + static_cast<std::uint64_t>(which));
  std::vector<Transform> poses;
  double u = 0;
  double forward = 1;
  for (int frame = 0; frame < options.frames; ++frame) {
    poses.push_back(course.at(u));
    const double motion =
        options.original ? drawn_motion(original_motions[static_cast<std::size_t>(which)], random)
                         : options.motion;
    const double wanted = motion * edge;
    // The first place that is far enough, found by small steps and then halving.
    double step = 0;
    constexpr double stride = 1e-3;
    const auto far_enough = [&](double by) {
      return displacement(lo, hi, poses.back(), course.at(u + forward * by)) >= wanted;
    };
    while (step < 0.5 && !far_enough(step + stride)) step += stride;
    double part = stride;
    for (int i = 0; i < 20; ++i) {
      part /= 2;
      if (!far_enough(step + part)) step += part;
    }
    u += forward * (step + part);
    if (u > 1 || u < 0) {
      forward = -forward;
      u = std::clamp(u, 0.0, 1.0);
    }
  }
  return poses;
}

}  // namespace

Scene rigid_path_scene(RigidScene which, int lod, const RigidPathOptions& options) {
  Course course = course_of(which, lod);
  const std::vector<Transform> poses = resampled(course, options, which);
  Scene scene;
  scene.bodies.push_back(
      rigid_body("still", std::move(course.still), [](int) { return Transform(); }));
  scene.bodies.push_back(rigid_body("moving", std::move(course.moving), [poses](int frame) {
    return poses[static_cast<std::size_t>(frame)];
  }));
  return scene;
}

PathMotions motions_of_paper(RigidScene which) {
  return original_motions[static_cast<std::size_t>(which)].paper;
}

PathMotions motions_of(RigidScene which, int lod, const RigidPathOptions& options) {
  const Course course = course_of(which, lod);
  const std::vector<Transform> poses = resampled(course, options, which);
  const Corners corners(course.moving);
  std::vector<double> moved;
  for (std::size_t i = 1; i < poses.size(); ++i) {
    moved.push_back(displacement(corners.lo, corners.hi, poses[i - 1], poses[i]) /
                    corners.longest());
  }
  PathMotions out;
  if (moved.empty()) return out;
  for (const double share : moved) out.large += share > 0.1 ? 1.0 / double(moved.size()) : 0;
  std::nth_element(moved.begin(), moved.begin() + std::ptrdiff_t(moved.size() / 2), moved.end());
  out.median = moved[moved.size() / 2];
  return out;
}

Scene torus_path(int lod) { return rigid_path_scene(RigidScene::torus, lod); }
Scene pipes_path(int lod) { return rigid_path_scene(RigidScene::pipes, lod); }
Scene hand_path(int lod) { return rigid_path_scene(RigidScene::hand, lod); }
Scene flange_path(int lod) { return rigid_path_scene(RigidScene::flange, lod); }

}  // namespace tact::scenes
