// Impulses on plain lumps: momentum, energy, friction, resting, and any step that is asked for.
#include "tact/response/impulse.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tact/base/error.h"

namespace tact {
namespace {

struct Set : LumpSet {
  /// A particle; mass 0: a wall.
  Set& particle(const Vec3& at, const Vec3& velocity, double mass) {
    lumps.push_back({at, velocity, mass > 0 ? 1 / mass : 0, Freedom::together, 0});
    return *this;
  }
  /// Points at the corners of an octahedron.
  Set& cross_of_points(const Vec3& at, const Vec3& velocity, const Vec3& spin, double mass,
                       Freedom freedom) {
    std::vector<Vec3> positions;
    std::vector<Vec3> velocities;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      for (const double side : {-0.4, 0.4}) {
        Vec3 r;
        r[axis] = side;
        positions.push_back(at + r);
        velocities.push_back(velocity + cross(spin, r));
      }
    }
    const std::vector<double> masses(6, mass / 6);
    Lump lump;
    Modes of_lump;
    gather({positions, velocities, masses}, freedom, lump, of_lump);
    lump.modes = static_cast<std::uint32_t>(modes.size());
    lump.softness = softness;
    lumps.push_back(lump);
    modes.push_back(of_lump);
    points.push_back({positions, velocities});
    return *this;
  }
  struct Points {
    std::vector<Vec3> positions;
    std::vector<Vec3> velocities;
  };
  std::vector<Points> points;  // of lumps with modes
  double softness = 0.4;
};

// `away`: from b to a, the way in which a is pressed.
Touch between(std::uint32_t a, std::uint32_t b, const Vec3& point, const Vec3& away,
              double depth = 0) {
  Touch touch;
  touch.a.lump[0] = a;
  touch.b.lump[0] = b;
  touch.point = point;
  touch.normal = -away;
  touch.depth = depth;
  return touch;
}

struct Motion {
  Vec3 momentum;
  Vec3 angular;  // about the origin
  double energy = 0;
};

void add_point(Motion& sum, const Vec3& at, const Vec3& velocity, double mass) {
  sum.momentum = sum.momentum + velocity * mass;
  sum.angular = sum.angular + cross(at, velocity * mass);
  sum.energy += 0.5 * mass * length_sq(velocity);
}

// By the points themselves, where there are any.
Motion motion_of(const Set& set) {
  Motion sum;
  for (const Lump& lump : set.lumps) {
    if (lump.inverse_mass == 0) continue;
    if (lump.freedom == Freedom::together) {
      add_point(sum, lump.centre, lump.velocity, 1 / lump.inverse_mass);
      continue;
    }
    const Set::Points& points = set.points[lump.modes];
    for (std::size_t i = 0; i < points.positions.size(); ++i) {
      add_point(sum, points.positions[i], points.velocities[i], 1 / lump.inverse_mass / 6);
    }
  }
  return sum;
}

void apply(Set& set, const Response& response) {
  ASSERT_EQ(response.changes.size(), set.lumps.size());
  for (std::size_t i = 0; i < set.lumps.size(); ++i) {
    Lump& lump = set.lumps[i];
    if (lump.freedom != Freedom::together) {
      Set::Points& points = set.points[lump.modes];
      scatter(points.positions, lump, set.modes[lump.modes], response.changes[i],
              points.velocities);
    }
    lump.velocity = lump.velocity + response.changes[i].velocity;
  }
}

std::vector<TouchGroup> one_group(std::size_t touches) {
  return {{0, 1, {0, static_cast<std::uint32_t>(touches)}}};
}

TEST(Impulse, TwoParticlesStopEachOtherAndPart) {
  Set soft;
  soft.particle({1, 0, 0}, {-2, 0, 0}, 1).particle({0, 0, 0}, {1, 0, 0}, 3);
  Set hard = soft;
  const std::vector<Touch> touches{between(0, 1, {0.5, 0, 0}, {1, 0, 0})};
  ResponseOptions options;
  options.friction = 0;
  Responder responder;
  apply(soft, responder.respond(soft, touches, one_group(1), options, 0.01));
  EXPECT_NEAR(soft.lumps[0].velocity.x, 0.25, 1e-12) << "the common velocity";
  EXPECT_NEAR(soft.lumps[1].velocity.x, 0.25, 1e-12);
  options.restitution = 1;
  apply(hard, responder.respond(hard, touches, one_group(1), options, 0.01));
  EXPECT_NEAR(hard.lumps[0].velocity.x, 2.5, 1e-12);
  EXPECT_NEAR(hard.lumps[1].velocity.x, -0.5, 1e-12);
}

TEST(Impulse, NeverPulls) {
  Set set;
  set.particle({1, 0, 0}, {1, 0, 0}, 1).particle({}, {-1, 0, 0}, 1);
  const std::vector<Touch> touches{between(0, 1, {}, {1, 0, 0}, 0.001)};
  Responder responder;
  const Response response = responder.respond(set, touches, one_group(1), {}, 0.01);
  EXPECT_EQ(response.impulses[0], Vec3{});
  EXPECT_EQ(response.changes[0].velocity, Vec3{});
}

TEST(Impulse, AGapMayCloseButNotBeOvershot) {
  Set set;
  set.particle({}, {0, 0, -10}, 1).particle({}, {}, 0);
  const std::vector<Touch> touches{between(0, 1, {}, {0, 0, 1}, -0.02)};
  Responder responder;
  apply(set, responder.respond(set, touches, one_group(1), {}, 0.01));
  EXPECT_NEAR(set.lumps[0].velocity.z, -2, 1e-12);
}

TEST(Impulse, FrictionHoldsUpToItsLimit) {
  for (const double along : {0.4, 4.0}) {
    Set set;
    set.particle({}, {along, 0, -1}, 2).particle({}, {}, 0);
    const std::vector<Touch> touches{between(0, 1, {}, {0, 0, 1})};
    ResponseOptions options;
    options.friction = 0.5;
    Responder responder;
    apply(set, responder.respond(set, touches, one_group(1), options, 0.01));
    EXPECT_NEAR(set.lumps[0].velocity.x, std::max(0.0, along - 0.5), 1e-12);
    EXPECT_NEAR(set.lumps[0].velocity.z, 0, 1e-12);
  }
}

TEST(Impulse, ATriangleTakesWhatItsCornersWeigh) {
  Set set;
  set.particle({0.25, 0.25, 0}, {0, 0, -1}, 1).particle({0, 0, 0}, {}, 1);
  set.particle({1, 0, 0}, {}, 2).particle({0, 1, 0}, {}, 3);
  Touch touch = between(0, 1, {0.25, 0.25, 0}, {0, 0, 1});
  touch.b.lump = {1, 2, 3};
  touch.b.weight = {0.5F, 0.25F, 0.25F};
  const Motion before = motion_of(set);
  Responder responder;
  apply(set, responder.respond(set, std::vector<Touch>{touch}, one_group(1), {}, 0.01));
  const Motion after = motion_of(set);
  EXPECT_NEAR(length(after.momentum - before.momentum), 0, 1e-14);
  EXPECT_NEAR(length(after.angular - before.angular), 0, 1e-14);
  const double met = 0.5 * set.lumps[1].velocity.z + 0.25 * set.lumps[2].velocity.z +
                     0.25 * set.lumps[3].velocity.z;
  EXPECT_NEAR(set.lumps[0].velocity.z, met, 1e-12) << "they move on together";
  EXPECT_LT(after.energy, before.energy);
}

// Lumps of all kinds in random contacts: whatever the step, momentum stays and energy only falls.
TEST(Impulse, KeepsMomentumAndTakesEnergyAtAnyStep) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> number(-1, 1);
  const auto vector = [&] { return Vec3{number(random), number(random), number(random)}; };
  constexpr Freedom kinds[] = {Freedom::together, Freedom::rigid, Freedom::affine,
                               Freedom::quadratic};
  Responder responder;
  for (int round = 0; round < 200; ++round) {
    Set set;
    set.softness = round % 3 * 0.5;
    for (int i = 0; i < 12; ++i) {
      const Freedom freedom = kinds[i % 4];
      if (freedom == Freedom::together) {
        set.particle(vector(), vector() * 5, 1.5 + number(random));
      } else {
        set.cross_of_points(vector(), vector() * 5, vector(), 1.5 + number(random), freedom);
      }
    }
    std::vector<Touch> touches;
    std::vector<TouchGroup> groups;
    for (std::uint32_t i = 0; i < 12; ++i) {
      for (std::uint32_t k = i + 1; k < 12; k += 1 + i % 3) {
        const Vec3 apart = set.lumps[i].centre - set.lumps[k].centre;
        const Vec3 middle = (set.lumps[i].centre + set.lumps[k].centre) * 0.5;
        groups.push_back({i, k, {static_cast<std::uint32_t>(touches.size()), 1}});
        touches.push_back(between(i, k, middle, apart * (1 / length(apart))));
      }
    }
    ResponseOptions options;
    options.friction = round % 2 == 0 ? 0.8 : 0;
    const double step = std::pow(10.0, round % 7 - 5);
    const Motion before = motion_of(set);
    apply(set, responder.respond(set, touches, groups, options, step));
    const Motion after = motion_of(set);
    EXPECT_NEAR(length(after.momentum - before.momentum), 0, 1e-11);
    // A lump that does not turn feels no lever: only central impulses keep its angular momentum.
    if (options.friction == 0) {
      EXPECT_NEAR(length(after.angular - before.angular), 0, 1e-11);
    }
    EXPECT_LE(after.energy, before.energy * (1 + 1e-12));
  }
}

