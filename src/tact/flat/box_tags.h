#pragma once
// BoxTags: what a box's primitive is made of. Boxes that have a tag in common belong together
// (triangles that share a vertex), and pairs of them need not be reported.
#include <cstdint>

namespace tact {

struct BoxTags {
  std::uint32_t tag[3];
};

/// Without branches: which pairs are related cannot be predicted.
constexpr bool related(const BoxTags& a, const BoxTags& b) {
  bool any = false;
  for (const std::uint32_t tag : a.tag) {
    any = any | (tag == b.tag[0]) | (tag == b.tag[1]) | (tag == b.tag[2]);
  }
  return any;
}

}  // namespace tact
