// BoxTreeQuery (Zachmann 1995): two rigid polyhedra, with witnesses and answers within a deadline.

#include <pybind11/stl.h>

#include "bindings/python/src/arrays.h"
#include "bindings/python/src/module.h"
#include "bindings/python/src/result.h"
#include "tact/pair/box_tree_query.h"

namespace tact::python {
namespace {

struct PyBoxTree {
  PyBoxTree(const Shape& a, const Shape& b, const BoxTreeOptions& options) : query(a, b, options) {}
  BoxTreeQuery query;
  Turns turns;
};

const char* text_of(BoxTreeVerdict verdict) {
  if (verdict == BoxTreeVerdict::open) return "open";
  return verdict == BoxTreeVerdict::clear ? "clear" : "touching";
}

std::shared_ptr<PyBoxTree> make(const Shape& a, const Shape& b, const py::kwargs& kwargs) {
  BoxTreeOptions options;
  for (const auto& [key, value] : kwargs) {
    const auto name = py::cast<std::string>(key);
    if (name == "depth")
      options.depth = py::cast<int>(value);
    else if (name == "minimum")
      options.minimum = py::cast<std::uint32_t>(value);
    else if (name == "lambda_")
      options.lambda = py::cast<double>(value);
    else if (name == "gamma")
      options.gamma = py::cast<double>(value);
    else if (name == "empty_share")
      options.empty_share = py::cast<double>(value);
    else if (name == "thickness")
      options.thickness = py::cast<double>(value);
    else if (name == "wide_blocks")
      options.wide_blocks = py::cast<std::uint32_t>(value);
    else if (name == "true_tests")
      options.true_tests = py::cast<bool>(value);
    else
      throw py::type_error("unexpected keyword argument '" + name + "'");
  }
  const py::gil_scoped_release release;
  return std::make_shared<PyBoxTree>(a, b, options);
}

// Calls `ask` with the query and the two poses, alone with it.
template <class Ask>
auto at_poses(Ask ask) {
  return [ask](PyBoxTree& self, const py::object& pose_a, const py::object& pose_b) {
    const Transform a = transform_in(pose_a);
    const Transform b = transform_in(pose_b);
    const Turns::Exclusive turn(self.turns);
    return ask(self.query, a, b);
  };
}

void bind_values_of(py::module_& m) {
  py::class_<Witness>(m, "Witness", "An edge of one polyhedron that meets a polygon of the other.")
      .def_readonly("edge_of_a", &Witness::edge_of_a)
      .def_property_readonly("edge",
                             [](const Witness& w) { return py::make_tuple(w.edge.a, w.edge.b); })
      .def_readonly("triangle", &Witness::triangle)
      .def_readonly("face", &Witness::face)
      .def_property_readonly("point", [](const Witness& w) { return copy_of(w.point); });
  py::class_<BoxTreeProgress>(m, "BoxTreeProgress", "How far a question in parts has come.")
      .def_property_readonly(
          "verdict", [](const BoxTreeProgress& p) { return text_of(p.verdict); },
          "'clear', 'touching' or 'open'.")
      .def_readonly("resolved", &BoxTreeProgress::resolved)
      .def_readonly("open_pairs", &BoxTreeProgress::open_pairs)
      .def_readonly("likely_touching", &BoxTreeProgress::likely_touching);
}

}  // namespace

void bind_box_tree(py::module_& m) {
  bind_values_of(m);
  py::class_<PyBoxTree, std::shared_ptr<PyBoxTree>>(
      m, "BoxTreeQuery", "Two polyhedra, pose after pose (Zachmann 1995).")
      .def(py::init(&make), py::arg("a"), py::arg("b"))
      .def("touching", at_poses([](BoxTreeQuery& q, const Transform& a, const Transform& b) {
             return q.touching(a, b);
           }),
           py::arg("pose_a"), py::arg("pose_b"))
      .def("count", at_poses([](BoxTreeQuery& q, const Transform& a, const Transform& b) {
             return q.count(a, b);
           }),
           py::arg("pose_a"), py::arg("pose_b"))
      .def("witness", at_poses([](BoxTreeQuery& q, const Transform& a, const Transform& b) {
             return q.witness(a, b);
           }),
           py::arg("pose_a"), py::arg("pose_b"), "An edge that meets a polygon, or None.")
      .def("begin",
           at_poses([](BoxTreeQuery& q, const Transform& a, const Transform& b) { q.begin(a, b); }),
           py::arg("pose_a"), py::arg("pose_b"))
      .def(
          "advance",
          [](PyBoxTree& self, const std::optional<double>& seconds,
             const std::optional<std::size_t>& most) {
            const Budget budget = seconds ? Budget::until(*seconds) : Budget{};
            const Turns::Exclusive turn(self.turns);
            return self.query.advance(budget,
                                      most.value_or(std::numeric_limits<std::size_t>::max()));
          },
          py::arg("seconds") = py::none(), py::arg("most") = py::none())
      .def(
          "collide",
          [](PyBoxTree& self, const py::object& pose_a, const py::object& pose_b,
             const py::kwargs& kwargs) {
            const Transform a = transform_in(pose_a);
            const Transform b = transform_in(pose_b);
            const CollideOptions options = options_in(kwargs);
            const Turns::Exclusive turn(self.turns);
            return take_result(self.query.collide(a, b, options));
          },
          py::arg("pose_a"), py::arg("pose_b"));
}

}  // namespace tact::python
