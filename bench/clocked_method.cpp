#include "bench/clocked_method.h"

#include <atomic>
#include <chrono>
#include <mutex>

#include "tact/method/method.h"

namespace tact::bench {
namespace {

std::atomic<std::int64_t> clocked_nanoseconds{0};

// Up to 256 candidates are handed over at a time: looking at a clock costs nothing beside them.
class ClockedSink final : public CandidateSink {
 public:
  explicit ClockedSink(CandidateSink& sink) : sink_(sink) {}

  void open(std::size_t count) override { sink_.open(count); }
  void promise_no_neighbours() override { sink_.promise_no_neighbours(); }
  Flow take(std::size_t chunk, unsigned worker, std::span<const Candidate> batch) override {
    return timed([&] { return sink_.take(chunk, worker, batch); });
  }
  Flow close(std::size_t chunk, unsigned worker) override {
    return timed([&] { return sink_.close(chunk, worker); });
  }
  bool wants(std::size_t chunk) const override { return sink_.wants(chunk); }

 private:
  using Clock = std::chrono::steady_clock;

  template <class F>
  static Flow timed(F&& f) {
    const Clock::time_point begin = Clock::now();
    const Flow flow = f();
    const auto spent = std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - begin);
    clocked_nanoseconds.fetch_add(spent.count(), std::memory_order_relaxed);
    return flow;
  }

  CandidateSink& sink_;
};

class ClockedMethod final : public Method {
 public:
  explicit ClockedMethod(std::unique_ptr<Method> method) : method_(std::move(method)) {}

  bool serves(BodyKind kind) const override { return method_->serves(kind); }
  Stats update(const Task& task, Scratch& scratch) override {
    return method_->update(task, scratch);
  }
  Stats find_pairs(const Task& task, const Request& request, CandidateSink& sink,
                   Scratch& scratch) override {
    ClockedSink clocked(sink);
    return method_->find_pairs(task, request, clocked, scratch);
  }
  void validate(const Task& task) const override { method_->validate(task); }
  std::string_view working_name() const override { return method_->working_name(); }

 private:
  std::unique_ptr<Method> method_;
};

}  // namespace

std::string clocked(const std::string& method) {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  MethodInfo info = find_method(method);
  info.name += "+clock";
  for (const MethodInfo& known : methods()) {
    if (known.name == info.name) return info.name;
  }
  info.make = [make = info.make] { return std::make_unique<ClockedMethod>(make()); };
  register_method(info);
  return info.name;
}

double take_clocked_seconds() {
  return 1e-9 * static_cast<double>(clocked_nanoseconds.exchange(0, std::memory_order_relaxed));
}

}  // namespace tact::bench
