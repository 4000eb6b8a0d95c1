#pragma once
// What a BoxTree holds; for its own files only.
#include <vector>

#include "tact/geometry/validate.h"
#include "tact/world/box_tree.h"

namespace tact {

struct BoxTree::Parts {
  Mesh owned;
  MeshView view;
  Extent rest;
  BoxHierarchy polygons;
  std::vector<Pair> edges;
  BoxHierarchy segments;
};

}  // namespace tact
