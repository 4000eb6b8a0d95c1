#include "tact/deform/shape_match.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "tact/deform/symmetric_eigen_impl.h"

namespace tact {

// Rows act on the nine terms of the basis.
using Rows = std::array<std::array<double, 9>, 3>;

struct ShapeMatch::Basis {
  ShapeOptions options;
  Vec3 rest_centre;
  double weight = 0;
  std::array<double, 9> scale{};  // to numbers near one
  std::array<double, 9> mean{};   // of q̃, scaled; its linear part is nothing but rounding
  double extents = 0;             // directions in which the points have an extent
  SmallMatrix<3> inverse_linear;  // of Σ w q qᵀ, scaled: a pseudo-inverse
  SmallMatrix<9> inverse;         // of Σ w (q̃ - mean)(q̃ - mean)ᵀ, likewise
};

namespace {

std::array<double, 9> basis_of(const Vec3& q) {
  return {q.x, q.y, q.z, q.x * q.x, q.y * q.y, q.z * q.z, q.x * q.y, q.y * q.z, q.z * q.x};
}

// Directions in which the shape has no extent (a flat cloth; the sum of squares on a sphere) are
// left alone: no motion of the points tells anything about them.
template <std::size_t N>
SmallMatrix<N> pseudo_inverse(const SmallMatrix<N>& symmetric) {
  const SymmetricEigen<N> eigen(symmetric);
  // Of points within 1e-100 nothing is left to divide by: they are one point.
  const double least =
      std::max(*std::max_element(eigen.values.begin(), eigen.values.end()) * 1e-9, 1e-100);
  SmallMatrix<N> inverse{};
  for (std::size_t v = 0; v < N; ++v) {
    if (!(eigen.values[v] > least)) continue;
    for (std::size_t i = 0; i < N; ++i) {
      for (std::size_t k = 0; k < N; ++k) {
        inverse[i][k] += eigen.vectors[i][v] * eigen.vectors[k][v] / eigen.values[v];
      }
    }
  }
  return inverse;
}

// rows · symmetric, for its columns; the others are 0.
template <std::size_t N>
Rows times(const Rows& rows, const SmallMatrix<N>& symmetric) {
  Rows out{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < N; ++k) {
      for (std::size_t j = 0; j < N; ++j) out[i][j] += rows[i][k] * symmetric[k][j];
    }
  }
  return out;
}

// The columns from `first` on, each times `factor`.
Matrix3 part_of(const Rows& rows, std::size_t first, double factor) {
  Matrix3 m;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k) m.at[i][k] = rows[i][first + k] * factor;
  }
  return m;
}

// The columns of a 3 × 3 matrix.
struct MatrixColumns {
  Vec3 x;
  Vec3 y;
  Vec3 z;

  explicit MatrixColumns(const Matrix3& m)
      : x{m.at[0][0], m.at[1][0], m.at[2][0]},
        y{m.at[0][1], m.at[1][1], m.at[2][1]},
        z{m.at[0][2], m.at[1][2], m.at[2][2]} {}
  double determinant() const { return dot(x, cross(y, z)); }
  double size_sq() const { return length_sq(x) + length_sq(y) + length_sq(z); }
};

Matrix3 matrix_of(const Vec3& x, const Vec3& y, const Vec3& z) {
  return {{{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}}};
}

// The rotation nearest to m by Newton's iteration for the polar decomposition. False where m is
// inverted or nearly flat, which Newton does not like.
bool newton_rotation(const Matrix3& m, Matrix3& rotation) {
  MatrixColumns c(m);
  const double size = std::sqrt(c.size_sq());
  if (!(size > 0) || !(c.determinant() > 1e-3 * size * size * size)) return false;
  const double unit = std::sqrt(3.0) / size;
  c.x = c.x * unit;
  c.y = c.y * unit;
  c.z = c.z * unit;
  for (int round = 0; round < 20; ++round) {
    const Vec3 yz = cross(c.y, c.z);
    const Vec3 zx = cross(c.z, c.x);
    const Vec3 xy = cross(c.x, c.y);
    const double half = 0.5 / dot(c.x, yz);
    const MatrixColumns last = c;
    c.x = c.x * 0.5 + yz * half;
    c.y = c.y * 0.5 + zx * half;
    c.z = c.z * 0.5 + xy * half;
    const double change =
        length_sq(c.x - last.x) + length_sq(c.y - last.y) + length_sq(c.z - last.z);
    if (change < 1e-28) break;
  }
  rotation = matrix_of(c.x, c.y, c.z);
  return std::fabs(c.determinant() - 1) < 1e-12 && std::fabs(c.size_sq() - 3) < 1e-12;
}

