// PairTracker: two rigid bodies outside a world, pose after pose; batches of poses.

#include "tact/pair/pair_tracker.h"

#include <pybind11/stl.h>

#include "bindings/python/src/arrays.h"
#include "bindings/python/src/module.h"
#include "bindings/python/src/result.h"

namespace tact::python {
namespace {

struct PyTracker {
  PyTracker(const Shape& a, const Shape& b, const TrackerOptions& options)
      : tracker(a, b, options) {}
  PairTracker tracker;
  Turns turns;
};

std::shared_ptr<PyTracker> make(const Shape& a, const Shape& b, const py::kwargs& kwargs) {
  TrackerOptions options;
  for (const auto& [key, value] : kwargs) {
    const auto name = py::cast<std::string>(key);
    if (name == "coherent")
      options.coherent = py::cast<bool>(value);
    else if (name == "coherence")
      options.coherence = py::cast<double>(value);
    else if (name == "prune")
      options.prune = py::cast<double>(value);
    else if (name == "trail")
      options.trail = py::cast<double>(value);
    else if (name == "most_pairs")
      options.most_pairs = py::cast<std::uint32_t>(value);
    else if (name == "weighs_cost")
      options.weighs_cost = py::cast<bool>(value);
    else
      throw py::type_error("unexpected keyword argument '" + name + "'");
  }
  const py::gil_scoped_release release;
  return std::make_shared<PyTracker>(a, b, options);
}

// (n, 4, 4): poses of one body; or one pose for all.
std::vector<Transform> poses_in(const py::object& object, std::size_t count) {
  const py::array array = py::array::ensure(object);
  PyErr_Clear();
  if (!array || array.ndim() != 3) return std::vector<Transform>(count, transform_in(object));
  std::vector<Transform> poses;
  for (const py::handle pose : array)
    poses.push_back(transform_in(py::reinterpret_borrow<py::object>(pose)));
  return poses;
}

std::size_t batch_size(const py::object& object) {
  const py::array array = py::array::ensure(object);
  PyErr_Clear();
  return array && array.ndim() == 3 ? static_cast<std::size_t>(array.shape(0)) : 1;
}

py::array touching_batch(const Shape& a, const Shape& b, const py::object& poses_a,
                         const py::object& poses_b, unsigned threads) {
  const std::size_t count = std::max(batch_size(poses_a), batch_size(poses_b));
  const std::vector<Transform> of_a = poses_in(poses_a, count);
  const std::vector<Transform> of_b = poses_in(poses_b, count);
  if (of_a.size() != of_b.size())
    throw py::value_error("as many poses of a as of b are needed, or one");
  std::vector<PosePair> pairs(of_a.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] = {of_a[i], of_b[i]};
  py::array_t<bool> out(static_cast<py::ssize_t>(pairs.size()));
  const std::span<std::uint8_t> answers(reinterpret_cast<std::uint8_t*>(out.mutable_data()),
                                        pairs.size());
  const py::gil_scoped_release release;
  touching(a, b, pairs, answers, threads);
  return out;
}

}  // namespace

void bind_pair(py::module_& m) {
  py::class_<PyTracker, std::shared_ptr<PyTracker>>(
      m, "PairTracker",
      "Two rigid bodies, pose after pose: remembers where it was. Coherence settings by name.")
      .def(py::init(&make), py::arg("a"), py::arg("b"))
      .def(
          "touching",
          [](PyTracker& self, const py::object& pose_a, const py::object& pose_b) {
            const Transform a = transform_in(pose_a);
            const Transform b = transform_in(pose_b);
            const Turns::Exclusive turn(self.turns);
            return self.tracker.touching(a, b);
          },
          py::arg("pose_a"), py::arg("pose_b"))
      .def(
          "collide",
          [](PyTracker& self, const py::object& pose_a, const py::object& pose_b,
             const py::kwargs& kwargs) {
            const Transform a = transform_in(pose_a);
            const Transform b = transform_in(pose_b);
            const CollideOptions options = options_in(kwargs);
            const Turns::Exclusive turn(self.turns);
            return take_result(self.tracker.collide(a, b, options));
          },
          py::arg("pose_a"), py::arg("pose_b"))
      .def(
          "distance",
          [](PyTracker& self, const py::object& pose_a, const py::object& pose_b) {
            const Transform a = transform_in(pose_a);
            const Transform b = transform_in(pose_b);
            const Turns::Exclusive turn(self.turns);
            return self.tracker.distance(a, b);
          },
          py::arg("pose_a"), py::arg("pose_b"))
      .def("forget", [](PyTracker& self) {
        const Turns::Exclusive turn(self.turns);
        self.tracker.forget();
      });
  m.def("touching", &touching_batch, py::arg("a"), py::arg("b"), py::arg("poses_a"),
        py::arg("poses_b"), py::arg("threads") = 0,
        "Two shapes at n poses, (n, 4, 4) each or one for all: an array of n bools.");
}

}  // namespace tact::python
