#pragma once
// The traversals of two BoxTrees behind plain functions: the instruction set is chosen once per
// call.
#include <cstdint>
#include <span>
#include <vector>

#include "tact/base/candidate_sink.h"
#include "tact/base/scratch.h"
#include "tact/base/types.h"
#include "tact/traverse/box_clip.h"
#include "tact/traverse/seen_pairs.h"
#include "tact/tree/box_tree_options.h"

namespace tact {

/// Where candidates go, and under which names.
struct BoxTreeOut {
  CandidateWriter& writer;
  std::uint32_t body_a = 0;
  std::uint32_t body_b = 0;
  /// A bounded query: candidates are tested as soon as two leaves are through, so that the walk can
  /// stop.
  bool eager = false;
  SeenPairs& seen;
  /// If given, pairs that may be met elsewhere are put here instead.
  ArenaVector<Pair>* held = nullptr;

  Flow operator()(std::uint32_t a, std::uint32_t b, bool several) const {
    if (body_a == body_b) {
      if (a >= b) return writer.flow();
      several = true;
    }
    if (several) {
      if (held != nullptr) {
        held->push_back({a, b});
        return writer.flow();
      }
      if (!seen.insert(a, b)) return writer.flow();
    }
    return writer.push(ordered(body_a, a, body_b, b));
  }
  Flow row_ends() const { return eager ? writer.deliver() : writer.flow(); }
};

/// From the roots, depth first, with boxes aligned on the fly.
Flow walk_aligned_trees(const BoxTreePair& pair, const BoxTreeOut& out, BoxTreeCounts& counts);

/// The same with intervals, as in the paper.
Flow walk_box_trees(const BoxTreePair& pair, const BoxTreeOut& out, BoxTreeCounts& counts);

/// From the roots, breadth first, until at least `enough` pairs are open or all of them are of two
/// leaves. Empty if the bodies are apart.
void open_box_pairs(const BoxTreePair& pair, std::size_t enough, ArenaVector<BoxPairState>& open,
                    Arena& arena, BoxTreeCounts& counts);

/// Everything below the open pairs, depth first.
Flow walk_box_pairs(const BoxTreePair& pair, std::span<const BoxPairState> open,
                    const BoxTreeOut& out, BoxTreeCounts& counts);

/// Two bundles, or a block and a bundle, or two blocks, of two leaves that were begun.
struct BoxLeafPair {
  static constexpr std::uint8_t all = 8;

  std::uint32_t bundle[2];
  std::uint8_t lane[2];  ///< the block in this lane of the bundle, or all of it

  /// What lane i of a bundle is around.
  void name(int side, std::uint32_t index, const BoxBundle& of, std::uint32_t i) {
    const bool block = ((of.blocks >> i) & 1U) != 0;
    bundle[side] = block ? index : of.child[i];
    lane[side] = block ? static_cast<std::uint8_t>(i) : all;
  }
};

/// Breadth first, to be interrupted: what is still open, in the order in which it will be looked
/// at.
struct BoxTreeFront {
  std::vector<BoxPairState> open;
  std::size_t next = 0;  ///< those before it are done
  /// Of open[next], where that is two leaves that were begun: a leaf may hold a whole body.
  std::vector<BoxLeafPair> inside;
  std::size_t blocks_done = 0;  ///< of a blind pair: pairs of blocks, which are all there is

  void begin(const BoxTreePair& pair);
  bool done() const { return next == open.size(); }
  /// Of the question, by halves: 1 when done.
  double resolved() const;
};

/// Goes on until all is done, the sink has enough, `most` pairs of boxes, bundles or blocks have
/// been looked at, or the budget's moment has come: within two leaves, too. Where it throws, part
/// of the front is lost: begin it again.
Flow advance_box_front(const BoxTreePair& pair, std::size_t most, const Budget& budget,
                       BoxTreeFront& front, const BoxTreeOut& out, BoxTreeCounts& counts);

}  // namespace tact
