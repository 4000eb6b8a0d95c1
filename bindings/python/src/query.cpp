// Query: asks a world that nobody changes, one per thread. One-off questions.

#include <pybind11/stl.h>

#include "bindings/python/src/body.h"
#include "bindings/python/src/result.h"
#include "bindings/python/src/world.h"

namespace tact::python {
namespace {

// Keeps its world alive, and shares its turns: others may ask at once, changes wait.
struct PyQuery {
  explicit PyQuery(std::shared_ptr<PyWorld> of) : world(std::move(of)), query(world->world) {}
  std::shared_ptr<PyWorld> world;
  Query query;
  Turns turns;  // of two threads with one Query
};

template <class... Bodies>
std::shared_ptr<Result> ask(PyQuery& self, const py::kwargs& kwargs, const Bodies&... bodies) {
  const CollideOptions options = options_in(kwargs);
  const Turns::Exclusive mine(self.turns);
  const Turns::Shared turn(self.world->turns);
  return take_result(self.query.collide(bodies..., options));
}

std::shared_ptr<Result> collide(const py::object& a, const py::object& faces_a, const py::object& b,
                                const py::object& faces_b, const py::object& pose_a,
                                const py::object& pose_b, const py::kwargs& kwargs) {
  const BorrowedMesh mesh_a = mesh_in(a, faces_a, py::none());
  const BorrowedMesh mesh_b = mesh_in(b, faces_b, py::none());
  const Transform at_a = transform_in(pose_a);
  const Transform at_b = transform_in(pose_b);
  const CollideOptions options = options_in(kwargs);
  const py::gil_scoped_release release;
  return std::make_shared<Result>(collide(mesh_a.view, at_a, mesh_b.view, at_b, options));
}

std::shared_ptr<Result> self_collide(const py::object& what, const py::object& faces,
                                     const py::object& topology, const py::kwargs& kwargs) {
  const BorrowedMesh mesh = mesh_in(what, faces, topology);
  const CollideOptions options = options_in(kwargs);
  const py::gil_scoped_release release;
  return std::make_shared<Result>(self_collide(mesh.view, options));
}

}  // namespace

void bind_query(py::module_& m) {
  py::class_<PyQuery>(m, "Query", "Asks a world that nobody changes at the time; one per thread.")
      .def(py::init<std::shared_ptr<PyWorld>>(), py::arg("world"))
      .def(
          "collide", [](PyQuery& self, const py::kwargs& kwargs) { return ask(self, kwargs); },
          "As World.collide(), of a world that is updated.")
      .def("collide", [](PyQuery& self, const BodyId& a, const BodyId& b,
                         const py::kwargs& kwargs) { return ask(self, kwargs, a, b); });
  m.def("_collide", &collide, py::arg("a"), py::arg("faces_a"), py::arg("b"), py::arg("faces_b"),
        py::arg("pose_a") = py::none(), py::arg("pose_b") = py::none());
  m.def("_self_collide", &self_collide, py::arg("vertices"), py::arg("faces") = py::none(),
        py::arg("topology") = py::none());
  m.def("_primitive_pairs", &primitive_pairs);
}

}  // namespace tact::python
