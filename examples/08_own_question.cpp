// A question of your own in one file: which bodies touch a box, or lie in it? It sees the bodies as
// they stand, whatever method the world uses, and touches nothing of it. The test is exact.
#include <tact/tact.h>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace {

bool has_corner_in(const tact::Primitives& triangles, const tact::Extent& box) {
  for (std::uint32_t i = 0; i < triangles.size(); ++i) {
    const tact::Triangle triangle = triangles.triangle(i);
    if (std::ranges::any_of(triangle, [&](const auto& p) { return box.meets({p, p}); })) {
      return true;
    }
  }
  return false;
}

tact::Mesh surface_of(const tact::Extent& box) {
  tact::Mesh mesh;
  for (int i = 0; i < 8; ++i) {
    mesh.positions.push_back({(i & 1) != 0 ? box.hi.x : box.lo.x,
                              (i & 2) != 0 ? box.hi.y : box.lo.y,
                              (i & 4) != 0 ? box.hi.z : box.lo.z});
  }
  mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                    {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return mesh;
}

// The exact test of two meshes that stand somewhere. It reads all of both each time.
bool crosses(const tact::Primitives& triangles, const tact::Mesh& surface) {
  return tact::collide(triangles.mesh(), triangles.pose(), surface.view(), tact::Transform(),
                       tact::CollideOptions::any())
      .touching();
}

std::vector<tact::BodyId> bodies_at(tact::World& world, const tact::Extent& box) {
  std::vector<tact::BodyId> found;
  const tact::Mesh surface = surface_of(box);
  world.ask([&](const tact::Task& task, tact::Scratch&) {
    for (const tact::BodyState* body : task.bodies) {
      if (body == nullptr || body->primitives.kind() == tact::PrimitiveKind::points) continue;
      if (!body->extent.meets(box)) continue;
      if (has_corner_in(body->primitives, box) || crosses(body->primitives, surface)) {
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
  // Of body 1 only the box around it reaches so far; body 4 is crossed, no corner of it is inside.
  for (const tact::BodyId& body : bodies_at(world, {{2.9, 0.2, -1}, {8.1, 0.8, 1}})) {
    std::printf("body %u\n", body.slot);
  }
  // Bodies 2 and 3 lie inside.
  for (const tact::BodyId& body : bodies_at(world, {{3.5, -1, -1}, {7.5, 2, 1}})) {
    std::printf("inside: body %u\n", body.slot);
  }
}

// Output:
//   body 2
//   body 3
//   body 4
//   inside: body 2
//   inside: body 3
