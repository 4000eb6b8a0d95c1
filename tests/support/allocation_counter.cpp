#include "tests/support/allocation_counter.h"

#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define TACT_TEST_SANITIZED
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TACT_TEST_SANITIZED
#endif

namespace tact::testing {
namespace {
std::atomic<std::uint64_t> allocation_count{0};
std::atomic<std::uint64_t> allocated_bytes{0};
}  // namespace

#ifdef TACT_TEST_SANITIZED
bool counts_allocations() { return false; }
#else
bool counts_allocations() { return true; }

// The default forms of new[], nothrow new and sized delete all end in the ones below.
void* allocate(std::size_t size, std::size_t alignment) {
  allocation_count.fetch_add(1, std::memory_order_relaxed);
  const std::size_t rounded = (size + alignment - 1) / alignment * alignment;
  void* const memory = std::aligned_alloc(alignment, rounded == 0 ? alignment : rounded);
  if (memory == nullptr) throw std::bad_alloc();
  allocated_bytes.fetch_add(malloc_usable_size(memory), std::memory_order_relaxed);
  return memory;
}

void release(void* memory) {
  allocated_bytes.fetch_sub(malloc_usable_size(memory), std::memory_order_relaxed);
  std::free(memory);
}
#endif

std::uint64_t allocations() { return allocation_count.load(std::memory_order_relaxed); }
std::uint64_t bytes_in_use() { return allocated_bytes.load(std::memory_order_relaxed); }

}  // namespace tact::testing

#ifndef TACT_TEST_SANITIZED
void* operator new(std::size_t size) {
  return tact::testing::allocate(size, __STDCPP_DEFAULT_NEW_ALIGNMENT__);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return tact::testing::allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { tact::testing::release(memory); }
void operator delete(void* memory, std::size_t) noexcept { tact::testing::release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { tact::testing::release(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  tact::testing::release(memory);
}
#endif
