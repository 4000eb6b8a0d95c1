// CGAL's box_self_intersection_d alone, its cutoff tuned as in the tables of bodies, and others to
// show that it is.
#include <CGAL/box_intersection_d.h>

#include <algorithm>

#include "bench/broad.h"

namespace tact::bench {
namespace {

// Below `cutoff` boxes CGAL scans them; 0: what suits their number.
template <std::ptrdiff_t cutoff>
class CgalBoxes final : public BroadPhase {
  using Box = CGAL::Box_intersection_d::Box_with_info_d<float, 3, std::uint32_t>;

 public:
  explicit CgalBoxes(std::span<const Aabb>) {}
  void update(std::span<const Aabb> boxes, std::span<const std::uint32_t>) override {
    boxes_.clear();
    for (std::uint32_t i = 0; i < boxes.size(); ++i) {
      Aabb box = boxes[i];
      boxes_.emplace_back(box.lo, box.hi, i);
    }
  }
  void list(std::vector<Pair>& pairs) override {
    const auto tuned =
        std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(boxes_.size()) / 64, 300, 1000);
    CGAL::box_self_intersection_d<CGAL::Sequential_tag>(
        boxes_.begin(), boxes_.end(),
        [&](const Box& a, const Box& b) {
          pairs.push_back({a.info(), b.info()});
        },
        cutoff > 0 ? cutoff : tuned);
  }

 private:
  std::vector<Box> boxes_;
};

}  // namespace

std::vector<BroadEntrant> cgal_broad_phases() {
  return {{"cgal-box", true, make_broad<CgalBoxes<0>>},
          {"cgal-box-10", true, make_broad<CgalBoxes<10>>, true},
          {"cgal-box-100", true, make_broad<CgalBoxes<100>>, true},
          {"cgal-box-300", true, make_broad<CgalBoxes<300>>, true},
          {"cgal-box-1000", true, make_broad<CgalBoxes<1000>>, true},
          {"cgal-box-3000", true, make_broad<CgalBoxes<3000>>, true}};
}

}  // namespace tact::bench
