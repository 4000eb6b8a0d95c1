// Questions about whole bodies: impacts of a motion, rays, regions, clearance, solids.

#include <fmt/format.h>
#include <pybind11/stl.h>

#include "bindings/python/src/result.h"
#include "bindings/python/src/world.h"
#include "tact/contact/impact.h"

namespace tact::python {
namespace {

using Pointer = std::shared_ptr<PyWorld>;

Which which_in(const std::string& name) {
  if (name == "all") return Which::all;
  if (name == "earliest") return Which::earliest;
  if (name == "first_of_features") return Which::first_of_features;
  if (name == "first_of_bodies") return Which::first_of_bodies;
  throw py::value_error("which: 'all', 'earliest', 'first_of_features' or 'first_of_bodies'");
}

ImpactOptions impact_options(const py::kwargs& kwargs) {
  ImpactOptions options;
  for (const auto& [key, value] : kwargs) {
    const auto name = py::cast<std::string>(key);
    if (value.is_none()) continue;
    if (name == "which")
      options.which = which_in(py::cast<std::string>(value));
    else if (name == "at_most")
      options.budget.at_most = py::cast<std::size_t>(value);
    else if (name == "seconds")
      options.budget.deadline = Budget::until(py::cast<double>(value)).deadline;
    else if (name == "width")
      options.width = py::cast<double>(value);
    else if (name == "threads")
      options.threads = py::cast<unsigned>(value);
    else
      throw py::type_error("unexpected keyword argument '" + name + "'");
  }
  return options;
}

const char* text_of(FeatureKind kind) {
  if (kind == FeatureKind::vertex) return "vertex";
  return kind == FeatureKind::edge ? "edge" : "triangle";
}

std::size_t vertices_of(FeatureKind kind) {
  if (kind == FeatureKind::vertex) return 1;
  return kind == FeatureKind::edge ? 2 : 3;
}

void bind_impacts(py::module_& m) {
  py::class_<Feature>(m, "Feature", "A vertex, an edge or a triangle, and a point of it.")
      .def_property_readonly("kind", [](const Feature& f) { return text_of(f.kind); })
      .def_readonly("triangle", &Feature::triangle)
      .def_property_readonly(
          "vertices",
          [](const Feature& f) {
            return std::vector<std::uint32_t>(
                f.vertices.begin(),
                f.vertices.begin() + static_cast<std::ptrdiff_t>(vertices_of(f.kind)));
          })
      .def_property_readonly(
          "weights",
          [](const Feature& f) {
            return std::vector<double>(
                f.weights.begin(),
                f.weights.begin() + static_cast<std::ptrdiff_t>(vertices_of(f.kind)));
          },
          "The point is the sum of weight times vertex.")
      .def("__repr__", [](const Feature& f) {
        std::string text;
        for (std::size_t i = 0; i < vertices_of(f.kind); ++i)
          text += fmt::format(" {}", f.vertices[i]);
        return fmt::format("Feature({}{})", text_of(f.kind), text);
      });
  py::class_<Impact>(m, "Impact", "Two features that meet during a motion, and when.")
      .def_readonly("body_a", &Impact::body_a)
      .def_readonly("body_b", &Impact::body_b)
      .def_readonly("a", &Impact::a)
      .def_readonly("b", &Impact::b)
      .def_readonly("time_lo", &Impact::time_lo)
      .def_readonly("time_hi", &Impact::time_hi)
      .def_property_readonly("normal", [](const Impact& i) { return copy_of(i.normal); })
      .def_readonly("user_a", &Impact::user_a)
      .def_readonly("user_b", &Impact::user_b)
      .def("__repr__", [](const Impact& i) {
        return fmt::format("Impact(bodies {} and {}, {} and {}, time {:g})", i.body_a.slot,
                           i.body_b.slot, text_of(i.a.kind), text_of(i.b.kind), i.time_lo);
      });
}

// None: to infinity, or one for all, or one each.
std::vector<Ray> rays_in(const py::object& origins, const py::object& directions,
                         const py::object& t_max) {
  const std::vector<Vec3> from = points_in(origins);
  const std::vector<Vec3> along = points_in(directions);
  if (from.size() != along.size())
    throw py::value_error("as many directions as origins are needed");
  std::vector<Ray> rays(from.size());
  for (std::size_t i = 0; i < rays.size(); ++i) rays[i] = {from[i], along[i]};
  if (t_max.is_none()) return rays;
  const auto lengths = radii_in(t_max);
  if (!lengths.view.is_uniform() && lengths.view.size() != rays.size())
    throw py::value_error("one t_max for all, or one each");
  for (std::size_t i = 0; i < rays.size(); ++i) rays[i].t_max = lengths.view[i];
  return rays;
}

RayOptions ray_options(const std::string& mode, std::uint32_t groups, unsigned threads) {
  RayOptions options;
  if (mode == "any")
    options.mode = RayMode::any;
  else if (mode == "all")
    options.mode = RayMode::all;
  else if (mode != "first")
    throw py::value_error("mode: 'first', 'any' or 'all'");
  options.groups = groups;
  options.threads = threads;
  return options;
}

void bind_rays(py::module_& m, py::class_<PyWorld, Pointer>& world) {
  py::class_<RayHit>(m, "RayHit", "A primitive that a ray meets, and where it first does.")
      .def_readonly("t", &RayHit::t)
      .def_readonly("u", &RayHit::u)
      .def_readonly("v", &RayHit::v)
      .def_readonly("body", &RayHit::body)
      .def_readonly("primitive", &RayHit::primitive)
      .def_readonly("user", &RayHit::user)
      .def("__repr__", [](const RayHit& h) {
        return fmt::format("RayHit(t {:g}, body {}, primitive {})", h.t, h.body.slot, h.primitive);
      });
  world
      .def(
          "cast",
          [](PyWorld& self, const py::object& origins, const py::object& directions,
             const py::object& t_max, const std::string& mode, std::uint32_t groups,
             unsigned threads) {
            const std::vector<Ray> rays = rays_in(origins, directions, t_max);
            const RayOptions options = ray_options(mode, groups, threads);
            std::vector<std::vector<RayHit>> hits(rays.size());
            const Turns::Exclusive turn(self.turns);
            const RayHits& found = self.world.cast(rays, options);
            for (std::size_t i = 0; i < rays.size(); ++i)
              hits[i].assign(found[i].begin(), found[i].end());
            return hits;
          },
          py::arg("origins"), py::arg("directions"), py::arg("t_max") = py::none(),
          py::arg("mode") = "first", py::arg("groups") = ~std::uint32_t{0}, py::arg("threads") = 0,
          "What each ray meets, a list of RayHit for each, in order: 'first', 'any' or 'all'.")
      .def(
          "first_hits",
          [](PyWorld& self, const py::object& origins, const py::object& directions,
             const py::object& t_max) {
            const std::vector<Ray> rays = rays_in(origins, directions, t_max);
            const auto count = static_cast<py::ssize_t>(rays.size());
            py::array_t<double> t(count);
            py::array_t<std::int64_t> primitive(count);
            py::array_t<std::int64_t> body(count);
            double* const at = t.mutable_data();
            std::int64_t* const which = primitive.mutable_data();
            std::int64_t* const whose = body.mutable_data();
            {
              const Turns::Exclusive turn(self.turns);
              const RayHits& found = self.world.cast(rays, {});
              for (std::size_t i = 0; i < rays.size(); ++i) {
                const bool hit = !found[i].empty();
                at[i] = hit ? found[i][0].t : std::numeric_limits<double>::infinity();
                which[i] = hit ? std::int64_t{found[i][0].primitive} : -1;
                whose[i] = hit ? std::int64_t{found[i][0].body.slot} : -1;
              }
            }
            return py::make_tuple(t, body, primitive);
          },
          py::arg("origins"), py::arg("directions"), py::arg("t_max") = py::none(),
          "The first hits as arrays: t (infinite where there is none), slot of the body and "
          "primitive (-1).");
}

ClearanceOptions clearance_options(double up_to, double enough, unsigned threads) {
  ClearanceOptions options;
  options.up_to = up_to;
  options.enough = enough;
  options.threads = threads;
  return options;
}

void bind_clearance(py::module_& m, py::class_<PyWorld, Pointer>& world) {
  py::class_<Clearance, Distance>(m, "Clearance",
                                  "The least distance between bodies, and whose it is.")
      .def_readonly("body_a", &Clearance::body_a)
      .def_readonly("body_b", &Clearance::body_b);
  world.def(
      "clearance",
      [](PyWorld& self, const std::optional<BodyId>& a, const std::optional<BodyId>& b,
         double up_to, double enough, unsigned threads) {
        const ClearanceOptions options = clearance_options(up_to, enough, threads);
        if (b && !a) throw py::type_error("one body is `a`");
        const Turns::Exclusive turn(self.turns);
        if (b) return self.world.clearance(*a, *b, options);
        return a ? self.world.clearance(*a, options) : self.world.clearance(options);
      },
      py::arg("a") = py::none(), py::arg("b") = py::none(),
      py::arg("up_to") = std::numeric_limits<double>::infinity(), py::arg("enough") = 0.0,
      py::arg("threads") = 0,
      "The least distance of all tested bodies, of one and the others, or of two. `up_to`: what is "
      "farther does not matter; "
      "`enough`: what is closer ends the search.");
}

py::list ids_of(const std::vector<PrimitiveId>& found) {
  py::list list;
  for (const PrimitiveId& id : found) list.append(py::make_tuple(id.body, id.primitive));
  return list;
}

void bind_regions(py::module_& m, py::class_<PyWorld, Pointer>& world) {
  py::class_<NearestPoint>(m, "NearestPoint",
                           "The point of the bodies that is nearest to another one.")
      .def_readonly("distance", &NearestPoint::distance)
      .def_property_readonly("point", [](const NearestPoint& n) { return copy_of(n.point); })
      .def_property_readonly("body", [](const NearestPoint& n) { return n.body; })
      .def_property_readonly("primitive", [](const NearestPoint& n) { return n.primitive; });
  world
      .def(
          "in_box",
          [](PyWorld& self, const py::object& lo, const py::object& hi, std::uint32_t groups) {
            const Extent box{vec3_in(lo), vec3_in(hi)};
            std::vector<PrimitiveId> found;
            {
              const Turns::Exclusive turn(self.turns);
              found = self.world.find_primitives(box, groups);
            }
            return ids_of(found);
          },
          py::arg("lo"), py::arg("hi"), py::arg("groups") = ~std::uint32_t{0},
          "(body, primitive) of all that meet a box.")
      .def(
          "in_ball",
          [](PyWorld& self, const py::object& centre, double radius, std::uint32_t groups) {
            const Ball ball{vec3_in(centre), radius};
            std::vector<PrimitiveId> found;
            {
              const Turns::Exclusive turn(self.turns);
              found = self.world.find_primitives(ball, groups);
            }
            return ids_of(found);
          },
          py::arg("centre"), py::arg("radius"), py::arg("groups") = ~std::uint32_t{0})
      .def(
          "nearest",
          [](PyWorld& self, const py::object& point, std::uint32_t groups) {
            const Vec3 at = vec3_in(point);
            const Turns::Exclusive turn(self.turns);
            return self.world.nearest(at, groups);
          },
          py::arg("point"), py::arg("groups") = ~std::uint32_t{0},
          "The nearest point of the bodies, or None.");
}

void bind_solids(py::module_& m, py::class_<PyWorld, Pointer>& world) {
  py::enum_<Relation>(m, "Relation")
      .value("separate", Relation::separate)
      .value("touching", Relation::touching)
      .value("crossing", Relation::crossing)
      .value("a_inside_b", Relation::a_inside_b)
      .value("b_inside_a", Relation::b_inside_a)
      .value("coincident", Relation::coincident);
  world
      .def(
          "solid",
          [](PyWorld& self, const BodyId& body) {
            const Turns::Shared turn(self.turns);
            return self.world.solid(body);
          },
          py::arg("body"))
      .def(
          "relate",
          [](PyWorld& self, const BodyId& a, const BodyId& b) {
            const Turns::Exclusive turn(self.turns);
            return self.world.relate(a, b);
          },
          py::arg("a"), py::arg("b"), "How two solids stand to each other.")
      .def(
          "sides_of",
          [](PyWorld& self, const BodyId& solid, const py::object& points) {
            const auto p = positions_in(points);
            std::vector<PointSide> sides;
            {
              const Turns::Exclusive turn(self.turns);
              sides = self.world.sides_of(solid, p.view);
            }
            py::array_t<std::int8_t> out(static_cast<py::ssize_t>(sides.size()));
            std::int8_t* const to = out.mutable_data();
            for (std::size_t i = 0; i < sides.size(); ++i) {
              const bool out_of_it = sides[i] == PointSide::outside;
              to[i] = static_cast<std::int8_t>(sides[i] == PointSide::inside ? 1
                                               : out_of_it                   ? -1
                                                                             : 0);
            }
            return out;
          },
          py::arg("solid"), py::arg("points"),
          "1 for a point inside, 0 on the surface, -1 outside; exact.");
}

}  // namespace

void bind_questions(py::module_& m, py::class_<PyWorld, Pointer>& world) {
  bind_impacts(m);
  bind_rays(m, world);
  bind_clearance(m, world);
  bind_regions(m, world);
  bind_solids(m, world);
  world
      .def(
          "impacts",
          [](PyWorld& self, const py::kwargs& kwargs) {
            const ImpactOptions options = impact_options(kwargs);
            const Turns::Exclusive turn(self.turns);
            const Impacts& found = self.world.impacts(options);
            if (found.verdict() == Verdict::undecided) {
              throw Error(
                  ErrorCode::undecided,
                  "undecided: nothing was found before the bound of the question was reached");
            }
            return found.list;
          },
          "What meets during the last motions, move(body, from, to): a list of Impact. By name: "
          "which ('all', 'earliest', "
          "'first_of_features', 'first_of_bodies'), at_most, seconds, width, threads.")
      .def(
          "free_step",
          [](PyWorld& self) {
            const Turns::Exclusive turn(self.turns);
            return self.world.free_step();
          },
          "The largest part of the motion, 0 to 1, that is certainly free.");
}

}  // namespace tact::python
