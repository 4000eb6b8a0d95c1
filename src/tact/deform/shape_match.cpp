#include "tact/deform/shape_match.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace tact {

using Matrix9 = Eigen::Matrix<double, 9, 9>;
using Vector9 = Eigen::Matrix<double, 9, 1>;
using Matrix39 = Eigen::Matrix<double, 3, 9>;

struct ShapeMatch::Basis {
  ShapeOptions options;
  Vec3 rest_centre;
  double weight = 0;
  Vector9 scale;                   // to numbers near one
  Vector9 mean;                    // of q̃, scaled; its linear part is nothing but rounding
  Eigen::Matrix3d inverse_linear;  // of Σ w q qᵀ, scaled: a pseudo-inverse
  double extents = 0;              // directions in which the points have an extent
  Matrix9 inverse;                 // of Σ w (q̃ - mean)(q̃ - mean)ᵀ, likewise
};

namespace {

Vector9 basis_of(const Vec3& q) {
  Vector9 b;
  b << q.x, q.y, q.z, q.x * q.x, q.y * q.y, q.z * q.z, q.x * q.y, q.y * q.z, q.z * q.x;
  return b;
}

// Directions in which the shape has no extent (a flat cloth; the sum of squares on a sphere) are
// left alone: no motion of the points tells anything about them.
template <class M>
M pseudo_inverse(const M& symmetric) {
  const Eigen::SelfAdjointEigenSolver<M> solver(symmetric);
  auto values = solver.eigenvalues().eval();
  const double least = values.maxCoeff() * 1e-9;
  for (Eigen::Index i = 0; i < values.size(); ++i) {
    values[i] = values[i] > least ? 1 / values[i] : 0;
  }
  return solver.eigenvectors() * values.asDiagonal() * solver.eigenvectors().transpose();
}

// The rotation nearest to m by Newton's iteration for the polar decomposition. False where m is
// inverted or nearly flat, which Newton does not like.
bool newton_rotation(const Eigen::Matrix3d& m, Eigen::Matrix3d& rotation) {
  const double size = m.norm();
  if (!(size > 0) || !(m.determinant() > 1e-3 * size * size * size)) return false;
  Eigen::Matrix3d x = m * (std::sqrt(3.0) / size);
  for (int round = 0; round < 20; ++round) {
    Eigen::Matrix3d cofactors;
    cofactors.col(0) = x.col(1).cross(x.col(2));
    cofactors.col(1) = x.col(2).cross(x.col(0));
    cofactors.col(2) = x.col(0).cross(x.col(1));
    const double determinant = x.col(0).dot(cofactors.col(0));
    const Eigen::Matrix3d next = 0.5 * (x + cofactors / determinant);
    const double change = (next - x).squaredNorm();
    x = next;
    if (change < 1e-28) break;
  }
  rotation = x;
  return (x.transpose() * x - Eigen::Matrix3d::Identity()).squaredNorm() < 1e-24;
}

// The proper rotation nearest to m, whatever m is: of an inverted one its thinnest direction is
// turned back, and a direction without extent is completed.
Eigen::Matrix3d rotation_of(const Eigen::Matrix3d& m) {
  Eigen::Matrix3d rotation;
  if (newton_rotation(m, rotation)) return rotation;
  const double size = m.cwiseAbs().maxCoeff();
  if (!(size > 0) || !std::isfinite(size)) return Eigen::Matrix3d::Identity();
  const Eigen::JacobiSVD<Eigen::Matrix3d> svd(m / size, Eigen::ComputeFullU | Eigen::ComputeFullV);
  Eigen::Matrix3d u = svd.matrixU();
  if ((u * svd.matrixV().transpose()).determinant() < 0) u.col(2) = -u.col(2);
  return u * svd.matrixV().transpose();
}

// What brings a stretched body back to its volume; 1 where it is flat or inverted and has none to
// go by. Bounded, so that a body that was nearly flat does not burst.
double volume_factor(const Eigen::Matrix3d& linear) {
  const double volume = linear.determinant();
  if (!(volume > 1e-3)) return 1;
  return 1 / std::cbrt(std::max(volume, 0.125));
}

// Is a cluster still its shape, more or less? What is mostly collapsed or inverted is pulled back
// as if it were rigid: goals that follow its deformation might lead to another fold of it.
bool in_shape(const Eigen::Matrix3d& linear, const Eigen::Matrix3d& rotation, double extents) {
  return (rotation.transpose() * linear).trace() > 0.5 * extents;
}

Matrix3 matrix_of(const Eigen::Ref<const Eigen::Matrix3d>& m) {
  Matrix3 out;
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) out.at[i][k] = m(i, k);
  }
  return out;
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
  const double unit = size > 0 ? 1 / size : 1;
  basis->scale << Eigen::Vector3d::Constant(unit),
      Eigen::Matrix<double, 6, 1>::Constant(unit * unit);
  basis->mean.setZero();
  for (std::size_t i = 0; i < q.size(); ++i) {
    basis->weight += weights[i];
    basis->mean += weights[i] * basis_of(q[i]).cwiseProduct(basis->scale);
  }
  basis->mean /= basis->weight;
  Matrix9 moments = Matrix9::Zero();
  for (std::size_t i = 0; i < q.size(); ++i) {
    const Vector9 b = basis_of(q[i]).cwiseProduct(basis->scale) - basis->mean;
    moments += weights[i] * b * b.transpose();
  }
  basis->inverse_linear = pseudo_inverse<Eigen::Matrix3d>(moments.topLeftCorner<3, 3>());
  basis->inverse = pseudo_inverse<Matrix9>(moments);
  basis->extents = std::round((basis->inverse_linear * moments.topLeftCorner<3, 3>()).trace());
  basis_ = std::move(basis);
}

