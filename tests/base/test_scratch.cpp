#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <new>

#include "tact/base/scratch.h"
#include "tests/support/allocation_counter.h"

namespace tact {
namespace {

bool aligned(const void* p) { return reinterpret_cast<std::uintptr_t>(p) % 64 == 0; }

TEST(Arena, PiecesDoNotOverlapAndAreAligned) {
  Arena arena;
  std::vector<std::span<std::uint8_t>> pieces;
  for (std::size_t i = 0; i < 300; ++i) {
    pieces.push_back(arena.allocate<std::uint8_t>(i * 7));
    ASSERT_TRUE(aligned(pieces.back().data()));
    for (std::uint8_t& byte : pieces.back()) byte = static_cast<std::uint8_t>(i);
  }
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    ASSERT_EQ(pieces[i].size(), i * 7);
    for (const std::uint8_t byte : pieces[i]) ASSERT_EQ(byte, static_cast<std::uint8_t>(i));
  }
}

TEST(Arena, ResetKeepsTheMemoryInOnePiece) {
  Arena arena;
  for (int i = 0; i < 5; ++i) arena.allocate<double>(100000);
  const std::size_t held = arena.capacity();
  arena.reset();
  EXPECT_EQ(arena.capacity(), held);
  const std::span<double> first = arena.allocate<double>(1);
  const std::span<double> last = arena.allocate<double>(499000);
  EXPECT_LT(first.data(), last.data());
  EXPECT_EQ(arena.capacity(), held) << "what five allocations took must hold their sum";
}

TEST(Arena, RefusesWhatNoMachineHas) {
  Arena arena;
  EXPECT_THROW(arena.allocate<std::uint8_t>(std::numeric_limits<std::size_t>::max() - 10),
               std::bad_alloc);
  // 2^61 + 1 items of 8 bytes: the product wraps to 8 bytes.
  EXPECT_THROW(arena.allocate<double>((std::size_t{1} << 61) + 1), std::bad_alloc);
}

TEST(ArenaVector, KeepsWhatWasPushed) {
  Arena arena;
  ArenaVector<std::uint32_t> numbers(arena);
  for (std::uint32_t i = 0; i < 5000; ++i) {
    if (i > 0 && i % 10 == 0) {
      numbers.push_back(numbers[i - 1] + 1);  // refers to the vector's own memory while it grows
    } else {
      numbers.push_back(i);
    }
  }
  const std::uint32_t more[] = {5000, 5001, 5002};
  numbers.append(more);
  numbers.append({});
  ASSERT_EQ(numbers.size(), 5003U);
  for (std::uint32_t i = 0; i < 5003; ++i) ASSERT_EQ(numbers[i], i);
  numbers.resize_down(10);
  EXPECT_EQ(numbers.span().size(), 10U);
}

TEST(Scratch, SecondPlayingAllocatesNothing) {
  if (!testing::counts_allocations()) GTEST_SKIP() << "sanitizers own operator new";
  Scratch scratch;
  const auto play = [&](unsigned workers) {
    for (std::size_t frame = 1; frame < 40; ++frame) {
      scratch.begin(workers);
      for (unsigned worker = 0; worker < workers; ++worker) {
        ArenaVector<double> growing(scratch.arena(worker));
        for (std::size_t i = 0; i < 997 * (frame % 13); ++i) growing.push_back(1);
        for (std::size_t chunk = 0; chunk < 5; ++chunk) {
          scratch.chunk_arena(worker).reset();
          scratch.chunk_arena(worker).allocate<float>(frame * chunk * 1001);
        }
      }
    }
  };
  play(3);
  play(3);
  const std::uint64_t before = testing::allocations();
  play(3);
  play(2);
  EXPECT_EQ(testing::allocations() - before, 0U);
}

// One large query, and thousands of small ones: what it took is given back, once, and then nothing
// is allocated any more.
TEST(Scratch, GivesBackWhatNoQueryHasNeededForLong) {
  Scratch scratch;
  const auto query = [&](std::size_t bytes) {
    scratch.begin(2);
    for (unsigned worker = 0; worker < 2; ++worker) {
      scratch.arena(worker).allocate<std::uint8_t>(bytes);
      const Arena::Mark mark = scratch.arena(worker).mark();
      scratch.arena(worker).allocate<std::uint8_t>(bytes);
      scratch.arena(worker).rewind(mark);
      for (int chunk = 0; chunk < 2000; ++chunk) {
        scratch.chunk_arena(worker).reset();
        scratch.chunk_arena(worker).allocate<std::uint8_t>(chunk == 7 ? bytes : 100);
      }
    }
    scratch.end();
  };
  query(std::size_t{1} << 24);
  const std::size_t most = scratch.capacity();
  EXPECT_GT(most, std::size_t{5} << 24);
  for (int i = 0; i < 500; ++i) query(1 << 17);
  EXPECT_EQ(scratch.capacity(), most) << "used lately";
  for (int i = 0; i < 1600; ++i) query(1 << 17);
  const std::size_t left = scratch.capacity();
  EXPECT_LT(left, most / 20);
  EXPECT_GE(left, std::size_t{6} << 17) << "what they take at once stays";
  const std::uint64_t before = testing::allocations();
  for (int i = 0; i < 2100; ++i) query(1 << 17);
  EXPECT_EQ(scratch.capacity(), left);
  if (testing::counts_allocations()) {
    EXPECT_EQ(testing::allocations() - before, 0U);
  }
}

TEST(Scratch, ArenasStayWhereTheyAreWhenWorkersJoin) {
  Scratch scratch;
  scratch.begin(1);
  Arena* const first = &scratch.arena(0);
  scratch.begin(64);
  EXPECT_EQ(first, &scratch.arena(0));
}

}  // namespace
}  // namespace tact
