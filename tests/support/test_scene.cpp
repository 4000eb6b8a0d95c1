#include "tests/support/test_scene.h"

#include <algorithm>
#include <numeric>
#include <sstream>

#include "tests/support/random.h"
#include "tests/support/shapes.h"

namespace tact::testing {
namespace {

// The unit quaternion of a pose (Shepperd's choice of the largest component).
Quaternion rotation_of(const Transform& t) {
  const double m00 = t.row(0).x;
  const double m11 = t.row(1).y;
  const double m22 = t.row(2).z;
  const double w = 1 + m00 + m11 + m22;
  const double x = 1 + m00 - m11 - m22;
  const double y = 1 - m00 + m11 - m22;
  const double z = 1 - m00 - m11 + m22;
  const double a = t.row(2).y - t.row(1).z;
  const double b = t.row(0).z - t.row(2).x;
  const double c = t.row(1).x - t.row(0).y;
  const double d = t.row(1).x + t.row(0).y;
  const double e = t.row(0).z + t.row(2).x;
  const double f = t.row(2).y + t.row(1).z;
  if (w >= x && w >= y && w >= z) return {a, b, c, w};
  if (x >= y && x >= z) return {x, d, e, a};
  if (y >= z) return {d, y, f, b};
  return {e, f, z, c};
}

Quaternion product(const Quaternion& p, const Quaternion& q) {
  return {
      p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y, p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x,
      p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w, p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z};
}

// Changes what a rigid body's pose or another body's positions are, frame by frame.
void change(TestScene& scene, const std::function<Transform(const Transform&)>& pose,
            const std::function<Vec3(const Vec3&)>& place) {
  for (TestBody& body : scene.bodies) {
    if (body.kind == BodyKind::rigid) {
      body.pose = [old = body.pose, pose](int frame) { return pose(old(frame)); };
      continue;
    }
    body.positions = [old = body.positions, place](int frame, std::vector<Vec3>& out) {
      old(frame, out);
      for (Vec3& p : out) p = place(p);
    };
    for (Vec3& p : body.mesh.positions) p = place(p);
  }
}

}  // namespace

TestScene moved(TestScene scene, const Vec3& by) {
  change(
      scene,
      [by](const Transform& t) {
        return Transform::from_quaternion(rotation_of(t), t.translation() + by);
      },
      [by](const Vec3& p) { return p + by; });
  return scene;
}

TestScene scaled(TestScene scene, double factor) {
  for (TestBody& body : scene.bodies) {
    if (body.kind == BodyKind::rigid) {
      for (Vec3& p : body.mesh.positions) p = p * factor;
    }
    for (double& r : body.radii) r *= factor;
  }
  change(
      scene,
      [factor](const Transform& t) {
        return Transform::from_quaternion(rotation_of(t), t.translation() * factor);
      },
      [factor](const Vec3& p) { return p * factor; });
  return scene;
}

TestScene rotated(TestScene scene, const Quaternion& by) {
  const Transform turn = Transform::from_quaternion(by, {});
  change(
      scene,
      [by, turn](const Transform& t) {
        return Transform::from_quaternion(product(by, rotation_of(t)), turn.apply(t.translation()));
      },
      [turn](const Vec3& p) { return turn.apply(p); });
  return scene;
}

TestScene off_float(TestScene scene) {
  // A third has no end in binary: hardly a product is a float value.
  constexpr double factor = 1 + 1.0 / (3 << 20);
  for (TestBody& body : scene.bodies) {
    if (body.kind == BodyKind::rigid) {
      for (Vec3& p : body.mesh.positions) p = p * factor;
    }
    for (double& r : body.radii) r *= factor;
  }
  change(
      scene, [](const Transform& t) { return t; }, [](const Vec3& p) { return p * factor; });
  return scene;
}

TestScene shuffled(TestScene scene, std::uint64_t seed,
                   std::vector<std::vector<std::uint32_t>>& place) {
  Random random(seed);
  place.clear();
  for (TestBody& body : scene.bodies) {
    std::vector<std::uint32_t>& order = place.emplace_back(
        body.kind == BodyKind::points ? body.mesh.positions.size() : body.mesh.triangles.size());
    std::iota(order.begin(), order.end(), 0U);
    if (body.kind == BodyKind::points) continue;
    for (std::size_t i = order.size(); i > 1; --i) {
      std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
    }
    const auto triangles = body.mesh.triangles;
    for (std::size_t i = 0; i < order.size(); ++i) body.mesh.triangles[order[i]] = triangles[i];
  }
  return scene;
}

TestScene on_grid(TestScene scene, double grid) {
  const auto rounded = [grid](const Vec3& p) {
    return Vec3{std::round(p.x / grid) * grid, std::round(p.y / grid) * grid,
                std::round(p.z / grid) * grid};
  };
  for (TestBody& body : scene.bodies) {
    for (double& r : body.radii) r = std::round(r / grid) * grid;
    if (body.kind != BodyKind::rigid) continue;
    body.kind = BodyKind::deforming;
    body.positions = [rest = body.mesh.positions, pose = body.pose](int frame,
                                                                    std::vector<Vec3>& out) {
      const Transform at = pose(frame);
      out.resize(rest.size());
      for (std::size_t i = 0; i < rest.size(); ++i) out[i] = at.apply(rest[i]);
    };
    body.pose = nullptr;
  }
  change(scene, nullptr, rounded);
  return scene;
}

std::uint64_t TestScene::primitives() const {
  std::uint64_t sum = 0;
  for (const TestBody& body : bodies) {
    sum += body.kind == BodyKind::points ? body.mesh.positions.size() : body.mesh.triangles.size();
  }
  return sum;
}

std::uint64_t TestScene::pairs() const {
  std::uint64_t sum = 0;
  std::uint64_t before = 0;
  for (const TestBody& body : bodies) {
    const std::uint64_t count =
        body.kind == BodyKind::points ? body.mesh.positions.size() : body.mesh.triangles.size();
    sum += before * count + (body.self ? count * (count - 1) / 2 : 0);
    before += count;
  }
  return sum;
}

std::string difference(const std::vector<Candidate>& expected,
                       const std::vector<Candidate>& actual) {
  if (expected == actual) return {};
  std::ostringstream text;
  text << expected.size() << " pairs expected, " << actual.size()
       << " found; the first that differs";
  const std::size_t both = std::min(expected.size(), actual.size());
  const auto at = static_cast<std::size_t>(
      std::mismatch(expected.begin(), expected.begin() + static_cast<std::ptrdiff_t>(both),
                    actual.begin())
          .first -
      expected.begin());
  const auto show = [&](const char* what, const std::vector<Candidate>& list) {
    if (at >= list.size()) return;
    text << ' ' << what << " (" << list[at].body_a << ' ' << list[at].body_b << ' '
         << list[at].primitive_a << ' ' << list[at].primitive_b << ')';
  };
  show("expected", expected);
  show("found", actual);
  return text.str();
}

}  // namespace tact::testing
