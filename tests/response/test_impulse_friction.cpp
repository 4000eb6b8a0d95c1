// Coulomb's law on particles: friction is held by the very impulse that presses, in every sweep.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tact/response/impulse.h"
#include "tests/support/random.h"

namespace tact {
namespace {

Lump particle(const Vec3& velocity, double mass) {
  return {{}, velocity, mass > 0 ? 1 / mass : 0, Freedom::together, 0};
}

// `away`: from b to a, the way in which a is pressed.
Touch between(std::uint32_t a, std::uint32_t b, const Vec3& away) {
  Touch touch;
  touch.a.lump[0] = a;
  touch.b.lump[0] = b;
  touch.normal = -away;
  return touch;
}

// One sweep knows no impulse of a sweep before: friction goes by what it has just found.
TEST(ImpulseFriction, HoldsInTheFirstSweep) {
  for (const double sideways : {0.4, 4.0}) {
    LumpSet set;
    set.lumps = {particle({sideways, 0, -1}, 2), particle({}, 0)};
    const std::vector<Touch> touches{between(0, 1, {0, 0, 1})};
    const std::vector<TouchGroup> groups{{0, 1, {0, 1}}};
    ResponseOptions options;
    options.friction = 0.5;
    options.iterations = 1;
    Responder responder;
    const Response response = responder.respond(set, touches, groups, options, 0.01);
    EXPECT_NEAR(response.impulses[0].z, 2, 1e-12);
    EXPECT_NEAR(response.impulses[0].x, -2 * std::min(sideways, 0.5), 1e-12);
    EXPECT_NEAR(response.changes[0].velocity.x, -std::min(sideways, 0.5), 1e-12);
  }
}

// Particles that press and are pressed on by several others: what a later sweep takes back of the
// press, it takes back of the friction, too.
TEST(ImpulseFriction, StaysWithinTheConeOfWhatPresses) {
  testing::Random random(41);
  std::size_t pressed = 0;
  std::size_t sliding = 0;
  for (int round = 0; round < 50; ++round) {
    LumpSet set;
    for (int i = 0; i < 8; ++i) {
      set.lumps.push_back(particle(random.vector(-3, 3), random.uniform(0.5, 2)));
    }
    std::vector<Touch> touches;
    std::vector<TouchGroup> groups;
    for (std::uint32_t a = 0; a < 8; ++a) {
      for (std::uint32_t b = a + 1; b < 8; ++b) {
        if (random.chance(2)) continue;
        groups.push_back({a, b, {static_cast<std::uint32_t>(touches.size()), 1}});
        touches.push_back(between(a, b, random.direction()));
      }
    }
    ResponseOptions options;
    options.friction = 0.3;
    options.iterations = 1 + round % 5;
    Responder responder;
    const Response response = responder.respond(set, touches, groups, options, 0.01);
    for (std::size_t i = 0; i < touches.size(); ++i) {
      const double along = -dot(response.impulses[i], touches[i].normal);
      const double across = length(response.impulses[i] + touches[i].normal * along);
      EXPECT_GE(along, -1e-12);
      EXPECT_LE(across, 0.3 * along + 1e-12) << "round " << round << ", touch " << i;
      pressed += along > 1e-6 ? 1U : 0U;
      sliding += along > 1e-6 && across > 0.3 * along - 1e-9 ? 1U : 0U;
    }
  }
  EXPECT_GT(pressed, 300U);
  EXPECT_GT(sliding, 100U);
}

}  // namespace
}  // namespace tact
