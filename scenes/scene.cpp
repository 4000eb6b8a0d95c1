#include "scenes/scene.h"

#include <utility>

namespace tact::scenes {

std::size_t Scene::triangle_count() const {
  std::size_t sum = 0;
  for (const Body& body : bodies) sum += body.mesh.triangles.size();
  return sum;
}

Body moving_body(BodyKind kind, std::string name, Mesh mesh,
                 std::function<void(int, std::vector<float>&)> positions) {
  std::vector<float> first;
  positions(0, first);
  mesh.positions.resize(first.size() / 3);
  for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
    mesh.positions[i] = {first[3 * i], first[3 * i + 1], first[3 * i + 2]};
  }
  Body body;
  body.kind = kind;
  body.name = std::move(name);
  body.mesh = std::move(mesh);
  body.positions = std::move(positions);
  return body;
}

Body rigid_body(std::string name, Mesh mesh, std::function<Transform(int)> pose) {
  Body body;
  body.kind = BodyKind::rigid;
  body.name = std::move(name);
  body.mesh = std::move(mesh);
  body.pose = std::move(pose);
  return body;
}

}  // namespace tact::scenes
