#pragma once
// NumPy arrays as the views that the library reads in place, and what keeps such an array where it
// is. What no view can read (Fortran order, other types, lists) is copied, and the holder says so.

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <vector>

#include "tact/geometry/mesh.h"

namespace tact::python {

namespace py = pybind11;

/// An array somebody reads in place, or the copy that had to be made of it. While it lives the
/// array cannot be freed, and NumPy refuses to resize it. Made, copied and destroyed under the
/// interpreter's lock.
class Held {
 public:
  Held() = default;
  Held(py::array array, bool copied);

  bool copied() const { return copied_; }
  const py::array& array() const { return array_; }

 private:
  py::array array_;
  py::object guard_;  // a weak reference: NumPy resizes no array that has one, whatever it is told
  bool copied_ = false;
};

/// What a view refers to lives as long as `held`.
template <class View>
struct Borrowed {
  View view;
  Held held;
};

/// (n, 3) numbers; throws ValueError for another shape, TypeError for what is no number. `copy`:
/// even where it need not.
Borrowed<PositionsView> positions_in(const py::object& object, bool copy = false);
/// (m, 3) indices.
Borrowed<TrianglesView> triangles_in(const py::object& object, bool copy = false);
/// One number, or n of them; None is 0.
Borrowed<RadiiView> radii_in(const py::object& object, bool copy = false);
/// n ids of 32 bits, or None.
Borrowed<std::span<const std::uint32_t>> ids_in(const py::object& object, bool copy = false);

/// Three numbers.
Vec3 vec3_in(const py::object& object);
std::vector<Vec3> points_in(const py::object& object);

/// A read-only array over memory that `base` owns.
template <class T>
py::array view_of(const T* data, std::vector<py::ssize_t> shape, std::vector<py::ssize_t> strides,
                  const py::handle& base) {
  py::array_t<T> array(std::move(shape), std::move(strides), data, base);
  py::detail::array_proxy(array.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return array;
}
py::array view_of(std::span<const Vec3> points, const py::handle& base);
py::array view_of(std::span<const std::array<std::uint32_t, 3>> triples, const py::handle& base);
/// A new array of three numbers, or of n × 3.
py::array copy_of(const Vec3& v);
py::array copy_of(std::span<const Vec3> points);

}  // namespace tact::python
