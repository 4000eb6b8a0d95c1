#pragma once
// A body to be added, with the arrays that it is read from.

#include <vector>

#include "bindings/python/src/arrays.h"
#include "tact/body/body.h"

namespace tact::python {

/// What rigid(), deforming(), breaking() and points() make. May be added any number of times.
struct PyBody {
  BodyDef def;
  std::vector<py::object> keep;  ///< a Mesh, or arrays
  std::vector<Held> held;        ///< arrays that are read in place
};

/// Vertices and faces in somebody's arrays, or a Mesh.
struct BorrowedMesh {
  MeshView view;
  std::vector<py::object> keep;
  std::vector<Held> held;
  bool copied = false;  ///< was one of the arrays copied?
};
BorrowedMesh mesh_in(const py::object& mesh_or_vertices, const py::object& faces,
                     const py::object& topology, bool copy = false);

}  // namespace tact::python
