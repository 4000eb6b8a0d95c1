// The table of methods, and which tact this is.

#include <fmt/format.h>
#include <pybind11/stl.h>

#include "bindings/python/src/module.h"
#include "tact/base/simd.h"
#include "tact/method/method.h"
#include "tact/version.h"

namespace tact::python {

void bind_methods(py::module_& m) {
  py::class_<MethodInfo>(m, "MethodInfo", "What is said of a method.")
      .def_readonly("name", &MethodInfo::name)
      .def_readonly("summary", &MethodInfo::summary)
      .def_readonly("citation", &MethodInfo::citation)
      .def_readonly("exhaustive", &MethodInfo::exhaustive)
      .def("__repr__", [](const MethodInfo& info) {
        return fmt::format("MethodInfo({}: {})", info.name, info.summary);
      });
  m.def("methods", &methods, "All methods, in the order they are shown.");
  m.def("simd_target", &simd_target, "The instruction set that kernels run on.");
  m.def("simd_targets", &simd_targets, "Those that this processor could run.");
  m.def("use_simd_target", &use_simd_target, py::arg("name"),
        "Chooses another, for the whole program; for tests.");
  m.attr("__version__") = version();
  const BuildFeatures features = build_features();
  py::dict built;
  built["assimp"] = features.assimp;
  built["opencl"] = features.opencl;
  built["threads"] = features.threads;
  m.attr("build_features") = built;
}

}  // namespace tact::python
