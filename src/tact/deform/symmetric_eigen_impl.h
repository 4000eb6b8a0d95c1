#pragma once
// Eigenvalues of small symmetric matrices by Jacobi's rotations. Written out because a library's
// solver of this size takes minutes to compile under sanitizers; it runs only when a body is made
// and where a cluster has collapsed.
#include <array>
#include <cmath>
#include <cstddef>

namespace tact {

/// By rows.
template <std::size_t N>
using SmallMatrix = std::array<std::array<double, N>, N>;

template <std::size_t N>
struct SymmetricEigen {
  std::array<double, N> values{};  ///< in no order
  SmallMatrix<N> vectors{};        ///< in columns, of length one

  explicit SymmetricEigen(SmallMatrix<N> a) {
    for (std::size_t i = 0; i < N; ++i) vectors[i][i] = 1;
    constexpr int most_sweeps = 60;
    for (int sweep = 0; sweep < most_sweeps && sweep_once(a); ++sweep) {
    }
    for (std::size_t i = 0; i < N; ++i) values[i] = a[i][i];
  }

 private:
  // Turns every pair of axes so that they have nothing in common. False: there was nothing to do.
  bool sweep_once(SmallMatrix<N>& a) {
    bool turned = false;
    for (std::size_t p = 0; p + 1 < N; ++p) {
      for (std::size_t q = p + 1; q < N; ++q) {
        const double common = a[p][q];
        if (!(std::fabs(common) > 1e-17 * (std::fabs(a[p][p]) + std::fabs(a[q][q])))) continue;
        turned = true;
        const double slope = (a[q][q] - a[p][p]) / (2 * common);
        const double t = (slope < 0 ? -1 : 1) / (std::fabs(slope) + std::sqrt(slope * slope + 1));
        turn(a, p, q, 1 / std::sqrt(t * t + 1), t / std::sqrt(t * t + 1));
      }
    }
    return turned;
  }

  void turn(SmallMatrix<N>& a, std::size_t p, std::size_t q, double c, double s) {
    for (std::size_t k = 0; k < N; ++k) {
      const double kp = a[k][p];
      const double kq = a[k][q];
      a[k][p] = c * kp - s * kq;
      a[k][q] = s * kp + c * kq;
    }
    for (std::size_t k = 0; k < N; ++k) {
      const double pk = a[p][k];
      const double qk = a[q][k];
      a[p][k] = c * pk - s * qk;
      a[q][k] = s * pk + c * qk;
    }
    for (std::size_t k = 0; k < N; ++k) {
      const double kp = vectors[k][p];
      const double kq = vectors[k][q];
      vectors[k][p] = c * kp - s * kq;
      vectors[k][q] = s * kp + c * kq;
    }
  }
};

}  // namespace tact
