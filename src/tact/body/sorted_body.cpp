#include "tact/body/sorted_body.h"

#include "tact/base/parallel.h"
#include "tact/body/box_tagging.h"
#include "tact/bounds/fit.h"

namespace tact {
namespace {

constexpr std::uint32_t sorted_per_chunk = 1U << 12;  // boxes of an update

// Radix sort does in one pass what takes insertion sort about half of n · log2(n) steps: the
// paper's limit of eight times that belongs to quicksort.
constexpr double patience = 0.5;

}  // namespace

Swiper::Options radix_swiper() {
  Swiper::Options options;
  options.patience = patience;
  return options;
}

Stats SortedBody::update(const BodyState& body, const BoundsFrame& frame, unsigned threads,
                         Scratch& scratch) {
  if (seen.shape != body.shape_version) {
    tags.resize(body.primitives.size());
    tag_boxes(body.primitives, tags);
  }
  refit(body.primitives, frame, threads, scratch.arena(0));
  Stats stats;
  stats.primitives_read = boxes.size();
  const Swiper::Counts counts = swiper.update(boxes, threads, scratch, tags);
  stats.sort_steps = counts.steps;
  stats.sort_fallbacks = counts.fallbacks;
  stats.overlaps_x = swiper.overlaps(0);
  stats.overlaps_y = swiper.overlaps(1);
  stats.overlaps_z = swiper.overlaps(2);
  return stats;
}

void SortedBody::refit(const Primitives& primitives, const BoundsFrame& frame, unsigned threads,
                       Arena& arena) {
  const std::uint32_t count = primitives.size();
  boxes.resize(count);
  const std::size_t chunks = chunk_count(count, sorted_per_chunk);
  const std::span<Aabb> parts = arena.allocate<Aabb>(chunks);
  parallel_for(chunks, threads, [&](std::size_t chunk, unsigned) {
    const auto [first, last] = chunk_range(count, sorted_per_chunk, chunk);
    const std::span<Aabb> out = std::span<Aabb>(boxes).subspan(first, last - first);
    const Range range{static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last - first)};
    fit_boxes(primitives, frame, range, out);
    parts[chunk] = Aabb::nothing();
    for (const Aabb& box : out) parts[chunk] = merge(parts[chunk], box);
  });
  all = Aabb::nothing();
  for (const Aabb& part : parts) all = merge(all, part);
}

}  // namespace tact
