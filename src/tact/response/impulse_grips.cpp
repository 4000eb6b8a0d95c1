// What a touch needs of lumps that bend, and of triangles: the general, slower way.
#include <algorithm>
#include <cmath>

#include "tact/response/impulse.h"

namespace tact {

namespace {

// Row k of a symmetric matrix times phi.
double row_times(const std::array<double, 81>& m, std::size_t k, const double* phi) {
  double sum = 0;
  for (std::size_t j = 0; j < 9; ++j) sum += m[k * 9 + j] * phi[j];
  return sum;
}

Vec3 grip_within(const Vec3& v, double longest) {
  const double square = length_sq(v);
  return square > longest * longest ? v * (longest / std::sqrt(square)) : v;
}

}  // namespace

Vec3 Responder::velocity_of(const Grip& grip, const Vec3& point) const {
  Vec3 sum;
  double phi[Modes::most];
  for (std::size_t i = 0; i < 3 && grip.weight[i] != 0; ++i) {
    const Lump& lump = set_->lumps[grip.lump[i]];
    Vec3 v;
    if (lump.freedom == Freedom::quadratic) {
      const Modes& modes = benders_[lump.modes];
      const Vec3 arm = point - lump.centre;
      fill_basis(lump.freedom, modes, arm, phi);
      for (std::size_t k = 0; k < 9; ++k) v = v + modes.rate[k] * phi[k];
      v = movers_[grip.lump[i]].velocity + v * lump.softness +
          cross(modes.spin, arm) * (1 - lump.softness);
    } else {
      Side side;
      set_side({{grip.lump[i], 0, 0}, {1, 0, 0}}, point, side);
      v = velocity_of(side);
    }
    sum = sum + v * double{grip.weight[i]};
  }
  return sum;
}

void Responder::push(const Grip& grip, const Vec3& point, const Vec3& impulse) {
  double phi[Modes::most];
  for (std::size_t i = 0; i < 3 && grip.weight[i] != 0; ++i) {
    const Lump& lump = set_->lumps[grip.lump[i]];
    const Vec3 part = impulse * double{grip.weight[i]};
    if (lump.freedom != Freedom::quadratic) {
      Side side;
      set_side({{grip.lump[i], 0, 0}, {1, 0, 0}}, point, side);
      push(side, part);
      continue;
    }
    if (lump.inverse_mass == 0) continue;
    Mover& mover = movers_[grip.lump[i]];
    mover.velocity = mover.velocity + part * lump.inverse_mass;
    Modes& modes = benders_[lump.modes];
    const Vec3 arm = point - lump.centre;
    const Vec3 turn = times(modes.inverse_inertia, cross(arm, part));
    modes.spin = modes.spin + turn;
    fill_basis(lump.freedom, modes, arm, phi);
    const Vec3 w = turn * (1 - lump.softness);
    modes.rate[0] = modes.rate[0] + Vec3{0, w.z, -w.y};
    modes.rate[1] = modes.rate[1] + Vec3{-w.z, 0, w.x};
    modes.rate[2] = modes.rate[2] + Vec3{w.y, -w.x, 0};
    for (std::size_t k = 0; k < 9; ++k) {
      modes.rate[k] = modes.rate[k] + part * (lump.softness * row_times(modes.inverse, k, phi));
    }
  }
}

double Responder::response_of(const Grip& grip, const Vec3& point, const Vec3& u,
                              const Vec3& v) const {
  double sum = 0;
  double phi[Modes::most];
  for (std::size_t i = 0; i < 3 && grip.weight[i] != 0; ++i) {
    const Lump& lump = set_->lumps[grip.lump[i]];
    double one = 0;
    if (lump.freedom == Freedom::quadratic) {
      const Modes& modes = benders_[lump.modes];
      const Vec3 arm = point - lump.centre;
      fill_basis(lump.freedom, modes, arm, phi);
      double bending = 0;
      for (std::size_t k = 0; k < 9; ++k) bending += phi[k] * row_times(modes.inverse, k, phi);
      const double s = lump.softness * lump.softness;
      one = (lump.inverse_mass + s * bending) * dot(u, v) +
            (1 - s) * dot(cross(arm, u), times(modes.inverse_inertia, cross(arm, v)));
    } else {
      Side side;
      set_side({{grip.lump[i], 0, 0}, {1, 0, 0}}, point, side);
      one = response_of(side, u, v);
    }
    sum += double{grip.weight[i]} * double{grip.weight[i]} * one;
  }
  return sum;
}

void Responder::answer_bending(Row& row, const Touch& touch, double friction) {
  const auto velocity = [&] {
    return velocity_of(touch.a, touch.point) - velocity_of(touch.b, touch.point);
  };
  const auto apply = [&](const Vec3& impulse) {
    push(touch.a, touch.point, impulse);
    push(touch.b, touch.point, -impulse);
  };
  const Vec3 u = velocity();
  const Vec3 sliding = u - row.away * dot(u, row.away);
  const Vec3 across = grip_within(row.across - sliding * row.tangent_mass, friction * row.along);
  apply(across - row.across);
  row.across = across;
  const double speed = dot(velocity(), row.away);
  const double along =
      std::max(0.0, row.along - row.normal_mass * row.mass_scale * (speed - row.push) -
                        row.impulse_scale * row.along);
  apply(row.away * (along - row.along));
  row.along = along;
}

}  // namespace tact
