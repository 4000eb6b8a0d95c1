#pragma once
// An answer as Python sees it.

#include <memory>

#include "bindings/python/src/arrays.h"
#include "tact/contact/result.h"

namespace tact::python {

/// An answer that stands alone. Taken over from where the library keeps it, whose next question
/// makes its own anew: nothing is copied.
std::shared_ptr<Result> take_result(const Result& result);

/// (n, 2): the primitives of a and of b, a view into the answer.
py::array primitive_pairs(const py::object& result);

}  // namespace tact::python
