// tact::Error as Python exceptions: tact.Error and one subclass a kind, which is also the built-in
// that Python expects. `code`, and the body, vertex and triangle that the message names, are
// attributes.

#include "tact/base/error.h"

#include <optional>
#include <regex>

#include "bindings/python/src/module.h"

namespace tact::python {
namespace {

struct Kind {
  ErrorCode code;
  const char* text;     // the enumerator
  const char* name;     // of the exception
  const char* builtin;  // what else it is, or nothing
};
constexpr Kind kinds[] = {
    {ErrorCode::bad_argument, "bad_argument", "BadArgument", "ValueError"},
    {ErrorCode::bad_mesh, "bad_mesh", "BadMesh", "ValueError"},
    {ErrorCode::bad_pose, "bad_pose", "BadPose", "ValueError"},
    {ErrorCode::bad_file, "bad_file", "BadFile", "OSError"},
    {ErrorCode::unknown_name, "unknown_name", "UnknownName", "LookupError"},
    {ErrorCode::unknown_body, "unknown_body", "UnknownBody", "LookupError"},
    {ErrorCode::unsupported, "unsupported", "Unsupported", "TypeError"},
    {ErrorCode::limit_exceeded, "limit_exceeded", "LimitExceeded", "OverflowError"},
    {ErrorCode::undecided, "undecided", "Undecided", nullptr},
    {ErrorCode::in_use, "in_use", "InUse", nullptr},
};

// Of the module, which lives as long as the interpreter: never released.
PyObject* exceptions[std::size(kinds)];

py::object number_after(const std::string& message, const char* word) {
  std::smatch found;
  const std::regex pattern(std::string("\\b") + word + " ([0-9]+)");
  if (!std::regex_search(message, found, pattern)) return py::none();
  return py::int_(std::stoull(found[1].str()));
}

py::object body_named(const std::string& message) {
  std::smatch found;
  static const std::regex pattern("body '([^']*)'|body ([0-9]+)");
  if (!std::regex_search(message, found, pattern)) return py::none();
  return py::str(found[1].matched ? found[1].str() : found[2].str());
}

void raise(const Error& error) {
  std::size_t at = 0;
  while (at + 1 < std::size(kinds) && kinds[at].code != error.code()) ++at;
  const std::string message = error.what();
  const py::object type = py::reinterpret_borrow<py::object>(exceptions[at]);
  const py::object value = type(message);
  value.attr("code") = kinds[at].text;
  value.attr("body") = body_named(message);
  value.attr("vertex") = number_after(message, "vertex");
  value.attr("triangle") = number_after(message, "triangle");
  PyErr_SetObject(type.ptr(), value.ptr());
}

}  // namespace

void bind_errors(py::module_& m) {
  const auto qualified = [](const char* name) { return std::string("tact.") + name; };
  const auto base = py::reinterpret_steal<py::object>(PyErr_NewExceptionWithDoc(
      qualified("Error").c_str(),
      "What the library refuses. `code` says what kind of thing was wrong; `body`, `vertex` "
      "and `triangle` say where, or are None.",
      PyExc_Exception, nullptr));
  for (const char* name : {"code", "body", "vertex", "triangle"}) base.attr(name) = py::none();
  m.attr("Error") = base;
  for (std::size_t i = 0; i < std::size(kinds); ++i) {
    py::tuple bases = py::make_tuple(base);
    if (kinds[i].builtin != nullptr) {
      bases = py::make_tuple(base, py::module_::import("builtins").attr(kinds[i].builtin));
    }
    exceptions[i] = PyErr_NewException(qualified(kinds[i].name).c_str(), bases.ptr(), nullptr);
    if (exceptions[i] == nullptr) throw py::error_already_set();
    m.attr(kinds[i].name) = py::reinterpret_borrow<py::object>(exceptions[i]);
  }
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const Error& error) {
      raise(error);
    }
  });
}

}  // namespace tact::python
