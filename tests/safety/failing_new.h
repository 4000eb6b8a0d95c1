#pragma once
// An operator new that fails where it is told to. It stands in for the global one in this program
// alone, in builds with sanitizers too, so that they see what is left behind.
#include <cstdint>
#include <functional>

namespace tact::testing {

/// Which allocations are counted: on which threads,
enum class Whose : std::uint8_t { this_thread, all_threads };
/// and by whose code. Drivers, which are loaded while the program runs, call the same operator new,
/// and do not survive that it fails: pocl passes the exception on with its locks held. Nor does
/// Assimp, which frees twice what it was about to build.
enum class By : std::uint8_t { anybody, all_but_drivers };

/// While it lives the n-th allocation from its beginning on (1: the next) throws std::bad_alloc,
/// once or like all that follow. One at a time.
class FailingNew {
 public:
  enum class Then : std::uint8_t { recovers, stays };
  FailingNew(std::uint64_t n, Whose whose, Then then, By by = By::anybody);
  ~FailingNew();
  FailingNew(const FailingNew&) = delete;
  FailingNew& operator=(const FailingNew&) = delete;

  /// Was there an n-th one?
  bool failed() const;
  /// How many there were, as long as none failed.
  std::uint64_t count() const;

 private:
  std::uint64_t n_;
};

/// While it lives the next allocation of this thread calls `hook` first: to stop a thread in the
/// middle of a call.
class OnNew {
 public:
  explicit OnNew(std::function<void()> hook);
  ~OnNew();
  OnNew(const OnNew&) = delete;
  OnNew& operator=(const OnNew&) = delete;

 private:
  std::function<void()> hook_;
};

}  // namespace tact::testing
