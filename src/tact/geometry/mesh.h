#pragma once
// Mesh: a triangle mesh that owns its arrays, for loaders, generators and callers without their
// own. Views that read the user's arrays in place: positions as float or double, indices as 32 or
// 64 bits, both at any stride; radii. Nothing here checks what it refers to: whoever takes it does
// (World::add() and move(), Shape).
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <span>
#include <type_traits>
#include <vector>

#include "tact/base/vec.h"
#include "tact/geometry/triples.h"

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

/// Triples of coordinates, `stride` bytes apart, read in place. Refers to the array, which must
/// outlive it: of a temporary there is none, but for ranges that own nothing (std::span,
/// std::ranges::subrange). Where a call only reads, as with Storage::copy, give it a std::span.
class PositionsView {
 public:
  PositionsView() = default;
  /// Any contiguous array of float or double (x y z x y z …: its length must be a multiple of
  /// three, which whoever takes it checks), or of three of them each: std::vector, std::span,
  /// std::array and C arrays of std::array<float, 3>, of structs with x y z, of Eigen::Vector3d;
  /// Eigen's matrices 3 × n by columns and n × 3 by rows, an Eigen::Map by name. See TripleLayout;
  /// other layouts are copied by points_from_rows() and points_from_columns(). Throws
  /// Error{bad_mesh} for a matrix that turns out to be one of them.
  template <PositionsIn R>
  PositionsView(R&& array)  // NOLINT(bugprone-forwarding-reference-overload): takes no view
      : PositionsView(triples_in(array)) {}
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
  template <class T>
  explicit PositionsView(const Triples<T>& triples)
      : PositionsView(triples.first, triples.count, triples.stride) {
    remainder_ = triples.remainder;
  }

  const std::byte* data_ = nullptr;
  std::size_t count_ = 0;
  std::size_t stride_ = 3 * sizeof(double);
  std::size_t remainder_ = 0;
  Scalar scalar_ = Scalar::f64;
};

/// Triples of vertex indices, `stride` bytes apart. Like positions, not of a temporary.
class TrianglesView {
 public:
  TrianglesView() = default;
  /// As positions may be given, of integers of 32 or 64 bits. Those with a sign must not be
  /// negative (whoever takes them checks).
  template <TrianglesIn R>
  TrianglesView(R&& array)  // NOLINT(bugprone-forwarding-reference-overload): takes no view
      : TrianglesView(triples_in(array)) {}
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
  /// Are the indices numbers with a sign, of which none may be negative?
  bool has_sign() const { return has_sign_; }

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
  template <class T>
  explicit TrianglesView(const Triples<T>& triples)
      : data_(reinterpret_cast<const std::byte*>(triples.first)),
        count_(triples.count),
        stride_(triples.stride),
        remainder_(triples.remainder),
        index_(sizeof(T) == sizeof(std::uint32_t) ? Index::u32 : Index::u64),
        has_sign_(std::is_signed_v<T>) {}

  const std::byte* data_ = nullptr;
  std::size_t count_ = 0;
  std::size_t stride_ = 3 * sizeof(std::uint32_t);
  std::size_t remainder_ = 0;
  Index index_ = Index::u32;
  bool has_sign_ = false;
};

/// A triangle mesh in somebody else's memory.
struct MeshView {
  PositionsView positions;  ///< of the vertices
  TrianglesView triangles;  ///< over the vertices
  /// One topology id per vertex. Two triangles of a body are neighbours if they share a vertex, by
  /// index or by id, that stands at one place for both (equal coordinates): pieces that flew apart
  /// are no neighbours any more. Empty: the vertex index itself. A broken mesh supplies the ids of
  /// the unbroken one.
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

/// An array that radii can be read from in place.
template <class R>
concept RadiiIn = Lasting<R> && NumbersInARow<std::remove_cvref_t<R>> &&
                  std::floating_point<ElementOf<std::remove_cvref_t<R>>> &&
                  sizeof(ElementOf<std::remove_cvref_t<R>>) <= sizeof(double);

/// Radii of points; refers to the array, which must outlive it.
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
