#pragma once
// Files of questions about moving features with known answers: the line "tactccd 1", then for each
// question a byte for its kind (0 a vertex and a triangle, 1 two edges), a byte for the answer (1:
// they meet), and 24 doubles, least byte first: four points at time 0, then at time 1.
#include <array>
#include <filesystem>
#include <vector>

#include "tact/geometry/moving.h"

namespace tact::bench {

struct MovingQuery {
  bool edges = false;
  bool meets = false;
  std::array<MovingPoint, 4> point;  ///< the vertex and three corners, or the ends of both edges
};

/// Throws Error{bad_file} for what is no such file, is cut short, or holds a number that is none.
std::vector<MovingQuery> read_queries(const std::filesystem::path& path);

}  // namespace tact::bench