ClusterMap ShapeMatch::solve(const MatchSums& sums, const Vec3& origin) const {
  const Basis& b = *basis_;
  const bool quadratic = b.options.mode == ShapeMode::quadratic;
  Eigen::Vector3d position(sums.position[0], sums.position[1], sums.position[2]);
  Matrix39 product;
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 9; ++k) {
      product(i, k) = sums.product[static_cast<std::size_t>(i)][static_cast<std::size_t>(k)];
    }
  }
  // About the centre of mass, and about the mean of the basis: quadratic goals have no zero mean of
  // their own, and momentum would leak.
  product = product * b.scale.asDiagonal() - position * b.mean.transpose();
  const Eigen::Vector3d mean_position = position / b.weight;

  const Eigen::Matrix3d rotation = rotation_of(product.leftCols<3>());
  Matrix39 goal = Matrix39::Zero();  // acts on the scaled basis
  goal.leftCols<3>() = rotation / b.scale[0];
  if (b.options.mode != ShapeMode::rigid && b.options.linear_share > 0 &&
      in_shape(product.leftCols<3>() * b.inverse_linear * b.scale[0], rotation, b.extents)) {
    Matrix39 fitted = Matrix39::Zero();
    if (quadratic) {
      fitted = product * b.inverse;
    } else {
      fitted.leftCols<3>() = product.leftCols<3>() * b.inverse_linear;
    }
    // All of it, also what is quadratic: else the goals would turn the body.
    if (b.options.keep_volume) fitted *= volume_factor(fitted.leftCols<3>() * b.scale[0]);
    goal = b.options.linear_share * fitted + (1 - b.options.linear_share) * goal;
  }
  ClusterMap map;
  map.rest_centre = b.rest_centre;
  const Eigen::Vector3d centre = mean_position - goal * b.mean;
  map.centre = Vec3{origin.x + centre.x(), origin.y + centre.y(), origin.z + centre.z()};
  map.linear = matrix_of(goal.leftCols<3>() * b.scale[0]);
  map.is_quadratic = quadratic && b.options.linear_share > 0;
  if (map.is_quadratic) {
    map.quadratic = matrix_of(goal.middleCols<3>(3) * b.scale[3]);
    map.mixed = matrix_of(goal.rightCols<3>() * b.scale[3]);
  }
  map.measure_norms();
  return map;
}

}  // namespace tact
