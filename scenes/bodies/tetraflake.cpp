#include "scenes/bodies/tetraflake.h"

#include <array>
#include <map>

#include "scenes/motion/float_positions.h"

namespace tact::scenes {
namespace {

using Corner = std::array<int, 3>;  // in units of the smallest edge, so that equal ones are found
using Tetrahedron = std::array<Corner, 4>;

class Flake {
 public:
  explicit Flake(int levels) : size_(1 << levels) {
    const int s = size_;
    split({{{s, s, s}, {s, -s, -s}, {-s, s, -s}, {-s, -s, s}}}, levels);
  }
  Mesh take() { return std::move(mesh_); }

 private:
  void split(const Tetrahedron& t, int levels) {
    if (levels == 0) return add(t);
    for (const Corner& corner : t) {
      Tetrahedron smaller{};
      for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
          smaller[i][axis] = (t[i][axis] + corner[axis]) / 2;
        }
      }
      split(smaller, levels - 1);
    }
  }

  void add(const Tetrahedron& t) {
    const std::uint32_t a = vertex(t[0]);
    const std::uint32_t b = vertex(t[1]);
    const std::uint32_t c = vertex(t[2]);
    const std::uint32_t d = vertex(t[3]);
    for (const auto& face : {std::array{a, b, c}, {a, c, d}, {a, d, b}, {b, d, c}}) {
      mesh_.triangles.push_back(face);
    }
  }

  std::uint32_t vertex(const Corner& corner) {
    const auto next = static_cast<std::uint32_t>(mesh_.positions.size());
    const auto [found, fresh] = vertices_.try_emplace(corner, next);
    if (fresh) {
      const double scale = 1 / (size_ * std::sqrt(3.0));
      mesh_.positions.push_back(
          rounded(Vec3{double(corner[0]), double(corner[1]), double(corner[2])} * scale));
    }
    return found->second;
  }

  int size_;
  Mesh mesh_;
  std::map<Corner, std::uint32_t> vertices_;
};

}  // namespace

Mesh tetraflake(int levels) { return Flake(levels).take(); }

}  // namespace tact::scenes
