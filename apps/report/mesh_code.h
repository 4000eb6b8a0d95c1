#pragma once
// A mesh as a page needs it: which vertex each triangle has, in few bytes. Triangles keep their
// order, since lists name them by it; vertices are put in the order in which triangles use them,
// which makes most of them "the next one", and those that no triangle uses are left out.
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tact/geometry/mesh.h"

namespace tact::report {

struct MeshCode {
  std::vector<std::uint32_t> vertices;  ///< of the body, one for each of the page's
  std::size_t triangles = 0;
  std::string corners;  ///< for each corner how many new vertices ago it was new; 0: the next one
};

/// Of the triangles in `kept`, or of all where that is empty. `same`: for each vertex another one
/// in the same place that may stand for it, or empty.
MeshCode code_mesh(const MeshView& mesh, std::span<const std::uint32_t> kept,
                   std::span<const std::uint32_t> same);

/// Of points: all of them, and no triangle.
MeshCode code_points(std::size_t count);

/// At most `most` triangles in order: those that touch something, then those around them, ring by
/// ring, then some of the rest at equal intervals. Empty: all, there are no more.
std::vector<std::uint32_t> choose_triangles(const MeshView& mesh, const std::vector<bool>& touched,
                                            std::size_t most);

}  // namespace tact::report
