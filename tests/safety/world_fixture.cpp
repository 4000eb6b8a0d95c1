#include "tests/safety/world_fixture.h"

#include "scenes/bodies/torus.h"
#include "tests/support/random.h"
#include "tests/support/shapes.h"

namespace tact::testing {
namespace {

std::vector<Vec3> moved(std::vector<Vec3> points, const Vec3& by) {
  for (Vec3& p : points) p = p + by;
  return points;
}

}  // namespace

Props::Props() : ring(scenes::torus(8, 4)), cloth(sheet(6, 0.1)), jelly(box({0.3, 0.2, 0}, 0.6)) {
  Random random(7);
  for (const std::uint32_t triangles : {70U, 76U, 66U}) {
    vases.push_back(soup(triangles, 0.5, random));
    std::vector<std::uint32_t>& topology = vases.back().topology;
    topology.resize(vases.back().positions.size());
    for (std::uint32_t i = 0; i < topology.size(); ++i) topology[i] = i / 2;
  }
  for (int i = 0; i < 40; ++i) {
    swarm.push_back(random.vector(-1, 1));
    radii.push_back(random.uniform(0.01, 0.1));
  }
  const Vec3 by{0.15, -0.1, 0.05};
  cloth_to = moved(cloth.positions, by);
  jelly_to = moved(jelly.positions, by);
  vase_to = moved(vases[0].positions, by);
  swarm_to = moved(swarm, by);
  jelly_map.rest_centre = jelly.positions[0];
  jelly_map.centre = jelly_to[0];
  jelly_map.drift = 1e-9;
}

const Props& props() {
  static const Props all;
  return all;
}

WorldFixture::WorldFixture(const std::string& method, unsigned threads) : world({method, threads}) {
  const Props& p = props();
  rock = world.add(rigid(p.ring.view()).user(1));
  gone = world.add(rigid(p.ring.view()));
  stone = world.add(rigid(p.ring).user(2).pose(Transform::from_translation({0.5, 0.3, 0.2})));
  star = world.add(rigid(p.ring.view()).pose(Transform::from_translation({9, 1, 2})));
  cloth = world.add(deforming(p.cloth.view()).user(3).self());
  jelly = world.add(deforming(p.jelly.view()).user(4).clusters(Clusters::one(8)));
  vase = world.add(breaking(p.vases[0]).user(5).self());
  pot = world.add(breaking(p.vases[2].view()).user(7));
  swarm = world.add(points(p.swarm, p.radii).user(6));
  world.remove(gone);
}

void WorldFixture::move_all() {
  const Props& p = props();
  world.move(stone, Transform::from_translation({0.45, 0.3, 0.25}));
  world.move(cloth, PositionsView(p.cloth_to));
  world.move(jelly, PositionsView(p.jelly_to), std::span<const ClusterMap>(&p.jelly_map, 1));
  world.move(vase, p.vases[1].view());
  world.move(swarm, PositionsView(p.swarm_to));
}

WorldFixture::Look WorldFixture::look() {
  Look look;
  if (result != nullptr) look.told = seen(*result);
  look.distance = separation.distance;
  look.depth = separation.depth;
  result = nullptr;
  look.size = world.size();
  unsigned bit = 1;
  for (const BodyId id : {rock, stone, star, cloth, jelly, vase, pot, swarm, gone}) {
    look.bodies |= world.contains(id) ? bit : 0U;
    bit *= 2;
  }
  look.now = seen(world.collide());
  world.validate();
  return look;
}

}  // namespace tact::testing
