#pragma once
// What meets on the way from one frame to the next, for people and for programs.
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "tact/contact/impact.h"

namespace tact::app {

/// Of one way, from a frame to the one that was asked about next.
struct MotionReport {
  std::uint64_t from = 0;  ///< frames
  std::uint64_t to = 0;
  std::size_t impacts = 0;
  Verdict verdict = Verdict::clear;
  bool complete = true;  ///< false if there may be more, even where only the first was asked for
  bool bounded = false;  ///< a bound ended the search: there may be earlier ones, too
  double first_lo = 0;   ///< the bracket of the first, in frames: 4.25 is on the way from 4 to 5
  double first_hi = 0;
  std::uint32_t body_a = 0;  ///< its bodies
  std::uint32_t body_b = 0;
};
MotionReport report_motion(const Impacts& impacts, Which which, std::uint64_t from,
                           std::uint64_t to);

/// "4.372": a place between two frames.
std::string frame_time(double frame);

/// The cells of the columns impacts and first_impact (in frames); of no way, before the first
/// frame, both are empty.
std::string motion_cells(const std::optional<MotionReport>& report);

/// {from, impacts, complete, first: {frame, …}, list: […]}, the last only where it is wanted.
nlohmann::ordered_json motion_json(const Impacts& impacts, const MotionReport& report, bool list);

}  // namespace tact::app
