// Result as a sequence of contacts, and as structured arrays that look into it without a copy.

#include "bindings/python/src/result.h"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include "bindings/python/src/module.h"

namespace tact::python {
namespace {

const char* text_of(ContactKind kind) {
  switch (kind) {
    case ContactKind::crossing:
      return "crossing";
    case ContactKind::touching:
      return "touching";
    case ContactKind::coplanar:
      return "coplanar";
    case ContactKind::coincident:
      return "coincident";
    case ContactKind::near:
      return "near";
    case ContactKind::undescribed:
      return "undescribed";
  }
  return "";
}

const char* text_of(Verdict verdict) {
  if (verdict == Verdict::undecided) return "undecided";
  return verdict == Verdict::clear ? "clear" : "touching";
}

const char* text_of(Stopped stopped) {
  if (stopped == Stopped::no) return "no";
  return stopped == Stopped::count ? "count" : "deadline";
}

class Fields {
 public:
  void add(const char* name, const py::object& format, std::ptrdiff_t offset) {
    names_.append(name);
    formats_.append(format);
    offsets_.append(offset);
  }
  void add(const char* name, const char* format, std::ptrdiff_t offset) {
    add(name, py::str(format), offset);
  }
  py::dtype type(std::size_t size) const {
    return {names_, formats_, offsets_, static_cast<py::ssize_t>(size)};
  }