TEST(Impulse, BodiesKeepAngularMomentumUnderFriction) {
  for (const Freedom freedom : {Freedom::rigid, Freedom::affine, Freedom::quadratic}) {
    Set set;
    set.cross_of_points({0, 0, 1}, {3, 0, -2}, {1, 2, 3}, 1, freedom);
    set.cross_of_points({0.2, 0, 0}, {}, {}, 2, Freedom::rigid);
    const Motion before = motion_of(set);
    Responder responder;
    const std::vector<Touch> touches{between(0, 1, {0.1, 0.1, 0.5}, {0, 0, 1})};
    apply(set, responder.respond(set, touches, one_group(1), {}, 0.01));
    const Motion after = motion_of(set);
    EXPECT_NEAR(length(after.momentum - before.momentum), 0, 1e-12);
    EXPECT_NEAR(length(after.angular - before.angular), 0, 1e-12);
    EXPECT_LT(after.energy, before.energy);
  }
}

// Implicit: pressed into a wall, a particle comes out at most as fast as was asked, for any step.
TEST(Impulse, ThePenaltyIsStableForAnyStep) {
  Responder responder;
  for (const double step : {1e-5, 1e-3, 1e-2, 1.0, 100.0}) {
    double height = -0.5;
    Set set;
    set.particle({}, {}, 1).particle({}, {}, 0);
    const ResponseOptions options;
    double fastest = 0;
    for (int i = 0; i < 2000 && height <= 0; ++i) {
      const std::vector<Touch> touches{between(0, 1, {}, {0, 0, 1}, -height)};
      apply(set, responder.respond(set, touches, one_group(1), options, step));
      height += step * set.lumps[0].velocity.z;
      fastest = std::max(fastest, std::abs(set.lumps[0].velocity.z));
    }
    EXPECT_LE(fastest, options.penalty.fastest * (1 + 1e-9)) << step;
    EXPECT_GT(height, -0.5) << step;
  }
}

