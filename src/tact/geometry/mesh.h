#pragma once
// Mesh: a triangle mesh that owns its arrays, for loaders, generators and callers without their
// own. Views that read the user's arrays in place: positions as float or double, indices as 32 or
// 64 bits, both at any stride; radii. Nothing here checks what it refers to; geometry/validate.h
// does.
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "tact/base/vec.h"

namespace tact {

/// What coordinates are.
enum class Scalar : std::uint8_t {
  f32,  ///< float
  f64   ///< double
};
/// What indices are.
enum class Index : std::uint8_t {
  u32,  ///< std::uint32_t
  u64   ///< std::uint64_t
};

/// Triples of coordinates, `stride` bytes apart. Refers to the array, which must outlive it: of a
/// temporary vector there is none. Where a call only reads, as with Storage::copy, give it a
/// std::span.
class PositionsView {
 public:
  PositionsView() = default;
  template <class T, class Allocator>
  explicit PositionsView(const std::vector<T, Allocator>&&) = delete;
  template <class T, std::size_t N>
  explicit PositionsView(const std::array<T, N>&&) = delete;
  /// x y z x y z …: the length must be a multiple of three (checked by validate).
  PositionsView(std::span<const float> xyz)  // NOLINT(google-explicit-constructor)
      : PositionsView(xyz.data(), xyz.size() / 3) {
    remainder_ = xyz.size() % 3;
  }
  PositionsView(std::span<const double> xyz)  // NOLINT(google-explicit-constructor)
      : PositionsView(xyz.data(), xyz.size() / 3) {
    remainder_ = xyz.size() % 3;
  }
  PositionsView(std::span<const Vec3> points)  // NOLINT(google-explicit-constructor)
      : PositionsView(reinterpret_cast<const double*>(points.data()), points.size(), sizeof(Vec3)) {
  }
  /// `first` is the x of vertex 0; y and z follow it, the next vertex is `stride` bytes on.
  PositionsView(const float* first, std::size_t count, std::size_t stride = 3 * sizeof(float))
      : data_(reinterpret_cast<const std::byte*>(first)),
        count_(count),
        stride_(stride),
        scalar_(Scalar::f32) {}
  /// Likewise.
  PositionsView(const double* first, std::size_t count, std::size_t stride = 3 * sizeof(double))
      : data_(reinterpret_cast<const std::byte*>(first)),
        count_(count),
        stride_(stride),
        scalar_(Scalar::f64) {}

  /// How many there are.
  std::size_t size() const { return count_; }
  /// Bytes from one to the next.
  std::size_t stride() const { return stride_; }
  /// What the numbers are.
  Scalar scalar() const { return scalar_; }
  /// The first one.
  const std::byte* data() const { return data_; }
  /// Values left over where a flat array's length was no multiple of three.
  std::size_t remainder() const { return remainder_; }

  /// Vertex i as double. T is the type that scalar() names.
  template <std::floating_point T>
  Vec3 read(std::size_t i) const {
    // memcpy, because a stride may leave the values unaligned; one by one, because copying twelve
    // bytes goes through the stack and stalls.
    const std::byte* const at = data_ + i * stride_;
    T x;
    T y;
    T z;
    std::memcpy(&x, at, sizeof(T));
    std::memcpy(&y, at + sizeof(T), sizeof(T));
    std::memcpy(&z, at + 2 * sizeof(T), sizeof(T));
    return {static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)};
  }
  /// Vertex i as double, whatever the numbers are.
  Vec3 operator[](std::size_t i) const {
    return scalar_ == Scalar::f32 ? read<float>(i) : read<double>(i);
  }

 private:
  const std::byte* data_ = nullptr;
  std::size_t count_ = 0;
  std::size_t stride_ = 3 * sizeof(double);
  std::size_t remainder_ = 0;
  Scalar scalar_ = Scalar::f64;
};

