// Shapes, and the four kinds of bodies.

#include "bindings/python/src/body.h"

#include <fmt/format.h>
#include <pybind11/operators.h>
#include <pybind11/stl.h>

#include "bindings/python/src/module.h"
#include "tact/geometry/maps.h"

namespace tact::python {
namespace {

// The options that all bodies take by name.
void set_options(BodyDef& def, const py::kwargs& options) {
  for (const auto& [key, value] : options) {
    const auto name = py::cast<std::string>(key);
    const py::object given = py::reinterpret_borrow<py::object>(value);
    if (name == "name")
      def.name(py::cast<std::string>(given));
    else if (name == "user")
      def.user(py::cast<std::uint64_t>(given));
    else if (name == "self")
      def.self(py::cast<bool>(given));
    else if (name == "group")
      def.group(py::cast<std::uint32_t>(given));
    else if (name == "solid")
      def.solid(py::cast<bool>(given));
    else if (name == "mask")
      def.mask(py::cast<std::uint32_t>(given));
    else if (name == "pose")
      def.pose(transform_in(given));
    else if (name == "clusters")
      def.clusters(py::cast<const Clusters&>(given));
    else
      throw py::type_error("unexpected keyword argument '" + name + "'");
  }
}

bool take_flag(py::kwargs& options, const char* name) {
  if (!options.contains(name)) return false;
  return py::cast<bool>(options.attr("pop")(name));
}

py::object take(py::kwargs& options, const char* name) {
  if (!options.contains(name)) return py::none();
  return options.attr("pop")(name);
}

std::shared_ptr<PyBody> rigid_body(const py::object& what, const py::object& faces,
                                   py::kwargs options) {
  if (py::isinstance<Shape>(what)) {
    auto body = std::make_shared<PyBody>(PyBody{rigid(py::cast<const Shape&>(what)), {}, {}});
    set_options(body->def, options);
    return body;
  }
  const bool copy = take_flag(options, "copy");
  BorrowedMesh mesh = mesh_in(what, faces, take(options, "topology"), copy);
  auto body = std::make_shared<PyBody>(
      PyBody{rigid(mesh.view), std::move(mesh.keep), std::move(mesh.held)});
  set_options(body->def, options);
  return body;
}

template <BodyDef (*make)(const MeshView&)>
std::shared_ptr<PyBody> moving_body(const py::object& what, const py::object& faces,
                                    py::kwargs options) {
  const bool copy = take_flag(options, "copy");
  BorrowedMesh mesh = mesh_in(what, faces, take(options, "topology"), copy);
  auto body =
      std::make_shared<PyBody>(PyBody{make(mesh.view), std::move(mesh.keep), std::move(mesh.held)});
  set_options(body->def, options);
  return body;
}

std::shared_ptr<PyBody> points_body(const py::object& positions, const py::object& radii,
                                    py::kwargs options) {
  const bool copy = take_flag(options, "copy");
  const auto p = positions_in(positions, copy);
  const auto r = radii_in(radii, copy);
  auto body = std::make_shared<PyBody>(PyBody{points(p.view, r.view), {}, {p.held, r.held}});
  set_options(body->def, options);
  return body;
}

Shape shape_of_arrays(const py::object& what, const py::object& faces, const std::string& name) {
  // A shape lives wherever its copies do, which no array can follow: it has its own.
  if (py::isinstance<Mesh>(what)) return Shape(py::cast<const Mesh&>(what), name);
  const auto mesh = py::cast<Mesh>(py::module_::import("tact._core").attr("Mesh")(what, faces));
  return Shape(mesh, name);
}

void bind_shape(py::module_& m) {
  py::class_<Shape>(
      m, "Shape",
      "A mesh that never changes, shared by any number of rigid bodies, trackers and queries.")
      .def(py::init(&shape_of_arrays), py::arg("vertices"), py::arg("faces") = py::none(),
           py::arg("name") = "mesh", "From a Mesh, or from arrays, which are copied.")
      .def_static(
          "of_polygons",
          [](const py::object& positions, const std::vector<std::vector<std::uint32_t>>& polygons,
             const std::string& name) {
            return Shape::of_polygons(points_in(positions), polygons, name);
          },
          py::arg("vertices"), py::arg("polygons"), py::arg("name") = "mesh",
          "Polygons with three or more corners each: their exact ear-clipped triangulation.")
      .def_property_readonly("triangle_count", &Shape::triangle_count)
      .def(
          "face_of",
          [](const Shape& shape, std::uint32_t triangle) {
            if (triangle >= shape.triangle_count())
              throw py::index_error("there is no such triangle");
            return shape.face_of(triangle);
          },
          py::arg("triangle"), "The polygon that a triangle was cut from.")
      .def_property_readonly("builds", &Shape::builds, "How many structures were built so far.")
      .def_property_readonly("bytes", &Shape::bytes, "What they and the mesh take.")
      .def(py::self == py::self)
      .def("__repr__", [](const Shape& shape) {
        return fmt::format("Shape({} triangles)", shape.triangle_count());
      });
}

void bind_clusters(py::module_& m) {
  py::class_<Clusters>(m, "Clusters", "Which points belong to which cluster; clusters may overlap.")
      .def(py::init<>())
      .def_static("one", &Clusters::one, py::arg("points"), "All of so many points in one.")
      .def(
          "add",
          [](Clusters& clusters, const std::vector<std::uint32_t>& points) {
            clusters.add(points);
          },
          py::arg("points"))
      .def("__len__", &Clusters::size)
      .def("__getitem__", [](const Clusters& clusters, std::size_t i) {
        if (i >= clusters.size()) throw py::index_error("there is no such cluster");
        return std::vector<std::uint32_t>(clusters[i].begin(), clusters[i].end());
      });
}

}  // namespace

BorrowedMesh mesh_in(const py::object& what, const py::object& faces, const py::object& topology,
                     bool copy) {
  if (py::isinstance<Mesh>(what)) {
    if (!faces.is_none()) throw py::type_error("a Mesh has its faces");
    return {py::cast<const Mesh&>(what).view(), {what}, {}, false};
  }
  if (faces.is_none() && py::hasattr(what, "vertices") && py::hasattr(what, "faces")) {
    return mesh_in(what.attr("vertices"), what.attr("faces"), topology,
                   copy);  // trimesh's, for one
  }
  if (faces.is_none()) throw py::type_error("faces are missing");
  auto p = positions_in(what, copy);
  auto t = triangles_in(faces, copy);
  auto ids = ids_in(topology, copy);
  const bool copied = p.held.copied() || t.held.copied();
  return {{p.view, t.view, ids.view}, {}, {p.held, t.held, ids.held}, copied};
}

void bind_body(py::module_& m) {
  bind_shape(m);
  bind_clusters(m);
  py::enum_<BodyKind>(m, "BodyKind")
      .value("rigid", BodyKind::rigid)
      .value("deforming", BodyKind::deforming)
      .value("breaking", BodyKind::breaking)
      .value("points", BodyKind::points);
  py::class_<PyBody, std::shared_ptr<PyBody>>(m, "BodyDef", "A body to be: for World.add().")
      .def_property_readonly(
          "copied",
          [](const PyBody& body) {
            return std::any_of(body.held.begin(), body.held.end(),
                               [](const Held& held) { return held.copied(); });
          },
          "Did an array have to be copied, since it could not be read in place?");
  const char* const options =
      "By name: name, user, self (contacts within it, too), group, mask, topology, copy; pose for "
      "rigid ones. Arrays are read "
      "in place, float32 or float64, at any stride from row to row; others are copied.";
  m.def("rigid", &rigid_body, py::arg("vertices"), py::arg("faces") = py::none(), options);
  m.def("deforming", &moving_body<deforming>, py::arg("vertices"), py::arg("faces") = py::none(),
        options);
  m.def("breaking", &moving_body<breaking>, py::arg("vertices"), py::arg("faces") = py::none(),
        options);
  m.def("points", &points_body, py::arg("positions"), py::arg("radii") = py::none(), options);
}

}  // namespace tact::python
