#include "tact/geometry/closed_mesh.h"

#include <algorithm>
#include <utility>

#include "tact/base/error.h"

namespace tact {
namespace {

using Ids = std::array<std::uint32_t, 3>;

// One edge of one triangle: its ends by id, the lower first, and which way the triangle runs.
struct EdgeUse {
  std::uint64_t ends;
  std::uint32_t triangle;
  std::uint8_t side;
  bool upward;  // from the lower id to the higher
};

Ids ids_of(const MeshView& mesh, std::size_t i) {
  const std::array<std::uint64_t, 3> corners = mesh.triangles[i];
  Ids ids{};
  for (std::size_t k = 0; k < 3; ++k) {
    ids[k] = mesh.topology.empty() ? static_cast<std::uint32_t>(corners[k])
                                   : mesh.topology[static_cast<std::size_t>(corners[k])];
  }
  return ids;
}

bool has_area_by_index(const Ids& ids) {
  return ids[0] != ids[1] && ids[1] != ids[2] && ids[2] != ids[0];
}

std::vector<EdgeUse> list_edges(const MeshView& mesh) {
  std::vector<EdgeUse> edges;
  edges.reserve(3 * mesh.triangles.size());
  for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
    const Ids ids = ids_of(mesh, i);
    if (!has_area_by_index(ids)) continue;
    for (std::uint8_t k = 0; k < 3; ++k) {
      const std::uint32_t from = ids[k];
      const std::uint32_t to = ids[(k + 1U) % 3U];
      const bool upward = from < to;
      const std::uint64_t low = upward ? from : to;
      edges.push_back({low << 32U | (upward ? to : from), i, k, upward});
    }
  }
  std::sort(edges.begin(), edges.end(), [](const EdgeUse& p, const EdgeUse& q) {
    return p.ends != q.ends ? p.ends < q.ends : p.triangle < q.triangle;
  });
  return edges;
}

// `uses` of one edge that are not two in opposite directions.
[[noreturn]] void refuse_edge(const MeshView& mesh, const std::string& body, const EdgeUse* uses,
                              std::size_t count) {
  const EdgeUse& first = uses[0];
  const std::array<std::uint64_t, 3> corners = mesh.triangles[first.triangle];
  std::string what = body + ": not a solid: the edge of triangle " +
                     std::to_string(first.triangle) + " from vertex " +
                     std::to_string(corners[first.side]) + " to " +
                     std::to_string(corners[(first.side + 1U) % 3U]);
  if (count == 1) {
    what += " is open: no other triangle has it";
  } else if (count == 2) {
    what += " is not passed the other way by triangle " + std::to_string(uses[1].triangle) +
            ", its neighbour: one of them is turned over";
  } else {
    what += " belongs to " + std::to_string(count) + " triangles, not two (also " +
            std::to_string(uses[1].triangle) + " and " + std::to_string(uses[2].triangle) + ")";
  }
  throw Error(ErrorCode::bad_mesh, what);
}

}  // namespace

EdgeLinks check_closed(const MeshView& mesh, const std::string& body) {
  EdgeLinks links(mesh.triangles.size());
  for (std::uint32_t i = 0; i < links.size(); ++i) links[i] = {i, i, i};
  const std::vector<EdgeUse> edges = list_edges(mesh);
  for (std::size_t first = 0; first < edges.size();) {
    std::size_t last = first + 1;
    while (last < edges.size() && edges[last].ends == edges[first].ends) ++last;
    if (last - first != 2 || edges[first].upward == edges[first + 1].upward) {
      refuse_edge(mesh, body, &edges[first], last - first);
    }
    links[edges[first].triangle][edges[first].side] = edges[first + 1].triangle;
    links[edges[first + 1].triangle][edges[first + 1].side] = edges[first].triangle;
    first = last;
  }
  return links;
}

void check_places(const MeshView& mesh, const std::string& body) {
  if (mesh.topology.empty()) return;
  const auto ids = mesh.topology;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> by_id(ids.size());
  for (std::uint32_t v = 0; v < ids.size(); ++v) by_id[v] = {ids[v], v};
  std::sort(by_id.begin(), by_id.end());
  for (std::size_t i = 1; i < by_id.size(); ++i) {
    const auto [id, vertex] = by_id[i];
    const auto [last_id, last_vertex] = by_id[i - 1];
    if (id != last_id || mesh.positions[vertex] == mesh.positions[last_vertex]) continue;
    throw Error(ErrorCode::bad_mesh,
                body + ": not a solid: vertices " + std::to_string(last_vertex) + " and " +
                    std::to_string(vertex) + " have one topology id and stand at two places");
  }
}

std::vector<std::uint32_t> first_of_pieces(const EdgeLinks& links) {
  std::vector<std::uint32_t> firsts;
  std::vector<bool> seen(links.size());
  std::vector<std::uint32_t> open;
  for (std::uint32_t i = 0; i < links.size(); ++i) {
    if (seen[i] || links[i][0] == i) continue;
    firsts.push_back(i);
    seen[i] = true;
    open.push_back(i);
    while (!open.empty()) {
      const std::uint32_t at = open.back();
      open.pop_back();
      for (const std::uint32_t next : links[at]) {
        if (seen[next]) continue;
        seen[next] = true;
        open.push_back(next);
      }
    }
  }
  return firsts;
}

}  // namespace tact
