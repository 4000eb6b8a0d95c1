// Simulation: shape-matched bodies that fall, touch and answer.

#include "tact/simulate/simulation.h"

#include <pybind11/stl.h>

#include "bindings/python/src/arrays.h"
#include "bindings/python/src/shape_body.h"

namespace tact::python {

struct PySimulation {
  explicit PySimulation(const SimulationOptions& options) : simulation(options) {}
  Simulation simulation;
  Turns turns;
};

Turns& PyShapeBody::turns_of() { return home ? home->turns : turns; }

ShapeBody& PyShapeBody::body() { return own ? *own : home->simulation.body(number); }

namespace {

using Pointer = std::shared_ptr<PySimulation>;

SimulationOptions simulation_options(const py::kwargs& kwargs) {
  SimulationOptions options;
  for (const auto& [key, value] : kwargs) {
    const auto name = py::cast<std::string>(key);
    const py::object given = py::reinterpret_borrow<py::object>(value);
    if (name == "gravity")
      options.gravity = vec3_in(given);
    else if (name == "seconds")
      options.seconds = py::cast<double>(given);
    else if (name == "level")
      options.level = py::cast<int>(given);
    else if (name == "budget_seconds")
      options.budget_seconds = py::cast<double>(given);
    else if (name == "margin")
      options.margin = py::cast<double>(given);
    else if (name == "softness")
      options.softness = py::cast<double>(given);
    else if (name == "friction")
      options.response.friction = py::cast<double>(given);
    else if (name == "restitution")
      options.response.restitution = py::cast<double>(given);
    else if (name == "iterations")
      options.response.iterations = py::cast<int>(given);
    else if (name == "threads")
      options.threads = py::cast<unsigned>(given);
    else
      throw py::type_error("unexpected keyword argument '" + name + "'");
  }
  return options;
}

// The body goes over; the Python object stays good and speaks of where it went.
void add_body(const Pointer& self, PyShapeBody& body, bool fixed) {
  if (body.home) throw Error(ErrorCode::bad_argument, "the body is in a simulation already");
  std::uint32_t number = 0;
  {
    const Turns::Exclusive turn(self->turns);
    const Turns::Exclusive mine(body.turns);
    number = self->simulation.add(std::move(*body.own), fixed);
  }
  body.own.reset();
  body.home = self;
  body.number = number;
}

void bind_reports(py::module_& m) {
  py::class_<StepReport>(m, "StepReport", "What a step did.")
      .def_readonly("contacts", &StepReport::contacts)
      .def_readonly("wall_contacts", &StepReport::wall_contacts)
      .def_readonly("sphere_pairs", &StepReport::sphere_pairs)
      .def_readonly("body_pairs", &StepReport::body_pairs)
      .def_readonly("deepest", &StepReport::deepest)
      .def_readonly("detection", &StepReport::detection)
      .def_readonly("response", &StepReport::response)
      .def_readonly("deformation", &StepReport::deformation)
      .def_readonly("stats", &StepReport::stats)
      .def_property_readonly("coarsest", [](const StepReport& r) { return r.lod.coarsest; })
      .def_property_readonly("finest", [](const StepReport& r) { return r.lod.finest; })
      .def_property_readonly("unfinished", [](const StepReport& r) { return r.lod.unfinished; });
  py::class_<EnergyReport>(m, "EnergyReport", "Sums over all bodies that move.")
      .def_readonly("kinetic", &EnergyReport::kinetic)
      .def_readonly("potential", &EnergyReport::potential)
      .def_property_readonly("momentum", [](const EnergyReport& e) { return copy_of(e.momentum); })
      .def_property_readonly("angular", [](const EnergyReport& e) { return copy_of(e.angular); });
}

}  // namespace

void bind_simulation(py::module_& m) {
  bind_reports(m);
  py::class_<PySimulation, Pointer>(
      m, "Simulation", "Shape-matched bodies that fall, touch and answer (Spillmann 2006).")
      .def(py::init([](const py::kwargs& kwargs) {
             return std::make_shared<PySimulation>(simulation_options(kwargs));
           }),
           "By name: gravity, seconds, level, budget_seconds, margin, softness, friction, "
           "restitution, iterations, threads.")
      .def("add", &add_body, py::arg("body"), py::arg("fixed") = false,
           "The body belongs to the simulation then.")
      .def(
          "add_wall",
          [](PySimulation& self, const py::object& normal, double offset) {
            const Wall wall{vec3_in(normal), offset};
            const Turns::Exclusive turn(self.turns);
            self.simulation.add(wall);
          },
          py::arg("normal"), py::arg("offset") = 0, "Bodies stay where dot(normal, x) >= offset.")
      .def("__len__", [](PySimulation& self) { return self.simulation.size(); })
      .def("__getitem__",
           [](const Pointer& self, std::uint32_t i) {
             if (i >= self->simulation.size()) throw py::index_error("there is no such body");
             return std::make_shared<PyShapeBody>(self, i);
           })
      .def(
          "set_level",
          [](PySimulation& self, int level) {
            const Turns::Exclusive turn(self.turns);
            self.simulation.set_level(level);
          },
          py::arg("level"))
      .def(
          "set_budget",
          [](PySimulation& self, double seconds) {
            const Turns::Exclusive turn(self.turns);
            self.simulation.set_budget(seconds);
          },
          py::arg("seconds"))
      .def("step",
           [](PySimulation& self) {
             const Turns::Exclusive turn(self.turns);
             return self.simulation.step();
           })
      .def("energy", [](PySimulation& self) {
        const Turns::Exclusive turn(self.turns);
        return self.simulation.energy();
      });
}

}  // namespace tact::python
