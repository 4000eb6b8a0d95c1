#pragma once
// A world, the arrays that it borrows, and turns for the threads that use it.

#include <map>

#include "bindings/python/src/arrays.h"
#include "bindings/python/src/module.h"
#include "tact/world/world.h"

namespace tact::python {

struct PyWorld {
  explicit PyWorld(const WorldOptions& options) : world(options) {}

  World world;
  Turns turns;
  std::map<BodyId, std::vector<py::object>> keep;  // a Mesh that a body is read from
  std::map<BodyId, std::vector<Held>> held;  // arrays of its last move, or those it was added with
  std::map<BodyId, std::vector<Held>>
      shape_held;  // of the faces, which positions that move leave as they are
};

/// Adds the questions about whole bodies (questions.cpp).
void bind_questions(py::module_& m, py::class_<PyWorld, std::shared_ptr<PyWorld>>& world);

}  // namespace tact::python
