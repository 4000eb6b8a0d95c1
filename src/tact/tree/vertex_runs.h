#pragma once
// VertexRuns: the vertices of lanes that no query reaches. An update needs nothing of such a lane
// but its box, and in a closed mesh six triangles share a vertex: to read each vertex about once is
// a sixth of the work of reading the triangles.
#include <cstdint>
#include <span>
#include <vector>

#include "tact/tree/tree.h"

namespace tact {

class VertexRuns {
 public:
  /// Room for a tree of this many entries; nothing is known. With no room nothing is ever learnt.
  void reset(std::uint32_t entries) { words_.assign(entries, 0); }
  /// To be called for every lane that a split makes or goes through: other entries may begin here.
  void forget(std::uint32_t first) {
    if (!words_.empty()) words_[first] = 0;
  }
  /// The vertices of a lane's entries, each at least once. Empty where they are not known: lanes
  /// that are asked for in several updates in a row are learnt, if that pays. Different lanes may
  /// be asked for by different threads.
  std::span<const std::uint32_t> of(const TreeEntry* entries, std::uint32_t first,
                                    std::uint32_t count);

  std::size_t bytes() const { return words_.capacity() * sizeof(std::uint32_t); }

 private:
  // What is known of the lane of the entries [i, i + n) lies in words [i, i + n): n, the number of
  // its vertices (or how far from being learnt it is), the vertices. Lanes never overlap.
  std::vector<std::uint32_t> words_;
};

}  // namespace tact
