#pragma once
// What each file of the bindings adds to the module, and what they hand to each other.

#include <pybind11/pybind11.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <vector>

#include "tact/base/error.h"
#include "tact/base/transform.h"
#include "tact/contact/result.h"

namespace tact::python {

namespace py = pybind11;

void bind_errors(py::module_& m);
void bind_values(py::module_& m);
void bind_mesh(py::module_& m);
void bind_body(py::module_& m);
void bind_result(py::module_& m);
void bind_world(py::module_& m);
void bind_query(py::module_& m);
void bind_pair(py::module_& m);
void bind_box_tree(py::module_& m);
void bind_shape_body(py::module_& m);
void bind_simulation(py::module_& m);
void bind_files(py::module_& m);
void bind_methods(py::module_& m);

/// A Transform, a 4 × 4 or 3 × 4 matrix, seven numbers (x y z, then a quaternion x y z w), a
/// rotation of SciPy's, a pair of a rotation and a translation, or None: where everything is.
Transform transform_in(const py::object& object);

/// The options that all questions take by name.
CollideOptions options_in(const py::kwargs& kwargs);

/// Keeps the threads of a program apart that share an object: C++ leaves that to the caller, here
/// nobody may crash. The interpreter's lock is not held while it waits. A call from within a call
/// of the same thread (a filter that asks the world that asks it) throws Error{in_use}: it would
/// wait for itself.
class Turns {
 public:
  template <class Lock>
  class Turn;
  using Exclusive = Turn<std::unique_lock<std::shared_mutex>>;  ///< alone with the object
  using Shared = Turn<std::shared_lock<std::shared_mutex>>;     ///< beside others who only ask

 private:
  /// Which objects this thread is at.
  class Mark {
   public:
    explicit Mark(const Turns& turns) {
      if (std::find(mine().begin(), mine().end(), &turns) != mine().end()) {
        throw Error(ErrorCode::in_use, "called from within a call of the same object");
      }
      mine().push_back(&turns);
    }
    ~Mark() { mine().pop_back(); }
    Mark(const Mark&) = delete;
    Mark& operator=(const Mark&) = delete;

   private:
    static std::vector<const Turns*>& mine() {
      thread_local std::vector<const Turns*> list;
      return list;
    }
  };

  std::shared_mutex mutex_;
};

/// Without the interpreter's lock, as long as it lives; where somebody in the same call has let go
/// of it, neither takes it.
template <class Lock>
class Turns::Turn {
 public:
  explicit Turn(Turns& turns) : mark_(turns) {
    if (PyGILState_Check() != 0) release_.emplace();
    lock_ = Lock(turns.mutex_);
  }

 private:
  Mark mark_;
  std::optional<py::gil_scoped_release> release_;
  Lock lock_;
};

}  // namespace tact::python
