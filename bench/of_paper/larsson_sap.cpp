// `sap-of-paper`: the sweep and prune that Larsson 2006 compares SWIPER with: insertion sort that
// goes on for as long as it takes, and a balanced tree of the pairs that overlap on all three axes.
#include <limits>
#include <set>
#include <stdexcept>
#include <utility>

#include "bench/of_paper/of_paper.h"
#include "bench/of_paper/sorted_axes.h"
#include "bench/of_paper/wanted_pairs.h"
#include "tact/base/deliver.h"
#include "tact/bounds/fit.h"

namespace tact::bench {
namespace {

class PaperSap final : public Method {
 public:
  bool serves(BodyKind) const override { return true; }
  std::string_view working_name() const override { return "sap-of-paper"; }

  Stats update(const Task& task, Scratch&) override {
    Stats stats;
    const bool known = std::exchange(complete_, false) && rules_ == rules_of(task);
    const bool same = boxes_.gather(task) && known;
    stats.primitives_read = boxes_.boxes().size();
    if (same) {
      for (int k = 0; k < 3; ++k) follow_swaps(k, stats);
    } else {
      begin(task, stats);
    }
    stats.overlaps_x = axes_[0].overlaps();
    stats.overlaps_y = axes_[1].overlaps();
    stats.overlaps_z = axes_[2].overlaps();
    complete_ = true;
    return stats;
  }

  Stats find_pairs(const Task& task, const Request& request, CandidateSink& sink,
                   Scratch& scratch) override {
    Stats stats;
    const WantedPairs wanted(task, request, scratch.arena(0), stats);
    const bool held = !(request.tolerance > 0) &&
                      (!request.only || are_tested(request.only->a, rules_[request.only->a],
                                                   request.only->b, rules_[request.only->b], {}));
    return stats += deliver(1, 1, sink, scratch, [&](const ChunkOut& out) {
             const auto push = [&](std::uint32_t i, std::uint32_t j) {
               const bool asked = wanted.contains(boxes_.owner(i).slot, boxes_.owner(j).slot);
               return asked ? out.writer.push(boxes_.candidate(i, j)) : Flow::go_on;
             };
             if (!held) {
               traverse_grown(boxes_.boxes(), frame_amount(task.frame, request.tolerance),
                              out.stats.bounds_tests, push);
               return;
             }
             for (const std::uint64_t key : pairs_) {
               const auto [i, j] = pair_of(key);
               if (push(i, j) == Flow::stop) return;
             }
           });
  }

  void validate(const Task& task) const override {
    boxes_.validate(task);
    for (const SortedAxis& axis : axes_) {
      if (!std::is_sorted(axis.ends().begin(), axis.ends().end())) {
        throw std::logic_error("sap-of-paper: a list is not sorted");
      }
      if (axis.overlaps() != axis.count_overlaps()) {
        throw std::logic_error("sap-of-paper: overlaps were counted wrongly");
      }
    }
    std::size_t found = 0;
    std::uint64_t tests = 0;
    traverse_overlaps(axes_[0].ends(), boxes_.boxes(), tests,
                      [&](std::uint32_t i, std::uint32_t j) {
                        if (!is_kept(i, j)) return Flow::go_on;
                        if (pairs_.count(key_of(i, j)) == 0) {
                          throw std::logic_error("sap-of-paper: the set lacks a pair");
                        }
                        ++found;
                        return Flow::go_on;
                      });
    if (found != pairs_.size()) throw std::logic_error("sap-of-paper: the set has a pair too many");
  }

 private:
  static std::vector<BodyRule> rules_of(const Task& task) {
    std::vector<BodyRule> rules(task.bodies.size());
    for (std::size_t slot = 0; slot < rules.size(); ++slot) {
      if (task.bodies[slot] != nullptr) rules[slot] = rule_of(*task.bodies[slot]);
    }
    return rules;
  }

  // Does the set hold such pairs? What somebody refused besides is left out at delivery.
  bool is_kept(std::uint32_t i, std::uint32_t j) const {
    const std::uint32_t a = boxes_.owner(i).slot;
    const std::uint32_t b = boxes_.owner(j).slot;
    return are_tested(a, rules_[a], b, rules_[b], {});
  }

  void begin(const Task& task, Stats& stats) {
    pairs_.clear();
    rules_ = rules_of(task);
    for (int k = 0; k < 3; ++k) axes_[static_cast<std::size_t>(k)].fill(boxes_.boxes(), k);
    traverse_overlaps(axes_[0].ends(), boxes_.boxes(), stats.bounds_tests,
                      [&](std::uint32_t i, std::uint32_t j) {
                        if (is_kept(i, j)) pairs_.insert(key_of(i, j));
                        return Flow::go_on;
                      });
  }

  // A start that comes before an end may begin an overlap, an end before a start ends one. Boxes
  // are compared where they all stand now, so the order of the axes does not matter.
  void follow_swaps(int axis, Stats& stats) {
    SortedAxis& list = axes_[static_cast<std::size_t>(axis)];
    list.refresh(boxes_.boxes(), axis);
    list.insertion_sort(std::numeric_limits<std::uint64_t>::max(), stats.sort_steps,
                        [&](const BoxEnd& moving, const BoxEnd& passed) {
                          if (moving.is_end() == passed.is_end()) return;
                          const std::uint32_t i = moving.box();
                          const std::uint32_t j = passed.box();
                          if (moving.is_end()) {
                            pairs_.erase(key_of(i, j));
                            return;
                          }
                          ++stats.bounds_tests;
                          if (overlaps(boxes_.boxes()[i], boxes_.boxes()[j]) && is_kept(i, j)) {
                            pairs_.insert(key_of(i, j));
                          }
                        });
  }

  PaperBoxes boxes_;
  std::array<SortedAxis, 3> axes_;
  std::set<std::uint64_t> pairs_;  // a red-black tree
  std::vector<BodyRule> rules_;    // that the set was made for
  bool complete_ = false;
};

}  // namespace

std::unique_ptr<Method> make_paper_sap() { return std::make_unique<PaperSap>(); }

}  // namespace tact::bench
