#include "tests/support/script.h"

#include <array>
#include <cstring>
#include <numeric>
#include <sstream>
#include <stdexcept>

#include "tests/support/random.h"

namespace tact::testing {
namespace {

constexpr std::size_t bytes_per_step = 8;

// How many of the 256 values of a byte stand for the operation.
struct Share {
  Operation operation;
  std::string_view name;
  std::uint32_t weight;
};
constexpr std::array shares{
    Share{Operation::add, "add", 20},
    Share{Operation::remove, "remove", 8},
    Share{Operation::move_smoothly, "move_smoothly", 45},
    Share{Operation::teleport, "teleport", 14},
    Share{Operation::deform_violently, "deform_violently", 12},
    Share{Operation::append_few, "append_few", 14},
    Share{Operation::append_many, "append_many", 5},
    Share{Operation::shrink, "shrink", 8},
    Share{Operation::shuffle, "shuffle", 6},
    Share{Operation::replace, "replace", 5},
    Share{Operation::split_off, "split_off", 8},
    Share{Operation::new_points, "new_points", 5},
    Share{Operation::play_frames, "play_frames", 8},
    Share{Operation::switch_self, "switch_self", 5},
    Share{Operation::switch_groups, "switch_groups", 6},
    Share{Operation::exclude, "exclude", 5},
    Share{Operation::set_filter, "set_filter", 2},
    Share{Operation::set_method, "set_method", 12},
    Share{Operation::set_threads, "set_threads", 3},
    Share{Operation::move_world, "move_world", 2},
    Share{Operation::settle_elsewhere, "settle_elsewhere", 4},
    Share{Operation::ask, "ask", 22},
    Share{Operation::ask_bounded, "ask_bounded", 8},
    Share{Operation::ask_two, "ask_two", 8},
    Share{Operation::ask_distance, "ask_distance", 4},
    Share{Operation::ask_queries, "ask_queries", 3},
    Share{Operation::pass_time, "pass_time", 2},
    Share{Operation::do_wrong, "do_wrong", 12},
    Share{Operation::compare, "compare", 0},
};
static_assert(shares.size() == static_cast<std::size_t>(Operation::count));

constexpr std::array<Operation, 256> make_table() {
  std::array<Operation, 256> table{};
  std::size_t next = 0;
  for (const Share& share : shares) {
    for (std::uint32_t i = 0; i < share.weight; ++i) table[next++] = share.operation;
  }
  return table;
}
constexpr std::array<Operation, 256> table = make_table();  // too large a sum would not compile
static_assert(table.back() == Operation::do_wrong, "the weights must add up to 256");

}  // namespace

std::string_view name_of(Operation operation) {
  return shares[static_cast<std::size_t>(operation)].name;
}

Script decode(std::span<const std::uint8_t> bytes, std::uint32_t compare_every) {
  Script script(bytes.size() / bytes_per_step);
  for (std::size_t i = 0; i < script.size(); ++i) {
    const std::uint8_t* const at = bytes.data() + i * bytes_per_step;
    Step& step = script[i];
    step = {table[at[0]], at[1], at[2], at[3], 0};
    std::memcpy(&step.seed, at + 4, sizeof(step.seed));
    if (i % compare_every == compare_every - 1) step.operation = Operation::compare;
  }
  return script;
}

Script random_script(std::uint64_t seed, std::size_t steps, std::uint32_t compare_every) {
  Random random(seed);
  std::vector<std::uint8_t> bytes(steps * bytes_per_step);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random.bits() >> 56);
  return decode(bytes, compare_every);
}

std::string line_of(const Step& step) {
  return std::string(name_of(step.operation)) + ' ' + std::to_string(step.body) + ' ' +
         std::to_string(step.a) + ' ' + std::to_string(step.b) + ' ' + std::to_string(step.seed);
}

Script script_of(const std::string& lines) {
  Script script;
  std::istringstream in(lines);
  std::string name;
  while (in >> name) {
    Step step;
    std::uint32_t body = 0;
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    if (!(in >> body >> a >> b >> step.seed)) throw std::invalid_argument("no step: " + name);
    std::size_t i = 0;
    while (i < shares.size() && shares[i].name != name) ++i;
    if (i == shares.size()) throw std::invalid_argument("no operation: " + name);
    step.operation = shares[i].operation;
    step.body = static_cast<std::uint8_t>(body);
    step.a = static_cast<std::uint8_t>(a);
    step.b = static_cast<std::uint8_t>(b);
    script.push_back(step);
  }
  return script;
}

}  // namespace tact::testing
