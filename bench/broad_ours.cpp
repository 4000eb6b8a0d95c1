// The broad phases of tact.
#include "bench/broad.h"
#include "tact/body/near_pairs.h"
#include "tact/flat/sweep_prune.h"
#include "tact/flat/swiper.h"

namespace tact::bench {
namespace {

// Insertion sort gives up after `halves` / 2 · n · log2(n) steps, and `sort` finishes.
template <int halves, FullSort sort>
class OurSwiper final : public BroadPhase {
 public:
  explicit OurSwiper(std::span<const Aabb> boxes) { update(boxes, {}); }
  void update(std::span<const Aabb> boxes, std::span<const std::uint32_t>) override {
    scratch_.begin(1);
    swiper_.update(boxes, 1, scratch_);
    scratch_.end();
  }
  void list(std::vector<Pair>& pairs) override {
    scratch_.begin(1);
    ArenaVector<Pair> found(scratch_.arena(0));
    sweep_within(swiper_.view(), {0, swiper_.view().count}, found);
    pairs.insert(pairs.end(), found.begin(), found.end());
    scratch_.end();
  }

 private:
  static Swiper::Options options() {
    Swiper::Options options;
    options.patience = 0.5 * halves;
    options.sort = sort;
    return options;
  }
  Swiper swiper_{options()};
  Scratch scratch_;
};

class OurSap final : public BroadPhase {
 public:
  explicit OurSap(std::span<const Aabb> boxes) {
    scratch_.begin(1);
    sap_.reset(boxes, {}, 1, scratch_);
    scratch_.end();
  }
  void update(std::span<const Aabb> boxes, std::span<const std::uint32_t>) override {
    sap_.update(boxes, {}, 1);
  }
  void list(std::vector<Pair>& pairs) override {
    pairs.insert(pairs.end(), sap_.pairs().begin(), sap_.pairs().end());
  }

 private:
  SweepPrune sap_;
  Scratch scratch_;
};

// What a world does with its bodies: each of them a triangle that fills its box.
class OurBodies final : public BroadPhase {
 public:
  explicit OurBodies(std::span<const Aabb> boxes) : states_(boxes.size()) {
    mesh_.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 1}};
    mesh_.triangles = {{0, 1, 2}};
    task_.frame.version = 1;
    near_.make_room(boxes.size());
    std::vector<std::uint32_t> all(boxes.size());
    for (std::uint32_t i = 0; i < boxes.size(); ++i) {
      all[i] = i;
      states_[i].primitives = Primitives::triangles(mesh_.view(), nullptr);
      task_.bodies.push_back(&states_[i]);
    }
    update(boxes, all);
    for (int calm = 0; calm < 3; ++calm) update(boxes, std::span(all).first(1));
  }
  void update(std::span<const Aabb> boxes, std::span<const std::uint32_t> moved) override {
    boxes_ = boxes;
    for (const std::uint32_t i : moved) {
      const Aabb& box = boxes[i];
      states_[i].extent = {{box.lo[0], box.lo[1], box.lo[2]}, {box.hi[0], box.hi[1], box.hi[2]}};
      near_.note(i);
    }
    scratch_.begin(1);
    near_.update(task_, scratch_);
    scratch_.end();
  }
  // Boxes of bodies are rounded outward: some pairs more than there are here.
  void list(std::vector<Pair>& pairs) override {
    for (const Pair& pair : task_.known.near) {
      if (overlaps(boxes_[pair.a], boxes_[pair.b])) pairs.push_back(pair);
    }
  }

 private:
  Mesh mesh_;
  std::vector<BodyState> states_;
  Task task_;
  NearPairs near_;
  Scratch scratch_;
  std::span<const Aabb> boxes_;
};

}  // namespace

std::vector<BroadEntrant> our_broad_phases() {
  return {{"bodies", false, make_broad<OurBodies>, false, true},
          {"sap", false, make_broad<OurSap>},
          {"swiper", false, make_broad<OurSwiper<1, FullSort::radix>>},  // as the method has it
          {"swiper-quicksort", false, make_broad<OurSwiper<1, FullSort::quick>>, true},
          {"swiper-heapsort", false, make_broad<OurSwiper<1, FullSort::heap>>, true},
          {"swiper-k8", false, make_broad<OurSwiper<16, FullSort::radix>>, true},
          {"swiper-k8-quicksort", false, make_broad<OurSwiper<16, FullSort::quick>>, true}};
}

}  // namespace tact::bench
