#include "tact/tree/rest_tree.h"

#include <memory>

#include "tact/tree/fixed_build.h"

namespace tact {

const RestTree::Built& RestTree::get(Arena& arena, Stats& stats) const {
  return built_.get([&] {
    auto built = std::make_unique<Built>();
    const Primitives at_rest = Primitives::triangles(mesh_, nullptr);
    const TreePart part{0, &at_rest};
    const std::span<const TreePart> parts(&part, 1);
    Extent extent;
    for (std::size_t i = 0; i < mesh_.positions.size(); ++i) extent.add(mesh_.positions[i]);
    built->frame = BoundsFrame::around(extent);
    built->entries.assign(at_rest.size() + prefetch_entries, TreeEntry{});
    fill_entries(parts, std::span<TreeEntry>(built->entries).first(at_rest.size()));
    built->pool.reset(at_rest.size(), false);
    std::vector<float> mapped;
    const EntryGeometry from = entry_geometry(parts, built->frame, mapped);
    Stats own;  // of a build that comes through
    FixedBuild build{from, built->entries.data(), built->pool, arena, own};
    built->root = build.build(0, at_rest.size(), fit(extent, built->frame));
    built->blocks = static_cast<std::uint32_t>(built->pool.in_use());
    stats += own;
    return built;
  });
}

std::size_t RestTree::bytes() const {
  const Built* const built = built_.find();
  if (built == nullptr) return 0;
  return sizeof(Built) + built->entries.capacity() * sizeof(TreeEntry) + built->pool.bytes();
}

}  // namespace tact
