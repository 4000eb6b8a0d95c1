// Compiled once for each back-end, see setup.cmake.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "tact/base/crew.h"
#include "tact/base/parallel.h"

namespace tact {
namespace {

using namespace std::chrono_literals;

template <class F>
void run(Crew& crew, std::size_t chunks, unsigned workers, F f) {
  Claims claims(chunks, workers, &f, [](void* context, std::size_t chunk, unsigned worker) {
    (*static_cast<F*>(context))(chunk, worker);
  });
  crew.run(claims);
  claims.rethrow();
}

TEST(Crew, ShortLoopsAskNobody) {
  const auto crew = std::make_unique<Crew>(Crew::Options{.before_asking = 1h, .patience = 1ms});
  std::vector<int> calls(1000);  // not atomic: all of it is this thread's
  for (int loop = 0; loop < 100; ++loop) {
    run(*crew, calls.size(), 4, [&](std::size_t chunk, unsigned worker) {
      ++calls[chunk];
      EXPECT_EQ(worker, 0U);
    });
  }
  for (const int count : calls) ASSERT_EQ(count, 100);
  EXPECT_EQ(crew->asked(), 0U);
}

#ifndef TACT_PARALLEL_SERIAL  // without threads there is nobody to help

// Runs a loop of two chunks that end when another worker has come, or after ten seconds.
bool meets_a_helper(Crew& crew) {
  std::atomic<bool> came{false};
  run(crew, 2, 2, [&](std::size_t, unsigned worker) {
    if (worker != 0) came = true;
    const auto end = std::chrono::steady_clock::now() + 10s;
    while (!came && std::chrono::steady_clock::now() < end) std::this_thread::yield();
  });
  return came;
}

TEST(Crew, LongLoopsGetHelpers) {
  const auto crew = std::make_unique<Crew>(Crew::Options{.before_asking = 0ms, .patience = 1ms});
  // The first chunk is claimed before anybody is asked: three, so that one is left.
  std::atomic<bool> came{false};
  run(*crew, 3, 2, [&](std::size_t chunk, unsigned worker) {
    if (worker != 0) came = true;
    const auto end = std::chrono::steady_clock::now() + 10s;
    while (chunk != 0 && !came && std::chrono::steady_clock::now() < end) std::this_thread::yield();
  });
  EXPECT_TRUE(came);
  EXPECT_EQ(crew->asked(), 1U);
}

TEST(Crew, HelpersStayForTheNextLoop) {
  const auto crew = std::make_unique<Crew>(Crew::Options{.before_asking = 0ms, .patience = 2s});
  run(*crew, 100, 2, [](std::size_t, unsigned) { std::this_thread::sleep_for(1ms); });
  ASSERT_EQ(crew->asked(), 1U);
  for (int loop = 0; loop < 10; ++loop) EXPECT_TRUE(meets_a_helper(*crew));
  EXPECT_EQ(crew->asked(), 1U) << "nobody was asked a second time";
}

TEST(Crew, HelpersLeaveAndComeBack) {
  auto crew = std::make_unique<Crew>(Crew::Options{.before_asking = 0ms, .patience = 1ms});
  for (int loop = 0; loop < 3; ++loop) {
    std::atomic<bool> came{false};
    run(*crew, 3, 2, [&](std::size_t chunk, unsigned worker) {
      if (worker != 0) came = true;
      const auto end = std::chrono::steady_clock::now() + 10s;
      while (chunk != 0 && !came && std::chrono::steady_clock::now() < end) {
        std::this_thread::yield();
      }
    });
    EXPECT_TRUE(came);
    std::this_thread::sleep_for(20ms);
  }
  crew.reset();  // returns once they have left: no helper stays for ever
}

#endif

TEST(Crew, ThreadsThatComeAndGoLoseNoChunk) {
  // Each finds the crew that the one before it left, whose helpers may still be awake.
  std::atomic<int> calls{0};
  for (int i = 0; i < 200; ++i) {
    std::thread([&] { parallel_for(16, 3, [&](std::size_t, unsigned) { ++calls; }); }).join();
  }
  EXPECT_EQ(calls, 3200);
}

TEST(Crew, ManyShortLoopsWithHelpersLoseNothing) {
  const auto crew = std::make_unique<Crew>(Crew::Options{.before_asking = 0ms, .patience = 50us});
  std::vector<std::uint64_t> sums(3);
  for (int loop = 0; loop < 20000; ++loop) {
    run(*crew, 5, 3, [&](std::size_t chunk, unsigned worker) { sums[worker] += chunk + 1; });
  }
  EXPECT_EQ(sums[0] + sums[1] + sums[2], 20000U * 15U);
}

TEST(Crew, MoreWorkersThanProcessorsAreNoReasonToTalk) {
  // oneTBB writes a warning where an arena asks for more threads than it can have.
  ::testing::internal::CaptureStderr();
  std::atomic<int> calls{0};
  const auto crew = std::make_unique<Crew>(Crew::Options{.before_asking = 0ms, .patience = 1ms});
  run(*crew, 200, 64, [&](std::size_t, unsigned) {
    ++calls;
    std::this_thread::sleep_for(100us);
  });
  EXPECT_EQ(calls, 200);
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

TEST(Crew, CallersDoNotMeet) {
  std::vector<std::thread> callers;
  std::atomic<std::uint64_t> total{0};
  callers.reserve(4);
  for (int caller = 0; caller < 4; ++caller) {
    callers.emplace_back([&] {
      for (int loop = 0; loop < 500; ++loop) {
        std::atomic<std::uint64_t> sum{0};
        parallel_for(64, 4, [&](std::size_t chunk, unsigned) { sum += chunk; });
        total += sum;
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(total, 4U * 500U * 2016U);
}

}  // namespace
}  // namespace tact
