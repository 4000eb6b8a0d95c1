#include "tests/support/all_pairs.h"

#include <algorithm>
#include <memory>
#include <numeric>

#include "tact/base/parallel.h"
#include "tact/geometry/primitives.h"
#include "tact/geometry/triangle_batch.h"

namespace tact::testing {
namespace {

// Primitives `first` … of body b, at most a tile of them, against all of body a.
struct Tile {
  std::uint32_t a;
  std::uint32_t b;
  std::uint32_t first;
};

// The rule of neighbours in this file's own words: a vertex of one id, and at one place for both.
// `a` and `b` are the nine rows of the corners of triangles i and j, `step` doubles apart.
bool share_a_vertex(const Mesh& mesh, std::uint32_t i, const double* a, std::uint32_t j,
                    const double* b, std::size_t step) {
  const auto id = [&](std::uint32_t vertex) {
    return mesh.topology.empty() ? vertex : mesh.topology[vertex];
  };
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t l = 0; l < 3; ++l) {
      if (id(mesh.triangles[i][k]) != id(mesh.triangles[j][l])) continue;
      bool one_place = true;
      for (std::size_t x = 0; x < 3; ++x) {
        one_place = one_place && a[(3 * k + x) * step] == b[(3 * l + x) * step];
      }
      if (one_place) return true;
    }
  }
  return false;
}

void test_tile(const Tile& tile, const Mesh& mesh, const Primitives& a, const Primitives& b,
               std::vector<Candidate>& out) {
  const auto pairs = std::make_unique<TrianglePairs>();
  std::uint8_t hit[TrianglePairs::capacity];
  const std::uint32_t count =
      std::min<std::uint32_t>(b.size() - tile.first, TrianglePairs::capacity);
  std::uint32_t ids[TrianglePairs::capacity];
  std::iota(ids, ids + count, tile.first);
  b.gather({ids, count}, pairs->v[9], TrianglePairs::stride);
  const std::uint32_t last = tile.a == tile.b ? tile.first + count : a.size();
  for (std::uint32_t i = 0; i < last; ++i) {
    double v[9];
    a.gather({&i, 1}, v, 1);
    for (std::size_t k = 0; k < 9; ++k) std::fill_n(pairs->v[k], count, v[k]);
    intersects_batch(*pairs, count, hit);
    for (std::uint32_t k = 0; k < count; ++k) {
      const std::uint32_t j = tile.first + k;
      if (hit[k] == 0) continue;
      if (tile.a == tile.b && i >= j) continue;
      if (tile.a == tile.b &&
          share_a_vertex(mesh, i, &pairs->v[0][k], j, &pairs->v[9][k], TrianglePairs::stride)) {
        continue;
      }
      out.push_back({tile.a, tile.b, i, j});
    }
  }
}

}  // namespace

std::vector<Candidate> all_pairs(const TestScene& scene, int frame, unsigned threads) {
  std::vector<Mesh> meshes;
  for (const TestBody& body : scene.bodies) {
    meshes.push_back(body.mesh);
    if (body.positions) body.positions(frame, meshes.back().positions);
  }
  std::vector<Primitives> bodies;
  std::vector<Transform> poses(scene.bodies.size());
  for (std::size_t i = 0; i < meshes.size(); ++i) {
    if (scene.bodies[i].pose) poses[i] = scene.bodies[i].pose(frame);
    bodies.push_back(
        Primitives::triangles(meshes[i].view(), scene.bodies[i].pose ? &poses[i] : nullptr));
  }
  std::vector<Tile> tiles;
  for (std::uint32_t a = 0; a < bodies.size(); ++a) {
    for (std::uint32_t b = a; b < bodies.size(); ++b) {
      if (a == b && !scene.bodies[a].self) continue;
      for (std::uint32_t first = 0; first < bodies[b].size(); first += TrianglePairs::capacity) {
        tiles.push_back({a, b, first});
      }
    }
  }
  std::vector<std::vector<Candidate>> found(tiles.size());
  parallel_for(tiles.size(), threads, [&](std::size_t i, unsigned) {
    const Tile& tile = tiles[i];
    test_tile(tile, meshes[tile.a], bodies[tile.a], bodies[tile.b], found[i]);
  });
  std::vector<Candidate> all;
  for (const std::vector<Candidate>& part : found) all.insert(all.end(), part.begin(), part.end());
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace tact::testing
