#include "apps/report/scene_code.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "apps/report/bytes.h"
#include "apps/report/motion_code.h"
#include "tact/io/load.h"

namespace tact::report {
namespace {

constexpr std::size_t values_a_group = std::size_t{1} << 20;
constexpr std::size_t most_frames_a_group = 32;

// Room for all bodies in proportion to their triangles.
std::size_t share(const Recording& recording, std::size_t body) {
  double all = 0;
  for (const Body& b : recording.bodies()) all += static_cast<double>(b.mesh.triangles.size());
  const auto own = static_cast<double>(recording.bodies()[body].mesh.triangles.size());
  const auto most = static_cast<double>(recording.limits().triangles);
  return all <= most ? static_cast<std::size_t>(own)
                     : static_cast<std::size_t>(std::ceil(own / all * most));
}

BodyCode code_body(const Recording& recording, std::size_t i) {
  const Body& body = recording.bodies()[i];
  BodyCode code;
  if (body.points) {
    code.mesh = code_points(body.mesh.positions.size());
    return code;
  }
  code.kept = choose_triangles(body.mesh, recording.touched(i), share(recording, i));
  std::vector<std::uint32_t> same;  // of files that repeat vertices
  if (!body.moves) same = same_positions(body.mesh.positions);
  code.mesh = code_mesh(body.mesh, code.kept, same);
  std::string bytes;
  std::uint32_t last = 0;
  for (const std::uint32_t triangle : code.kept) {
    append_varint(bytes, triangle - last);
    last = triangle;
  }
  code.triangles = deflated(bytes + code.mesh.corners);
  code.mesh.corners = {};
  return code;
}

double largest_of(const Extent& extent) {
  if (extent.empty()) return 0;
  return std::max({std::abs(extent.lo.x), std::abs(extent.lo.y), std::abs(extent.lo.z),
                   std::abs(extent.hi.x), std::abs(extent.hi.y), std::abs(extent.hi.z)});
}

// A body that does not move, off its middle.
void code_rest(const Recording& recording, std::size_t i, unsigned bits, BodyCode& code) {
  const Body& body = recording.bodies()[i];
  const Coordinates own{recording.middle(i), recording.coordinates().scale};
  Extent extent;
  for (const std::uint32_t v : code.mesh.vertices) extent.add(own.in(body.mesh.positions[v]));
  code.grid = grid_over(extent, bits);
  double far = largest_of(extent);
  for (const Moment& moment : recording.moments()) {
    if (!moment.kept()) continue;
    for (const std::size_t k : {3U, 7U, 11U}) {
      far = std::max(far, std::abs(double{moment.poses[i][k]}));
    }
  }
  code.error = code.grid.error() + std::ldexp(far, -21);  // a pose in single precision turns it
  std::vector<Grid::Cell> cells;
  for (const std::uint32_t v : code.mesh.vertices) {
    cells.push_back(code.grid.cell_of(own.in(body.mesh.positions[v])));
  }
  std::string bytes;
  append_cells(bytes, cells);
  if (body.points) {
    std::vector<float> radii;
    for (const std::uint32_t v : code.mesh.vertices) {
      radii.push_back(static_cast<float>(body.radii[v] * recording.coordinates().scale));
    }
    append_planes(bytes, std::span<const float>(radii));
  }
  code.rest = deflated(bytes);
}

Vec3 position_in(const Moment& moment, std::size_t body, std::uint32_t vertex) {
  const float* const at = moment.positions[body].data() + std::size_t{3} * vertex;
  return {at[0], at[1], at[2]};
}

// A body that moves: a grid for all frames.
void code_moving(const Recording& recording, std::size_t i, unsigned bits, BodyCode& code) {
  Extent extent;
  for (const Moment& moment : recording.moments()) {
    if (!moment.kept()) continue;
    for (const std::uint32_t v : code.mesh.vertices) extent.add(position_in(moment, i, v));
  }
  code.grid = grid_over(extent, bits);
  code.error = code.grid.error() + std::ldexp(largest_of(extent), -22);
  const Body& body = recording.bodies()[i];
  if (!body.points) return;
  std::vector<float> radii;
  for (const std::uint32_t v : code.mesh.vertices) {
    radii.push_back(static_cast<float>(body.radii[v] * recording.coordinates().scale));
  }
  std::string bytes;
  append_planes(bytes, std::span<const float>(radii));
  code.rest = deflated(bytes);
}

// Appends frame `k` of a group: fixed bodies by their poses, the others by their vertices.
void append_frame(std::string& out, const Moment& moment, const Recording& recording,
                  const std::vector<BodyCode>& codes, std::vector<MotionCode>& motions) {
  for (std::size_t i = 0; i < codes.size(); ++i) {
    if (!recording.bodies()[i].moves) {
      append_planes(out, std::span<const float>(moment.poses[i]));
      continue;
    }
    std::vector<Grid::Cell> cells;
    cells.reserve(codes[i].mesh.vertices.size());
    for (const std::uint32_t v : codes[i].mesh.vertices) {
      cells.push_back(codes[i].grid.cell_of(position_in(moment, i, v)));
    }
    motions[i].append(out, std::move(cells));
  }
}

}  // namespace

std::size_t SceneCode::bytes() const {
  std::size_t sum = 0;
  for (const BodyCode& body : bodies) sum += body.triangles.size() + body.rest.size();
  for (const GroupCode& group : groups) sum += group.bytes.size();
  return sum / 3 * 4;
}

std::vector<BodyCode> code_bodies(const Recording& recording) {
  std::vector<BodyCode> codes;
  for (std::size_t i = 0; i < recording.bodies().size(); ++i) {
    codes.push_back(code_body(recording, i));
  }
  return codes;
}

void code_positions(const Recording& recording, unsigned bits, SceneCode& scene) {
  scene.bits = bits;
  scene.groups.clear();
  std::size_t values = 1;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const bool moves = recording.bodies()[i].moves;
    if (moves) values += scene.bodies[i].mesh.vertices.size();
    (moves ? code_moving : code_rest)(recording, i, bits, scene.bodies[i]);
  }
  const std::size_t row = std::clamp<std::size_t>(values_a_group / values, 1, most_frames_a_group);
  const std::vector<std::size_t> kept = recording.kept();
  for (std::size_t first = 0; first < kept.size(); first += row) {
    GroupCode group{first, std::min(row, kept.size() - first), {}};
    std::vector<MotionCode> motions(scene.bodies.size());
    std::string bytes;
    for (std::size_t k = 0; k < group.count; ++k) {
      append_frame(bytes, recording.moments()[kept[first + k]], recording, scene.bodies, motions);
    }
    group.bytes = deflated(bytes);
    scene.groups.push_back(std::move(group));
  }
}

}  // namespace tact::report
