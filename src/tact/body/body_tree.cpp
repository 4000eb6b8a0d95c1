#include "tact/body/body_tree.h"

#include <algorithm>

#include "tact/body/shape_parts.h"
#include "tact/body/upkeep.h"
#include "tact/tree/dynamic_bvh.h"
#include "tact/tree/fixed_bvh.h"
#include "tact/tree/posed_bvh.h"

namespace tact {
namespace {

std::unique_ptr<LazyTree> make_tree(TreeKind kind, Volume volume, const BodyState& body) {
  switch (kind) {
    case TreeKind::posed:
      return std::make_unique<PosedBvh>(body.shape->parts().rest_tree());
    case TreeKind::refit:
      return std::make_unique<FixedBvh>(FixedBvh::Way::refit);
    case TreeKind::hybrid:
      return std::make_unique<FixedBvh>(FixedBvh::Way::hybrid);
    case TreeKind::coherent:
      return std::make_unique<FixedBvh>(FixedBvh::Way::coherent);
    case TreeKind::dynamic:
    case TreeKind::swept:
      break;
  }
  return std::make_unique<DynamicBvh>(DynamicBvh::Options{.volume = volume});
}

}  // namespace

Stats BodyTree::update(const BodyState& body, std::uint32_t slot, const BoundsFrame& frame,
                       unsigned threads) {
  const bool swept = kind == TreeKind::swept;
  TreePart part{slot, &body.primitives};
  if (swept) part.from = &body.motion->from;
  const std::span<const TreePart> parts(&part, 1);
  if (tree == nullptr) {
    tree = make_tree(kind, volume, body);
    tree->reset(parts);
  } else if (seen.shape != body.shape_version) {
    if (tree->size() == body.primitives.size()) {
      tree->reindex(parts);
    } else {
      tree->resize(parts);
    }
  }
  return tree->update(parts, frame, swept ? way_of(body) : body.extent, threads);
}

void BodyTree::trim(std::uint64_t now) {
  const bool lazy = kind == TreeKind::dynamic || kind == TreeKind::posed || kind == TreeKind::swept;
  if (!lazy || tree == nullptr) return;
  // While the body moves, whether a query reached the tree is for update() to know.
  const bool rests = asked < looked;
  looked = now;
  if (!rests) return;
  if (tree->take_reached()) reached = now;
  if (std::max(asked, reached) + kept_unasked < now) tree->release();
}

}  // namespace tact
