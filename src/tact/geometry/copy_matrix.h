#pragma once
// Copies of matrices whose numbers do not lie three by three in memory, so that no view can read
// them in place: n × 3 by columns (libigl's), 3 × n by rows, blocks and expressions.
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tact/base/error.h"
#include "tact/base/vec.h"

namespace tact {

/// Anything with rows(), cols() and m(row, column), as Eigen's matrices and expressions have it.
template <class M>
concept MatrixOfNumbers = requires(const M& m) {
  static_cast<std::size_t>(m.rows());
  static_cast<std::size_t>(m.cols());
  static_cast<double>(m(0, 0));
};

inline void require_three(std::size_t found, const char* what) {
  if (found == 3) return;
  throw Error(ErrorCode::bad_mesh,
              "a matrix with " + std::to_string(found) + " " + what + " where three are needed");
}

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
