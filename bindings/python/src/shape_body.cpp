// ShapeBody: points that are pulled back to their shape (meshless deformation).

#include "bindings/python/src/shape_body.h"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include "bindings/python/src/arrays.h"

namespace tact::python {
namespace {

using Pointer = std::shared_ptr<PyShapeBody>;

ShapeMode mode_in(const std::string& name) {
  if (name == "rigid") return ShapeMode::rigid;
  if (name == "linear") return ShapeMode::linear;
  if (name == "quadratic") return ShapeMode::quadratic;
  throw py::value_error("mode: 'rigid', 'linear' or 'quadratic'");
}

ShapeOptions shape_options(const py::kwargs& kwargs) {
  ShapeOptions options;
  for (const auto& [key, value] : kwargs) {
    const auto name = py::cast<std::string>(key);
    if (name == "mode")
      options.mode = mode_in(py::cast<std::string>(value));
    else if (name == "stiffness")
      options.stiffness = py::cast<double>(value);
    else if (name == "linear_share")
      options.linear_share = py::cast<double>(value);
    else if (name == "keep_volume")
      options.keep_volume = py::cast<bool>(value);
    else if (name == "clusters")
      options.clusters = py::cast<std::uint32_t>(value);
    else if (name == "overlap")
      options.overlap = py::cast<double>(value);
    else if (name == "damping")
      options.damping = py::cast<double>(value);
    else
      throw py::type_error("unexpected keyword argument '" + name + "'");
  }
  return options;
}

ShapeDef shape_def(const py::object& points, const py::object& faces, const py::object& masses,
                   const py::object& radii) {
  ShapeDef def;
  if (py::isinstance<Mesh>(points)) {
    def = shape_of(py::cast<const Mesh&>(points));
  } else {
    def.points = points_in(points);
    if (!faces.is_none()) {
      const auto t = triangles_in(faces);
      for (std::size_t i = 0; i < t.view.size(); ++i) {
        const auto c = t.view[i];
        std::array<std::uint32_t, 3> corners{};
        for (std::size_t k = 0; k < 3; ++k) {
          if (c[k] >= def.points.size())
            throw py::index_error(fmt::format("face {}: there is no point {}", i, c[k]));
          corners[k] = static_cast<std::uint32_t>(c[k]);
        }
        def.triangles.push_back(corners);
      }
    }
  }
  if (!masses.is_none()) def.masses = py::cast<std::vector<double>>(masses);
  const auto r = radii_in(radii);
  for (std::size_t i = 0; !radii.is_none() && i < def.points.size(); ++i) {
    if (!r.view.is_uniform() && i >= r.view.size()) break;
    def.radii.push_back(r.view[i]);
  }
  if (!r.view.is_uniform() && r.view.size() != def.points.size()) {
    throw py::value_error(fmt::format("radii: {} of {} points", r.view.size(), def.points.size()));
  }
  return def;
}

Pointer make(const py::object& points, const py::object& faces, const py::object& masses,
             const py::object& radii, const py::kwargs& kwargs) {
  const ShapeOptions options = shape_options(kwargs);
  ShapeDef def = shape_def(points, faces, masses, radii);
  const py::gil_scoped_release release;
  return std::make_shared<PyShapeBody>(ShapeBody(std::move(def), options));
}

// Spans of a body stay where they are for its life; the array keeps this object, and this object
// the body.
py::array array_of(const py::object& self, std::span<const Vec3> points) {
  return view_of(points, self);
}

ShapeBody& body_of(const py::object& self) { return py::cast<PyShapeBody&>(self).body(); }

void bind_motion(py::class_<PyShapeBody, Pointer>& body) {
  body.def(
          "step",
          [](PyShapeBody& self, double seconds, const py::object& gravity, unsigned threads) {
            const Vec3 g = vec3_in(gravity);
            const Turns::Exclusive turn(self.turns_of());
            self.body().step(seconds, g, threads);
          },
          py::arg("seconds"), py::arg("gravity") = py::make_tuple(0, 0, 0), py::arg("threads") = 1)
      .def(
          "place",
          [](PyShapeBody& self, const py::object& positions) {
            const std::vector<Vec3> points = points_in(positions);
            const Turns::Exclusive turn(self.turns_of());
            self.body().place(points);
          },
          py::arg("positions"))
      .def(
          "shift",
          [](PyShapeBody& self, std::uint32_t point, const py::object& by) {
            const Vec3 way = vec3_in(by);
            const Turns::Exclusive turn(self.turns_of());
            self.body().shift(point, way);
          },
          py::arg("point"), py::arg("by"))
      .def(
          "pin",
          [](PyShapeBody& self, std::uint32_t point, bool pinned) {
            const Turns::Exclusive turn(self.turns_of());
            self.body().pin(point, pinned);
          },
          py::arg("point"), py::arg("pinned") = true);
}

}  // namespace

void bind_shape_body(py::module_& m) {
  m.def(
      "filled_shape",
      [](const Mesh& mesh, double spacing) {
        const ShapeDef def = [&] {
          const py::gil_scoped_release release;
          return filled_shape(mesh, spacing);
        }();
        return copy_of(std::span<const Vec3>(def.points));
      },
      py::arg("mesh"), py::arg("spacing"),
      "The vertices of a closed surface, and behind them points inside it on a grid of this "
      "spacing.");
  py::class_<ClusterMap>(m, "ClusterMap", "How a cluster of points has moved since it was at rest.")
      .def_property_readonly("centre", [](const ClusterMap& map) { return copy_of(map.centre); })
      .def_readonly("drift", &ClusterMap::drift)
      .def_readonly("is_quadratic", &ClusterMap::is_quadratic);
  py::class_<PyShapeBody, Pointer> body(m, "ShapeBody",
                                        "Points that keep a shape (shape matching).");
  body.def(py::init(&make), py::arg("points"), py::arg("faces") = py::none(),
           py::arg("masses") = py::none(), py::arg("radii") = py::none(),
           "A Mesh or points; by name: mode ('rigid', 'linear', 'quadratic'), stiffness, "
           "linear_share, keep_volume, clusters, "
           "overlap, damping.")
      .def("__len__", [](PyShapeBody& self) { return self.body().size(); })
      .def_property_readonly("mass", [](PyShapeBody& self) { return self.body().mass(); })
      .def_property_readonly(
          "positions",
          [](const py::object& self) {
            return array_of(self, std::as_const(body_of(self)).positions());
          },
          "(n, 3), read-only, no copy: they move with the body.")
      .def_property_readonly(
          "rest", [](const py::object& self) { return array_of(self, body_of(self).rest()); })
      .def_property_readonly(
          "velocities",
          [](const py::object& self) {
            return array_of(self, std::as_const(body_of(self)).velocities());
          },
          "(n, 3), read-only, no copy.")
      .def(
          "set_velocities",
          [](PyShapeBody& self, const py::object& velocities) {
            const std::vector<Vec3> given = points_in(velocities);
            const Turns::Exclusive turn(self.turns_of());
            const std::span<Vec3> now = self.body().velocities();
            if (given.size() != now.size()) {
              throw Error(ErrorCode::bad_argument,
                          fmt::format("{} velocities for {} points", given.size(), now.size()));
            }
            std::copy(given.begin(), given.end(), now.begin());
          },
          py::arg("velocities"))
      .def_property_readonly(
          "faces", [](const py::object& self) { return view_of(body_of(self).triangles(), self); })
      .def_property_readonly("clusters", [](PyShapeBody& self) { return self.body().clusters(); })
      .def_property_readonly("maps", [](PyShapeBody& self) {
        const auto maps = self.body().maps();
        return std::vector<ClusterMap>(maps.begin(), maps.end());
      });
  bind_motion(body);
}

}  // namespace tact::python
