// The extension module tact._core: every file of the bindings adds its own.

#include "bindings/python/src/module.h"

PYBIND11_MODULE(_core, m) {
  m.doc() = "tact: which primitives touch, exactly.";
  using namespace tact::python;  // NOLINT(google-build-using-namespace): the module is this
                                 // namespace
  bind_errors(m);
  bind_values(m);
  bind_mesh(m);
  bind_body(m);
  bind_result(m);
  bind_world(m);
  bind_query(m);
  bind_pair(m);
  bind_box_tree(m);
  bind_shape_body(m);
  bind_simulation(m);
  bind_files(m);
  bind_methods(m);
}
