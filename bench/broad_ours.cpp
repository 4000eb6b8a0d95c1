// The broad phases of tact.
#include "bench/broad.h"
#include "tact/flat/sweep_prune.h"
#include "tact/flat/swiper.h"

namespace tact::bench {
namespace {

// Insertion sort gives up after `halves` / 2 · n · log2(n) steps, and `sort` finishes.
template <int halves, FullSort sort>
class OurSwiper final : public BroadPhase {
 public:
  explicit OurSwiper(std::span<const Aabb> boxes) { update(boxes); }
  void update(std::span<const Aabb> boxes) override {
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
  void update(std::span<const Aabb> boxes) override { sap_.update(boxes, {}, 1); }
  void list(std::vector<Pair>& pairs) override {
    pairs.insert(pairs.end(), sap_.pairs().begin(), sap_.pairs().end());
  }

 private:
  SweepPrune sap_;
  Scratch scratch_;
};

}  // namespace

std::vector<BroadEntrant> our_broad_phases() {
  return {{"sap", false, make_broad<OurSap>},
          {"swiper", false, make_broad<OurSwiper<1, FullSort::radix>>},  // as the method has it
          {"swiper-quicksort", false, make_broad<OurSwiper<1, FullSort::quick>>, true},
          {"swiper-heapsort", false, make_broad<OurSwiper<1, FullSort::heap>>, true},
          {"swiper-k8", false, make_broad<OurSwiper<16, FullSort::radix>>, true},
          {"swiper-k8-quicksort", false, make_broad<OurSwiper<16, FullSort::quick>>, true}};
}

}  // namespace tact::bench
