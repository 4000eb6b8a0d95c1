// Suite `limits`: what the machine can do at most, by the plainest fast loops.
#include <chrono>
#include <functional>

#include "bench/limit_loops.h"
#include "bench/suites.h"
#include "bench/thread_limit.h"
#include "bench/workloads.h"
#include "scenes/motion/random.h"
#include "tact/base/parallel.h"

namespace tact::bench {
namespace {

Figure seconds_of(int repeats, const std::function<void()>& work) {
  work();  // warm-up
  std::vector<double> seconds;
  for (int i = 0; i < repeats; ++i) {
    const auto start = std::chrono::steady_clock::now();
    work();
    seconds.push_back(
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return figure_of(seconds);
}

// A rate: amount per second, the quartiles changing places.
Figure rate(double amount, const Figure& s) {
  return {amount / s.median, amount / s.high, amount / s.low};
}

void measure_bandwidth(std::vector<Measure>& out, unsigned threads, bool quick) {
  const std::size_t count = std::size_t{1} << (quick ? 22 : 24);
  constexpr std::size_t chunk_size = std::size_t{1} << 16;
  std::vector<double> a(count, 1.0);
  const std::vector<double> b(count, 2.0);
  const std::vector<double> c(count, 3.0);
  std::vector<double> parts(chunk_count(count, chunk_size));
  const auto each = [&](auto&& f) {
    parallel_for(parts.size(), threads, [&](std::size_t chunk, unsigned) {
      const auto [first, last] = chunk_range(count, chunk_size, chunk);
      f(chunk, first, last - first);
    });
  };
  const Figure triads = seconds_of(quick ? 5 : 15, [&] {
    each([&](std::size_t, std::size_t first, std::size_t n) {
      triad(std::span(a).subspan(first, n), std::span(b).subspan(first, n),
            std::span(c).subspan(first, n));
    });
  });
  const Figure reads = seconds_of(quick ? 5 : 15, [&] {
    each([&](std::size_t chunk, std::size_t first, std::size_t n) {
      parts[chunk] = sum(std::span(b).subspan(first, n));
    });
  });
  const auto doubles = static_cast<double>(count);
  out.push_back({"limits", "memory, triad", threads, rate(24e-9 * doubles, triads), "GB/s"});
  out.push_back({"limits", "memory, read", threads, rate(8e-9 * doubles, reads), "GB/s"});
}

void measure_boxes(std::vector<Measure>& out, unsigned threads, bool quick) {
  for (const int levels : {6, 8}) {
    if (quick && levels > 6) continue;
    for (const bool shared : {true, false}) {
      scenes::Scene scene = shared ? rabbits_apart(levels, 1) : broken_rabbits(levels);
      scene.bodies.pop_back();
      const Stage stage(scene);
      const std::string what = std::to_string(stage.triangle_count()) +
                               (shared ? " triangles of a mesh" : " separate triangles");
      for (const Entrant& entrant : limit_entrants(threads)) {
        const auto loop = entrant.make(entrant, stage, Question::all);
        const Figure s = seconds_of(levels > 6 ? 31 : 201, [&] { loop->update(); });
        out.push_back({"limits",
                       entrant.mode + ": " + what,
                       threads,
                       {1e3 * s.median, 1e3 * s.low, 1e3 * s.high},
                       "ms"});
      }
    }
  }
}

void measure_box_tests(std::vector<Measure>& out, unsigned threads) {
  constexpr std::size_t count = 4096;
  constexpr std::size_t chunk_size = 64;
  BoxSet boxes;
  scenes::Random random(2);
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t i = 0; i < count; ++i) {
      boxes.lo[k].push_back(static_cast<float>(random.uniform(0, 1)));
      boxes.hi[k].push_back(boxes.lo[k].back() + 0.02F);
    }
  }
  std::vector<std::uint64_t> found(chunk_count(count, chunk_size));
  const Figure s = seconds_of(51, [&] {
    parallel_for(found.size(), threads, [&](std::size_t chunk, unsigned) {
      const auto [first, last] = chunk_range(count, chunk_size, chunk);
      found[chunk] = count_overlaps(boxes, first, last);
    });
  });
  out.push_back({"limits", "all-pairs box tests", threads,
                 rate(1e-9 * static_cast<double>(count) * static_cast<double>(count), s),
                 "billion/s"});
}

}  // namespace

std::vector<Measure> measure_limits(bool quick) {
  std::vector<Measure> out;
  for (const unsigned threads : {1U, 2U}) {
    const ThreadLimit limit(threads);
    measure_bandwidth(out, threads, quick);
    measure_boxes(out, threads, quick);
    measure_box_tests(out, threads);
  }
  return out;
}

}  // namespace tact::bench
