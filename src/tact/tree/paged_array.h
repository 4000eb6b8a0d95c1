#pragma once
// PagedArray: elements that are made a page at a time, by whoever first asks for one. For what many
// bodies of one shape have each for itself, of which queries reach a small part.
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace tact {

/// Elements are made by T(), stay where they are, and go with the array. Nothing is allocated
/// before the first is asked for; then eight bytes a page.
template <class T, std::uint32_t page_size>
class PagedArray {
 public:
  explicit PagedArray(std::uint32_t size) : pages_((size + page_size - 1) / page_size) {}
  PagedArray(PagedArray&& other) noexcept
      : pages_(other.pages_), table_(other.table_.exchange(nullptr)) {}
  PagedArray& operator=(PagedArray&& other) noexcept {
    // Swapped: what was here goes with the other one.
    std::swap(pages_, other.pages_);
    table_.store(other.table_.exchange(table_.load()));
    return *this;
  }
  ~PagedArray() {
    Place* const table = table_.load(std::memory_order_acquire);
    for (std::uint32_t i = 0; table != nullptr && i < pages_; ++i) delete table[i].load();
    delete[] table;
  }

  /// Thread-safe. Throws std::bad_alloc if it has to be made and cannot.
  T& operator[](std::uint32_t i) {
    Place* table = table_.load(std::memory_order_acquire);
    if (table == nullptr) table = make_table();
    Place& place = table[i / page_size];
    Page* page = place.load(std::memory_order_acquire);
    if (page == nullptr) page = make_page(place);
    return (*page)[i % page_size];
  }
  /// Null if it has not been made.
  const T* find(std::uint32_t i) const {
    const Place* const table = table_.load(std::memory_order_acquire);
    if (table == nullptr) return nullptr;
    const Page* const page = table[i / page_size].load(std::memory_order_acquire);
    return page == nullptr ? nullptr : &(*page)[i % page_size];
  }
  /// Asks for the memory of one that will be looked at soon, if it has been made.
  void prefetch(std::uint32_t i) const { __builtin_prefetch(find(i)); }
  /// Calls f(element) for all that were made.
  template <class F>
  void for_each_made(F&& f) {
    Place* const table = table_.load(std::memory_order_acquire);
    for (std::uint32_t i = 0; table != nullptr && i < pages_; ++i) {
      Page* const page = table[i].load(std::memory_order_acquire);
      if (page == nullptr) continue;
      for (T& element : *page) f(element);
    }
  }

 private:
  using Page = std::array<T, page_size>;
  using Place = std::atomic<Page*>;

  // Of several threads that come here at once all make one, and the first one's stays.
  Place* make_table() {
    auto made = std::make_unique<Place[]>(pages_);
    Place* known = nullptr;
    return table_.compare_exchange_strong(known, made.get(), std::memory_order_acq_rel,
                                          std::memory_order_acquire)
               ? made.release()
               : known;
  }
  static Page* make_page(Place& place) {
    auto made = std::make_unique<Page>();
    Page* known = nullptr;
    return place.compare_exchange_strong(known, made.get(), std::memory_order_acq_rel,
                                         std::memory_order_acquire)
               ? made.release()
               : known;
  }

  std::uint32_t pages_;
  std::atomic<Place*> table_{nullptr};
};

}  // namespace tact
