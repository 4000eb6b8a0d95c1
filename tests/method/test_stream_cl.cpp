// stream-cl in a world: whatever call of the device fails, the question fails as a whole, and the
// next one is answered by a device that was begun anew; a bounded question ends early.
#include <gtest/gtest.h>

#include "scenes/bodies/torus.h"
#include "tact/base/error.h"
#include "tact/world/world.h"
#include "tests/support/shapes.h"

#ifdef TACT_OPENCL
#include "tact/flat/stream_trial_impl.h"

namespace tact {
namespace {

// No test leaves a fault behind.
class StreamCl : public ::testing::Test {
 protected:
  ~StreamCl() override { forgive(); }
  static void fail_after(int calls, bool lose) {
    stream_trial().lose = lose;
    stream_trial().calls_left = calls;
  }
  static void forgive() { fail_after(-1, false); }
};

// Two rings through each other that deform, and a few balls.
struct Rings {
  explicit Rings(const char* method) : world(WorldOptions{.method = method, .threads = 1}) {
    for (std::size_t i = 0; i < 2; ++i) {
      rest[i] = scenes::torus(24, 12);
      body[i] = world.add(deforming(rest[i].view()));
    }
    world.add(points({{1, 0, 0}, {0, 1, 0.1}, {0, 0, 3}}, {0.3, 0.3, 0.3}));
    move(0);
  }
  void move(int frame) {
    for (std::size_t i = 0; i < 2; ++i) {
      moved[i] = rest[i];
      for (Vec3& p : moved[i].positions) {
        p = p * (1 + 0.01 * frame) + Vec3{0.5 * static_cast<double>(i), 0.02 * frame, 0};
      }
      world.move(body[i], std::span<const Vec3>(moved[i].positions));
    }
  }
  const std::vector<Candidate>& pairs() {
    return world.collide(CollideOptions::pairs()).pairs_by_slot();
  }

  Mesh rest[2];
  Mesh moved[2];
  World world;
  BodyId body[2];
};

// Asks; true if the question was answered, rightly, or it failed as it should.
bool answers(Rings& rings, const std::vector<Candidate>& truth) {
  try {
    EXPECT_EQ(rings.pairs(), truth);
    return true;
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::unsupported);
    EXPECT_NE(std::string(error.what()).find("stream-cl: device"), std::string::npos)
        << error.what();
    return false;
  }
}

TEST_F(StreamCl, WhateverCallFailsTheNextAnswerIsRight) {
  Rings rings("stream-cl");
  Rings judge("stream");
  stream_trial().abandoned = 0;
  for (const bool lose : {false, true}) {
    int failures = 0;
    bool went_through = false;
    for (int calls = 0; !went_through; ++calls) {
      ASSERT_LT(calls, 200);
      rings.move(calls % 7);
      judge.move(calls % 7);
      fail_after(calls, lose);
      went_through = answers(rings, judge.pairs());
      failures += went_through ? 0 : 1;
      forgive();
      EXPECT_TRUE(answers(rings, judge.pairs())) << "after call " << calls;
      rings.world.validate();
      ASSERT_FALSE(HasFailure()) << "call " << calls << (lose ? ", lost" : "");
    }
    EXPECT_GT(failures, 10);
  }
  EXPECT_EQ(stream_trial().abandoned, 0);
}

TEST_F(StreamCl, WhateverCallFailsWhileItIsBegunAnewTheNextAnswerIsRight) {
  Rings rings("stream-cl");
  Rings judge("stream");
  const std::vector<Candidate> truth = judge.pairs();
  EXPECT_EQ(rings.pairs(), truth);
  bool went_through = false;
  int failures = 0;
  for (int calls = 0; !went_through; ++calls) {
    ASSERT_LT(calls, 300);
    fail_after(0, true);
    EXPECT_FALSE(answers(rings, truth));
    fail_after(calls, calls % 2 == 0);
    went_through = answers(rings, truth);
    failures += went_through ? 0 : 1;
    forgive();
    if (calls % 4 == 0) {
      EXPECT_TRUE(answers(rings, truth)) << "after call " << calls;
    }
    ASSERT_FALSE(HasFailure()) << "call " << calls;
  }
  EXPECT_GT(failures, 30);
}

// Nothing is updated between them: the second query sends again what is known here.
TEST_F(StreamCl, AnotherQueryBeginsALostDeviceAnew) {
  Rings rings("stream-cl");
  const std::vector<Candidate> truth = rings.pairs();
  ASSERT_GT(truth.size(), 50U);
  rings.world.update();
  Query first(rings.world);
  Query second(rings.world);
  fail_after(3, true);
  EXPECT_THROW(first.collide(CollideOptions::pairs()), Error);
  forgive();
  EXPECT_EQ(second.collide(CollideOptions::pairs()).pairs_by_slot(), truth);
  EXPECT_EQ(first.collide(CollideOptions::pairs()).pairs_by_slot(), truth);
  // And what moves then is updated on the new one.
  Rings judge("stream");
  rings.move(3);
  judge.move(3);
  EXPECT_EQ(rings.pairs(), judge.pairs());
}

constexpr std::uint64_t tests_of_a_tile = 256 * 256;

// Two heaps of triangles, of several tiles each, that touch everywhere.
struct Heaps {
  Heaps() : world(WorldOptions{.method = "stream-cl", .threads = 1}) {
    testing::Random random(12);
    for (Mesh& heap : heaps) {
      heap = testing::soup(60000, 0.02, random);
      world.add(deforming(heap.view()));
    }
  }
  const Result& ask(const Budget& budget) {
    CollideOptions options = CollideOptions::pairs();
    options.budget = budget;
    return world.collide(options);
  }
  Mesh heaps[2];
  World world;
};

TEST_F(StreamCl, ABoundedQuestionEndsEarly) {
  Heaps heaps;
  const std::uint64_t all = heaps.ask({}).stats.bounds_tests;
  const std::size_t pairs = heaps.ask({}).size();
  ASSERT_GT(all, 20 * tests_of_a_tile);
  ASSERT_GT(pairs, 100U);
  Budget one;
  one.at_most = 1;
  const Result& any = heaps.ask(one);
  EXPECT_EQ(any.size(), 1U);
  EXPECT_LE(any.stats.bounds_tests, 3 * tests_of_a_tile) << "two, and what is in them";
  // More are wanted than two tiles have: it goes on, but not to the end.
  Budget many;
  many.at_most = pairs / 3;
  const Result& some = heaps.ask(many);
  EXPECT_EQ(some.size(), pairs / 3);
  EXPECT_GT(some.stats.bounds_tests, 3 * tests_of_a_tile);
  EXPECT_LT(some.stats.bounds_tests, all);
}

TEST_F(StreamCl, NoTimeIsNoLaunch) {
  Heaps heaps;
  heaps.ask({});
  const int before = stream_trial().calls;
  const Result& none = heaps.ask(Budget::until(0));
  EXPECT_LT(none.stats.bounds_tests, tests_of_a_tile) << "only what the tiles are";
  EXPECT_EQ(none.stopped, Stopped::deadline);
  EXPECT_EQ(stream_trial().calls, before);
}

}  // namespace
}  // namespace tact
#endif
