// exactness: our triangle tests against CGAL's exact kernel, against separating axes in GMP
// integers, and against themselves in all orders. Exit code 1 if any answer is wrong.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <thread>
#include <vector>

#include "tests/exactness/phases.h"

namespace {

using tact::exactness::batch_pairs;
using tact::exactness::Phase;
using tact::exactness::Tallies;
using tact::exactness::Tally;

struct Options {
  std::uint64_t pairs = 100'000'000;
  std::uint64_t seed = 1;
  unsigned threads = std::max(1U, std::thread::hardware_concurrency());
};

bool parse(int argc, char** argv, Options& options) {
  for (int i = 1; i < argc; i += 2) {
    const std::string_view name = argv[i];
    char* end = nullptr;
    const std::uint64_t value = i + 1 < argc ? std::strtoull(argv[i + 1], &end, 10) : 0;
    if (end == nullptr || *end != '\0' || (value == 0 && name != "--seed")) return false;
    if (name == "--pairs") {
      options.pairs = value;
    } else if (name == "--seed") {
      options.seed = value;
    } else if (name == "--threads") {
      options.threads = static_cast<unsigned>(value);
    } else {
      return false;
    }
  }
  return true;
}

Tallies run(Phase phase, std::uint64_t pairs, const Options& options) {
  const std::uint64_t batches = (pairs + batch_pairs - 1) / batch_pairs;
  std::atomic<std::uint64_t> next{0};
  std::vector<Tallies> partial(options.threads);
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < options.threads; ++i) {
    threads.emplace_back([&, i] {
      for (std::uint64_t b = next++; b < batches; b = next++) {
        run_batch(phase, options.seed, b, partial[i]);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  Tallies sum{};
  for (const Tallies& part : partial) {
    for (std::size_t f = 0; f < sum.size(); ++f) {
      sum[f].pairs += part[f].pairs;
      sum[f].touching += part[f].touching;
      sum[f].open += part[f].open;
      sum[f].wrong += part[f].wrong;
    }
  }
  return sum;
}

std::uint64_t print_table(const char* title, const Tallies& tallies, bool filtered,
                          double seconds) {
  std::printf("%s\n%-20s %12s %12s %12s %6s\n", title, "family", "pairs", "touching",
              filtered ? "filter open" : "", "wrong");
  Tally sum;
  const auto row = [&](std::string_view name, const Tally& t) {
    std::printf("%-20.*s %12llu %12llu ", static_cast<int>(name.size()), name.data(),
                static_cast<unsigned long long>(t.pairs),
                static_cast<unsigned long long>(t.touching));
    if (filtered) {
      std::printf("%12llu ", static_cast<unsigned long long>(t.open));
    } else {
      std::printf("%12s ", "");
    }
    std::printf("%6llu\n", static_cast<unsigned long long>(t.wrong));
  };
  for (std::size_t f = 0; f < tallies.size(); ++f) {
    const Tally& t = tallies[f];
    if (t.pairs == 0) continue;
    row(tact::scenes::name_of(static_cast<tact::scenes::Family>(f)), t);
    sum.pairs += t.pairs;
    sum.touching += t.touching;
    sum.open += t.open;
    sum.wrong += t.wrong;
  }
  row("all", sum);
  std::printf("%.1f s\n\n", seconds);
  std::fflush(stdout);
  return sum.wrong;
}

std::uint64_t check(const char* title, Phase phase, std::uint64_t pairs, const Options& options) {
  const auto start = std::chrono::steady_clock::now();
  const Tallies tallies = run(phase, pairs, options);
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  return print_table(title, tallies, phase == Phase::cgal, spent.count());
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (!parse(argc, argv, options)) {
    std::fprintf(stderr,
                 "usage: exactness [--pairs N] [--seed S] [--threads T]\n"
                 "N pairs (10^8) against CGAL, N/10 against GMP, N/100 in all 72 orders\n");
    return 2;
  }
  std::uint64_t wrong = 0;
  wrong += check("Scalar and SIMD test against CGAL's exact kernel", Phase::cgal, options.pairs,
                 options);
  wrong += check("Against separating axes in GMP integers", Phase::rational,
                 (options.pairs + 9) / 10, options);
  wrong += check("All 72 orders of corners and triangles agree", Phase::orders,
                 (options.pairs + 99) / 100, options);
  std::printf("%llu wrong\n", static_cast<unsigned long long>(wrong));
  return wrong == 0 ? 0 : 1;
}
