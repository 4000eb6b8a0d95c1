// Methods `obb`, `aabb` and their coherent forms (Tropp 2006): a tree of each rigid body's shape,
// and for each two bodies the boxes of the one placed among the boxes of the other. Pairs with a
// body of another kind are left to `dbvh`.
#include <atomic>
#include <memory>
#include <vector>

#include "tact/body/rigid_trees.h"
#include "tact/method/front_store.h"
#include "tact/method/mixed_bodies.h"
#include "tact/method/variants.h"
#include "tact/traverse/driver.h"
#include "tact/traverse/rigid_search.h"
#include "tact/tree/rigid_tree.h"

namespace tact {

namespace {

constexpr std::size_t rigid_pairs_per_chunk = 8;

std::uint64_t next_owner() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

// Collects what the first levels find, before the chunks are known.
class ListSink final : public CandidateSink {
 public:
  explicit ListSink(ArenaVector<Candidate>& list) : list_(list) {}
  void open(std::size_t) override {}
  Flow take(std::size_t, unsigned, std::span<const Candidate> batch) override {
    list_.append(batch);
    return Flow::go_on;
  }
  Flow close(std::size_t, unsigned) override { return Flow::go_on; }
  bool wants(std::size_t) const override { return true; }

 private:
  ArenaVector<Candidate>& list_;
};

template <class Eight>
class RigidMethod final : public Method {
 public:
  RigidMethod(std::string_view name, bool all_axes, bool coherent, const FrontPolicy& policy)
      : name_(name), all_axes_(all_axes), coherent_(coherent), policy_(policy) {}

  bool serves(BodyKind) const override { return true; }
  std::string_view working_name() const override { return name_; }

  Stats update(const Task& task, Scratch& scratch) override {
    Stats stats = mixed_.update(task, scratch);
    return stats += complete_shapes(
               task, scratch, last_complete_,
               [](const ShapeParts& parts) { return parts.find_tree<Eight>() == nullptr; },
               [](const ShapeParts& parts, Stats& built) { parts.tree<Eight>(built); });
  }

  Stats find_pairs(const Task& task, const Request& request, CandidateSink& sink,
                   Scratch& scratch) override {
    Stats stats;
    Arena& arena = scratch.arena(0);
    ArenaVector<Pair> pairs(arena);
    mixed_.list_own(task, request, arena, pairs, stats);
    ArenaVector<Job> jobs(arena);
    for (const Pair& pair : pairs) jobs.push_back({pair.a, pair.b, nullptr});
    std::size_t chunks = 0;
    if (!jobs.empty()) stats += find_rigid(task, request, jobs, sink, scratch, chunks);
    return stats += mixed_.find_others(task, request, !jobs.empty(), chunks, sink, scratch);
  }

  void validate(const Task& task) const override {
    mixed_.validate(task);
    validate_shapes(task, [](const ShapeParts& parts) { return parts.find_tree<Eight>(); });
  }

 private:
  // Two bodies to be looked at.
  struct Job {
    std::uint32_t a;
    std::uint32_t b;
    RigidFront* front;
  };

  Stats find_rigid(const Task& task, const Request& request, ArenaVector<Job>& jobs,
                   CandidateSink& sink, Scratch& scratch, std::size_t& chunks) {
    if (coherent_) {
      FrontStore& store = scratch.kept<FrontStore>();
      store.begin(owner_);
      for (Job& job : jobs) {
        if (job.a != job.b) job.front = &store.of(*task.bodies[job.a], *task.bodies[job.b]);
      }
    }
    const bool share = !coherent_ && !request.bounded && request.threads > jobs.size();
    const Stats stats = share ? find_by_lanes(task, request, jobs.span(), sink, scratch, chunks)
                              : find_by_bodies(task, request, jobs.span(), sink, scratch, chunks);
    if (coherent_) scratch.kept<FrontStore>().end();
    return stats;
  }

  static const RigidTree<Eight>& tree_of(const BodyState& body) {
    return *body.shape->parts().find_tree<Eight>();
  }

  // The two trees where the bodies stand, and how to go about them.
  struct Meeting {
    RigidPair<Eight> pair;
    RigidSearch search;
    FrontStep step = FrontStep::plain;
  };
  Meeting meet(const Task& task, const Job& job, const Request& request) const {
    const RigidTree<Eight>& a = tree_of(*task.bodies[job.a]);
    const RigidTree<Eight>& b = tree_of(*task.bodies[job.b]);
    const RigidPlace at_a = a.at(pose_of(*task.bodies[job.a]));
    const RigidPlace at_b = b.at(pose_of(*task.bodies[job.b]));
    const RelativePose b_in_a = relative_pose(at_b, at_a);
    const RelativePose a_in_b = relative_pose(at_a, at_b);
    Meeting out;
    out.pair = {a.blocks(), b.blocks(), rounded(b_in_a, b.reach()), rounded(a_in_b, a.reach()),
                job.a == job.b};
    const double tolerance =
        job.front != nullptr ? job.front->admit(request.tolerance) : request.tolerance;
    if (tolerance > 0) {
      out.pair.b_in_a.slack += static_cast<float>(tolerance * a.frame().scale * (1 + 0x1p-20));
      out.pair.a_in_b.slack += static_cast<float>(tolerance * b.frame().scale * (1 + 0x1p-20));
    }
    out.search.all_axes = all_axes_;
    out.search.policy = policy_;
    out.search.edge = 2 * std::min(a.size(), b.size()) * a.frame().scale;
    out.search.unit = 1 / a.frame().scale;
    if (job.front != nullptr) {
      out.step = job.front->advance(b_in_a, a_in_b, a.reach(), b.reach(), out.search.edge,
                                    request.bounded, policy_);
    }
    return out;
  }

