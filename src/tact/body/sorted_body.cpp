#include "tact/body/sorted_body.h"

#include "tact/body/box_tagging.h"
#include "tact/body/fit_in_chunks.h"
#include "tact/bounds/fit.h"

namespace tact {
namespace {

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
  boxes.resize(primitives.size());
  all = fit_in_chunks(primitives.size(), threads, arena, [&](const Range& range) {
    const std::span<Aabb> out = std::span<Aabb>(boxes).subspan(range.first, range.count);
    fit_boxes(primitives, frame, range, out);
    Aabb sum = Aabb::nothing();
    for (const Aabb& box : out) sum = merge(sum, box);
    return sum;
  });
}

}  // namespace tact
