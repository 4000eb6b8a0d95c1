// Drives a world by a script (tests/support/script.h): every eight bytes are an operation on bodies
// of up to 200 primitives, in worlds of 50 to 400. An answer is compared with brute force for every
// 64 operations, about.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "tests/support/script_world.h"

namespace {

using tact::testing::Operation;

constexpr std::uint32_t compare_every = 32;  // steps, of which some are several operations
constexpr std::uint64_t report_every = 1'000'000;

// What was done so far; tests/fuzz/run.py reads the last line.
struct Totals {
  std::uint64_t operations = 0;
  std::uint64_t comparisons = 0;
  std::uint64_t contacts = 0;

  void print() const {
    std::fprintf(stderr, "%llu operations, %llu comparisons, %llu contacts\n",
                 static_cast<unsigned long long>(operations),
                 static_cast<unsigned long long>(comparisons),
                 static_cast<unsigned long long>(contacts));
  }
};

Totals& totals() {
  static Totals all = [] {
    std::atexit([] { totals().print(); });
    return Totals{};
  }();
  return all;
}

[[noreturn]] void report(const tact::testing::Script& script, std::size_t steps,
                         const std::string& method, const std::string& complaint) {
  for (std::size_t i = 0; i <= steps && i < script.size(); ++i) {
    std::fprintf(stderr, "%s\n", line_of(script[i]).c_str());
  }
  std::fprintf(stderr,
               "step %zu: %s\nThe lines above, in a file: TACT_RANDOM_SCRIPT=FILE "
               "TACT_RANDOM_METHOD=%s test_world --gtest_filter=RandomScripts.Replay\n",
               steps, complaint.c_str(), method.c_str());
  std::abort();
}

// Small worlds take a tenth of the time of large ones and go through the same changes, so most
// inputs have one; defects that need many primitives in one node show in the others.
tact::testing::ScriptLimits limits_of(std::uint8_t byte) {
  constexpr std::uint32_t in_all[] = {50, 50, 50, 100, 100, 100, 200, 400};
  const std::uint32_t most = in_all[byte % 8U];
  return {std::min(200U, most), most, 7, {}};
}

}  // namespace

// The first byte chooses the method, the second the size of the world; the first eight do nothing
// else.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 16) return 0;
  tact::testing::ScriptLimits limits = limits_of(data[1]);
  limits.method = tact::methods()[data[0] % tact::methods().size()].name;
  const tact::testing::Script script = tact::testing::decode({data + 8, size - 8}, compare_every);
  tact::testing::ScriptWorld world(limits);
  const std::size_t steps = tact::testing::play(world, script);
  if (!world.complaint().empty()) report(script, steps, limits.method, world.complaint());
  Totals& all = totals();
  const std::uint64_t before = all.operations;
  all.operations += world.operations();
  all.comparisons += world.count(Operation::compare);
  all.contacts += world.contacts();
  if (before / report_every != all.operations / report_every) all.print();
  return 0;
}