  // A chunk for each two bodies.
  Stats find_by_bodies(const Task& task, const Request& request, std::span<const Job> jobs,
                       CandidateSink& sink, Scratch& scratch, std::size_t& chunks) {
    chunks = jobs.size();
    return deliver(chunks, request.threads, sink, scratch, [&](const ChunkOut& to) {
      const Job& job = jobs[to.chunk];
      const Meeting at = meet(task, job, request);
      const RigidOut out{to.writer, job.a, job.b, request.bounded};
      if (job.front != nullptr) {
        walk_front(at.pair, at.search, at.step, *job.front, out, to.arena, to.stats);
      } else {
        ArenaVector<LanePair> open(to.arena);
        open_lanes(at.pair, at.search, 1, out, open, to.arena, to.stats);
        walk_lanes<Eight>(at.pair, at.search, open.span(), out, to.arena, to.stats);
      }
    });
  }

  // Few bodies, many threads: the first levels of each two bodies here, the rest in chunks. Chunk 0
  // is what was found on the way.
  Stats find_by_lanes(const Task& task, const Request& request, std::span<const Job> jobs,
                      CandidateSink& sink, Scratch& scratch, std::size_t& chunks) {
    Stats stats;
    Arena& arena = scratch.arena(0);
    ArenaVector<Candidate> found(arena);
    ArenaVector<JobRun<LanePair>> runs(arena);
    const std::span<Meeting> meetings = arena.allocate<Meeting>(jobs.size());
    ListSink list(found);
    for (std::uint32_t i = 0; i < jobs.size(); ++i) {
      meetings[i] = meet(task, jobs[i], request);
      CandidateWriter writer(list, 0, 0);
      const RigidOut out{writer, jobs[i].a, jobs[i].b, false};
      ArenaVector<LanePair> open(arena);
      open_lanes(meetings[i].pair, meetings[i].search, wide_enough, out, open, arena, stats);
      writer.finish();
      cut_into_runs<LanePair>(i, open.span(), rigid_pairs_per_chunk, runs);
    }
    chunks = 1 + runs.size();
    const auto drain = [&](std::size_t i, const ChunkOut& to) {
      const auto& [job, open] = runs[i];
      const RigidOut out{to.writer, jobs[job].a, jobs[job].b, false};
      walk_lanes<Eight>(meetings[job].pair, meetings[job].search, open, out, to.arena, to.stats);
    };
    return stats += share_out(found.span(), runs.size(), request.threads, sink, scratch, drain);
  }

  std::string_view name_;
  bool all_axes_;
  bool coherent_;
  FrontPolicy policy_;
  std::uint64_t owner_ = next_owner();
  std::uint64_t last_complete_ = 0;  // number of the update after which all shapes had a tree
  MixedBodies mixed_{is_rigid};
};

constexpr FrontPolicy measured{};

}  // namespace

MethodInfo obb_method() {
  return {"obb", "oriented boxes around rigid bodies", "Tropp 2006", false,
          [] { return std::make_unique<RigidMethod<Obb8>>("obb", true, false, measured); }};
}
MethodInfo obb_coherent_method() {
  return {"obb-coherent", "oriented boxes; starts where the last query of two bodies ended",
          "Tropp 2006", false,
          [] { return std::make_unique<RigidMethod<Obb8>>("obb-coherent", true, true, measured); }};
}
MethodInfo aabb_method() {
  return {"aabb", "boxes around rigid bodies in their own frames", "Tropp 2006", false, [] {
            return std::make_unique<RigidMethod<CentredBox8>>("aabb", false, false, measured);
          }};
}
std::unique_ptr<Method> make_aabb_all_axes_method() {
  return std::make_unique<RigidMethod<CentredBox8>>("aabb-all-axes", true, false, measured);
}
MethodInfo aabb_coherent_method() {
  return {"aabb-coherent", "the same; starts where the last query of two bodies ended",
          "Tropp 2006", false, [] {
            return std::make_unique<RigidMethod<CentredBox8>>("aabb-coherent", false, true,
                                                              measured);
          }};
}
std::unique_ptr<Method> make_front_method(bool oriented, const FrontPolicy& policy) {
  if (oriented) return std::make_unique<RigidMethod<Obb8>>("obb-coherent", true, true, policy);
  return std::make_unique<RigidMethod<CentredBox8>>("aabb-coherent", false, true, policy);
}
std::unique_ptr<Method> make_kdop_14_method(bool coherent) {
  return std::make_unique<RigidMethod<KDop8<4>>>(coherent ? "kdop-14-coherent" : "kdop-14", false,
                                                 coherent, measured);
}
std::unique_ptr<Method> make_kdop_18_method(bool coherent) {
  return std::make_unique<RigidMethod<KDop8<6>>>(coherent ? "kdop-18-coherent" : "kdop-18", false,
                                                 coherent, measured);
}

}  // namespace tact
