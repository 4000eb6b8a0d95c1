#include "apps/report/mesh_code.h"

#include <algorithm>
#include <numeric>

#include "apps/report/bytes.h"

namespace tact::report {
namespace {

constexpr std::uint32_t unseen = 0xffffffff;

// One ring around the triangles that are kept, as far as there is room. False where it added none.
bool add_ring(const MeshView& mesh, std::vector<bool>& kept, std::size_t& count, std::size_t most) {
  std::vector<bool> reached(mesh.positions.size());
  for (std::size_t t = 0; t < kept.size(); ++t) {
    if (!kept[t]) continue;
    for (const std::uint64_t v : mesh.triangles[t]) reached[v] = true;
  }
  const std::size_t before = count;
  for (std::size_t t = 0; t < kept.size() && count < most; ++t) {
    if (kept[t]) continue;
    const auto corners = mesh.triangles[t];
    if (!reached[corners[0]] && !reached[corners[1]] && !reached[corners[2]]) continue;
    kept[t] = true;
    ++count;
  }
  return count > before;
}

}  // namespace

MeshCode code_mesh(const MeshView& mesh, std::span<const std::uint32_t> kept,
                   std::span<const std::uint32_t> same) {
  MeshCode code;
  code.triangles = kept.empty() ? mesh.triangles.size() : kept.size();
  std::vector<std::uint32_t> number(mesh.positions.size(), unseen);
  for (std::size_t i = 0; i < code.triangles; ++i) {
    for (const std::uint64_t corner : mesh.triangles[kept.empty() ? i : kept[i]]) {
      const std::uint32_t v = same.empty() ? static_cast<std::uint32_t>(corner) : same[corner];
      const auto next = static_cast<std::uint32_t>(code.vertices.size());
      if (number[v] == unseen) {
        number[v] = next;
        code.vertices.push_back(v);
      }
      append_varint(code.corners, next - number[v]);
    }
  }
  return code;
}

MeshCode code_points(std::size_t count) {
  MeshCode code;
  code.vertices.resize(count);
  std::iota(code.vertices.begin(), code.vertices.end(), 0U);
  return code;
}

std::vector<std::uint32_t> choose_triangles(const MeshView& mesh, const std::vector<bool>& touched,
                                            std::size_t most) {
  if (mesh.triangles.size() <= most) return {};
  std::vector<bool> kept(mesh.triangles.size());
  std::size_t count = 0;
  for (std::size_t t = 0; t < kept.size(); ++t) {
    if (t < touched.size() && touched[t]) {
      kept[t] = true;
      ++count;
    }
  }
  // Half of the room for the surroundings: the rest shows what the body looks like.
  const std::size_t around = count + (most - std::min(most, count)) / 2;
  while (count < around && add_ring(mesh, kept, count, around)) {
  }
  const std::size_t left = most - std::min(most, count);
  const std::size_t rest = kept.size() - count;
  for (std::size_t t = 0, seen = 0; t < kept.size(); ++t) {
    if (kept[t]) continue;
    if (seen * left / rest != (seen + 1) * left / rest) kept[t] = true;
    ++seen;
  }
  std::vector<std::uint32_t> list;
  for (std::size_t t = 0; t < kept.size(); ++t) {
    if (kept[t]) list.push_back(static_cast<std::uint32_t>(t));
  }
  return list;
}

}  // namespace tact::report
