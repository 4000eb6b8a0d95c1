// Method `swiper`: a Swiper per body, and one over the boxes of the bodies that tells which of them
// meet. Within a body its own order is swept; between two, those boxes that reach the other body.
#include <algorithm>
#include <vector>

#include "tact/base/parallel.h"
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
    const Stats stats = keep_structures_in_turn<SortedBody>(
        task, scratch, 0, any_body,
        [&](SortedBody& own, const BodyState& body, std::uint32_t, unsigned threads, unsigned) {
          return own.update(body, task.frame, threads, scratch);
        });
    update_bodies(task, scratch);
    return stats;
  }

  Stats find_pairs(const Task& task, const Request& request, CandidateSink& sink,
                   Scratch& scratch) override {
    Stats stats;
    Arena& arena = scratch.arena(0);
    const float grow = frame_amount(task.frame, request.tolerance);
    ArenaVector<Meeting> meetings(arena);
    if (request.only) {
      add_meeting(task, request.only->a, request.only->b, grow, meetings, stats);
    } else {
      all_meetings(task, grow, arena, meetings, stats);
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
    broad_.validate(body_boxes_);
  }

 private:
  static const SortedBody& of(const Task& task, std::uint32_t slot) {
    return *task.bodies[slot]->structures.find<SortedBody>(0);
  }

  // The bodies as boxes: the broad phase.
  void update_bodies(const Task& task, Scratch& scratch) {
    body_boxes_.clear();
    body_slots_.clear();
    for (std::uint32_t slot = 0; slot < task.bodies.size(); ++slot) {
      if (task.bodies[slot] == nullptr || of(task, slot).boxes.empty()) continue;
      body_boxes_.push_back(of(task, slot).all);
      body_slots_.push_back(slot);
    }
    broad_.update(body_boxes_, task.threads, scratch);
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
    meetings.push_back({std::min(a, b), std::max(a, b), {}});
  }

  void all_meetings(const Task& task, float grow, Arena& arena, ArenaVector<Meeting>& meetings,
                    Stats& stats) const {
    for (const std::uint32_t slot : body_slots_) {
      if (task.tests(slot, slot)) meetings.push_back({slot, slot, {}});
    }
    const SweepView view = grow > 0 ? broad_.arrange(body_boxes_, {}, grow, arena) : broad_.view();
    ArenaVector<Pair> found(arena);
    stats.bounds_tests += sweep_within(view, {0, view.count}, found);
    for (const Pair& pair : found) {
      const std::uint32_t a = body_slots_[std::min(pair.a, pair.b)];
      const std::uint32_t b = body_slots_[std::max(pair.a, pair.b)];
      if (task.tests(a, b)) meetings.push_back({a, b, {}});
    }
    // However the list of bodies came to be in its order, the chunks of a query are the same.
    std::sort(meetings.begin(), meetings.end(), [](const Meeting& m, const Meeting& n) {
      return m.a != n.a ? m.a < n.a : m.b < n.b;
    });
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
    sink.open(jobs.size());
    const std::span<SweepCounts> counts = scratch.arena(0).allocate<SweepCounts>(jobs.size());
    parallel_for(jobs.size(), request.threads, [&](std::size_t chunk, unsigned worker) {
      counts[chunk] = {};
      if (!sink.wants(chunk)) return;
      BlockWriter writer(sink, chunk, worker);
      const SweepJob& job = jobs[chunk];
      const auto& [a, b, views] = meetings[job.meeting];
      if (a == b) {
        counts[chunk] = sweep_within(views.a, job.entries, a, !request.neighbours, writer);
      } else if (job.of_b) {
        counts[chunk].tests = sweep_between(views.b, job.entries, views.a, true, {b, a}, writer);
      } else {
        counts[chunk].tests = sweep_between(views.a, job.entries, views.b, false, {a, b}, writer);
      }
      writer.finish();
    });
    for (const SweepCounts& count : counts) {
      stats.bounds_tests += count.tests;
      stats.neighbours += count.related;
    }
    return stats;
  }

  Swiper broad_{radix_swiper()};
  std::vector<Aabb> body_boxes_;
  std::vector<std::uint32_t> body_slots_;  // of these boxes
};

}  // namespace

std::unique_ptr<Method> make_swiper_method() { return std::make_unique<SwiperMethod>(); }

}  // namespace tact
