#include "tact/response/impulse.h"

#include <algorithm>
#include <cmath>

#include "tact/base/error.h"
#include "tact/base/parallel.h"

namespace tact {
namespace {

constexpr std::size_t rows_a_chunk = 512;

// A unit vector across a unit vector.
Vec3 across_of(const Vec3& n) {
  const Vec3 axis = std::abs(n.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  const Vec3 t = cross(n, axis);
  return t * (1 / length(t));
}

Vec3 held_within(const Vec3& v, double longest) {
  const double square = length_sq(v);
  return square > longest * longest ? v * (longest / std::sqrt(square)) : v;
}

// A symmetric matrix of six numbers times a vector.
Vec3 times(const std::array<double, 6>& m, const Vec3& v) {
  return {m[0] * v.x + m[1] * v.y + m[2] * v.z, m[1] * v.x + m[3] * v.y + m[4] * v.z,
          m[2] * v.x + m[4] * v.y + m[5] * v.z};
}

}  // namespace

bool Responder::set_side(const Grip& grip, const Vec3& point, Side& side) const {
  const Lump& lump = set_->lumps[grip.lump[0]];
  side.lump = grip.lump[0];
  if (!grip.single() || lump.freedom == Freedom::quadratic) return false;
  if (lump.freedom == Freedom::together) return true;
  side.modes = lump.modes;
  side.arm = point - lump.centre;
  if (lump.freedom == Freedom::affine) {
    const std::array<double, 81>& m = set_->modes[lump.modes].inverse;
    const Vec3& r = side.arm;
    side.weight = {m[0] * r.x + m[1] * r.y + m[2] * r.z, m[3] * r.x + m[4] * r.y + m[5] * r.z,
                   m[6] * r.x + m[7] * r.y + m[8] * r.z};
  }
  return true;
}

Responder::Row Responder::make_row(const Touch& touch, const ResponseOptions& options,
                                   double seconds) const {
  const Vec3 n = -touch.normal;
  Row row;
  row.away = n;
  const bool plain_a = set_side(touch.a, touch.point, row.a);
  row.plain = set_side(touch.b, touch.point, row.b) && plain_a;
  row.even = row.plain && row.a.modes == no_modes && row.b.modes == no_modes;
  if (row.plain) {
    add_give(row.a, row.give);
    add_give(row.b, row.give);
  }
  const auto both = [&](const Vec3& u, const Vec3& v) {
    return row.plain
               ? dot(u, times(row.give, v))
               : response_of(touch.a, touch.point, u, v) + response_of(touch.b, touch.point, u, v);
  };
  const double along = row.even ? row.give[0] : both(n, n);
  double across = along;
  if (!row.even) {
    const Vec3 t = across_of(n);
    const Vec3 s = cross(n, t);
    across = std::max(both(t, t), both(s, s)) + std::abs(both(t, s));  // no direction gives more
  }
  row.normal_mass = along > 0 ? 1 / along : 0;
  row.tangent_mass = across > 0 ? 1 / across : 0;
  const PenaltyStep spring = implicit_penalty(options.penalty, touch.depth, seconds);
  row.push = spring.push;
  row.mass_scale = spring.mass_scale;
  row.impulse_scale = spring.impulse_scale;
  if (options.restitution > 0) {
    const Vec3 u = velocity_of(touch.a, touch.point) - velocity_of(touch.b, touch.point);
    const double speed = dot(n, u);
    if (speed < -options.restitution_speed) {
      row.push = std::max(row.push, -options.restitution * speed);
      row.mass_scale = 1;
      row.impulse_scale = 0;
    }
  }
  return row;
}

void Responder::prepare(std::span<const Touch> touches, const ResponseOptions& options,
                        double seconds, unsigned threads) {
  movers_.resize(set_->lumps.size());
  turners_.resize(set_->modes.size());
  benders_.resize(set_->modes.size());
  for (std::size_t i = 0; i < movers_.size(); ++i) {
    const Lump& lump = set_->lumps[i];
    movers_[i] = {lump.velocity, lump.inverse_mass};
    if (lump.freedom == Freedom::together) continue;
    const Modes& modes = set_->modes[lump.modes];
    if (lump.freedom == Freedom::quadratic) {
      benders_[lump.modes] = modes;
      continue;
    }
    const double s = lump.freedom == Freedom::affine ? lump.softness : 0;
    Turner& turner = turners_[lump.modes];
    turner.spin = modes.spin;
    turner.inverse_inertia = modes.inverse_inertia;
    turner.rigid = 1 - s * s;
    turner.soft = s * s;
    for (std::size_t k = 0; k < 3; ++k) {
      Vec3 axis;
      axis[k] = 1;
      turner.rate[k] = cross(modes.spin, axis) * (1 - s) + modes.rate[k] * s;
    }
  }
  parallel_for(chunk_count(rows_.size(), rows_a_chunk), threads, [&](std::size_t chunk, unsigned) {
    const ChunkRange range = chunk_range(rows_.size(), rows_a_chunk, chunk);
    for (std::size_t i = range.first; i < range.last; ++i) {
      const std::uint32_t touch = rows_[i].touch;
      rows_[i] = make_row(touches[touch], options, seconds);
      rows_[i].touch = touch;
      begin_warm(touches[touch], options.warm, rows_[i]);
    }
  });
}

// What an impulse along v changes of the velocity along u.
double Responder::response_of(const Side& side, const Vec3& u, const Vec3& v) const {
  const double mass = movers_[side.lump].inverse_mass;
  if (mass == 0) return 0;
  if (side.modes == no_modes) return mass * dot(u, v);
  const Turner& turner = turners_[side.modes];
  const double turning = dot(cross(side.arm, u), times(turner.inverse_inertia, cross(side.arm, v)));
  return (mass + turner.soft * dot(side.arm, side.weight)) * dot(u, v) + turner.rigid * turning;
}

// What an impulse changes of the velocity, as a matrix.
void Responder::add_give(const Side& side, std::array<double, 6>& give) const {
  const double mass = movers_[side.lump].inverse_mass;
  if (mass == 0) return;
  double even = mass;
  if (side.modes != no_modes) {
    const Turner& turner = turners_[side.modes];
    const Vec3& r = side.arm;
    const Vec3 x{0, r.z, -r.y};  // r × the axes
    const Vec3 y{-r.z, 0, r.x};
    const Vec3 z{r.y, -r.x, 0};
    const Vec3 by_x = times(turner.inverse_inertia, x);
    const Vec3 by_y = times(turner.inverse_inertia, y);
    const Vec3 by_z = times(turner.inverse_inertia, z);
    even += turner.soft * dot(r, side.weight);
    give[0] += turner.rigid * dot(x, by_x);
    give[1] += turner.rigid * dot(x, by_y);
    give[2] += turner.rigid * dot(x, by_z);
    give[3] += turner.rigid * dot(y, by_y);
    give[4] += turner.rigid * dot(y, by_z);
    give[5] += turner.rigid * dot(z, by_z);
  }
  give[0] += even;
  give[3] += even;
  give[5] += even;
}

// Where any direction gives way alike, both parts can be judged by the same velocity.
void Responder::answer_even(Row& row, double friction) {
  const Vec3 u = velocity_of(row.a) - velocity_of(row.b);
  const double speed = dot(u, row.away);
  const double along =
      std::max(0.0, row.along - row.normal_mass * row.mass_scale * (speed - row.push) -
                        row.impulse_scale * row.along);
  const Vec3 sliding = u - row.away * speed;
  const Vec3 across = held_within(row.across - sliding * row.tangent_mass, friction * along);
  const Vec3 impulse = row.away * (along - row.along) + (across - row.across);
  row.along = along;
  row.across = across;
  push(row.a, impulse);
  push(row.b, -impulse);
}

void Responder::answer_plain(Row& row, double friction) {
  Vec3 u = velocity_of(row.a) - velocity_of(row.b);
  Vec3 impulse;
  // Friction first: what must not fail, that nothing goes inside, has the last word.
  const double before = row.along;
  const bool rubs = before > 0 || row.across != Vec3{};
  if (rubs) {
    const Vec3 sliding = u - row.away * dot(u, row.away);
    const Vec3 across = held_within(row.across - sliding * row.tangent_mass, friction * before);
    impulse = across - row.across;
    row.across = across;
    u = u + times(row.give, impulse);
  }
  const double speed = dot(u, row.away);
  row.along = std::max(0.0, before - row.normal_mass * row.mass_scale * (speed - row.push) -
                                row.impulse_scale * before);
  if (!rubs && !(row.along > 0)) return;
  impulse = impulse + row.away * (row.along - before);
  push(row.a, impulse);
  push(row.b, -impulse);
}

// Parts of even rings have no body in common, nor have those of odd ones.
template <class F>
void Responder::each_part(unsigned threads, F&& f) {
  const std::span<const Part> all(parts_);
  for (const std::span<const Part> some : {all.first(even_parts_), all.subspan(even_parts_)}) {
    std::size_t count = 0;
    for (const Part& part : some) count += part.end - part.first;
    const unsigned used = count < worth_sharing ? 1 : threads;
    parallel_for(some.size(), used, [&](std::size_t i, unsigned) { f(some[i]); });
  }
}

void Responder::warm_up(std::span<const Touch> touches, unsigned threads) {
  each_part(threads, [&](const Part& part) {
    for (std::uint32_t i = part.first; i < part.end; ++i) {
      const Row& row = rows_[i];
      if (!(row.along > 0)) continue;
      const Vec3 impulse = row.away * row.along + row.across;
      if (row.plain) {
        push(row.a, impulse);
        push(row.b, -impulse);
      } else {
        const Touch& touch = touches[row.touch];
        push(touch.a, touch.point, impulse);
        push(touch.b, touch.point, -impulse);
      }
    }
  });
}

void Responder::sweep(std::span<const Touch> touches, double friction, bool backwards,
                      unsigned threads) {
  each_part(threads, [&](const Part& part) {
    for (std::uint32_t k = part.first; k < part.end; ++k) {
      Row& row = rows_[backwards ? part.first + (part.end - 1 - k) : k];
      if (row.even) {
        answer_even(row, friction);
      } else if (row.plain) {
        answer_plain(row, friction);
      } else {
        answer_bending(row, touches[row.touch], friction);
      }
    }
  });
}

void Responder::set_change(std::size_t i) {
  const Lump& lump = set_->lumps[i];
  LumpChange& change = changes_[i];
  change.velocity = movers_[i].velocity - lump.velocity;
  change.rate = {};
  if (lump.freedom == Freedom::together || lump.inverse_mass == 0) return;
  const Modes& modes = set_->modes[lump.modes];
  if (lump.freedom == Freedom::quadratic) {
    for (std::size_t k = 0; k < 9; ++k)
      change.rate[k] = benders_[lump.modes].rate[k] - modes.rate[k];
    return;
  }
  // `rate` has the two ways by the squares of their shares; the points get them as they are.
  const Turner& turner = turners_[lump.modes];
  const double s = lump.freedom == Freedom::affine ? lump.softness : 0;
  const Vec3 turn = turner.spin - modes.spin;
  for (std::size_t k = 0; k < 3; ++k) {
    Vec3 axis;
    axis[k] = 1;
    const Vec3 rigid = cross(turn, axis);
    change.rate[k] = rigid * (1 - s);
    if (s == 0) continue;
    const Vec3 before = cross(modes.spin, axis) * (1 - s) + modes.rate[k] * s;
    change.rate[k] = change.rate[k] + (turner.rate[k] - before - rigid * turner.rigid) * (1 / s);
  }
}

Response Responder::respond(const LumpSet& set, std::span<const Touch> touches,
                            std::span<const TouchGroup> groups, const ResponseOptions& options,
                            double seconds, unsigned threads) {
  if (!(seconds > 0)) {
    throw Error(ErrorCode::bad_argument, "the length of a step must be greater than zero");
  }
  set_ = &set;
  // Handing out chunks costs more than it gains where there is little to do.
  const unsigned used = touches.size() < 2 * rows_a_chunk ? 1 : resolve_threads(threads);
  find_neighbours(groups, touches);
  find_rings();
  make_parts(groups);
  prepare(touches, options, seconds, used);
  warm_up(touches, used);
  for (int left = options.iterations; left > 0; --left) {
    // One part is answered to and fro: a load at one end is passed on to the other in one go.
    sweep(touches, options.friction, parts_.size() == 1 && left % 2 == 0, used);
  }
  changes_.resize(set.lumps.size());
  for (std::size_t i = 0; i < changes_.size(); ++i) set_change(i);
  impulses_.resize(touches.size());
  for (const Row& row : rows_) impulses_[row.touch] = row.away * row.along + row.across;
  keep_impulses(touches);
  return {changes_, impulses_};
}

}  // namespace tact
