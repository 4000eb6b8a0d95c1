#pragma once
// Script: what is done to a world, step by step, in a form that can be drawn at random, read from
// any bytes, printed, replayed and cut down.
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tact::testing {

/// What a step does. See script_world.h for what it takes from the step's numbers.
enum class Operation : std::uint8_t {
  add,
  remove,
  move_smoothly,
  teleport,
  deform_violently,
  append_few,
  append_many,
  shrink,
  shuffle,
  replace,
  split_off,
  new_points,
  play_frames,  ///< a few frames of everything, as a simulation has them
  switch_self,
  switch_groups,
  exclude,     ///< two bodies, or no longer
  set_filter,  ///< or none
  set_method,
  set_threads,
  move_world,
  settle_elsewhere,
  ask,
  ask_bounded,
  ask_two,
  ask_distance,
  ask_queries,
  pass_time,  ///< questions of the user's own, until structures that nobody uses are given back
  do_wrong,
  compare,  ///< with brute force; every so many steps, whatever the bytes say
  count
};

std::string_view name_of(Operation operation);

/// One operation. Which body, how large and how much are numbers of a byte; everything beyond that
/// is drawn by a generator that begins with `seed`.
struct Step {
  Operation operation = Operation::ask;
  std::uint8_t body = 0;
  std::uint8_t a = 0;
  std::uint8_t b = 0;
  std::uint32_t seed = 0;
};
using Script = std::vector<Step>;

/// Eight bytes are a step, whatever they are; every `compare_every`-th step compares. A rest of
/// fewer than eight bytes is left out.
Script decode(std::span<const std::uint8_t> bytes, std::uint32_t compare_every);
/// The script of so many random bytes.
Script random_script(std::uint64_t seed, std::size_t steps, std::uint32_t compare_every);

/// A step as a line: operation, body, a, b, seed.
std::string line_of(const Step& step);
/// Reads such lines. Throws std::invalid_argument for anything else.
Script script_of(const std::string& lines);

}  // namespace tact::testing
