// Poses, handles, counters: the small values.

#include <fmt/format.h>
#include <pybind11/operators.h>
#include <pybind11/stl.h>

#include <string>

#include "bindings/python/src/arrays.h"
#include "bindings/python/src/module.h"
#include "tact/tact.h"

namespace tact::python {
namespace {

using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;

Numbers numbers_in(const py::object& object, const char* what) {
  Numbers numbers = Numbers::ensure(object);
  if (!numbers) {
    PyErr_Clear();
    throw py::type_error(std::string(what) + ": not an array of numbers");
  }
  return numbers;
}

// SciPy's rotations and quaternions are x, y, z, w, as ours.
Transform with_rotation(const py::object& rotation, const Vec3& translation) {
  const Numbers q = numbers_in(
      py::hasattr(rotation, "as_quat") ? rotation.attr("as_quat")() : rotation, "rotation");
  if (q.size() == 4) {
    return Transform::from_quaternion({q.data()[0], q.data()[1], q.data()[2], q.data()[3]},
                                      translation);
  }
  if (q.size() != 9 || q.ndim() != 2) {
    throw py::value_error(
        "rotation: a quaternion x y z w, a 3 × 3 matrix or a Rotation of SciPy's is needed");
  }
  std::array<double, 12> rows{};
  const double t[3] = {translation.x, translation.y, translation.z};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k) rows[4 * i + k] = q.data()[3 * i + k];
    rows[4 * i + 3] = t[i];
  }
  return Transform::from_matrix(std::span<const double>(rows), MatrixOrder::by_rows);
}

py::array matrix_of(const Transform& pose) {
  const std::array<double, 16> numbers = pose.matrix4(MatrixOrder::by_rows);
  return py::array_t<double>(std::vector<py::ssize_t>{4, 4}, numbers.data());
}

py::array apply(const Transform& pose, const py::object& points) {
  const std::vector<Vec3> read = points_in(points);
  std::vector<Vec3> moved(read.size());
  for (std::size_t i = 0; i < read.size(); ++i) moved[i] = pose.apply(read[i]);
  return copy_of(std::span<const Vec3>(moved));
}

std::string text_of(const Transform& pose) {
  const Quaternion q = pose.rotation();
  const Vec3& t = pose.translation();
  return fmt::format("Transform(translation=({}, {}, {}), rotation=({}, {}, {}, {}))", t.x, t.y,
                     t.z, q.x, q.y, q.z, q.w);
}

void bind_transform(py::module_& m) {
  py::class_<Transform>(m, "Transform", "A rigid pose: a rotation, then a translation.")
      .def(py::init([](const py::object& pose) { return transform_in(pose); }),
           py::arg("pose") = py::none(),
           "From a 4 × 4 or 3 × 4 matrix, seven numbers x y z qx qy qz qw, a Rotation of SciPy's, "
           "a pair of rotation and "
           "translation, another Transform, or nothing: the identity.")
      .def_static(
          "from_quaternion",
          [](const py::object& rotation, const py::object& translation) {
            return with_rotation(rotation, vec3_in(translation));
          },
          py::arg("rotation"), py::arg("translation") = py::make_tuple(0, 0, 0),
          "The quaternion is x, y, z, w.")
      .def_static(
          "from_axis_angle",
          [](const py::object& axis, double radians, const py::object& translation) {
            return Transform::from_axis_angle(vec3_in(axis), radians, vec3_in(translation));
          },
          py::arg("axis"), py::arg("radians"), py::arg("translation") = py::make_tuple(0, 0, 0))
      .def_static(
          "from_translation",
          [](const py::object& t) {
            return with_rotation(Numbers({4}, std::array<double, 4>{0, 0, 0, 1}.data()),
                                 vec3_in(t));
          },
          py::arg("translation"))
      .def_property_readonly("matrix", &matrix_of, "The 4 × 4 matrix, a new array.")
      .def_property_readonly("translation",
                             [](const Transform& pose) { return copy_of(pose.translation()); })
      .def_property_readonly(
          "rotation",
          [](const Transform& pose) {
            const Quaternion q = pose.rotation();
            return py::array_t<double>(4, std::array<double, 4>{q.x, q.y, q.z, q.w}.data());
          },
          "The quaternion x, y, z, w with w >= 0.")
      .def("inverse", &Transform::inverse)
      .def("apply", &apply, py::arg("points"),
           "The bits that every method uses for posed vertices.")
      .def(py::self * py::self)
      .def(py::self == py::self)
      .def(
          "__array__",
          [](const Transform& pose, const py::object& type) {
            const py::object matrix = matrix_of(pose);
            return type.is_none() ? matrix : matrix.attr("astype")(type);
          },
          py::arg("dtype") = py::none())
      .def("__repr__", &text_of)
      .def(py::pickle([](const Transform& pose) { return py::make_tuple(matrix_of(pose)); },
                      [](const py::tuple& state) { return transform_in(state[0]); }));
}

