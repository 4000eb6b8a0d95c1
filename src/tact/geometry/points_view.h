#pragma once
// RadiiView: one radius for all points, or one each, read in place; like positions, not of a
// temporary vector.
#include <concepts>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <type_traits>

#include "tact/geometry/mesh_view.h"

namespace tact {

/// An array that radii can be read from in place.
template <class R>
concept RadiiIn = Lasting<R> && NumbersInARow<std::remove_cvref_t<R>> &&
                  std::floating_point<ElementOf<std::remove_cvref_t<R>>> &&
                  sizeof(ElementOf<std::remove_cvref_t<R>>) <= sizeof(double);

class RadiiView {
 public:
  /// The same radius for every point.
  RadiiView(double uniform = 0) : uniform_(uniform) {}  // NOLINT(google-explicit-constructor)
  /// One radius per point: any contiguous array of float or double.
  template <RadiiIn R>
  RadiiView(R&& radii)  // NOLINT(bugprone-forwarding-reference-overload): takes no view
      : data_(reinterpret_cast<const std::byte*>(std::data(radii))),
        count_(std::size(radii)),
        scalar_(sizeof(*std::data(radii)) == sizeof(float) ? Scalar::f32 : Scalar::f64),
        each_(true) {}

  bool is_uniform() const { return !each_; }
  std::size_t size() const { return count_; }
  double operator[](std::size_t i) const {
    if (!each_) return uniform_;
    if (scalar_ == Scalar::f32) return read<float>(i);
    return read<double>(i);
  }

 private:
  template <class T>
  double read(std::size_t i) const {
    T value{};
    std::memcpy(&value, data_ + i * sizeof(T), sizeof(T));
    return static_cast<double>(value);
  }

  const std::byte* data_ = nullptr;
  std::size_t count_ = 0;
  double uniform_ = 0;
  Scalar scalar_ = Scalar::f64;
  bool each_ = false;
};

}  // namespace tact