 private:
  py::list names_, formats_, offsets_;
};

// Where a member lies in an object: offsetof is not for types with bases.
template <class T, class M>
std::ptrdiff_t place(const T& object, const M& member) {
  return reinterpret_cast<const char*>(&member) - reinterpret_cast<const char*>(&object);
}

py::dtype handle_type() {
  const BodyId id;
  Fields fields;
  fields.add("slot", "u4", place(id, id.slot));
  fields.add("generation", "u4", place(id, id.generation));
  fields.add("world", "u4", place(id, id.world));
  return fields.type(sizeof(BodyId));
}

py::dtype segment_type() {
  const Segment segment;
  Fields fields;
  fields.add("from", "(3,)f8", place(segment, segment.from));
  fields.add("to", "(3,)f8", place(segment, segment.to));
  return fields.type(sizeof(Segment));
}

py::dtype contact_type() {
  const Contact c;
  Fields fields;
  fields.add("body_a", handle_type(), place(c, c.body_a));
  fields.add("body_b", handle_type(), place(c, c.body_b));
  fields.add("primitive_a", "u4", place(c, c.primitive_a));
  fields.add("primitive_b", "u4", place(c, c.primitive_b));
  fields.add("user_a", "u8", place(c, c.user_a));
  fields.add("user_b", "u8", place(c, c.user_b));
  fields.add("kind", "u1", place(c, c.kind));
  fields.add("segment", segment_type(), place(c, c.segment));
  fields.add("normal", "(3,)f8", place(c, c.normal));
  fields.add("depth", "f8", place(c, c.depth));
  return fields.type(sizeof(Contact));
}

py::dtype candidate_type() {
  const Candidate c;
  Fields fields;
  fields.add("body_a", "u4", place(c, c.body_a));
  fields.add("body_b", "u4", place(c, c.body_b));
  fields.add("primitive_a", "u4", place(c, c.primitive_a));
  fields.add("primitive_b", "u4", place(c, c.primitive_b));
  return fields.type(sizeof(Candidate));
}

// Read-only, over what the result has.
py::array array_of(const py::dtype& type, const void* data, std::size_t count,
                   const py::handle& base) {
  py::array array(type, {static_cast<py::ssize_t>(count)}, {type.itemsize()}, data, base);
  py::detail::array_proxy(array.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return array;
}

const Result& result_in(const py::object& self) { return py::cast<const Result&>(self); }

std::size_t place_in(const Result& result, py::ssize_t i) {
  const auto size = static_cast<py::ssize_t>(result.size());
  if (i < 0) i += size;
  if (i < 0 || i >= size) throw py::index_error("there are " + std::to_string(size) + " contacts");
  return static_cast<std::size_t>(i);
}

// Steps by number, so that a result that lives shorter than its iterator cannot be: it holds it.
struct Steps {
  std::shared_ptr<Result> result;
  std::size_t next = 0;
};

void bind_contact(py::module_& m) {
  py::enum_<ContactKind>(m, "ContactKind")
      .value("crossing", ContactKind::crossing)
      .value("touching", ContactKind::touching)
      .value("coplanar", ContactKind::coplanar)
      .value("coincident", ContactKind::coincident)
      .value("near", ContactKind::near)
      .value("undescribed", ContactKind::undescribed);
  py::class_<Contact>(m, "Contact", "Two primitives that touch, and how.")
      .def_readonly("body_a", &Contact::body_a)
      .def_readonly("body_b", &Contact::body_b)
      .def_readonly("primitive_a", &Contact::primitive_a)
      .def_readonly("primitive_b", &Contact::primitive_b)
      .def_readonly("user_a", &Contact::user_a)
      .def_readonly("user_b", &Contact::user_b)
      .def_property_readonly("kind", [](const Contact& c) { return c.kind; })
      .def_property_readonly(
          "segment",
          [](const Contact& c) {
            const Vec3 ends[2] = {c.segment.from, c.segment.to};
            return copy_of(std::span<const Vec3>(ends));
          },
          "(2, 3): its ends.")
      .def_property_readonly(
          "normal", [](const Contact& c) { return copy_of(c.normal); }, "From a to b.")
      .def_property_readonly("depth", [](const Contact& c) { return c.depth; })
      .def("__repr__", [](const Contact& c) {
        return fmt::format("Contact(bodies {} and {}, primitives {} and {}, {}, depth {:g})",
                           c.body_a.slot, c.body_b.slot, c.primitive_a, c.primitive_b,
                           text_of(c.kind), c.depth);
      });
}

}  // namespace

std::shared_ptr<Result> take_result(const Result& result) {
  // The library hands out its own by reference to const; the object is none, and the question that
  // follows makes it anew.
  return std::make_shared<Result>(std::move(const_cast<Result&>(result)));
}

py::array primitive_pairs(const py::object& result) {
  const Result& r = result_in(result);
  if (r.empty()) return py::array_t<std::uint32_t>(std::vector<py::ssize_t>{0, 2});
  const Candidate* const first = r.pairs_by_slot().data();
  static_assert(sizeof(Candidate) == 4 * sizeof(std::uint32_t));
  return view_of(&first->primitive_a, {static_cast<py::ssize_t>(r.size()), 2},
                 {sizeof(Candidate), sizeof(std::uint32_t)}, result);
}

void bind_result(py::module_& m) {
  bind_contact(m);
  py::class_<Result, std::shared_ptr<Result>>(m, "Result",
                                              "Contacts, sorted, each once: a sequence of them.")
      .def_property_readonly(
          "verdict", [](const Result& r) { return text_of(r.verdict()); },
          "'clear', 'touching' or 'undecided'.")
      .def_property_readonly("touching", &Result::touching,
                             "Raises Undecided where the verdict is that.")
      .def_property_readonly("complete", &Result::complete, "False if a bound cut the answer.")
      .def_property_readonly(
          "stopped", [](const Result& r) { return text_of(r.stopped); },
          "'no', 'count' or 'deadline': why there may be more.")
      .def_readonly("stats", &Result::stats)
      .def_readonly("times", &Result::times)
      .def_readonly("method", &Result::method)
      .def_property_readonly(
          "contacts",
          [](const py::object& self) {
            const auto& contacts = result_in(self).contacts();
            return array_of(contact_type(), contacts.data(), contacts.size(), self);
          },
          "A structured array with the fields of Contact; empty where only pairs were asked for. "
          "No copy.")
      .def_property_readonly(
          "pairs",
          [](const py::object& self) {
            const auto& pairs = result_in(self).pairs_by_slot();
            return array_of(candidate_type(), pairs.data(), pairs.size(), self);
          },
          "A structured array: body_a, body_b (by slot), primitive_a, primitive_b. No copy.")
      .def_property_readonly("primitives", &primitive_pairs,
                             "(n, 2): primitive_a and primitive_b. No copy.")
      .def_property_readonly(
          "contained",
          [](const Result& r) {
            py::list list;
            for (const Containment& c : r.contained())
              list.append(py::make_tuple(c.inner, c.outer));
            return list;
          },
          "(inner, outer): where something lies inside a solid, and no primitives of the two "
          "touch.")
      .def("__len__", &Result::size)
      .def("__bool__", &Result::touching)
      .def("__getitem__", [](const Result& r, py::ssize_t i) { return r[place_in(r, i)]; })
      .def("__iter__",
           [](const std::shared_ptr<Result>& r) {
             return Steps{r, 0};
           })
      .def("__repr__", [](const Result& r) {
        return fmt::format("Result({}, {} contact{}{})", text_of(r.verdict()), r.size(),
                           r.size() == 1 ? "" : "s", r.complete() ? "" : ", cut short");
      });
  py::class_<Steps>(m, "_ContactIterator")
      .def("__iter__", [](const py::object& self) { return self; })
      .def("__next__", [](Steps& steps) {
        if (steps.next >= steps.result->size()) throw py::stop_iteration();
        return (*steps.result)[steps.next++];
      });
}

}  // namespace tact::python
