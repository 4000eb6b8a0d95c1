#pragma once
// Which arrays are triples of numbers, so that a view can read them in place, without a cast and
// without a copy: positions as three float or double, triangles as three indices. Copies of
// matrices that no view can read: n × 3 by columns (libigl's), 3 × n by rows, blocks, expressions.
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>  // enable_borrowed_range, too
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "tact/base/error.h"
#include "tact/base/vec.h"

namespace tact {

/// What a TripleLayout is made of: three N, so many bytes from the beginning.
template <class N, std::size_t Offset>
struct TripleAt {
  using Number = N;                              ///< float, double or an integer
  static constexpr std::size_t offset = Offset;  ///< bytes
};

/// Where the three numbers of a T are: `Number`, and `offset` bytes to the first; the others follow
/// at once. Known are arrays of three, structs with members x, y, z that follow each other (others
/// may stand before and behind), and types that hold three numbers and nothing else, with data()
/// and a size at compile time (std::array, Eigen::Vector3f). Of your own types:
///   template <> struct tact::TripleLayout<Mine> : tact::TripleAt<float, 0> {};
template <class T>
struct TripleLayout {};

template <class N>
struct TripleLayout<N[3]> : TripleAt<N, 0> {};

template <class T>
concept HasXyz = std::is_standard_layout_v<T> && requires {
  requires std::is_member_object_pointer_v<decltype(&T::x)>;
  requires std::is_same_v<decltype(&T::x), decltype(&T::y)>;
  requires std::is_same_v<decltype(&T::x), decltype(&T::z)>;
  requires offsetof(T, y)
  == offsetof(T, x) + sizeof(T::x);
  requires offsetof(T, z)
  == offsetof(T, y) + sizeof(T::x);
};
template <HasXyz T>
struct TripleLayout<T> : TripleAt<std::remove_cv_t<decltype(T::x)>, offsetof(T, x)> {};

template <class T>
concept HasThree = requires {
  requires std::tuple_size<T>::value == 3;
}
|| requires { requires static_cast<int>(T::SizeAtCompileTime) == 3; };
// A view that points elsewhere may be as large, but cannot be made from nothing.
template <class T>
concept HoldsThree = !HasXyz<T> && HasThree<T> && std::is_default_constructible_v<T> &&
                     std::is_trivially_destructible_v<T> && requires(const T& t) {
  requires sizeof(T) == 3 * sizeof(*t.data());
};
template <HoldsThree T>
struct TripleLayout<T>
    : TripleAt<std::remove_cvref_t<decltype(*std::declval<const T&>().data())>, 0> {};

/// An array of triples: the first number, how many triples, and how far from one to the next.
template <class N>
struct Triples {
  const N* first = nullptr;            ///< of the first triple
  std::size_t count = 0;               ///< of triples
  std::size_t stride = 3 * sizeof(N);  ///< bytes
  std::size_t remainder = 0;           ///< numbers left over at the end
};

/// A matrix in memory as Eigen has it. Nothing here includes Eigen.
template <class M>
concept DenseMatrix = requires(const M& m) {
  requires std::is_arithmetic_v<std::remove_cvref_t<decltype(*m.data())>>;
  static_cast<std::ptrdiff_t>(m.rows() + m.cols() + m.innerStride() + m.outerStride());
  static_cast<int>(M::RowsAtCompileTime) + static_cast<int>(M::ColsAtCompileTime);
  static_cast<bool>(M::IsRowMajor);
};
/// Is it a row or a column?
template <class M>
inline constexpr bool is_single_file = false;
/// Of a matrix.
template <DenseMatrix M>
inline constexpr bool is_single_file<M> = static_cast<int>(M::RowsAtCompileTime) == 1 ||
                                          static_cast<int>(M::ColsAtCompileTime) == 1;
/// Its numbers lie triple by triple, or may turn out to: 3 × n by columns, n × 3 by rows.
template <class M>
inline constexpr bool lies_in_triples = false;
/// Of a matrix.
template <DenseMatrix M>
inline constexpr bool lies_in_triples<M> = [] {
  constexpr int rows = static_cast<int>(M::RowsAtCompileTime);  // negative: known later
  constexpr int columns = static_cast<int>(M::ColsAtCompileTime);
  constexpr bool by_rows = static_cast<bool>(M::IsRowMajor);
  constexpr int along = by_rows ? columns : rows;
  constexpr int across = by_rows ? rows : columns;
  return is_single_file<M> || along == 3 || (along < 0 && across != 3);
}();

/// An array with data() and size(), or a C array.
template <class R>
concept NumbersInARow = !DenseMatrix<R> && requires(const R& r) {
  requires std::same_as<decltype(*std::data(r)), decltype(*std::begin(r))>;
  static_cast<std::size_t>(std::size(r));
};
/// What it is an array of.
template <NumbersInARow R>
using ElementOf = std::remove_cvref_t<decltype(*std::data(std::declval<const R&>()))>;

/// Numbers, three by three.
template <NumbersInARow R>
requires std::is_arithmetic_v<ElementOf<R>> Triples<ElementOf<R>> triples_in(const R& range) {
  const std::size_t numbers = std::size(range);
  return {std::data(range), numbers / 3, 3 * sizeof(ElementOf<R>), numbers % 3};
}

/// Triples.
template <NumbersInARow R>
Triples<typename TripleLayout<ElementOf<R>>::Number> triples_in(const R& range) {
  using Layout = TripleLayout<ElementOf<R>>;
  const auto* const bytes = reinterpret_cast<const std::byte*>(std::data(range));
  const auto* const first = bytes == nullptr ? nullptr : bytes + Layout::offset;
  return {reinterpret_cast<const typename Layout::Number*>(first), std::size(range),
          sizeof(ElementOf<R>), 0};
}

/// The columns of a matrix, or its rows where it is stored by rows. Throws Error{bad_mesh} where
/// they turn out not to be triples: such a matrix has to be copied (points_from_rows() and its
/// like).
template <DenseMatrix M>
requires lies_in_triples<M> Triples<std::remove_cvref_t<decltype(*std::declval<const M&>().data())>>
triples_in(const M& m) {
  using Number = std::remove_cvref_t<decltype(*m.data())>;
  const auto rows = static_cast<std::size_t>(m.rows());
  const auto columns = static_cast<std::size_t>(m.cols());
  constexpr bool by_rows = static_cast<bool>(M::IsRowMajor);
  const bool is_packed = m.innerStride() == 1 && m.outerStride() >= 0;
  if constexpr (is_single_file<M>) {
    if (is_packed) return {m.data(), rows * columns / 3, 3 * sizeof(Number), rows * columns % 3};
  } else {
    const auto stride = static_cast<std::size_t>(m.outerStride()) * sizeof(Number);
    const std::size_t along = by_rows ? columns : rows;
    if (is_packed && along == 3) return {m.data(), by_rows ? rows : columns, stride, 0};
  }
  throw Error(ErrorCode::bad_mesh,
              "a " + std::to_string(rows) + " by " + std::to_string(columns) +
                  " matrix does not lie in memory three numbers by three numbers: copy it by "
                  "points_from_rows() or the like");
}

/// What R&& refers to is somebody's who lives on; spans and other ranges that own nothing say so of
/// themselves (std::ranges::borrowed_range). Eigen's do not: a temporary Eigen::Map must be named.
template <class R>
concept Lasting =
    std::is_lvalue_reference_v<R> || std::ranges::enable_borrowed_range<std::remove_cv_t<R>>;

/// What the triples in it are of.
template <class R>
using NumberIn =
    std::remove_cvref_t<decltype(*triples_in(std::declval<const std::remove_cvref_t<R>&>()).first)>;

/// An array that positions can be read from in place.
template <class R>
concept PositionsIn = Lasting<R> &&
    (std::same_as<NumberIn<R>, float> || std::same_as<NumberIn<R>, double>);
/// An array that triangles can be read from in place: 32 or 64 bits, with or without a sign.
template <class R>
concept TrianglesIn = Lasting<R> && std::integral<NumberIn<R>> &&
    (sizeof(NumberIn<R>) == 4 || sizeof(NumberIn<R>) == 8);

/// Anything with rows(), cols() and m(row, column), as Eigen's matrices and expressions have it.
template <class M>
concept MatrixOfNumbers = requires(const M& m) {
  static_cast<std::size_t>(m.rows());
  static_cast<std::size_t>(m.cols());
  static_cast<double>(m(0, 0));
};

/// Throws Error{bad_mesh} unless it is three.
inline void require_three(std::size_t found, const char* what) {
  if (found == 3) return;
  throw Error(ErrorCode::bad_mesh,
              "a matrix with " + std::to_string(found) + " " + what + " where three are needed");
}

/// As 32 bits. Throws Error{bad_mesh} if it is negative or too large.
template <std::integral N>
std::uint32_t checked_index(N value) {
  if (std::in_range<std::uint32_t>(value)) return static_cast<std::uint32_t>(value);
  throw Error(ErrorCode::bad_mesh, "vertex " + std::to_string(value) + " is not an index");
}

/// A point for each row of an n × 3 matrix. Throws Error{bad_mesh} unless it has three columns.
template <MatrixOfNumbers M>
std::vector<Vec3> points_from_rows(const M& m) {
  require_three(static_cast<std::size_t>(m.cols()), "columns");
  std::vector<Vec3> points;
  points.reserve(static_cast<std::size_t>(m.rows()));
  for (decltype(m.rows()) i = 0; i < m.rows(); ++i) {
    points.push_back(
        {static_cast<double>(m(i, 0)), static_cast<double>(m(i, 1)), static_cast<double>(m(i, 2))});
  }
  return points;
}

/// A point for each column of a 3 × n matrix. Throws Error{bad_mesh} unless it has three rows.
template <MatrixOfNumbers M>
std::vector<Vec3> points_from_columns(const M& m) {
  require_three(static_cast<std::size_t>(m.rows()), "rows");
  std::vector<Vec3> points;
  points.reserve(static_cast<std::size_t>(m.cols()));
  for (decltype(m.cols()) i = 0; i < m.cols(); ++i) {
    points.push_back(
        {static_cast<double>(m(0, i)), static_cast<double>(m(1, i)), static_cast<double>(m(2, i))});
  }
  return points;
}

/// A triangle for each row of an n × 3 matrix of indices. Throws Error{bad_mesh} unless it has
/// three columns, and if an index is negative or 2^32 or more.
template <MatrixOfNumbers M>
std::vector<std::array<std::uint32_t, 3>> triangles_from_rows(const M& m) {
  require_three(static_cast<std::size_t>(m.cols()), "columns");
  std::vector<std::array<std::uint32_t, 3>> triangles;
  triangles.reserve(static_cast<std::size_t>(m.rows()));
  for (decltype(m.rows()) i = 0; i < m.rows(); ++i) {
    triangles.push_back({checked_index(m(i, 0)), checked_index(m(i, 1)), checked_index(m(i, 2))});
  }
  return triangles;
}

/// The same for each column of a 3 × n matrix.
template <MatrixOfNumbers M>
std::vector<std::array<std::uint32_t, 3>> triangles_from_columns(const M& m) {
  require_three(static_cast<std::size_t>(m.rows()), "rows");
  std::vector<std::array<std::uint32_t, 3>> triangles;
  triangles.reserve(static_cast<std::size_t>(m.cols()));
  for (decltype(m.cols()) i = 0; i < m.cols(); ++i) {
    triangles.push_back({checked_index(m(0, i)), checked_index(m(1, i)), checked_index(m(2, i))});
  }
  return triangles;
}

}  // namespace tact
