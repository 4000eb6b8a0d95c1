#include "bindings/python/src/arrays.h"

#include <cstring>
#include <string>

namespace tact::python {
namespace {

std::string shape_of_array(const py::array& array) {
  return py::cast<std::string>(py::str(array.attr("shape")));
}

// Any array or nested list; the flag says whether NumPy had to make one.
py::array as_array(const py::object& object, const char* what) {
  if (object.is_none()) throw py::type_error(std::string(what) + ": None is no array");
  py::array array = py::array::ensure(object);
  if (!array) {
    PyErr_Clear();
    throw py::type_error(std::string(what) + ": not an array of numbers");
  }
  return array;
}

void require_rows_of_three(const py::array& array, const char* what) {
  if (array.ndim() == 2 && array.shape(1) == 3) return;
  if (array.size() == 0) return;
  throw py::value_error(std::string(what) + ": shape " + shape_of_array(array) +
                        ", but (n, 3) is needed");
}

// A view has one stride from row to row; the three numbers of a row follow each other.
bool lies_in_rows(const py::array& array) {
  if (array.ndim() != 2 || array.shape(0) == 0) return true;
  return array.strides(1) == array.itemsize() && array.strides(0) >= 0;
}

bool is_native(const py::array& array) {
  const auto order = py::cast<std::string>(array.dtype().attr("byteorder"));
  return order == "=" || order == "|";
}

template <class T>
bool is_array_of(const py::array& array) {
  return is_native(array) && array.dtype().kind() == py::dtype::of<T>().kind() &&
         array.itemsize() == static_cast<py::ssize_t>(sizeof(T));
}

py::array copied_as(const py::array& array, const char* type) {
  return py::module_::import("numpy").attr("array")(array, py::arg("dtype") = type,
                                                    py::arg("order") = "C");
}

Held hold(const py::object& object, const py::array& array) { return {array, !array.is(object)}; }

void require_kind(const py::array& array, const char* kinds, const char* what) {
  if (std::strchr(kinds, array.dtype().kind()) != nullptr || array.size() == 0) return;
  throw py::type_error(std::string(what) + ": elements of type " +
                       py::cast<std::string>(py::str(array.dtype())));
}

std::size_t rows(const py::array& array) {
  return array.size() == 0 ? 0 : static_cast<std::size_t>(array.shape(0));
}

std::size_t row_stride(const py::array& array, std::size_t whole) {
  return rows(array) == 0 ? whole : static_cast<std::size_t>(array.strides(0));
}

template <class T>
PositionsView positions_view(const py::array& array) {
  return {static_cast<const T*>(array.data()), rows(array), row_stride(array, 3 * sizeof(T))};
}

// Signed ones by a span where that is possible, so that a negative index is named as what it is.
template <class T>
TrianglesView triangles_view(const py::array& array) {
  if constexpr (std::is_signed_v<T>) {
    if (row_stride(array, 3 * sizeof(T)) == 3 * sizeof(T)) {
      return std::span<const std::array<T, 3>>(static_cast<const std::array<T, 3>*>(array.data()),
                                               rows(array));
    }
  }
  using Unsigned = std::make_unsigned_t<T>;
  return {static_cast<const Unsigned*>(array.data()), rows(array),
          row_stride(array, 3 * sizeof(T))};
}

}  // namespace

Held::Held(py::array array, bool copied)
    : array_(std::move(array)), guard_(py::weakref(array_)), copied_(copied) {}

Borrowed<PositionsView> positions_in(const py::object& object, bool copy) {
  py::array array = as_array(object, "positions");
  require_kind(array, "fiu", "positions");
  require_rows_of_three(array, "positions");
  const bool f32 = is_array_of<float>(array);
  if (copy || !lies_in_rows(array) || !(f32 || is_array_of<double>(array))) {
    array =
        copied_as(array, f32 || (array.dtype().kind() == 'f' && array.itemsize() < 8) ? "float32"
                                                                                      : "float64");
  }
  const PositionsView view =
      is_array_of<float>(array) ? positions_view<float>(array) : positions_view<double>(array);
  return {view, hold(object, array)};
}

Borrowed<TrianglesView> triangles_in(const py::object& object, bool copy) {
  py::array array = as_array(object, "faces");
  require_kind(array, "iu", "faces");
  require_rows_of_three(array, "faces");
  const bool integers = array.dtype().kind() == 'i' || array.dtype().kind() == 'u';
  const bool known = integers && array.itemsize() >= 4 && is_native(array);
  if (copy || !known || !lies_in_rows(array)) {
    array =
        copied_as(array, array.dtype().kind() == 'u' && array.itemsize() == 8 ? "uint64" : "int64");
  }
  if (is_array_of<std::int32_t>(array))
    return {triangles_view<std::int32_t>(array), hold(object, array)};
  if (is_array_of<std::int64_t>(array))
    return {triangles_view<std::int64_t>(array), hold(object, array)};
  if (is_array_of<std::uint32_t>(array))
    return {triangles_view<std::uint32_t>(array), hold(object, array)};
  return {triangles_view<std::uint64_t>(array), hold(object, array)};
}

Borrowed<RadiiView> radii_in(const py::object& object, bool copy) {
  if (object.is_none()) return {RadiiView(0.0), {}};
  py::array array = as_array(object, "radii");
  require_kind(array, "fiu", "radii");
  if (array.ndim() == 0) return {RadiiView(py::cast<double>(object)), {}};
  if (array.ndim() != 1)
    throw py::value_error("radii: shape " + shape_of_array(array) + ", but (n,) is needed");
  const bool packed = array.shape(0) < 2 || array.strides(0) == array.itemsize();
  if (copy || !packed || !(is_array_of<float>(array) || is_array_of<double>(array))) {
    array = copied_as(array, "float64");
  }
  const auto count = static_cast<std::size_t>(array.shape(0));
  if (is_array_of<float>(array)) {
    return {RadiiView(std::span<const float>(static_cast<const float*>(array.data()), count)),
            hold(object, array)};
  }
  return {RadiiView(std::span<const double>(static_cast<const double*>(array.data()), count)),
          hold(object, array)};
}

Borrowed<std::span<const std::uint32_t>> ids_in(const py::object& object, bool copy) {
  if (object.is_none()) return {{}, {}};
  py::array array = as_array(object, "topology");
  require_kind(array, "iu", "topology");
  if (array.ndim() != 1)
    throw py::value_error("topology: shape " + shape_of_array(array) + ", but (n,) is needed");
  const bool packed = array.shape(0) < 2 || array.strides(0) == array.itemsize();
  if (copy || !packed || !is_array_of<std::uint32_t>(array)) {
    const py::array wide = copied_as(array, "int64");
    array = copied_as(array, "uint32");
    if (!py::cast<bool>(py::module_::import("numpy").attr("array_equal")(wide, array))) {
      throw py::value_error("topology: an id that is negative or beyond 32 bits");
    }
  }
  return {
      {static_cast<const std::uint32_t*>(array.data()), static_cast<std::size_t>(array.shape(0))},
      hold(object, array)};
}

Vec3 vec3_in(const py::object& object) {
  const auto numbers =
      py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(object);
  if (!numbers || numbers.size() != 3) {
    PyErr_Clear();
    throw py::value_error("three numbers are needed");
  }
  return {numbers.data()[0], numbers.data()[1], numbers.data()[2]};
}

std::vector<Vec3> points_in(const py::object& object) {
  const Borrowed<PositionsView> read = positions_in(object);
  std::vector<Vec3> points(read.view.size());
  for (std::size_t i = 0; i < points.size(); ++i) points[i] = read.view[i];
  return points;
}

py::array view_of(std::span<const Vec3> points, const py::handle& base) {
  static_assert(sizeof(Vec3) == 3 * sizeof(double));
  return view_of(reinterpret_cast<const double*>(points.data()),
                 {static_cast<py::ssize_t>(points.size()), 3}, {sizeof(Vec3), sizeof(double)},
                 base);
}

py::array view_of(std::span<const std::array<std::uint32_t, 3>> triples, const py::handle& base) {
  return view_of(reinterpret_cast<const std::uint32_t*>(triples.data()),
                 {static_cast<py::ssize_t>(triples.size()), 3},
                 {3 * sizeof(std::uint32_t), sizeof(std::uint32_t)}, base);
}

py::array copy_of(const Vec3& v) {
  const double numbers[3] = {v.x, v.y, v.z};
  return py::array_t<double>(3, numbers);
}

py::array copy_of(std::span<const Vec3> points) {
  return py::array_t<double>({static_cast<py::ssize_t>(points.size()), py::ssize_t{3}},
                             reinterpret_cast<const double*>(points.data()));
}

}  // namespace tact::python
