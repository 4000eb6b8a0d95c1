#include "tests/safety/failing_new.h"

#include <execinfo.h>
#include <link.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <new>
#include <utility>

namespace tact::testing {
namespace {

std::atomic<bool> armed{false};
std::atomic<std::uint64_t> left{0};  // until the one that fails; 0: it has
std::atomic<bool> stays{false};
std::atomic<bool> everybody{false};
std::atomic<bool> spares_drivers{false};
thread_local bool counted = false;
thread_local std::function<void()>* hook = nullptr;

// The code that was there before main(): this program and what it is linked with, but for Assimp. A
// driver is loaded later, and its compiler with it.
class Home {
 public:
  Home() { dl_iterate_phdr(add, this); }
  bool contains(const void* code) const {
    const auto at = reinterpret_cast<std::uintptr_t>(code);
    return std::any_of(ranges_, ranges_ + count_,
                       [&](const Range& r) { return at >= r.first && at < r.last; });
  }

 private:
  struct Range {
    std::uintptr_t first;
    std::uintptr_t last;
  };
  static int add(dl_phdr_info* module, std::size_t /*size*/, void* self) {
    Home& home = *static_cast<Home*>(self);
    if (std::strstr(module->dlpi_name, "libassimp") != nullptr) return 0;
    for (int i = 0; i < module->dlpi_phnum && home.count_ < std::size(home.ranges_); ++i) {
      const auto& part = module->dlpi_phdr[i];
      if (part.p_type != PT_LOAD || (part.p_flags & PF_X) == 0) continue;
      const std::uintptr_t first = module->dlpi_addr + part.p_vaddr;
      home.ranges_[home.count_++] = {first, first + part.p_memsz};
    }
    return 0;
  }

  Range ranges_[256] = {};
  std::size_t count_ = 0;
};
const Home home;

// Whether a driver is among the nearest callers. Whose code calls operator new itself says little:
// a template of the standard library is shared by all who use it, and may be the one of this
// program.
bool driver_asks() {
  void* callers[24];
  const int count = backtrace(callers, static_cast<int>(std::size(callers)));
  return !std::all_of(callers, callers + count, [](const void* at) { return home.contains(at); });
}

bool fails() {
  if (!armed.load(std::memory_order_acquire)) return false;
  if (!counted && !everybody.load(std::memory_order_relaxed)) return false;
  if (spares_drivers.load(std::memory_order_relaxed) && driver_asks()) return false;
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

void* allocate_or_null(std::size_t size, std::size_t alignment) noexcept {
  try {
    return allocate(size, alignment);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

}  // namespace

FailingNew::FailingNew(std::uint64_t n, Whose whose, Then then, By by) : n_(n) {
  left.store(n);
  stays.store(then == Then::stays);
  everybody.store(whose == Whose::all_threads);
  spares_drivers.store(by == By::all_but_drivers);
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

// The default forms of new[] and of delete[] end in the ones below; a sanitizer's own forms do not,
// and what those gave out must not come here to be freed: a driver uses all of them.
void* operator new(std::size_t size) {
  return tact::testing::allocate(size, __STDCPP_DEFAULT_NEW_ALIGNMENT__);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return tact::testing::allocate(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size) {
  return tact::testing::allocate(size, __STDCPP_DEFAULT_NEW_ALIGNMENT__);
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return tact::testing::allocate(size, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return tact::testing::allocate_or_null(size, __STDCPP_DEFAULT_NEW_ALIGNMENT__);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return tact::testing::allocate_or_null(size, __STDCPP_DEFAULT_NEW_ALIGNMENT__);
}
void* operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return tact::testing::allocate_or_null(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return tact::testing::allocate_or_null(size, static_cast<std::size_t>(alignment));
}
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
