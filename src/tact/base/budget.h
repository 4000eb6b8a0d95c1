#pragma once
// Budget: how far a query may go before it must answer with what it has.
#include <chrono>
#include <cstddef>
#include <limits>
#include <optional>

namespace tact {

/// A bound on a query. Without one, the answer is complete.
struct Budget {
  using Clock = std::chrono::steady_clock;

  std::size_t at_most = std::numeric_limits<std::size_t>::max();  ///< stop after this many contacts
  std::optional<Clock::time_point> deadline;                      ///< stop at this moment

  /// A budget that ends `seconds` from now.
  static Budget until(double seconds) {
    Budget budget;
    budget.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                         std::chrono::duration<double>(seconds));
    return budget;
  }
  bool bounded() const {
    return deadline.has_value() || at_most != std::numeric_limits<std::size_t>::max();
  }
  bool expired() const { return deadline && Clock::now() >= *deadline; }
};

}  // namespace tact