// Some unit vector across another.
Vec3 any_across(const Vec3& v) {
  const Vec3 w = std::fabs(v.x) < 0.6 ? cross(v, {1, 0, 0}) : cross(v, {0, 1, 0});
  return w * (1 / length(w));
}

// The proper rotation nearest to m, whatever m is: of an inverted one its thinnest direction is
// turned back, and a direction without extent is completed.
Matrix3 rotation_of(const Matrix3& m) {
  Matrix3 rotation;
  if (newton_rotation(m, rotation)) return rotation;
  const MatrixColumns c(m);
  const double size = std::sqrt(c.size_sq());
  if (!(size > 0x1p-500) || !std::isfinite(size)) return Matrix3::identity();
  const Vec3 columns[3] = {c.x * (1 / size), c.y * (1 / size), c.z * (1 / size)};
  SmallMatrix<3> square;  // mᵀm
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k) square[i][k] = dot(columns[i], columns[k]);
  }
  const SymmetricEigen<3> eigen(square);
  std::array<std::size_t, 3> order{0, 1, 2};  // the longest first
  std::sort(order.begin(), order.end(),
            [&](std::size_t i, std::size_t k) { return eigen.values[i] > eigen.values[k]; });
  const auto from = [&](std::size_t k) {
    return Vec3{eigen.vectors[0][k], eigen.vectors[1][k], eigen.vectors[2][k]};
  };
  const Vec3 from_x = from(order[0]);
  const Vec3 from_y = from(order[1]);
  const auto image = [&](const Vec3& v) {
    return columns[0] * v.x + columns[1] * v.y + columns[2] * v.z;
  };
  const Vec3 along = image(from_x);
  const Vec3 to_x = along * (1 / length(along));
  const Vec3 across = image(from_y) - to_x * dot(image(from_y), to_x);
  const double extent = length(across);
  const Vec3 to_y = extent > 1e-9 ? across * (1 / extent) : any_across(to_x);
  // Both are right-handed with their cross products: so is what takes the one to the other.
  const Vec3 from_z = cross(from_x, from_y);
  const Vec3 to_z = cross(to_x, to_y);
  return matrix_of(to_x * from_x.x + to_y * from_y.x + to_z * from_z.x,
                   to_x * from_x.y + to_y * from_y.y + to_z * from_z.y,
                   to_x * from_x.z + to_y * from_y.z + to_z * from_z.z);
}

// What brings a stretched body back to its volume; 1 where it is flat or inverted and has none to
// go by. Bounded, so that a body that was nearly flat does not burst.
double volume_factor(const Matrix3& linear) {
  const double volume = MatrixColumns(linear).determinant();
  if (!(volume > 1e-3)) return 1;
  return 1 / std::cbrt(std::max(volume, 0.125));
}

// Is a cluster still its shape, more or less? What is mostly collapsed or inverted is pulled back
// as if it were rigid: goals that follow its deformation might lead to another fold of it.
bool in_shape(const Matrix3& linear, const Matrix3& rotation, double extents) {
  double trace = 0;  // of rotationᵀ · linear
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) trace += rotation.at[i][k] * linear.at[i][k];
  }
  return trace > 0.5 * extents;
}

}  // namespace

MatchSums& MatchSums::operator+=(const MatchSums& other) {
  for (std::size_t i = 0; i < 3; ++i) {
    position[i] += other.position[i];
    for (std::size_t k = 0; k < 9; ++k) product[i][k] += other.product[i][k];
  }
  return *this;
}