/// Triples of vertex indices, `stride` bytes apart. Like positions, not of a temporary vector.
class TrianglesView {
 public:
  TrianglesView() = default;
  template <class T, class Allocator>
  explicit TrianglesView(const std::vector<T, Allocator>&&) = delete;
  template <class T, std::size_t N>
  explicit TrianglesView(const std::array<T, N>&&) = delete;
  /// a b c a b c …: the length must be a multiple of three (checked by validate).
  TrianglesView(std::span<const std::uint32_t> abc)  // NOLINT(google-explicit-constructor)
      : TrianglesView(abc.data(), abc.size() / 3) {
    remainder_ = abc.size() % 3;
  }
  /// Likewise.
  TrianglesView(std::span<const std::uint64_t> abc)  // NOLINT(google-explicit-constructor)
      : TrianglesView(abc.data(), abc.size() / 3) {
    remainder_ = abc.size() % 3;
  }
  /// Likewise.
  TrianglesView(
      std::span<const std::array<std::uint32_t, 3>> abc)  // NOLINT(google-explicit-constructor)
      : TrianglesView(reinterpret_cast<const std::uint32_t*>(abc.data()), abc.size()) {}
  /// `first` is the first index of triangle 0; the next triangle is `stride` bytes on.
  TrianglesView(const std::uint32_t* first, std::size_t count,
                std::size_t stride = 3 * sizeof(std::uint32_t))
      : data_(reinterpret_cast<const std::byte*>(first)),
        count_(count),
        stride_(stride),
        index_(Index::u32) {}
  /// Likewise.
  TrianglesView(const std::uint64_t* first, std::size_t count,
                std::size_t stride = 3 * sizeof(std::uint64_t))
      : data_(reinterpret_cast<const std::byte*>(first)),
        count_(count),
        stride_(stride),
        index_(Index::u64) {}

  /// How many there are.
  std::size_t size() const { return count_; }
  /// Bytes from one to the next.
  std::size_t stride() const { return stride_; }
  /// What the indices are.
  Index index() const { return index_; }
  /// The first one.
  const std::byte* data() const { return data_; }
  /// Indices left over where a flat array's length was no multiple of three.
  std::size_t remainder() const { return remainder_; }

  /// The vertices of triangle i. T is the type that index() names.
  template <std::unsigned_integral T>
  std::array<std::uint64_t, 3> read(std::size_t i) const {
    const std::byte* const at = data_ + i * stride_;
    T a;
    T b;
    T c;
    std::memcpy(&a, at, sizeof(T));
    std::memcpy(&b, at + sizeof(T), sizeof(T));
    std::memcpy(&c, at + 2 * sizeof(T), sizeof(T));
    return {a, b, c};
  }
  /// The vertices of triangle i, whatever the indices are.
  std::array<std::uint64_t, 3> operator[](std::size_t i) const {
    return index_ == Index::u32 ? read<std::uint32_t>(i) : read<std::uint64_t>(i);
  }

 private:
  const std::byte* data_ = nullptr;
  std::size_t count_ = 0;
  std::size_t stride_ = 3 * sizeof(std::uint32_t);
  std::size_t remainder_ = 0;
  Index index_ = Index::u32;
};

/// A triangle mesh in somebody else's memory.
struct MeshView {
  PositionsView positions;  ///< of the vertices
  TrianglesView triangles;  ///< over the vertices
  /// One id per vertex. Two triangles of a body are neighbours if they share a vertex, by index or
  /// by id, that stands at one place for both (equal coordinates): pieces that flew apart are no
  /// neighbours any more. Empty: the vertex index itself. A broken mesh supplies the ids of the
  /// unbroken one.
  std::span<const std::uint32_t> topology;
};

/// Triangles over vertices, in arrays of its own. Nothing is checked before it is used.
struct Mesh {
  std::vector<Vec3> positions;                          ///< of the vertices
  std::vector<std::array<std::uint32_t, 3>> triangles;  ///< three vertices each
  std::vector<std::uint32_t> topology;  ///< empty, or one id per vertex (see MeshView)
  /// The face of the file that each triangle was cut from; empty: triangle i is face i.
  std::vector<std::uint32_t> face{};

  /// Refers to the arrays, so the mesh must outlive it: a temporary has no view.
  MeshView view() const& {
    return {std::span<const Vec3>(positions),
            std::span<const std::array<std::uint32_t, 3>>(triangles), topology};
  }
  MeshView view() const&& = delete;
};

/// Radii of points; refers to the array, which must outlive it.
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
  /// Likewise.
  RadiiView(std::span<const double> radii)  // NOLINT(google-explicit-constructor)
      : data_(reinterpret_cast<const std::byte*>(radii.data())),
        count_(radii.size()),
        scalar_(Scalar::f64),
        each_(true) {}

  /// One radius for all?
  bool is_uniform() const { return !each_; }
  /// How many there are; 0 for one that all share.
  std::size_t size() const { return count_; }
  /// Of point i.
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
