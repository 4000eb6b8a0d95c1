#include "scenes/bodies/tetraflake.h"

#include <array>
#include <map>

#include "scenes/motion/float_positions.h"

namespace tact::scenes {
namespace {

using Corner = std::array<int, 3>;  // in units of the smallest edge, so that equal ones are found

// A triangle of the surface, and the fourth corner of the tetrahedron that it is a side of, which
// is behind it.
struct Side {
  Corner a;
  Corner b;
  Corner c;
  Corner behind;
};

Corner halfway(const Corner& p, const Corner& q) {
  return {(p[0] + q[0]) / 2, (p[1] + q[1]) / 2, (p[2] + q[2]) / 2};
}

class Flake {
 public:
  // Every level halves; the last one adds up three corners and halves.
  explicit Flake(int levels) : size_(2 << levels) {
    const int s = size_;
    const Corner p{s, s, s};
    const Corner q{s, -s, -s};
    const Corner r{-s, s, -s};
    const Corner t{-s, -s, s};
    for (const Side& side : {Side{p, q, r, t}, {p, r, t, q}, {p, t, q, r}, {q, t, r, p}}) {
      grow(side, levels);
    }
  }
  Mesh take() { return std::move(mesh_); }

 private:
  // A tetrahedron of half the size on the middle of the side, and so on on the six sides that this
  // leaves.
  void grow(const Side& at, int levels) {
    if (levels == 0) {
      mesh_.triangles.push_back({vertex(at.a), vertex(at.b), vertex(at.c)});
      return;
    }
    const Corner ab = halfway(at.a, at.b);
    const Corner bc = halfway(at.b, at.c);
    const Corner ca = halfway(at.c, at.a);
    Corner tip{};
    for (std::size_t k = 0; k < 3; ++k) {
      tip[k] = (at.a[k] + at.b[k] + at.c[k] - at.behind[k]) / 2;
    }
    for (const Side& side : {Side{at.a, ab, ca, halfway(at.a, at.behind)},
                             Side{ab, at.b, bc, halfway(at.b, at.behind)},
                             Side{ca, bc, at.c, halfway(at.c, at.behind)}, Side{ab, bc, tip, ca},
                             Side{bc, ca, tip, ab}, Side{ca, ab, tip, bc}}) {
      grow(side, levels - 1);
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
