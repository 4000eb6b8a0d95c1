// Method `swiper`: a Swiper per body, and one over the boxes of the bodies that tells which of them
// meet. Within a body its own order is swept; between two, those boxes that reach the other body.
#include <algorithm>
#include <vector>

#include "tact/base/deliver.h"
#include "tact/base/parallel.h"
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
      add_meeting(request.only->a, request.only->b, grow, meetings, stats);
    } else {
      all_meetings(task, grow, arena, meetings, stats);
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
    broad_.validate(body_boxes_);
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

  // The bodies as boxes: the broad phase.
  void update_bodies(const Task& task, Scratch& scratch) {
    body_boxes_.clear();
    body_slots_.clear();
    for (std::uint32_t slot = 0; slot < task.bodies.size(); ++slot) {
      if (task.bodies[slot] == nullptr || bodies_[slot].boxes.empty()) continue;
      body_boxes_.push_back(bodies_[slot].all);
      body_slots_.push_back(slot);
    }
    broad_.update(body_boxes_, task.threads, scratch);
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

  std::vector<Body> bodies_;  // by slot
  Swiper broad_{with_radix()};
  std::vector<Aabb> body_boxes_;
  std::vector<std::uint32_t> body_slots_;  // of these boxes
};

}  // namespace

std::unique_ptr<Method> make_swiper_method() { return std::make_unique<SwiperMethod>(); }

}  // namespace tact
