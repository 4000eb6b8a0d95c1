// What must hold of a tree between two calls, from the geometry and the parts themselves: nothing
// here relies on the code that made or mended it.
#include <stdexcept>
#include <string>

#include "tact/tree/block_volumes.h"
#include "tact/tree/lazy_tree.h"

namespace tact {
namespace {

void require_lazy_tree(bool holds, const char* what) {
  if (!holds) throw std::logic_error(std::string("tree: ") + what);
}

// The leaf's lanes and the sign that it is pure, against the entries.
void validate_names(const Block& leaf, std::span<const TreePart> parts, const TreeEntry* entries) {
  bool pure = true;
  const std::uint32_t body = part_of(parts, entries[leaf.first[0]].id).body;
  for (std::uint32_t lane = 0; lane < leaf.lanes; ++lane) {
    const TreeEntry& entry = entries[leaf.first[lane]];
    const TreePart& part = part_of(parts, entry.id);
    require_lazy_tree(
        leaf.name[lane].body == part.body && leaf.name[lane].id == entry.id - part.first,
        "a leaf calls a primitive by another's name");
    pure = pure && part.body == body;
  }
  require_lazy_tree(leaf.pure == pure, "a leaf is not as pure as it says");
}

void validate_links(const Block& block) {
  for (std::uint32_t lane = 0; lane < Block::width; ++lane) {
    const Block* const link = block.child[lane].load();
    require_lazy_tree(lane < block.lanes || link == nullptr, "an unused lane has a child");
    require_lazy_tree(link != in_work(), "a link is in work, and nobody is at it");
  }
}

}  // namespace

void LazyTree::validate() const {
  validate_entries();
  Block* const link = root_.load();
  require_lazy_tree(link != in_work(), "the root is in work, and nobody is at it");
  const Block* const root = plain(link);
  std::size_t blocks = 0;
  if (root != nullptr) {
    require_lazy_tree(root->first[0] == 0 && root->first[root->lanes] == count_,
                      "the root does not hold all primitives");
    validate_block(*root, !is_stale(link), blocks);
  }
  require_lazy_tree(blocks == pool_.in_use(), "a block is lost, or is in two places");
}

// Every primitive in one entry, with its own vertices.
void LazyTree::validate_entries() const {
  std::uint32_t count = 0;
  std::uint32_t vertices = 0;
  for (const TreePart& part : parts_) {
    require_lazy_tree(part.first == count && part.first_vertex == vertices,
                      "the parts are miscounted");
    count += part.primitives->size();
    vertices += static_cast<std::uint32_t>(part.primitives->mesh().positions.size());
  }
  require_lazy_tree(count == count_, "the parts have other primitives than the tree");
  if (in_force_ == nullptr) return;  // borrowed when a query first gets here
  std::vector<std::uint8_t> seen(count_, 0);
  for (const TreeEntry& entry : std::span<const TreeEntry>(in_force_, count_)) {
    require_lazy_tree(entry.id < count_ && seen[entry.id]++ == 0,
                      "a primitive is not in exactly one entry");
    const TreePart& part = part_of(parts_, entry.id);
    const std::uint32_t own = entry.id - part.first;
    const bool is_point = part.primitives->kind() == PrimitiveKind::points;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint64_t corner = is_point ? own : part.primitives->mesh().triangles[own][k];
      require_lazy_tree(entry.vertex[k] == part.first_vertex + corner,
                        "an entry has another's vertices");
    }
  }
}

void LazyTree::validate_block(const Block& block, bool fresh, std::size_t& blocks) const {
  ++blocks;
  require_lazy_tree(block.lanes >= (block.leaf ? 1 : 2) && block.lanes <= Block::width,
                    "a block with a wrong number of lanes");
  // A traversal knows the leaves by their sizes, before it sees them.
  require_lazy_tree(block.leaf == (block.size() <= Block::width),
                    "a leaf is too large, or no leaf");
  require_lazy_tree(keeps_rules(block), "a block is older than any, or has no rating");
  for (std::uint32_t lane = 0; lane < Block::width; ++lane) {
    if (lane < block.lanes) {
      validate_lane(block, lane, fresh, blocks);
    } else {
      require_lazy_tree(block.boxes.get(lane).empty(), "an unused lane has a box");
    }
  }
  if (block.leaf) {
    validate_names(block, parts_, in_force_);
    return;
  }
  validate_links(block);
  const TreePart& part = part_of(parts_, in_force_[block.first[0]].id);
  for (std::uint32_t i = block.first[0]; block.pure && i < block.first[block.lanes]; ++i) {
    require_lazy_tree(&part_of(parts_, in_force_[i].id) == &part,
                      "a pure block holds another body's primitive");
  }
}

void LazyTree::validate_lane(const Block& block, std::uint32_t lane, bool fresh,
                             std::size_t& blocks) const {
  const Aabb box = block.boxes.get(lane);
  require_lazy_tree(
      block.first[lane] < block.first[lane + 1] && (!block.leaf || block.lane_size(lane) == 1),
      "a lane with a wrong number of primitives");
  require_lazy_tree(!fresh || encloses(block.box, box), "a block does not enclose a lane");
  Block* const link = block.leaf ? nullptr : block.child[lane].load();
  const Block* const below = link == in_work() ? nullptr : plain(link);
  const bool below_fresh = fresh && !is_stale(link);
  if (below != nullptr) {
    require_lazy_tree(below->first[0] == block.first[lane] &&
                          below->first[below->lanes] == block.first[lane + 1] &&
                          (!nested_ || !below_fresh || encloses(box, below->box)),
                      "a child does not fit its lane");
    validate_block(*below, below_fresh, blocks);
  }
  for (std::uint32_t i = block.first[lane]; fresh && i < block.first[lane + 1]; ++i) {
    validate_primitive(in_force_[i], box);
    const TreePart& part = part_of(parts_, in_force_[i].id);
    validate_volume(volume_, block, lane, *part.primitives, in_force_[i].id - part.first, frame_);
  }
}

// From the geometry itself, in double, without the code that made the box: every vertex (or the
// reach of a point) lies inside.
void LazyTree::validate_primitive(const TreeEntry& entry, const Aabb& box) const {
  Extent extent;
  const TreePart& part = part_of(parts_, entry.id);
  const std::uint32_t id = entry.id - part.first;
  if (part.primitives->kind() == PrimitiveKind::points) {
    const Ball ball = part.primitives->ball(id);
    const Vec3 reach{ball.radius, ball.radius, ball.radius};
    extent = {ball.centre - reach, ball.centre + reach};
  } else {
    for (const Vec3& vertex : part.primitives->triangle(id)) extent.add(vertex);
    if (part.from != nullptr) {
      for (const Vec3& vertex : part.from->triangle(id)) extent.add(vertex);
    }
  }
  for (std::size_t k = 0; k < 3; ++k) {
    require_lazy_tree(frame_.map(extent.lo[k], k) >= double{box.lo[k]} &&
                          frame_.map(extent.hi[k], k) <= double{box.hi[k]},
                      "a box does not enclose its primitive");
  }
}

}  // namespace tact
