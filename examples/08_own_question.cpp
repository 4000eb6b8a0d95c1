// A question of your own in one file: which bodies have a corner inside a box? It sees the bodies
// as they stand, whatever method the world uses, and touches nothing of it.
#include <tact/tact.h>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace {

bool reaches(const tact::Extent& extent, const tact::Extent& box) {
  return extent.lo.x <= box.hi.x && box.lo.x <= extent.hi.x && extent.lo.y <= box.hi.y &&
         box.lo.y <= extent.hi.y && extent.lo.z <= box.hi.z && box.lo.z <= extent.hi.z;
}

bool has_corner_in(const tact::Primitives& triangles, const tact::Extent& box) {
  for (std::uint32_t i = 0; i < triangles.size(); ++i) {
    const tact::Triangle triangle = triangles.triangle(i);
    if (std::ranges::any_of(triangle, [&](const tact::Vec3& p) { return reaches({p, p}, box); })) {
      return true;
    }
  }
  return false;
}

std::vector<tact::BodyId> bodies_in(tact::World& world, const tact::Extent& box) {
  std::vector<tact::BodyId> found;
  world.ask([&](const tact::Task& task, tact::Scratch&) {
    for (const tact::BodyState* body : task.bodies) {
      if (body == nullptr || body->primitives.kind() == tact::PrimitiveKind::points) continue;
      if (reaches(body->extent, box) && has_corner_in(body->primitives, box)) {
        found.push_back(body->id);
      }
    }
  });
  return found;
}

}  // namespace

int main() {
  tact::Mesh triangle;
  triangle.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  triangle.triangles = {{0, 1, 2}};
  const tact::Shape shape(triangle.view());

  tact::World world;
  for (int i = 0; i < 10; ++i) {
    world.add(tact::rigid(shape).pose(tact::Transform::from_translation({2.0 * i, 0, 0})));
  }
  for (const tact::BodyId& body : bodies_in(world, {{3.5, -1, -1}, {8.5, 1, 1}})) {
    std::printf("body %u\n", body.slot);
  }
}

// Output:
//   body 2
//   body 3
//   body 4
