// Suite `rays`: nanoseconds a ray, of rays that have nothing to do with each other, through a body
// at rest and through one that deforms, update included; and a clearance of many bodies.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <stdexcept>

#include "bench/suites.h"
#include "scenes/bodies/torus.h"
#include "scenes/motion/random.h"
#include "tact/tact.h"

namespace tact::bench {
namespace {

constexpr int ray_rounds = 9;

Measure ray_measure(const std::string& name, unsigned threads, double value, const char* unit) {
  return {"rays", name, threads, {value, value, value}, unit};
}

// From anywhere around to anywhere inside a cube around the body.
std::vector<Ray> scattered_rays(std::size_t count) {
  scenes::Random random(5);
  std::vector<Ray> rays(count);
  for (Ray& ray : rays) {
    const Vec3 way = random.normal_vector();
    ray.origin = way * (4 / length(way));
    const Vec3 to = random.normal_vector() * 0.7;
    ray.direction = to - ray.origin;
  }
  return rays;
}

double median_seconds(std::vector<double>& seconds) {
  std::sort(seconds.begin(), seconds.end());
  return seconds[seconds.size() / 2];
}

// Of the clock, or of the processor, all threads together.
class RayClock {
 public:
  explicit RayClock(bool processor)
      : clock_(processor ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC) {}
  template <class Work>
  double seconds_of(Work&& work) const {
    const double begin = now();
    work();
    return now() - begin;
  }

 private:
  double now() const {
    timespec t{};
    clock_gettime(clock_, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
  }

  clockid_t clock_;
};

// All modes take turns. What the first and any hit say must agree on what is met at all.
void measure_still(World& world, const std::vector<Ray>& rays, const std::string& name,
                   unsigned threads, const RayClock& clock, std::vector<Measure>& out) {
  const struct {
    RayMode mode;
    const char* name;
  } modes[] = {{RayMode::first, "first"}, {RayMode::any, "any"}, {RayMode::all, "all"}};
  std::vector<double> seconds[3];
  std::size_t met[3] = {};
  for (int round = 0; round < ray_rounds; ++round) {
    for (std::size_t i = 0; i < 3; ++i) {
      const RayOptions options{.mode = modes[i].mode, .threads = threads};
      const RayHits* hits = nullptr;
      seconds[i].push_back(clock.seconds_of([&] { hits = &world.cast(rays, options); }));
      met[i] = 0;
      for (std::size_t k = 0; k < hits->size(); ++k) met[i] += (*hits)[k].empty() ? 0 : 1;
    }
  }
  if (met[0] != met[1] || met[0] != met[2]) throw std::runtime_error("rays: answers differ");
  for (std::size_t i = 0; i < 3; ++i) {
    const double ns = 1e9 * median_seconds(seconds[i]) / static_cast<double>(rays.size());
    out.push_back(
        ray_measure(fmt::format("{}, {} hit", name, modes[i].name), threads, ns, "ns a ray"));
  }
}

void measure_deforming(const Mesh& mesh, const std::vector<Ray>& rays, unsigned threads,
                       const RayClock& clock, std::vector<Measure>& out) {
  World world({"auto", threads});
  const BodyId body = world.add(deforming(mesh.view()));
  std::vector<std::vector<Vec3>> frames(6, mesh.positions);
  for (std::size_t f = 0; f < frames.size(); ++f) {
    for (Vec3& p : frames[f]) {
      p.z += 0.05 * std::sin(4 * p.x + static_cast<double>(f)) * std::cos(3 * p.y);
    }
  }
  std::vector<double> seconds;
  for (int round = 0; round < 3 * ray_rounds; ++round) {
    const auto& positions = frames[static_cast<std::size_t>(round) % frames.size()];
    const double s = clock.seconds_of([&] {
      world.move(body, PositionsView(positions));
      world.cast(rays, {.threads = threads});
    });
    if (round >= 6) seconds.push_back(s);
  }
  out.push_back(ray_measure(fmt::format("{} rays through {} deforming triangles, update included",
                                        rays.size(), mesh.triangles.size()),
                            threads, 1e3 * median_seconds(seconds), "ms a frame"));
}

void measure_world_clearance(std::size_t bodies, const RayClock& clock, std::vector<Measure>& out) {
  scenes::Random random(6);
  const Shape shape(scenes::torus(32, 16));
  World world({"auto", 1});
  std::vector<BodyId> ids;
  for (std::size_t i = 0; i < bodies; ++i) ids.push_back(world.add(rigid(shape)));
  std::vector<double> seconds;
  std::vector<double> bounded;
  for (int round = 0; round < ray_rounds; ++round) {
    for (std::size_t i = 0; i < bodies; ++i) {
      const auto at = static_cast<double>(i);
      const Vec3 where{4 * std::fmod(at, 10), 4 * std::floor(at / 10), 0.02 * round * at};
      world.move(ids[i], Transform::from_axis_angle(random.normal_vector(), 0.1 * at, where));
    }
    seconds.push_back(clock.seconds_of([&] { world.clearance(); }));
    bounded.push_back(clock.seconds_of([&] { world.clearance({.up_to = 0.02, .enough = 0.02}); }));
  }
  const std::string name = fmt::format("clearance of {} tori of 1024 triangles", bodies);
  out.push_back(ray_measure(name, 1, 1e6 * median_seconds(seconds), "us"));
  out.push_back(ray_measure(name + ", closer than 0.02?", 1, 1e6 * median_seconds(bounded), "us"));
}

}  // namespace

std::vector<Measure> measure_rays(bool quick, bool processor_time) {
  const RayClock clock(processor_time);
  std::vector<Measure> out;
  const Mesh mesh = quick ? scenes::torus(40, 20) : scenes::torus(256, 128);
  const std::vector<Ray> rays = scattered_rays(quick ? 500 : 10'000);
  for (const unsigned threads : {1U, 2U}) {
    World still({"auto", threads});
    still.add(rigid(mesh.view()));
    measure_still(still, rays, fmt::format("{} triangles at rest", mesh.triangles.size()), threads,
                  clock, out);
    measure_deforming(mesh, rays, threads, clock, out);
  }
  measure_world_clearance(quick ? 10 : 100, clock, out);
  return out;
}

}  // namespace tact::bench
