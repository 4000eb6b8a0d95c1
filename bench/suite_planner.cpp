// Suite `planner`: two rigid bodies as a motion planner meets them. Their distance, the time to
// build their trees, and batches of poses that have nothing to do with each other, on one thread
// and on two.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <stdexcept>

#include "bench/planner.h"
#include "bench/suites.h"
#include "scenes/bodies/torus.h"
#include "scenes/motion/random.h"
#include "tact/base/parallel.h"
#include "tact/tact.h"

namespace tact::bench {

#ifndef TACT_HAVE_FCL
std::vector<PlannerEntrant> fcl_planners() { return {}; }
#endif

namespace {

double planner_seconds(bool processor) {
  timespec t{};
  clock_gettime(processor ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

template <bool Coherent>
class OurPlanner final : public PlannerModel {
 public:
  OurPlanner(const Mesh& a, const Mesh& b)
      : tracker_(Shape(a.view()), Shape(b.view()), TrackerOptions{Coherent}) {}
  double distance(const Transform& pose_a, const Transform& pose_b) override {
    return tracker_.distance(pose_a, pose_b).distance;
  }

 private:
  PairTracker tracker_;
};

template <bool Coherent>
std::unique_ptr<PlannerModel> make(const Mesh& a, const Mesh& b) {
  return std::make_unique<OurPlanner<Coherent>>(a, b);
}

std::vector<PlannerEntrant> entrants() {
  std::vector<PlannerEntrant> all{{"obb", false, make<false>}, {"obb-coherent", false, make<true>}};
  for (const PlannerEntrant& peer : fcl_planners()) all.push_back(peer);
  return all;
}

Transform anywhere(scenes::Random& random, double apart) {
  const Vec3 axis = random.normal_vector();
  const double angle = random.uniform(0, 6.28);
  const Vec3 way = random.normal_vector();
  return Transform::from_axis_angle(axis, angle, way * (apart / length(way)));
}

// Poses in a row: a path whose every step is small.
std::vector<Transform> path(int count) {
  std::vector<Transform> poses;
  for (int i = 0; i < count; ++i) {
    const double t = 0.01 * i;
    poses.push_back(Transform::from_axis_angle(
        {0.3, 1, 0.2}, t, {2.6 * std::cos(t), 2.6 * std::sin(t), 0.9 * std::sin(2 * t)}));
  }
  return poses;
}

std::vector<Transform> scattered(int count, double from, double to) {
  scenes::Random random(7);
  std::vector<Transform> poses;
  for (int i = 0; i < count; ++i) poses.push_back(anywhere(random, random.uniform(from, to)));
  return poses;
}

Measure of(const std::string& name, unsigned threads, double value, const char* unit) {
  return {"planner", name, threads, {value, value, value}, unit};
}

// All take turns on every pose; the best of three rounds counts. Throws if distances differ.
void measure_distances(const std::string& name, const Mesh& mesh,
                       const std::vector<Transform>& poses, bool processor,
                       std::vector<Measure>& out) {
  const std::vector<PlannerEntrant> all = entrants();
  std::vector<std::unique_ptr<PlannerModel>> models;
  for (const PlannerEntrant& entrant : all) models.push_back(entrant.make(mesh, mesh));
  std::vector<double> best(all.size(), 1e300);
  for (int round = 0; round < 3; ++round) {
    std::vector<double> sum(all.size(), 0);
    for (const Transform& pose : poses) {
      double expected = 0;
      for (std::size_t k = 0; k < all.size(); ++k) {
        const double start = planner_seconds(processor);
        const double found = std::max(0.0, models[k]->distance(Transform(), pose));
        sum[k] += planner_seconds(processor) - start;
        if (k == 0) expected = found;
        if (std::fabs(found - expected) > 1e-4) {
          throw std::runtime_error(fmt::format("{}: {} says {}, {} says {}", name, all[0].name,
                                               expected, all[k].name, found));
        }
      }
    }
    for (std::size_t k = 0; k < all.size(); ++k) best[k] = std::min(best[k], sum[k]);
  }
  const double each = 1e6 / static_cast<double>(poses.size());
  for (std::size_t k = 0; k < all.size(); ++k) {
    out.push_back(of(name + ": " + all[k].name, 1, best[k] * each, "us a query"));
  }
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (!all[k].peer) continue;
    out.push_back(of(fmt::format("{}: obb over {}", name, all[k].name), 1, best[k] / best[0], "x"));
  }
}

void measure_build(const Mesh& mesh, bool processor, std::vector<Measure>& out) {
  const std::vector<PlannerEntrant> all = entrants();
  std::vector<double> best(all.size(), 1e300);
  for (int round = 0; round < 3; ++round) {
    for (std::size_t k = 0; k < all.size(); ++k) {
      const double start = planner_seconds(processor);
      all[k].make(mesh, mesh);
      best[k] = std::min(best[k], planner_seconds(processor) - start);
    }
  }
  const std::string name = fmt::format("build of a torus of {} triangles", mesh.triangles.size());
  for (std::size_t k = 0; k < all.size(); ++k) {
    out.push_back(of(name + ": " + all[k].name, 1, 1e3 * best[k] / 2, "ms"));
    if (!all[k].peer) continue;
    out.push_back(of(fmt::format("{}: obb over {}", name, all[k].name), 1, best[k] / best[0], "x"));
  }
}

// Nothing but arithmetic, in registers: what two threads can be worth on this machine now.
double arithmetic(std::uint64_t steps) {
  double a = 1;
  double b = 0.5;
  double c = 0.25;
  double d = 0.125;
  for (std::uint64_t i = 0; i < steps; ++i) {
    a = a * 0.999 + 0.001;
    b = b * 0.998 + 0.001;
    c = c * 0.997 + 0.001;
    d = d * 0.996 + 0.001;
  }
  return a + b + c + d;
}

void measure_batches(const Mesh& mesh, int count, std::vector<Measure>& out) {
  const Shape shape(mesh.view());
  std::vector<PosePair> poses;
  for (const Transform& pose : scattered(count, 0.8, 3)) poses.push_back({Transform(), pose});
  std::vector<std::uint8_t> expected(poses.size());
  std::vector<std::uint8_t> answers(poses.size());
  touching(shape, shape, poses, expected, 1);
  constexpr std::size_t chunks = 64;
  std::vector<double> sums(chunks);
  double poses_s[2] = {1e300, 1e300};
  double loop_s[2] = {1e300, 1e300};
  for (int round = 0; round < 5; ++round) {
    for (const unsigned threads : {1U, 2U}) {
      double start = planner_seconds(false);
      touching(shape, shape, poses, answers, threads);
      poses_s[threads - 1] = std::min(poses_s[threads - 1], planner_seconds(false) - start);
      if (answers != expected) throw std::runtime_error("batches: answers differ");
      start = planner_seconds(false);
      parallel_for(chunks, threads, [&](std::size_t i, unsigned) {
        sums[i] = arithmetic(static_cast<std::uint64_t>(count) * 10);
      });
      loop_s[threads - 1] = std::min(loop_s[threads - 1], planner_seconds(false) - start);
    }
  }
  const std::string name = fmt::format("{} poses, yes or no", count);
  for (const unsigned threads : {1U, 2U}) {
    out.push_back(of(name, threads, 1e6 * poses_s[threads - 1] / count, "us a pose"));
  }
  const double ours = poses_s[0] / poses_s[1];
  const double loop = loop_s[0] / loop_s[1];
  out.push_back(of(name + ": two threads over one", 2, ours, "x"));
  out.push_back(of("arithmetic alone: two threads over one", 2, loop, "x"));
  out.push_back(of(name + ": share of that scaling", 2, 100 * ours / loop, "%"));
}

}  // namespace

std::vector<Measure> measure_planner(bool quick, bool processor_time) {
  std::vector<Measure> out;
  const Mesh small = quick ? scenes::torus(32, 16) : scenes::torus(100, 50);
  const int count = quick ? 20 : 400;
  const std::string size = fmt::format("tori of {} triangles", small.triangles.size());
  measure_distances("distance, " + size + ", scattered poses", small, scattered(count, 2, 4),
                    processor_time, out);
  measure_distances("distance, " + size + ", along a path", small, path(count), processor_time,
                    out);
  measure_build(quick ? small : scenes::torus(316, 158), processor_time, out);
  measure_batches(small, quick ? 200 : 10000, out);
  return out;
}

}  // namespace tact::bench
