// Table 3 of Zhang 2007: the steps of streaming, each by its own clock, on one thread. The paper's
// milliseconds are of a GeForce 7800 and a Pentium at 3.4 GHz: only their proportions compare.
#include <fmt/format.h>

#include <ctime>
#include <memory>

#include "bench/stage.h"
#include "bench/zhang.h"
#include "scenes/registry.h"
#include "tact/body/stream_bodies.h"
#include "tact/contact/narrow.h"

namespace tact::bench {
namespace {

// Thread time, so that what else the machine does is not counted.
double now() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e3 * static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_nsec);
}

struct Frames {
  ZhangSteps ms;  // of all frames
  std::uint64_t leaf_pairs = 0;
  std::uint64_t leaf_tests = 0;
  std::uint64_t paper_candidates = 0;  // all pairs of triangles of colliding leaves
  std::uint64_t candidates = 0;        // those whose boxes overlap
  std::uint64_t contacts = 0;
  int frames = 0;
};

// The bodies of a stage as a method sees them.
class StagedTask {
 public:
  explicit StagedTask(const Stage& stage) : stage_(stage), states_(stage.bodies().size()) {}

  const Task& refresh() {
    Extent all;
    task_.bodies.clear();
    task_.primitives.clear();
    for (std::size_t i = 0; i < states_.size(); ++i) {
      const StageBody& body = stage_.bodies()[i];
      BodyState& state = states_[i];
      state.kind = BodyKind::deforming;
      state.primitives = body.primitives;
      state.extent = {};
      for (std::uint32_t v = 0; v < body.vertices(); ++v) {
        const float* p = body.vertex(v);
        state.extent.add(Vec3{p[0], p[1], p[2]});
      }
      all.add(state.extent);
      state.shape_version = 1;
      state.motion_version = ++version_;
      task_.bodies.push_back(&state);
      task_.primitives.push_back(&state.primitives);
    }
    if (task_.frame.version == 0 || !task_.frame.suits(all)) {
      task_.frame = BoundsFrame::around(all);
      task_.frame.version = ++version_;
    }
    return task_;
  }

 private:
  const Stage& stage_;
  std::vector<BodyState> states_;
  Task task_;
  std::uint64_t version_ = 0;
};

void query(const Task& task, const StreamBodies& bodies, bool culling, Scratch& scratch,
           TileMemory& memory, Frames& sum) {
  scratch.begin(1);
  Narrow narrow(task.primitives, {}, scratch, 1);
  narrow.open(1);
  CandidateWriter writer(narrow, 0, 0);
  const StreamBody& a = bodies.at(task, 0);
  const StreamBody& b = bodies.at(task, 1);
  const StreamQuery how{0, false, culling};
  Stats stats;
  Arena& arena = scratch.arena(0);
  ArenaVector<TileRun> runs(arena);
  double at = now();
  const auto lap = [&at](double& into) {
    const double then = at;
    at = now();
    into += at - then;
  };
  plan_tiles(a.stream(), b.stream(), how, arena, runs, stats);
  lap(sum.ms.overlap);
  for (const TileRun& run : runs.span()) {
    for (std::uint32_t tile = run.b.first; tile < run.b.end(); ++tile) {
      sum.leaf_tests += test_tile(tile_task(a.stream(), run, b.stream(), tile, how), memory.bits);
      lap(sum.ms.overlap);
      const Encoding encoding = encoding_for(memory.bits);
      encode(memory.bits, encoding, memory.encoded);
      lap(sum.ms.encode);
      const auto pairs = decode(memory.encoded, encoding, memory.bits, memory.decoded);
      lap(sum.ms.decode);
      push_candidates({a.side(0, run.a), b.side(1, tile), 0, false}, pairs, scratch.chunk_arena(0),
                      writer, stats);
      scratch.chunk_arena(0).reset();
      lap(sum.ms.triangles);
      sum.leaf_pairs += pairs.size();
      for (const LeafPair& pair : pairs) {
        sum.paper_candidates += a.leaves.ids(run.a * tile_side + pair.a).size() *
                                b.leaves.ids(tile * tile_side + pair.b).size();
      }
      at = now();
    }
  }
  writer.finish();
  std::vector<Candidate> found;
  narrow.finish(found);
  lap(sum.ms.triangles);
  sum.candidates += narrow.stats().candidates;
  sum.contacts += found.size();
  scratch.end();
}