TEST(Impulse, AnyNumberOfThreadsGivesTheSameBits) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> number(-1, 1);
  const auto vector = [&] { return Vec3{number(random), number(random), number(random)}; };
  constexpr std::uint32_t bodies = 200;
  Set set;
  for (std::uint32_t i = 0; i < bodies; ++i) {
    set.cross_of_points(vector(), vector(), vector(), 1,
                        i % 5 == 0 ? Freedom::rigid : Freedom::affine);
  }
  std::vector<Touch> touches;
  std::vector<TouchGroup> groups;
  for (std::uint32_t i = 0; i < bodies; ++i) {
    for (std::uint32_t k = i + 1; k < std::min(bodies, i + 20); ++k) {
      const Vec3 apart = vector();
      groups.push_back({i, k, {static_cast<std::uint32_t>(touches.size()), 30}});
      for (int again = 0; again < 30; ++again) {
        touches.push_back(between(i, k, vector(), apart * (1 / length(apart)), number(random)));
      }
    }
  }
  ASSERT_GT(touches.size(), 100000U) << "enough to be shared";
  Responder one;
  Responder many;
  const Response first = one.respond(set, touches, groups, {}, 0.01, 1);
  const Response second = many.respond(set, touches, groups, {}, 0.01, 4);
  EXPECT_GE(one.parts(), 10U) << "a body reaches 19 others on each side: that many rings";
  for (std::size_t i = 0; i < set.lumps.size(); ++i) {
    ASSERT_EQ(first.changes[i].velocity, second.changes[i].velocity) << i;
    ASSERT_EQ(first.changes[i].rate, second.changes[i].rate) << i;
  }
  for (std::size_t i = 0; i < touches.size(); ++i) {
    ASSERT_EQ(first.impulses[i], second.impulses[i]) << i;
  }
}

