#include "tact/io/load.h"

#include <bit>

namespace tact {
namespace {

constexpr std::uint32_t nobody = 0xffffffff;

std::uint64_t hash(const Vec3& p) {
  std::uint64_t h = 0x9e3779b97f4a7c15U;
  for (const double value : {p.x, p.y, p.z}) {
    h ^= std::bit_cast<std::uint64_t>(value + 0.0);  // -0 becomes 0
    h *= 0xff51afd7ed558ccdU;
    h ^= h >> 32;
  }
  return h;
}

}  // namespace

std::vector<std::uint32_t> same_positions(const PositionsView& positions) {
  const std::size_t count = positions.size();
  std::vector<std::uint32_t> first(count);
  const std::size_t mask = std::bit_ceil(count + count / 4 + 1) - 1;
  std::vector<std::uint32_t> table(mask + 1, nobody);
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3 p = positions[i];
    std::size_t bucket = static_cast<std::size_t>(hash(p)) & mask;
    while (table[bucket] != nobody && positions[table[bucket]] != p) bucket = (bucket + 1) & mask;
    if (table[bucket] == nobody) table[bucket] = static_cast<std::uint32_t>(i);
    first[i] = table[bucket];
  }
  return first;
}

bool hardly_shares_vertices(const Mesh& mesh) {
  if (2 * mesh.positions.size() < 3 * mesh.triangles.size()) return false;  // nor if all are used
  std::vector<bool> used(mesh.positions.size());
  std::size_t count = 0;
  for (const auto& triangle : mesh.triangles) {
    for (const std::uint32_t vertex : triangle) {
      count += used[vertex] ? 0 : 1;
      used[vertex] = true;
    }
  }
  return 2 * count >= 3 * mesh.triangles.size();
}

std::size_t weld(Mesh& mesh) {
  std::vector<std::uint32_t> first = same_positions(mesh.view().positions);
  std::size_t places = 0;
  for (std::size_t i = 0; i < first.size(); ++i) places += first[i] == i ? 1 : 0;
  if (places < first.size()) mesh.topology = std::move(first);
  return places;
}

}  // namespace tact