Frames play(const ZhangScene& paper, bool culling, std::uint32_t leaf_size, bool quick) {
  const scenes::SceneInfo& info = scenes::find(paper.name);
  const scenes::Scene scene = scenes::build(info, quick ? 1 : 2);
  Stage stage(scene);
  StagedTask staged(stage);
  StreamOptions options;
  options.culling = culling;
  options.leaf_size = leaf_size;
  StreamBodies bodies(options);
  Scratch scratch;
  const auto memory = std::make_unique<TileMemory>();
  Frames sum;
  const int step = quick ? info.frames / 3 : 2;
  for (int frame = 0; frame < info.frames; frame += step) {
    stage.set(frame_of(scene, frame));
    const Task& task = staged.refresh();
    scratch.begin(1);
    const double start = now();
    bodies.update(task, scratch);
    // The first one sets up.
    if (frame > 0) sum.ms.update += now() - start;
    scratch.end();
    if (frame == 0) continue;
    query(task, bodies, culling, scratch, *memory, sum);
    ++sum.frames;
  }
  return sum;
}

void print_ours(std::FILE* out, const char* what, const Frames& f) {
  const double n = f.frames;
  const auto per_frame = [n](std::uint64_t count) { return static_cast<double>(count) / n; };
  const double total =
      f.ms.overlap + f.ms.encode + f.ms.decode + f.ms.triangles + f.ms.download + f.ms.update;
  fmt::print(out,
             "  {:<14} {:<16} {:>8.0f} {:>9.0f} {:>7.0f} {:>9.3f} {:>8.3f} {:>8.3f} {:>8.3f} "
             "{:>9.3f} {:>7.3f} {:>8.3f}\n",
             "", what, per_frame(f.leaf_pairs), per_frame(f.paper_candidates),
             per_frame(f.contacts), f.ms.overlap / n, f.ms.encode / n, f.ms.decode / n,
             f.ms.triangles / n, f.ms.download / n, f.ms.update / n, total / n);
}

void print_paper(std::FILE* out, const ZhangScene& s) {
  fmt::print(out,
             "  {:<14} {:<16} {:>8} {:>9} {:>7} {:>9.2f} {:>8.2f} {:>8.2f} {:>8.2f} {:>9.2f} "
             "{:>7.2f} {:>8.2f}   CULLIDE missed {} %\n",
             s.name, "paper", s.leaf_pairs, s.candidates, s.contacts, s.ms.overlap, s.ms.encode,
             s.ms.decode, s.ms.triangles, s.ms.download, s.ms.update, s.ms.total,
             s.missed_by_cullide);
}

}  // namespace

void print_zhang_steps(std::FILE* out, bool quick) {
  fmt::print(out,
             "Zhang 2007, table 3: milliseconds a frame by step, one thread, processor time; leaf "
             "pairs, triangle pairs in them, touching pairs\n");
  fmt::print(out, "  {:<14} {:<16} {:>8} {:>9} {:>7} {:>9} {:>8} {:>8} {:>8} {:>9} {:>7} {:>8}\n",
             "", "", "leaves", "pairs", "touch", "overlap", "encode", "decode", "triangle",
             "download", "update", "total");
  for (const ZhangScene& scene : zhang_scenes()) {
    print_paper(out, scene);
    print_ours(out, "all pairs, 16", play(scene, false, 16, quick));
    print_ours(out, "culled, 16", play(scene, true, 16, quick));
    print_ours(out, "culled, default", play(scene, true, StreamOptions{}.leaf_size, quick));
  }
  fmt::print(out, "  Nothing is downloaded here: positions are read where they are.\n\n");
}

}  // namespace tact::bench
