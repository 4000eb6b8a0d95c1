#pragma once
// What touches, as files to look at: the segments of contacts, and the triangles concerned.
#include <string>
#include <vector>

#include "tact/tact.h"

namespace tact::app {

/// A body as it is in the frame that was asked about.
struct PlacedBody {
  std::string name;
  MeshView mesh;
  Transform pose;  ///< applied to its vertices
};

/// A PLY text: two vertices and an edge for each contact, with the ids of bodies and primitives.
std::string contacts_as_ply(const Result& result);

/// An OBJ text: for each body the triangles that touch something, each once, in order.
std::string colliding_as_obj(const Result& result, const std::vector<PlacedBody>& bodies);

/// Writes text to a file that is complete or absent.
void write_file(const std::string& path, const std::string& text);

/// "out.####.ply" with the number in place of the marks, at least as wide; else as it is.
std::string frame_path(const std::string& pattern, std::uint64_t frame);
bool is_frame_pattern(const std::string& path);

}  // namespace tact::app
