// Meshes that own their arrays, and mesh files.

#include "tact/geometry/mesh.h"

#include <fmt/format.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "bindings/python/src/arrays.h"
#include "bindings/python/src/module.h"
#include "tact/io/load.h"

namespace tact::python {
namespace {

Mesh mesh_of(const py::object& positions, const py::object& faces, const py::object& topology) {
  const auto p = positions_in(positions);
  const auto t = triangles_in(faces);
  const auto ids = ids_in(topology);
  Mesh mesh;
  mesh.positions.resize(p.view.size());
  for (std::size_t i = 0; i < p.view.size(); ++i) mesh.positions[i] = p.view[i];
  mesh.triangles.resize(t.view.size());
  for (std::size_t i = 0; i < t.view.size(); ++i) {
    const auto corners = t.view[i];
    for (std::size_t k = 0; k < 3; ++k) {
      if (corners[k] >= p.view.size()) {
        throw Error(ErrorCode::bad_mesh,
                    fmt::format("triangle {}: index {} is out of range: there are {} vertices", i,
                                static_cast<std::int64_t>(corners[k]), p.view.size()));
      }
      mesh.triangles[i][k] = static_cast<std::uint32_t>(corners[k]);
    }
  }
  mesh.topology.assign(ids.view.begin(), ids.view.end());
  return mesh;
}

py::array ids_of(const std::vector<std::uint32_t>& ids, const py::handle& base) {
  return view_of(ids.data(), {static_cast<py::ssize_t>(ids.size())}, {sizeof(std::uint32_t)}, base);
}

void bind_class(py::module_& m) {
  py::class_<Mesh, std::shared_ptr<Mesh>>(m, "Mesh",
                                          "Triangles over vertices, in arrays of its own.")
      .def(py::init([](const py::object& v, const py::object& f, const py::object& topology) {
             return std::make_shared<Mesh>(mesh_of(v, f, topology));
           }),
           py::arg("vertices"), py::arg("faces"), py::arg("topology") = py::none(),
           "Copies the arrays.")
      .def_property_readonly(
          "vertices",
          [](const py::object& self) {
            return view_of(std::span<const Vec3>(py::cast<const Mesh&>(self).positions), self);
          },
          "(n, 3), float64, read-only, no copy.")
      .def_property_readonly(
          "faces",
          [](const py::object& self) {
            return view_of(std::span<const std::array<std::uint32_t, 3>>(
                               py::cast<const Mesh&>(self).triangles),
                           self);
          },
          "(m, 3), uint32, read-only, no copy.")
      .def_property_readonly(
          "topology",
          [](const py::object& self) { return ids_of(py::cast<const Mesh&>(self).topology, self); },
          "One id per vertex, or none: vertices of one id that stand at one place make neighbours.")
      .def_property_readonly(
          "face_of",
          [](const py::object& self) { return ids_of(py::cast<const Mesh&>(self).face, self); },
          "The face of the file that each triangle was cut from; empty: each is its own.")
      .def(
          "weld", [](Mesh& mesh) { return weld(mesh); },
          "Vertices in one place count as one when neighbours are told. Returns how many places "
          "there are.")
      .def("__len__", [](const Mesh& mesh) { return mesh.triangles.size(); })
      .def("__repr__",
           [](const Mesh& mesh) {
             return fmt::format("Mesh({} vertices, {} triangles)", mesh.positions.size(),
                                mesh.triangles.size());
           })
      .def(py::pickle(
          [](const py::object& self) {
            const auto copy = [](const py::object& array) { return array.attr("copy")(); };
            return py::make_tuple(copy(self.attr("vertices")), copy(self.attr("faces")),
                                  copy(self.attr("topology")), copy(self.attr("face_of")));
          },
          [](const py::tuple& state) {
            Mesh mesh = mesh_of(state[0], state[1], state[2]);
            const auto face = ids_in(state[3]);
            mesh.face.assign(face.view.begin(), face.view.end());
            return std::make_shared<Mesh>(std::move(mesh));
          }));
}

LoadOptions load_options(const std::string& weld) {
  LoadOptions options;
  if (weld == "always")
    options.weld = Weld::always;
  else if (weld == "never")
    options.weld = Weld::never;
  else if (weld != "where_needed")
    throw py::value_error("weld: 'where_needed', 'always' or 'never'");
  return options;
}

}  // namespace

void bind_mesh(py::module_& m) {
  bind_class(m);
  m.def(
      "load",
      [](const std::filesystem::path& path, const std::string& weld) {
        const LoadOptions options = load_options(weld);
        std::vector<std::string> notes;
        std::shared_ptr<Mesh> mesh;
        {
          const py::gil_scoped_release release;
          mesh = std::make_shared<Mesh>(load(path, options, notes));
        }
        for (const std::string& note : notes) {
          if (PyErr_WarnEx(PyExc_UserWarning, note.c_str(), 1) != 0) throw py::error_already_set();
        }
        return mesh;
      },
      py::arg("path"), py::arg("weld") = "where_needed",
      "Reads a mesh file: OBJ, PLY, STL, OFF, and what Assimp reads where it is installed.");
  m.def(
      "save",
      [](const std::filesystem::path& path, const Mesh& mesh) {
        const py::gil_scoped_release release;
        save(path, mesh.view());
      },
      py::arg("path"), py::arg("mesh"),
      "Writes OBJ, PLY, STL or OFF, by the extension; complete or not at all.");
  m.def("mesh_formats", &mesh_formats, "The extensions that load() knows.");
}

}  // namespace tact::python
