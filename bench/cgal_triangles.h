#pragma once
// CGAL's triangle test as a peer. CGAL is GPL: only benchmarks and tests are linked with it.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "scenes/triangle_families.h"

namespace tact::bench {

/// Pairs in CGAL's own types, converted before the clock runs.
class CgalPairs {
 public:
  explicit CgalPairs(std::span<const scenes::TrianglePair> pairs);
  ~CgalPairs();
  CgalPairs(CgalPairs&&) noexcept;
  CgalPairs& operator=(CgalPairs&&) noexcept;

  /// Brings pairs from `first` on into the cache.
  void touch(std::size_t first, std::size_t count) const;

  /// do_intersect with exact predicates, inexact constructions, for pairs from `first` on.
  void test(std::size_t first, std::span<std::uint8_t> hit) const;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

/// False if the program was built without CGAL; nothing is done then.
bool have_cgal();

}  // namespace tact::bench