ShapeMatch::ShapeMatch(const Vec3& rest_centre, std::span<const Vec3> q,
                       std::span<const double> weights, const ShapeOptions& options) {
  auto basis = std::make_shared<Basis>();
  basis->options = options;
  basis->rest_centre = rest_centre;
  double size = 0;
  for (const Vec3& p : q) size = std::max({size, std::fabs(p.x), std::fabs(p.y), std::fabs(p.z)});
  const double unit = size > 1e-100 ? 1 / size : 1;
  for (std::size_t k = 0; k < 9; ++k) basis->scale[k] = k < 3 ? unit : unit * unit;
  for (std::size_t i = 0; i < q.size(); ++i) {
    basis->weight += weights[i];
    const std::array<double, 9> b = basis_of(q[i]);
    for (std::size_t k = 0; k < 9; ++k) basis->mean[k] += weights[i] * b[k] * basis->scale[k];
  }
  for (double& mean : basis->mean) mean /= basis->weight;
  SmallMatrix<9> moments{};
  for (std::size_t i = 0; i < q.size(); ++i) {
    std::array<double, 9> b = basis_of(q[i]);
    for (std::size_t k = 0; k < 9; ++k) b[k] = b[k] * basis->scale[k] - basis->mean[k];
    for (std::size_t k = 0; k < 81; ++k) moments[k / 9][k % 9] += weights[i] * b[k / 9] * b[k % 9];
  }
  SmallMatrix<3> linear;
  for (std::size_t k = 0; k < 9; ++k) linear[k / 3][k % 3] = moments[k / 3][k % 3];
  basis->inverse_linear = pseudo_inverse(linear);
  basis->inverse = pseudo_inverse(moments);
  double trace = 0;  // of a matrix times its pseudo-inverse: its rank
  for (std::size_t k = 0; k < 9; ++k) {
    trace += linear[k / 3][k % 3] * basis->inverse_linear[k % 3][k / 3];
  }
  basis->extents = std::round(trace);
  basis_ = std::move(basis);
}

ClusterMap ShapeMatch::solve(const MatchSums& sums, const Vec3& origin) const {
  const Basis& b = *basis_;
  const bool quadratic = b.options.mode == ShapeMode::quadratic;
  // About the centre of mass, and about the mean of the basis: quadratic goals have no zero mean of
  // their own, and momentum would leak.
  Rows product = sums.product;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 9; ++k) {
      product[i][k] = product[i][k] * b.scale[k] - sums.position[i] * b.mean[k];
    }
  }
  const Matrix3 rotation = rotation_of(part_of(product, 0, 1));
  Rows goal{};  // acts on the scaled basis
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      goal[i][k] = rotation.at[i][k] / b.scale[k];
    }
  }
  const double share = b.options.mode == ShapeMode::rigid ? 0 : b.options.linear_share;
  if (share > 0 &&
      in_shape(part_of(times(product, b.inverse_linear), 0, b.scale[0]), rotation, b.extents)) {
    const Rows fitted = quadratic ? times(product, b.inverse) : times(product, b.inverse_linear);
    // All of it, also what is quadratic: else the goals would turn the body.
    const double volume = b.options.keep_volume ? volume_factor(part_of(fitted, 0, b.scale[0])) : 1;
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t k = 0; k < 9; ++k) {
        goal[i][k] = share * volume * fitted[i][k] + (1 - share) * goal[i][k];
      }
    }
  }
  ClusterMap map;
  map.rest_centre = b.rest_centre;
  for (std::size_t i = 0; i < 3; ++i) {
    double off = 0;
    for (std::size_t k = 0; k < 9; ++k) off += goal[i][k] * b.mean[k];
    map.centre[i] = origin[i] + (sums.position[i] / b.weight - off);
  }
  map.linear = part_of(goal, 0, b.scale[0]);
  map.is_quadratic = quadratic && share > 0;
  if (map.is_quadratic) {
    map.quadratic = part_of(goal, 3, b.scale[3]);
    map.mixed = part_of(goal, 6, b.scale[3]);
  }
  map.measure_norms();
  return map;
}

}  // namespace tact
