#pragma once
// RadiiView: one radius for all points, or one each, read in place; like positions, not of a
// temporary vector.
#include <cstddef>
#include <cstring>
#include <span>

#include "tact/geometry/mesh_view.h"

namespace tact {

class RadiiView {
 public:
  template <class T, class Allocator>
  explicit RadiiView(const std::vector<T, Allocator>&&) = delete;
  template <class T, std::size_t N>
  explicit RadiiView(const std::array<T, N>&&) = delete;
  /// The same radius for every point.
  RadiiView(double uniform = 0) : uniform_(uniform) {}  // NOLINT(google-explicit-constructor)
  /// One radius per point.
  RadiiView(std::span<const float> radii)  // NOLINT(google-explicit-constructor)
      : data_(reinterpret_cast<const std::byte*>(radii.data())),
        count_(radii.size()),
        scalar_(Scalar::f32),
        each_(true) {}
  RadiiView(std::span<const double> radii)  // NOLINT(google-explicit-constructor)
      : data_(reinterpret_cast<const std::byte*>(radii.data())),
        count_(radii.size()),
        scalar_(Scalar::f64),
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