void bind_handle(py::module_& m) {
  py::class_<BodyId>(m, "BodyId", "A handle of a body in the world that gave it out.")
      .def(py::init<>())
      .def_readonly("slot", &BodyId::slot)
      .def_readonly("generation", &BodyId::generation)
      .def_readonly("world", &BodyId::world)
      .def(py::self == py::self)
      .def(py::self < py::self)
      .def("__hash__", [](const BodyId& id) { return std::hash<BodyId>()(id); })
      .def("__repr__", [](const BodyId& id) {
        return fmt::format("BodyId(slot={}, generation={}, world={})", id.slot, id.generation,
                           id.world);
      });
}

void bind_stats(py::module_& m) {
  py::class_<Stats> stats(m, "Stats", "What a question did, counted.");
  const std::pair<const char*, std::uint64_t Stats::*> counters[] = {
      {"bounds_tests", &Stats::bounds_tests},       {"candidates", &Stats::candidates},
      {"primitive_tests", &Stats::primitive_tests}, {"exact_fallbacks", &Stats::exact_fallbacks},
      {"neighbours", &Stats::neighbours},           {"primitives_read", &Stats::primitives_read},
      {"nodes_updated", &Stats::nodes_updated},     {"nodes_split", &Stats::nodes_split},
      {"nodes_collapsed", &Stats::nodes_collapsed}, {"sort_steps", &Stats::sort_steps},
      {"sort_fallbacks", &Stats::sort_fallbacks},   {"axis_tests", &Stats::axis_tests},
      {"front_pairs", &Stats::front_pairs},         {"overlaps_x", &Stats::overlaps_x},
      {"overlaps_y", &Stats::overlaps_y},           {"overlaps_z", &Stats::overlaps_z}};
  for (const auto& [name, counter] : counters) stats.def_readonly(name, counter);
  stats.def("__repr__",
            [counters = std::vector(std::begin(counters), std::end(counters))](const Stats& s) {
              std::string text = "Stats(";
              for (const auto& [name, counter] : counters) {
                if (s.*counter != 0)
                  text += fmt::format("{}{}={}", text.back() == '(' ? "" : ", ", name, s.*counter);
              }
              return text + ")";
            });
  py::class_<Times>(m, "Times", "Where the time of an answer went, in seconds.")
      .def_readonly("update", &Times::update)
      .def_readonly("query", &Times::query)
      .def("__repr__", [](const Times& t) {
        return fmt::format("Times(update={}, query={})", t.update, t.query);
      });
}

}  // namespace

Transform transform_in(const py::object& object) {
  if (object.is_none()) return {};
  if (py::isinstance<Transform>(object)) return py::cast<Transform>(object);
  if (py::hasattr(object, "as_quat")) return with_rotation(object, {});
  if (py::isinstance<py::tuple>(object) && py::len(object) == 2) {
    const auto pair = py::cast<py::tuple>(object);
    return with_rotation(pair[0], vec3_in(pair[1]));
  }
  const Numbers numbers = numbers_in(object, "pose");
  const bool matrix = numbers.ndim() == 2 && numbers.shape(1) == 4 &&
                      (numbers.shape(0) == 4 || numbers.shape(0) == 3);
  if (!matrix && numbers.size() != 7) {
    throw py::value_error("pose: a 4 × 4 or 3 × 4 matrix, or x y z qx qy qz qw, is needed");
  }
  const double* const x = numbers.data();
  if (!matrix) return Transform::from_quaternion({x[3], x[4], x[5], x[6]}, {x[0], x[1], x[2]});
  return Transform::from_matrix(
      std::span<const double>(x, static_cast<std::size_t>(numbers.size())), MatrixOrder::by_rows);
}

void bind_values(py::module_& m) {
  bind_transform(m);
  bind_handle(m);
  bind_stats(m);
}

}  // namespace tact::python
