#include "tests/safety/failing_new.h"

#include <atomic>
#include <cstdlib>
#include <new>
#include <utility>

namespace tact::testing {
namespace {

std::atomic<bool> armed{false};
std::atomic<std::uint64_t> left{0};  // until the one that fails; 0: it has
std::atomic<bool> stays{false};
std::atomic<bool> everybody{false};
thread_local bool counted = false;
thread_local std::function<void()>* hook = nullptr;

bool fails() {
  if (!armed.load(std::memory_order_acquire)) return false;
  if (!counted && !everybody.load(std::memory_order_relaxed)) return false;
  std::uint64_t before = left.load(std::memory_order_relaxed);
  while (before > 0 && !left.compare_exchange_weak(before, before - 1)) {
  }
  return before == 1 || (before == 0 && stays.load(std::memory_order_relaxed));
}

void* allocate(std::size_t size, std::size_t alignment) {
  if (hook != nullptr) (*std::exchange(hook, nullptr))();
  if (fails()) throw std::bad_alloc();
  const std::size_t rounded = (size + alignment - 1) / alignment * alignment;
  void* const memory = std::aligned_alloc(alignment, rounded == 0 ? alignment : rounded);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

FailingNew::FailingNew(std::uint64_t n, Whose whose, Then then) : n_(n) {
  left.store(n);
  stays.store(then == Then::stays);
  everybody.store(whose == Whose::all_threads);
  counted = true;
  armed.store(true, std::memory_order_release);
}

FailingNew::~FailingNew() {
  armed.store(false);
  counted = false;
}

bool FailingNew::failed() const { return left.load() == 0; }
std::uint64_t FailingNew::count() const { return n_ - left.load(); }

OnNew::OnNew(std::function<void()> to_call) : hook_(std::move(to_call)) { hook = &hook_; }
OnNew::~OnNew() { hook = nullptr; }

}  // namespace tact::testing

// The default forms of new[], nothrow new and sized delete all end in the ones below.
void* operator new(std::size_t size) {
  return tact::testing::allocate(size, __STDCPP_DEFAULT_NEW_ALIGNMENT__);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return tact::testing::allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
