#include "apps/contact_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "tact/io/atomic_file.h"
#include "tact/io/number.h"

namespace tact::app {
namespace {

void append_point(std::string& out, const Vec3& p) {
  append_number(out, p.x);
  append_number(out += ' ', p.y);
  append_number(out += ' ', p.z);
  out += '\n';
}

std::vector<std::uint32_t> touching_primitives(const Result& result, std::size_t body) {
  std::vector<std::uint32_t> list;
  for (const Candidate& p : result.pairs_by_slot()) {
    if (p.body_a == body) list.push_back(p.primitive_a);
    if (p.body_b == body) list.push_back(p.primitive_b);
  }
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
  return list;
}

}  // namespace

std::string contacts_as_ply(const Result& result) {
  const std::size_t count = result.contacts().size();
  std::string out = fmt::format(
      "ply\nformat ascii 1.0\ncomment contacts found by tact: one segment each\n"
      "element vertex {}\nproperty double x\nproperty double y\nproperty double z\n"
      "element edge {}\nproperty uint vertex1\nproperty uint vertex2\n"
      "property uint body_a\nproperty uint body_b\nproperty uint primitive_a\n"
      "property uint primitive_b\nproperty double depth\nend_header\n",
      2 * count, count);
  for (const Contact& c : result.contacts()) {
    append_point(out, c.segment.from);
    append_point(out, c.segment.to);
  }
  for (std::size_t i = 0; i < count; ++i) {
    const Candidate& p = result.pairs_by_slot()[i];
    fmt::format_to(std::back_inserter(out), "{} {} {} {} {} {} {}\n", 2 * i, 2 * i + 1, p.body_a,
                   p.body_b, p.primitive_a, p.primitive_b, result.contacts()[i].depth);
  }
  return out;
}

std::string colliding_as_obj(const Result& result, const std::vector<PlacedBody>& bodies) {
  std::string out = "# triangles that touch, found by tact\n";
  std::uint64_t vertices = 0;
  for (std::size_t body = 0; body < bodies.size(); ++body) {
    const std::vector<std::uint32_t> list = touching_primitives(result, body);
    if (list.empty()) continue;
    std::string name = bodies[body].name;
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c == ' ' || c == '\n'; }, '_');
    out += "o " + name + "\n";
    std::map<std::uint64_t, std::uint64_t> number;  // of each vertex that is needed, in the file
    std::string faces;
    for (const std::uint32_t triangle : list) {
      faces += 'f';
      for (const std::uint64_t vertex : bodies[body].mesh.triangles[triangle]) {
        const auto [found, fresh] = number.try_emplace(vertex, vertices + 1);
        if (fresh) {
          ++vertices;
          const Vec3 p = bodies[body].mesh.positions[static_cast<std::size_t>(vertex)];
          append_point(out += "v ", bodies[body].pose.apply(p));
        }
        append_number(faces += ' ', found->second);
      }
      faces += '\n';
    }
    out += faces;
  }
  return out;
}

void write_file(const std::string& path, const std::string& text) {
  AtomicFile file(path);
  file.write(text);
  file.commit();
}

bool is_frame_pattern(const std::string& path) { return path.find('#') != path.npos; }

std::string frame_path(const std::string& pattern, std::uint64_t frame) {
  const std::size_t begin = pattern.find('#');
  if (begin == pattern.npos) return pattern;
  const std::size_t end = std::min(pattern.find_first_not_of('#', begin), pattern.size());
  return fmt::format("{}{:0{}}{}", pattern.substr(0, begin), frame, end - begin,
                     pattern.substr(end));
}

}  // namespace tact::app
