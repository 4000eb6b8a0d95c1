#pragma once
// A call under every failing allocation: the first one fails, then the second one, and so on until
// the call comes through. After each failure things must be as they were, and the call repeated
// must do what it would have done.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <memory>
#include <new>
#include <string>

#include "tact/base/error.h"
#include "tests/safety/failing_new.h"

namespace tact::testing {

/// Counts what was shown, and leaves it in the test's report.
class Sweep {
 public:
  /// `thorough`: every allocation; else the first few, the last few, and some between.
  explicit Sweep(bool thorough, Whose whose = Whose::this_thread, By by = By::anybody)
      : thorough_(thorough), whose_(whose), by_(by) {}
  ~Sweep() {
    EXPECT_GT(failures_, 0U);
    ::testing::Test::RecordProperty("failing_allocations", std::to_string(failures_));
    std::cout << "             failing allocations shown: " << failures_ << " (" << shown_ << ")\n";
  }
  Sweep(const Sweep&) = delete;
  Sweep& operator=(const Sweep&) = delete;

  bool thorough() const { return thorough_; }

  /// `make()` gives a fresh subject by pointer, `call(subject)` is what is tried, and
  /// `look(subject)` says what can be seen of the subject, and what the call answered if it did.
  template <class Make, class Call, class Look>
  void run(const std::string& what, Make&& make, Call&& call, Look&& look) {
    const auto before = look(*make());
    const auto twin = make();
    const std::uint64_t all = count([&] { call(*twin); });
    const auto after = look(*twin);
    const std::uint64_t earlier = failures_;
    for (const FailingNew::Then then : {FailingNew::Then::recovers, FailingNew::Then::stays}) {
      bool reached = true;
      for (std::uint64_t n = 1; reached && !::testing::Test::HasFailure(); n = next(n, all)) {
        SCOPED_TRACE(what + ", allocation " + std::to_string(n) +
                     (then == FailingNew::Then::stays ? " and all that follow" : ""));
        for (const bool again : {false, true}) {
          if (!thorough_ && n > tried_at_each_end && again != (n % 2 == 0)) continue;
          const auto subject = make();
          const bool through = attempt(n, then, reached, [&] { call(*subject); });
          if (!through && again) call(*subject);
          const bool done = through || again;
          EXPECT_EQ(look(*subject), done ? after : before)
              << (through ? "came through all the same"
                  : again ? "after a failure"
                          : "a call that failed has changed something");
        }
        if (reached) ++failures_;
      }
    }
    shown_ += (shown_.empty() ? "" : ", ") + what + ": " + std::to_string(failures_ - earlier);
  }

 private:
  std::uint64_t next(std::uint64_t n, std::uint64_t all) const {
    if (thorough_ || n < tried_at_each_end || n + tried_at_each_end >= all) return n + 1;
    return std::min(n + 1 + n / 3, all - tried_at_each_end);
  }

  template <class Call>
  std::uint64_t count(Call&& call) const {
    const FailingNew none(~std::uint64_t{0}, whose_, FailingNew::Then::recovers, by_);
    call();
    return none.count();
  }

  // Did the call come through?
  template <class Call>
  bool attempt(std::uint64_t n, FailingNew::Then then, bool& reached, Call&& call) const {
    const FailingNew failing(n, whose_, then, by_);
    bool through = false;
    try {
      call();
      through = true;
    } catch (const std::bad_alloc&) {  // NOLINT(bugprone-empty-catch): as it should be
    } catch (const Error&) {           // NOLINT(bugprone-empty-catch): likewise
    }
    reached = failing.failed();
    EXPECT_TRUE(reached || through) << "failed without a reason";
    return through;
  }

  static constexpr std::uint64_t tried_at_each_end = 4;

  bool thorough_;
  Whose whose_;
  By by_;
  std::uint64_t failures_ = 0;
  std::string shown_;  // of each call
};

}  // namespace tact::testing
