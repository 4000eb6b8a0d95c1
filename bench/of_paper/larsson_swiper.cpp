// `swiper-of-paper`: SWIPER of Larsson 2006, section 3.1, over the primitives of all bodies.
#include <bit>
#include <random>
#include <stdexcept>
#include <utility>

#include "bench/of_paper/of_paper.h"
#include "bench/of_paper/sorted_axes.h"
#include "bench/of_paper/wanted_pairs.h"
#include "tact/base/deliver.h"
#include "tact/bounds/fit.h"

namespace tact::bench {
namespace {

constexpr std::uint64_t steps_allowed = 8;  // k: times n log₂ n
constexpr int frames_of_rest = 20;          // m

class PaperSwiper final : public Method {
 public:
  bool serves(BodyKind) const override { return true; }
  std::string_view working_name() const override { return "swiper-of-paper"; }

  Stats update(const Task& task, Scratch&) override {
    Stats stats;
    const bool known = std::exchange(complete_, false);
    const bool same = boxes_.gather(task) && known;
    stats.primitives_read = boxes_.boxes().size();
    for (std::size_t k = 0; k < 3; ++k) {
      List& list = lists_[k];
      if (same) {
        bring_up_to_date(k, stats);
      } else {
        list.axis.fill(boxes_.boxes(), static_cast<int>(k));
        list.rest = 0;
        list.usable = true;
      }
    }
    choose();
    stats.overlaps_x = lists_[0].axis.overlaps();
    stats.overlaps_y = lists_[1].axis.overlaps();
    stats.overlaps_z = lists_[2].axis.overlaps();
    complete_ = true;
    return stats;
  }

  Stats find_pairs(const Task& task, const Request& request, CandidateSink& sink,
                   Scratch& scratch) override {
    Stats stats;
    const WantedPairs wanted(task, request, scratch.arena(0), stats);
    return stats += deliver(1, 1, sink, scratch, [&](const ChunkOut& out) {
             const auto push = [&](std::uint32_t i, std::uint32_t j) {
               const bool asked = wanted.contains(boxes_.owner(i).slot, boxes_.owner(j).slot);
               return asked ? out.writer.push(boxes_.candidate(i, j)) : Flow::go_on;
             };
             std::uint64_t& tests = out.stats.bounds_tests;
             if (request.tolerance > 0) {
               traverse_grown(boxes_.boxes(), frame_amount(task.frame, request.tolerance), tests,
                              push);
             } else {
               traverse_overlaps(lists_[chosen_].axis.ends(), boxes_.boxes(), tests, push);
             }
           });
  }

  void validate(const Task& task) const override {
    boxes_.validate(task);
    if (!lists_[chosen_].usable) throw std::logic_error("swiper-of-paper: sweeps a resting list");
    for (const List& list : lists_) {
      if (list.axis.ends().size() != 2 * boxes_.boxes().size()) {
        throw std::logic_error("swiper-of-paper: a list lacks ends of boxes");
      }
      if (!list.usable) continue;
      const std::span<const BoxEnd> ends = list.axis.ends();
      if (!std::is_sorted(ends.begin(), ends.end())) {
        throw std::logic_error("swiper-of-paper: a list in use is not sorted");
      }
      if (list.axis.overlaps() != list.axis.count_overlaps()) {
        throw std::logic_error("swiper-of-paper: overlaps were counted wrongly");
      }
    }
  }

 private:
  struct List {
    SortedAxis axis;
    int rest = 0;  // frames until insertion sort is tried again; 0: it is in use
    bool usable = false;
  };

  void bring_up_to_date(std::size_t k, Stats& stats) {
    List& list = lists_[k];
    if (list.rest > 0) {
      // Quicksort's frames; nobody looks at the list before the last of them.
      list.usable = --list.rest == 0;
      if (list.usable) sort_anew(k);
      return;
    }
    list.axis.refresh(boxes_.boxes(), static_cast<int>(k));
    const std::uint64_t n = boxes_.boxes().size();
    const std::uint64_t most = steps_allowed * n * static_cast<std::uint64_t>(std::bit_width(n));
    list.usable = list.axis.insertion_sort(most, stats.sort_steps, [](BoxEnd, BoxEnd) {});
    if (list.usable) return;
    list.rest = frames_of_rest;
    ++stats.sort_fallbacks;
  }

  void sort_anew(std::size_t k) {
    lists_[k].axis.refresh(boxes_.boxes(), static_cast<int>(k));
    lists_[k].axis.quicksort();
    lists_[k].usable = true;
  }

  // The list with the fewest overlaps; one of the three at random where none is sorted.
  void choose() {
    if (!lists_[0].usable && !lists_[1].usable && !lists_[2].usable) sort_anew(random_() % 3);
    chosen_ = 3;
    for (std::size_t k = 0; k < 3; ++k) {
      if (!lists_[k].usable) continue;
      const bool better =
          chosen_ == 3 || lists_[k].axis.overlaps() < lists_[chosen_].axis.overlaps();
      if (better) chosen_ = k;
    }
  }

  PaperBoxes boxes_;
  std::array<List, 3> lists_;
  std::size_t chosen_ = 0;
  std::minstd_rand random_{1};
  bool complete_ = false;  // the lists are those of the boxes
};

}  // namespace

std::unique_ptr<Method> make_paper_swiper() { return std::make_unique<PaperSwiper>(); }

}  // namespace tact::bench
