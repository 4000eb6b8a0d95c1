// Cloth: a square sheet falls onto a turning ball, wraps around it and hangs down in folds that
// touch each other. Kinematic: every frame is a formula.
#include <algorithm>
#include <array>

#include "scenes/bodies/geodesic_sphere.h"
#include "scenes/bodies/sheet.h"
#include "scenes/motion/float_positions.h"
#include "scenes/motion/rotation.h"
#include "scenes/published.h"

namespace tact::scenes {
namespace {

constexpr double ball_radius = 0.5;  // radius
constexpr int landing = 30;          // first frame in which the sheet touches the top
constexpr double wrapping = 0.008;   // length of sheet that is laid onto the ball per frame
constexpr std::array<std::uint32_t, 4> sheet_cells{16, 32, 100, 200};

// Where a point of the sheet is, by its distance to the middle and its direction (cosine, sine).
Vec3 draped(double distance, double c, double s, int frame) {
  const double wrapped = std::min(wrapping * std::max(0, frame - landing), 1.45 * ball_radius);
  const double lies = std::min(distance, wrapped);
  const double hangs = distance - lies;
  const double radius = ball_radius * (1.004 + 0.006 * cosine(9 * distance + 0.1 * frame));
  const double angle = lies / ball_radius;
  // Folds: the hanging part swings in and out (c3: cosine of three times the direction), and is
  // drawn together sideways so far that neighbouring folds meet.
  const double c2 = c * c - s * s;
  const double s2 = 2 * c * s;
  const double c4 = c2 * c2 - s2 * s2;
  const double s4 = 2 * c2 * s2;
  const double c8 = c4 * c4 - s4 * s4;
  const double s8 = 2 * c4 * s4;
  const double deep = hangs * std::min(1.0, 2 * wrapped);
  const double out = radius * sine(angle) + hangs * cosine(angle) + 0.30 * deep * c8;
  const double aside = 0.55 * deep * (s8 * c8 + 0.3 * s4);
  const double fall = 0.02 * std::max(0, landing - frame);
  const double height = radius * cosine(angle) - hangs * sine(angle) + fall;
  return {out * c - aside * s, out * s + aside * c,
          height + 0.02 * sine(5 * distance - 0.2 * frame) * hangs};
}

// Each frame is `stride` of them.
Scene cloth_at(int lod, int stride) {
  Scene scene;
  Mesh sphere = geodesic_sphere(lod + 2);
  for (Vec3& p : sphere.positions) p = rounded(p * ball_radius);
  scene.bodies.push_back(rigid_body("ball", sphere, [stride](int frame) {
    return pose({0.1, 0, 1}, 0.02 * stride * frame, {});
  }));

  const Mesh flat = sheet(sheet_cells[static_cast<std::size_t>(lod)]);
  scene.bodies.push_back(moving_body(BodyKind::deforming, "cloth", flat,
                                     [flat, stride](int frame, std::vector<float>& out) {
                                       out.resize(3 * flat.positions.size());
                                       for (std::size_t i = 0; i < flat.positions.size(); ++i) {
                                         const Vec3& p = flat.positions[i];
                                         const double distance = length(p);
                                         const double c = distance > 0 ? p.x / distance : 1;
                                         const double s = distance > 0 ? p.y / distance : 0;
                                         put(out, i, draped(distance, c, s, stride * frame));
                                       }
                                     }));
  scene.bodies.back().self = true;
  return scene;
}

}  // namespace

Scene cloth(int lod) { return cloth_at(lod, 1); }
Scene cloth_drop(int lod) { return cloth_at(lod, 15); }

}  // namespace tact::scenes