TEST(Impulse, RefusesAStepWithoutLength) {
  Responder responder;
  const LumpSet nothing;
  EXPECT_THROW(responder.respond(nothing, {}, {}, {}, 0), Error);
  EXPECT_EQ(responder.respond(nothing, {}, {}, {}, 0.01).changes.size(), 0U);
}

// The motion in its modes is all that a rigid motion, a stretch or a bend has.
TEST(Lump, GatherFindsTheMotionAndScatterGivesItBack) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> number(-1, 1);
  const auto vector = [&] { return Vec3{number(random), number(random), number(random)}; };
  for (const Freedom freedom : {Freedom::rigid, Freedom::affine, Freedom::quadratic}) {
    std::vector<Vec3> positions;
    std::vector<double> masses;
    for (int i = 0; i < 50; ++i) {
      positions.push_back(vector() + Vec3{1000, 0, 0});
      masses.push_back(1.5 + number(random));
    }
    const Vec3 shift = vector();
    const Vec3 turn = vector();
    std::vector<Vec3> velocities;
    for (const Vec3& p : positions) {
      const Vec3 r = p - Vec3{1000, 0, 0};
      Vec3 v = shift + cross(turn, r);
      if (freedom != Freedom::rigid) v = v + turn * r.x;
      if (freedom == Freedom::quadratic) v = v + shift * (r.x * r.z) + turn * (r.y * r.y);
      velocities.push_back(v);
    }
    Lump lump;
    Modes modes;
    gather({positions, velocities, masses}, freedom, lump, modes);
    LumpChange back{-lump.velocity, {}};
    for (std::size_t k = 0; k < Modes::most; ++k) back.rate[k] = -modes.rate[k];
    for (std::size_t k = 0; k < 3 && freedom == Freedom::rigid; ++k) {
      Vec3 axis;
      axis[k] = 1;
      back.rate[k] = cross(axis, modes.spin);
    }
    scatter(positions, lump, modes, back, velocities);
    for (const Vec3& v : velocities) EXPECT_NEAR(length(v), 0, 1e-9);
  }
}

TEST(Lump, ALineOfPointsDoesNotTurnAboutItself) {
  const std::vector<Vec3> positions{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
  const std::vector<Vec3> velocities{{0, 0, 0}, {0, 1, 0}, {0, 2, 0}};
  const std::vector<double> masses{1, 1, 1};
  for (const Freedom freedom : {Freedom::rigid, Freedom::affine, Freedom::quadratic}) {
    Lump lump;
    Modes modes;
    gather({positions, velocities, masses}, freedom, lump, modes);
    for (const Vec3& rate : modes.rate) EXPECT_TRUE(is_finite(rate));
    for (const double x : modes.inverse) EXPECT_TRUE(std::isfinite(x));
    if (freedom == Freedom::rigid) {
      EXPECT_NEAR(length(modes.spin - Vec3{0, 0, 1}), 0, 1e-12);
    }
  }
}

}  // namespace
}  // namespace tact
