// CGAL's box_self_intersection_d alone, its cutoff tuned.
#include <CGAL/box_intersection_d.h>

#include <algorithm>

#include "bench/broad.h"

namespace tact::bench {
namespace {

class CgalBoxes final : public BroadPhase {
  using Box = CGAL::Box_intersection_d::Box_with_info_d<float, 3, std::uint32_t>;

 public:
  explicit CgalBoxes(std::span<const Aabb>) {}
  void update(std::span<const Aabb> boxes) override {
    boxes_.clear();
    for (std::uint32_t i = 0; i < boxes.size(); ++i) {
      Aabb box = boxes[i];
      boxes_.emplace_back(box.lo, box.hi, i);
    }
  }
  void list(std::vector<Pair>& pairs) override {
    const auto cutoff =
        std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(boxes_.size()) / 64, 300, 1000);
    CGAL::box_self_intersection_d<CGAL::Sequential_tag>(
        boxes_.begin(), boxes_.end(),
        [&](const Box& a, const Box& b) {
          pairs.push_back({a.info(), b.info()});
        },
        cutoff);
  }

 private:
  std::vector<Box> boxes_;
};

}  // namespace

std::vector<BroadEntrant> cgal_broad_phases() {
  return {{"cgal-box", true, make_broad<CgalBoxes>}};
}

}  // namespace tact::bench
