// Method `swiper`: a Swiper per body. Within a body its own order is swept; between two that meet,
// those boxes that reach the other body.
#include <algorithm>
#include <vector>

#include "tact/base/deliver.h"
#include "tact/base/parallel.h"
#include "tact/body/body_pairs.h"
#include "tact/body/sorted_body.h"
#include "tact/body/upkeep.h"
#include "tact/bounds/fit.h"
#include "tact/flat/swiper.h"
#include "tact/method/method.h"

namespace tact {
namespace {

constexpr std::uint32_t swiper_entries_per_chunk = 1U << 10;

// Two bodies that meet, or one that is tested against itself.
struct Meeting {
  std::uint32_t a;
  std::uint32_t b;
  SweepViews views;
};

// Part of a meeting: boxes of a that start before those of b, or the other way round.
struct SweepJob {
  std::uint32_t meeting;
  bool of_b;
  Range entries;
};

class SwiperMethod final : public Method {
 public:
  bool serves(BodyKind) const override { return true; }
  std::string_view working_name() const override { return "swiper"; }

  Stats update(const Task& task, Scratch& scratch) override {
    return keep_structures_in_turn<SortedBody>(
        task, scratch, 0, any_body,
        [&](SortedBody& own, const BodyState& body, std::uint32_t, unsigned threads, unsigned) {
          return own.update(body, task.frame, threads, scratch);
        });
  }

  Stats find_pairs(const Task& task, const Request& request, CandidateSink& sink,
                   Scratch& scratch) override {
    Stats stats;
    Arena& arena = scratch.arena(0);
    const float grow = frame_amount(task.frame, request.tolerance);
    ArenaVector<Meeting> meetings(arena);
    for (const auto& [a, b] : list_body_pairs(task, request, arena, stats).pairs) {
      add_meeting(task, a, b, grow, meetings, stats);
    }
    parallel_for(meetings.size(), request.threads, [&](std::size_t i, unsigned worker) {
      arrange(task, meetings[i], grow, scratch.arena(worker));
    });
    ArenaVector<SweepJob> jobs(arena);
    for (std::uint32_t i = 0; i < meetings.size(); ++i) {
      add_jobs(i, false, meetings[i].views.a.count, jobs);
      if (meetings[i].a != meetings[i].b) add_jobs(i, true, meetings[i].views.b.count, jobs);
    }
    return sweep(request, meetings.span(), jobs.span(), sink, scratch, stats);
  }

  void validate(const Task& task) const override {
    for (std::uint32_t slot = 0; slot < task.bodies.size(); ++slot) {
      const BodyState* body = task.bodies[slot];
      if (body == nullptr) continue;
      const SortedBody& own = require_current<SortedBody>(task, slot, 0);
      if (own.boxes.size() != body->primitives.size()) {
        throw std::logic_error("swiper: a body has not as many boxes as primitives");
      }
      own.swiper.validate(own.boxes);
      for (std::uint32_t i = 0; i < own.boxes.size(); ++i) {
        Aabb fresh{};
        fit_boxes(body->primitives, task.frame, {i, 1}, std::span<Aabb>(&fresh, 1));
        if (!(own.boxes[i] == fresh) || !encloses(own.all, fresh)) {
          throw std::logic_error("swiper: a stored box is not the box of its primitive");
        }
      }
    }
  }

 private:
  static const SortedBody& of(const Task& task, std::uint32_t slot) {
    return task.bodies[slot]->structures.at<SortedBody>(0);
  }

  static void add_meeting(const Task& task, std::uint32_t a, std::uint32_t b, float grow,
                          ArenaVector<Meeting>& meetings, Stats& stats) {
    if (of(task, a).boxes.empty() || of(task, b).boxes.empty()) return;
    if (a != b) {
      ++stats.bounds_tests;
      Aabb grown = of(task, a).all;
      grown.grow(grow);
      if (!overlaps(grown, of(task, b).all)) return;
    }
    meetings.push_back({a, b, {}});
  }

  static void arrange(const Task& task, Meeting& meeting, float grow, Arena& arena) {
    const SortedBody& a = of(task, meeting.a);
    const SortedBody& b = of(task, meeting.b);
    if (meeting.a != meeting.b) {
      meeting.views = arrange_meeting(a.boxes, a.all, b.boxes, b.all, grow, arena);
    } else if (grow > 0) {
      meeting.views.a = a.swiper.arrange(a.boxes, a.tags, grow, arena);
    } else {
      meeting.views.a = a.swiper.view();
    }
  }

  static void add_jobs(std::uint32_t meeting, bool of_b, std::uint32_t count,
                       ArenaVector<SweepJob>& jobs) {
    for (std::uint32_t first = 0; first < count; first += swiper_entries_per_chunk) {
      jobs.push_back({meeting, of_b, {first, std::min(swiper_entries_per_chunk, count - first)}});
    }
  }

  static Stats sweep(const Request& request, std::span<const Meeting> meetings,
                     std::span<const SweepJob> jobs, CandidateSink& sink, Scratch& scratch,
                     Stats stats) {
    if (!request.neighbours) sink.promise_no_neighbours();
    return stats += deliver(jobs.size(), request.threads, sink, scratch, [&](const ChunkOut& out) {
             const SweepJob& job = jobs[out.chunk];
             const auto& [a, b, views] = meetings[job.meeting];
             SweepCounts counts{};
             if (a == b) {
               counts = sweep_within(views.a, job.entries, a, !request.neighbours, out.writer);
             } else if (job.of_b) {
               counts.tests =
                   sweep_between(views.b, job.entries, views.a, true, {b, a}, out.writer);
             } else {
               counts.tests =
                   sweep_between(views.a, job.entries, views.b, false, {a, b}, out.writer);
             }
             out.stats.bounds_tests += counts.tests;
             out.stats.neighbours += counts.related;
           });
  }
};

}  // namespace

MethodInfo swiper_method() {
  return {"swiper", "sorted lists, swept on the axis with the fewest overlaps", "Larsson 2006",
          false, [] { return std::make_unique<SwiperMethod>(); }};
}

}  // namespace tact
