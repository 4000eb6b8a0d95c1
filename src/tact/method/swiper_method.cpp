// Method `swiper`: a Swiper per body. Within a body its own order is swept; between two that meet,
// those boxes that reach the other body.
#include <algorithm>
#include <vector>

#include "tact/base/parallel.h"
#include "tact/body/body_pairs.h"
#include "tact/body/box_tagging.h"
#include "tact/bounds/fit.h"
#include "tact/flat/swiper.h"
#include "tact/method/method.h"

namespace tact {
namespace {

constexpr std::uint32_t swiper_entries_per_chunk = 1U << 10;
constexpr std::uint32_t swiper_boxes_per_chunk = 1U << 12;  // of an update

// Radix sort does in one pass what takes insertion sort about half of n · log2(n) steps: the
// paper's limit of eight times that belongs to quicksort.
constexpr double patience = 0.5;

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

Swiper::Options with_radix() {
  Swiper::Options options;
  options.patience = patience;
  return options;
}

class SwiperMethod final : public Method {
 public:
  bool serves(BodyKind) const override { return true; }
  std::string_view working_name() const override { return "swiper"; }

  Stats update(const Task& task, Scratch& scratch) override {
    Stats stats;
    if (bodies_.size() < task.bodies.size()) bodies_.resize(task.bodies.size());
    for (std::size_t slot = 0; slot < task.bodies.size(); ++slot) {
      Body& own = bodies_[slot];
      const BodyState* body = task.bodies[slot];
      if (body == nullptr) {
        own = Body{};
        continue;
      }
      if (own.motion_version == body->motion_version && own.frame_version == task.frame.version) {
        continue;
      }
      if (own.id != body->id) own = Body{};
      if (own.shape_version != body->shape_version) {
        own.tags.resize(body->primitives.size());
        tag_boxes(body->primitives, own.tags);
        own.shape_version = body->shape_version;
      }
      refit(own, *body, task, scratch);
      stats.primitives_read += own.boxes.size();
      const Swiper::Counts counts = own.swiper.update(own.boxes, task.threads, scratch, own.tags);
      stats.sort_steps += counts.steps;
      stats.sort_fallbacks += counts.fallbacks;
      stats.overlaps_x += own.swiper.overlaps(0);
      stats.overlaps_y += own.swiper.overlaps(1);
      stats.overlaps_z += own.swiper.overlaps(2);
    }
    return stats;
  }

  Stats find_pairs(const Task& task, const Request& request, CandidateSink& sink,
                   Scratch& scratch) override {
    Stats stats;
    Arena& arena = scratch.arena(0);
    const float grow = frame_amount(task.frame, request.tolerance);
    ArenaVector<Meeting> meetings(arena);
    for (const auto& [a, b] : list_body_pairs(task, request, arena, stats).pairs) {
      add_meeting(a, b, grow, meetings, stats);
    }
    parallel_for(meetings.size(), request.threads, [&](std::size_t i, unsigned worker) {
      arrange(meetings[i], grow, scratch.arena(worker));
    });
    ArenaVector<SweepJob> jobs(arena);
    for (std::uint32_t i = 0; i < meetings.size(); ++i) {
      add_jobs(i, false, meetings[i].views.a.count, jobs);
      if (meetings[i].a != meetings[i].b) add_jobs(i, true, meetings[i].views.b.count, jobs);
    }
    return sweep(request, meetings.span(), jobs.span(), sink, scratch, stats);
  }

  void validate(const Task& task) const override {
    for (std::size_t slot = 0; slot < task.bodies.size(); ++slot) {
      const BodyState* body = task.bodies[slot];
      if (body == nullptr) continue;
      const Body& own = bodies_[slot];
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
  struct Body {
    Swiper swiper{with_radix()};
    std::vector<Aabb> boxes;
    std::vector<BoxTags> tags;
    Aabb all = Aabb::nothing();
    BodyId id;
    std::uint64_t shape_version = 0;  // of the tags
    std::uint64_t motion_version = 0;
    std::uint64_t frame_version = 0;
  };

  static void refit(Body& own, const BodyState& body, const Task& task, Scratch& scratch) {
    const std::uint32_t count = body.primitives.size();
    own.boxes.resize(count);
    const std::size_t chunks = chunk_count(count, swiper_boxes_per_chunk);
    const std::span<Aabb> parts = scratch.arena(0).allocate<Aabb>(chunks);
    parallel_for(chunks, task.threads, [&](std::size_t chunk, unsigned) {
      const auto [first, last] = chunk_range(count, swiper_boxes_per_chunk, chunk);
      const std::span<Aabb> out = std::span<Aabb>(own.boxes).subspan(first, last - first);
      const Range range{static_cast<std::uint32_t>(first),
                        static_cast<std::uint32_t>(last - first)};
      fit_boxes(body.primitives, task.frame, range, out);
      parts[chunk] = Aabb::nothing();
      for (const Aabb& box : out) parts[chunk] = merge(parts[chunk], box);
    });
    own.all = Aabb::nothing();
    for (const Aabb& part : parts) own.all = merge(own.all, part);
    own.id = body.id;
    own.motion_version = body.motion_version;
    own.frame_version = task.frame.version;
  }

  void add_meeting(std::uint32_t a, std::uint32_t b, float grow, ArenaVector<Meeting>& meetings,
                   Stats& stats) const {
    if (bodies_[a].boxes.empty() || bodies_[b].boxes.empty()) return;
    if (a != b) {
      ++stats.bounds_tests;
      Aabb grown = bodies_[a].all;
      grown.grow(grow);
      if (!overlaps(grown, bodies_[b].all)) return;
    }
    meetings.push_back({a, b, {}});
  }

  void arrange(Meeting& meeting, float grow, Arena& arena) const {
    const Body& a = bodies_[meeting.a];
    const Body& b = bodies_[meeting.b];
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

  std::vector<Body> bodies_;  // by slot
};

}  // namespace

std::unique_ptr<Method> make_swiper_method() { return std::make_unique<SwiperMethod>(); }

}  // namespace tact
