// Bullet: a ball flies through one sheet, between two frames, so that no frame shows it, and sticks
// in the next. Kinematic: every frame is a formula. For questions about motion.
#include <algorithm>
#include <array>

#include "scenes/bodies/geodesic_sphere.h"
#include "scenes/bodies/sheet.h"
#include "scenes/motion/float_positions.h"
#include "scenes/motion/sine.h"
#include "scenes/published.h"

namespace tact::scenes {
namespace {

constexpr std::array<std::uint32_t, 4> bullet_cells{8, 16, 64, 200};
constexpr double bullet_radius = 0.1;
constexpr double bullet_speed = 0.9;  // way per frame
constexpr double last_sheet = -3;     // height at which it stops
constexpr int passed = 3;             // first frame below the first sheet

double height_of(int frame) { return std::max(2 - bullet_speed * frame, last_sheet); }

// A sheet at a height that swings where it was hit in frame `hit`.
Body hit_sheet(const char* name, std::uint32_t cells, double height, int hit) {
  const Mesh flat = sheet(cells);
  return moving_body(BodyKind::deforming, name, flat,
                     [flat, height, hit](int frame, std::vector<float>& out) {
                       out.resize(3 * flat.positions.size());
                       const int since = std::max(0, frame - hit + 1);
                       const double swing = since == 0 ? 0 : 0.3 * sine(1.1 * since) / since;
                       for (std::size_t i = 0; i < flat.positions.size(); ++i) {
                         const Vec3& p = flat.positions[i];
                         const double rim = std::max(0.0, 1 - length_sq(p) / 0.4);
                         put(out, i, {p.x, p.y, height - swing * rim * rim});
                       }
                     });
}

}  // namespace

Scene bullet(int lod) {
  const std::uint32_t cells = bullet_cells[static_cast<std::size_t>(lod)];
  Scene scene;
  const Mesh ball = geodesic_sphere(lod + 1);
  scene.bodies.push_back(
      moving_body(BodyKind::deforming, "bullet", ball, [ball](int frame, std::vector<float>& out) {
        out.resize(3 * ball.positions.size());
        for (std::size_t i = 0; i < ball.positions.size(); ++i) {
          put(out, i, ball.positions[i] * bullet_radius + Vec3{0.03, -0.02, height_of(frame)});
        }
      }));
  scene.bodies.push_back(hit_sheet("sheet", cells, 0, passed));
  scene.bodies.push_back(hit_sheet("last sheet", cells, last_sheet, 6));
  return scene;
}

}  // namespace tact::scenes
