#pragma once
// Budget: how far a query may go before it must answer with what it has.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "tact/base/error.h"

namespace tact {

/// A bound on a query. Without one, the answer is complete.
struct Budget {
  /// What deadlines are told by.
  using Clock = std::chrono::steady_clock;

  std::size_t at_most = std::numeric_limits<std::size_t>::max();  ///< stop after this many contacts
  std::optional<Clock::time_point> deadline;                      ///< stop at this moment

  /// A budget that ends `seconds` from now; more than 30 years are no bound. Throws
  /// Error{bad_argument} for NaN.
  static Budget until(double seconds) {
    if (std::isnan(seconds)) {
      throw Error(ErrorCode::bad_argument, "the seconds of a budget are not a number");
    }
    constexpr double longest = 1e9;  // the clock's counter would overflow at about 9e9
    Budget budget;
    if (seconds > longest) return budget;
    budget.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                         std::chrono::duration<double>(std::max(seconds, 0.0)));
    return budget;
  }
  /// Is there any bound?
  bool bounded() const {
    return deadline.has_value() || at_most != std::numeric_limits<std::size_t>::max();
  }
  /// Has the moment come? False without a deadline.
  bool expired() const { return deadline && Clock::now() >= *deadline; }
};

/// Why an answer is not complete: it is, there were enough, or the moment came.
enum class Stopped : std::uint8_t { no, count, deadline };

}  // namespace tact
