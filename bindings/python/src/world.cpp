// World: bodies come, move and go; arrays are borrowed as in C++ and kept alive as long as they
// are.

#include "bindings/python/src/world.h"

#include <pybind11/functional.h>
#include <pybind11/stl.h>

#include "bindings/python/src/body.h"
#include "bindings/python/src/result.h"

namespace tact::python {
namespace {

using Pointer = std::shared_ptr<PyWorld>;

BodyId add(PyWorld& self, const PyBody& body) {
  BodyId id;
  {
    const Turns::Exclusive turn(self.turns);
    id = self.world.add(body.def);
  }
  self.keep[id] = body.keep;
  self.held[id] = body.held;
  return id;
}

void remove(PyWorld& self, const BodyId& body) {
  {
    const Turns::Exclusive turn(self.turns);
    self.world.remove(body);
  }
  self.keep.erase(body);
  self.held.erase(body);
  self.shape_held.erase(body);
}

void move_rigid(PyWorld& self, const BodyId& body, const py::object& pose) {
  const Transform at = transform_in(pose);
  const Turns::Exclusive turn(self.turns);
  self.world.move(body, at);
}

void move_points(PyWorld& self, const BodyId& body, const py::object& positions,
                 const py::object& radii, bool copy) {
  const auto p = positions_in(positions, copy);
  const auto r = radii_in(radii, copy);
  {
    const Turns::Exclusive turn(self.turns);
    self.world.move(body, p.view, r.view);
  }
  self.held[body] = {p.held, r.held};
}

// Faces of the body stay, and with them the arrays that they are read from.
void move_positions(PyWorld& self, const BodyId& body, const py::object& positions,
                    const py::object& maps, bool copy) {
  const auto p = positions_in(positions, copy);
  const auto given =
      maps.is_none() ? std::vector<ClusterMap>() : py::cast<std::vector<ClusterMap>>(maps);
  {
    const Turns::Exclusive turn(self.turns);
    if (maps.is_none()) {
      self.world.move(body, p.view);
    } else {
      self.world.move(body, p.view, given);
    }
  }
  if (self.shape_held.find(body) == self.shape_held.end()) self.shape_held[body] = self.held[body];
  self.held[body] = {p.held};
}

void move_mesh(PyWorld& self, const BodyId& body, const py::object& what, const py::object& faces,
               const py::object& topology, bool copy) {
  const BorrowedMesh mesh = mesh_in(what, faces, topology, copy);
  {
    const Turns::Exclusive turn(self.turns);
    self.world.move(body, mesh.view);
  }
  self.keep[body] = mesh.keep;
  self.held[body] = mesh.held;
  self.shape_held.erase(body);
}

// From somewhere to somewhere: impacts() asks about the way.
void move_along(PyWorld& self, const BodyId& body, const py::object& from, const py::object& to,
                bool copy) {
  const auto begin = positions_in(from, copy);
  const auto end = positions_in(to, copy);
  {
    const Turns::Exclusive turn(self.turns);
    self.world.move(body, begin.view, end.view);
  }
  if (self.shape_held.find(body) == self.shape_held.end()) self.shape_held[body] = self.held[body];
  self.held[body] = {begin.held, end.held};
}

void move(PyWorld& self, const BodyId& body, const py::object& to, const py::object& faces,
          const py::object& radii, const py::object& topology, const py::object& maps,
          const py::object& from, bool copy) {
  const BodyKind kind = [&] {
    const Turns::Shared turn(self.turns);
    return self.world.kind(body);
  }();
  if (!from.is_none()) return move_along(self, body, from, to, copy);
  if (kind == BodyKind::rigid) return move_rigid(self, body, to);
  if (!radii.is_none()) return move_points(self, body, to, radii, copy);
  const bool whole = !faces.is_none() || py::isinstance<Mesh>(to);
  if (whole) return move_mesh(self, body, to, faces, topology, copy);
  move_positions(self, body, to, maps, copy);
}

std::shared_ptr<Result> collide(PyWorld& self, const py::kwargs& kwargs) {
  const CollideOptions options = options_in(kwargs);
  const Turns::Exclusive turn(self.turns);
  return take_result(self.world.collide(options));
}

std::shared_ptr<Result> collide_two(PyWorld& self, const BodyId& a, const BodyId& b,
                                    const py::kwargs& kwargs) {
  const CollideOptions options = options_in(kwargs);
  const Turns::Exclusive turn(self.turns);
  return take_result(self.world.collide(a, b, options));
}

// Called without the interpreter's lock, maybe from a thread that it does not know.
BodyFilter filter_in(const py::object& filter) {
  if (filter.is_none()) return nullptr;
  if (PyCallable_Check(filter.ptr()) == 0)
    throw py::type_error("a filter is called with two bodies");
  const auto shared = std::shared_ptr<py::object>(new py::object(filter), [](py::object* kept) {
    const py::gil_scoped_acquire lock;
    delete kept;
  });
  return [shared](BodyId a, BodyId b) {
    const py::gil_scoped_acquire lock;
    return py::cast<bool>((*shared)(a, b));
  };
}

template <class T>
auto tell(T (World::*what)(BodyId) const) {
  return [what](PyWorld& self, const BodyId& body) {
    const Turns::Shared turn(self.turns);
    return (self.world.*what)(body);
  };
}

void bind_bodies(py::class_<PyWorld, Pointer>& world) {
  world
      .def("add", &add, py::arg("body"),
           "Checks the body and adds it. Its arrays are borrowed until it moves or goes.")
      .def("remove", &remove, py::arg("body"))
      .def("move", &move, py::arg("body"), py::arg("to"), py::arg("faces") = py::none(),
           py::arg("radii") = py::none(), py::arg("topology") = py::none(),
           py::arg("maps") = py::none(), py::arg("from_") = py::none(), py::arg("copy") = false,
           "A pose for a rigid body; positions for others, also the same array with new values; "
           "positions and faces, or a "
           "Mesh, for a breaking one; positions and radii for points; with from_, positions from "
           "and to, on whose way impacts() finds what meets. On an error the body stays "
           "as it was.")
      .def("__contains__", tell(&World::contains))
      .def("__len__",
           [](PyWorld& self) {
             const Turns::Shared turn(self.turns);
             return self.world.size();
           })
      .def("kind", tell(&World::kind), py::arg("body"))
      .def("pose", tell(&World::pose), py::arg("body"))
      .def(
          "name",
          [](PyWorld& self, const BodyId& body) {
            const Turns::Shared turn(self.turns);
            return std::string(self.world.name(body));
          },
          py::arg("body"))
      .def("user", tell(&World::user), py::arg("body"))
      .def("self", tell(&World::self), py::arg("body"))
      .def("group", tell(&World::group), py::arg("body"))
      .def("mask", tell(&World::mask), py::arg("body"))
      .def(
          "extent",
          [](PyWorld& self, const BodyId& body) {
            const Extent extent = [&] {
              const Turns::Shared turn(self.turns);
              return self.world.extent(body);
            }();
            const Vec3 ends[2] = {extent.lo, extent.hi};
            return copy_of(std::span<const Vec3>(ends));
          },
          py::arg("body"), "(2, 3): the corners of a box around the body.")
      .def("bodies", [](PyWorld& self) {
        const Turns::Shared turn(self.turns);
        return self.world.bodies();
      });
}

void bind_rules(py::class_<PyWorld, Pointer>& world) {
  world
      .def(
          "set_self",
          [](PyWorld& self, const BodyId& body, bool on) {
            const Turns::Exclusive turn(self.turns);
            self.world.set_self(body, on);
          },
          py::arg("body"), py::arg("on"))
      .def(
          "set_group",
          [](PyWorld& self, const BodyId& body, std::uint32_t group, std::uint32_t mask) {
            const Turns::Exclusive turn(self.turns);
            self.world.set_group(body, group, mask);
          },
          py::arg("body"), py::arg("group"), py::arg("mask"))
      .def(
          "exclude",
          [](PyWorld& self, const BodyId& a, const BodyId& b) {
            const Turns::Exclusive turn(self.turns);
            self.world.exclude(a, b);
          },
          py::arg("a"), py::arg("b"), "These two are not tested against each other.")
      .def(
          "include",
          [](PyWorld& self, const BodyId& a, const BodyId& b) {
            const Turns::Exclusive turn(self.turns);
            self.world.include(a, b);
          },
          py::arg("a"), py::arg("b"))
      .def(
          "excluded",
          [](PyWorld& self, const BodyId& a, const BodyId& b) {
            const Turns::Shared turn(self.turns);
            return self.world.excluded(a, b);
          },
          py::arg("a"), py::arg("b"))
      .def(
          "tests",
          [](PyWorld& self, const BodyId& a, const BodyId& b) {
            const Turns::Shared turn(self.turns);
            return self.world.tests(a, b);
          },
          py::arg("a"), py::arg("b"))
      .def("tested_pairs",
           [](PyWorld& self) {
             std::vector<std::pair<BodyId, BodyId>> list;
             const Turns::Shared turn(self.turns);
             for (const BodyPair& pair : self.world.tested_pairs())
               list.emplace_back(pair.a, pair.b);
             return list;
           })
      .def(
          "set_filter",
          [](PyWorld& self, const py::object& filter) {
            BodyFilter made = filter_in(filter);
            const Turns::Exclusive turn(self.turns);
            self.world.set_filter(std::move(made));
          },
          py::arg("filter"),
          "filter(a, b) -> bool is asked about bodies that are near; None admits all.");
}

void bind_asking(py::class_<PyWorld, Pointer>& world) {
  world
      .def_property(
          "method",
          [](PyWorld& self) {
            const Turns::Shared turn(self.turns);
            return std::string(self.world.method());
          },
          [](PyWorld& self, const std::string& name) {
            const Turns::Exclusive turn(self.turns);
            self.world.set_method(name);
          })
      .def(
          "set_threads",
          [](PyWorld& self, unsigned threads) {
            const Turns::Exclusive turn(self.turns);
            self.world.set_threads(threads);
          },
          py::arg("threads"), "0: as many as the machine runs at once.")
      .def(
          "update",
          [](PyWorld& self) {
            const Turns::Exclusive turn(self.turns);
            self.world.update();
          },
          "For Query objects; collide() does it by itself.")
      .def_property_readonly("updated",
                             [](PyWorld& self) {
                               const Turns::Shared turn(self.turns);
                               return self.world.updated();
                             })
      .def("collide", &collide,
           "All contacts. By name: tolerance, neighbours, at_most, seconds (a bound on time), "
           "detail ('contacts' or 'pairs'), "
           "threads.")
      .def("collide", &collide_two, py::arg("a"), py::arg("b"),
           "Contacts of two bodies, or within one given twice.")
      .def(
          "any",
          [](PyWorld& self) {
            const Turns::Exclusive turn(self.turns);
            return self.world.any();
          },
          "Does anything touch?")
      .def(
          "separation",
          [](PyWorld& self, const BodyId& a, const BodyId& b) {
            const Turns::Exclusive turn(self.turns);
            return self.world.separation(a, b);
          },
          py::arg("a"), py::arg("b"),
          "How far two bodies are apart, or how deep they lie in each other.")
      .def(
          "validate",
          [](PyWorld& self) {
            const Turns::Exclusive turn(self.turns);
            self.world.validate();
          },
          "Checks every invariant, for tests.");
}

void bind_distances(py::module_& m) {
  py::class_<Distance>(m, "Distance", "How far two bodies are apart, and where.")
      .def_readonly("distance", &Distance::distance)
      .def_property_readonly("point_a", [](const Distance& d) { return copy_of(d.point_a); })
      .def_property_readonly("point_b", [](const Distance& d) { return copy_of(d.point_b); })
      .def_readonly("primitive_a", &Distance::primitive_a)
      .def_readonly("primitive_b", &Distance::primitive_b)
      .def_readonly("stats", &Distance::stats)
      .def("__repr__",
           [](const Distance& d) { return "Distance(" + std::to_string(d.distance) + ")"; });
  py::class_<Separation, Distance>(m, "Separation", "The same, and of bodies that touch how deep.")
      .def_readonly("depth", &Separation::depth)
      .def_property_readonly("direction", [](const Separation& s) { return copy_of(s.direction); });
}

}  // namespace

CollideOptions options_in(const py::kwargs& kwargs) {
  CollideOptions options;
  for (const auto& [key, value] : kwargs) {
    const auto name = py::cast<std::string>(key);
    if (value.is_none()) continue;
    if (name == "tolerance")
      options.tolerance = py::cast<double>(value);
    else if (name == "neighbours")
      options.neighbours = py::cast<bool>(value);
    else if (name == "at_most")
      options.budget.at_most = py::cast<std::size_t>(value);
    else if (name == "seconds")
      options.budget.deadline = Budget::until(py::cast<double>(value)).deadline;
    else if (name == "threads")
      options.threads = py::cast<unsigned>(value);
    else if (name == "detail") {
      const auto detail = py::cast<std::string>(value);
      if (detail != "contacts" && detail != "pairs")
        throw py::value_error("detail: 'contacts' or 'pairs'");
      options.detail = detail == "pairs" ? Detail::pairs : Detail::contacts;
    } else
      throw py::type_error("unexpected keyword argument '" + name + "'");
  }
  return options;
}

void bind_world(py::module_& m) {
  bind_distances(m);
  py::class_<PyWorld, Pointer> world(
      m, "World", "Bodies of all kinds, and the question which of their primitives touch.");
  world.def(py::init([](const std::string& method, unsigned threads) {
              return std::make_shared<PyWorld>(WorldOptions{method, threads});
            }),
            py::arg("method") = "auto", py::arg("threads") = 0);
  bind_bodies(world);
  bind_rules(world);
  bind_asking(world);
  bind_questions(m, world);
}

}  // namespace tact::python
