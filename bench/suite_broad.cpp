// Suite `broad`: pairs of boxes alone, frame after frame, ours beside other libraries' broad
// phases. All take turns on every frame, and their pairs must be the same.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "bench/broad.h"
#include "bench/suites.h"
#include "scenes/motion/random.h"
#include "scenes/registry.h"

namespace tact::bench {

#ifndef TACT_HAVE_BULLET
std::vector<BroadEntrant> bullet_broad_phases() { return {}; }
#endif
#ifndef TACT_HAVE_CGAL
std::vector<BroadEntrant> cgal_broad_phases() { return {}; }
#endif

namespace {

struct Workload {
  std::string name;
  bool variants;  // do those take part, too?
  bool of_bodies;
  int frames;
  int unmeasured;  // of them, at the beginning
  std::function<std::vector<Aabb>(int frame)> boxes;
};

// Boxes of size one in a cube in which each meets about three others; one in so many on its way, by
// a hundredth of its size in a frame.
Workload crowded_cube(std::string name, std::uint32_t count, int frames, std::uint32_t one_in = 1) {
  const double side = std::cbrt(8.0 * count / 3);
  return {std::move(name), false, false, frames, frames / 4, [=](int frame) {
            scenes::Random random(42);
            std::vector<Aabb> boxes(count);
            for (std::uint32_t i = 0; i < count; ++i) {
              Aabb& box = boxes[i];
              const double time = i % one_in == 0 ? 0.01 * frame : 0;
              double way[3];
              double length = 0;
              for (int k = 0; k < 3; ++k) {
                box.lo[k] = static_cast<float>(random.uniform(0, side));
                way[k] = random.uniform(-1, 1);
                length += way[k] * way[k];
              }
              for (int k = 0; k < 3; ++k) {
                box.lo[k] += static_cast<float>(time * way[k] / std::sqrt(length));
                box.hi[k] = box.lo[k] + 1;
              }
            }
            return boxes;
          }};
}

// The same as the boxes of bodies, of which some move.
Workload small_bodies(std::uint32_t count, int frames, std::uint32_t percent) {
  Workload load = crowded_cube(fmt::format("bodies-{}-moving-{}-percent", count, percent), count,
                               frames, 100 / percent);
  load.of_bodies = true;
  return load;
}

// The triangles' boxes of the teapot of Larsson 2006.
Workload teapot(int lod, const char* what, int first, int frames) {
  const auto scene = std::make_shared<scenes::Scene>(scenes::build(scenes::find("teapot"), lod));
  return {fmt::format("teapot-{}-lod{}", what, lod), true, false, frames, 1, [=](int frame) {
            std::vector<float> at;
            scene->bodies[0].positions(first + frame, at);
            std::vector<Aabb> boxes;
            for (const auto& t : scene->bodies[0].mesh.triangles) {
              Aabb box = Aabb::nothing();
              for (const std::uint32_t v : t) {
                const float* p = &at[std::size_t{3} * v];
                box = merge(box, {{p[0], p[1], p[2]}, {p[0], p[1], p[2]}});
              }
              boxes.push_back(box);
            }
            return boxes;
          }};
}

double broad_seconds(bool processor) {
  timespec t{};
  clock_gettime(processor ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

void put_in_order(std::vector<Pair>& pairs) {
  for (Pair& pair : pairs) {
    if (pair.b < pair.a) std::swap(pair.a, pair.b);
  }
  std::sort(pairs.begin(), pairs.end());
}

std::vector<BroadEntrant> entrants(const Workload& load) {
  std::vector<BroadEntrant> all;
  for (const auto& some : {our_broad_phases(), bullet_broad_phases(), cgal_broad_phases()}) {
    for (const BroadEntrant& entrant : some) {
      if (!load.variants && entrant.variant) continue;
      if (load.of_bodies || !entrant.of_bodies) all.push_back(entrant);
    }
  }
  return all;
}

void list_moved(std::span<const Aabb> before, std::span<const Aabb> now,
                std::vector<std::uint32_t>& moved) {
  moved.clear();
  for (std::uint32_t i = 0; i < now.size(); ++i) {
    if (!(now[i] == before[i])) moved.push_back(i);
  }
}

// Milliseconds, frame by frame.
struct BroadTimes {
  std::vector<double> update;
  std::vector<double> all;
};

// The times of each entrant in each frame but the first ones, in which some have more to do.
std::vector<BroadTimes> play(const Workload& load, std::span<const BroadEntrant> all,
                             bool processor, std::size_t& pairs_a_frame) {
  std::vector<Aabb> boxes = load.boxes(0);
  std::vector<std::unique_ptr<BroadPhase>> phases;
  for (const BroadEntrant& entrant : all) phases.push_back(entrant.make(boxes));
  std::vector<BroadTimes> times(all.size());
  std::vector<Pair> expected;
  std::vector<Pair> pairs;
  std::vector<std::uint32_t> moved;
  for (int frame = 1; frame < load.frames; ++frame) {
    const std::vector<Aabb> before = std::exchange(boxes, load.boxes(frame));
    list_moved(before, boxes, moved);
    for (std::size_t k = 0; k < all.size(); ++k) {
      const std::size_t who = (k + static_cast<std::size_t>(frame)) % all.size();
      pairs.clear();
      const double start = broad_seconds(processor);
      phases[who]->update(boxes, moved);
      const double updated = broad_seconds(processor);
      phases[who]->list(pairs);
      const double listed = broad_seconds(processor);
      if (frame >= load.unmeasured) {
        times[who].update.push_back(1e3 * (updated - start));
        times[who].all.push_back(1e3 * (listed - start));
      }
      put_in_order(pairs);
      if (k == 0) expected = pairs;
      if (pairs != expected) {
        throw std::runtime_error(load.name + ": the pairs of " + all[who].name + " differ");
      }
    }
    pairs_a_frame = expected.size();
  }
  return times;
}

// The mean of all frames between the quartiles: a broad phase with margins does nothing in some
// frames and everything in others.
Figure mean_of(const std::vector<double>& times) {
  const Figure quartiles = figure_of(times);
  const double sum = std::accumulate(times.begin(), times.end(), 0.0);
  return {sum / static_cast<double>(times.size()), quartiles.low, quartiles.high};
}

// The frames of a world, by themselves: nobody else answers the same question.
void measure_world(const Workload& load, bool processor, std::vector<Measure>& out) {
  std::vector<Aabb> boxes = load.boxes(0);
  WorldOfBoxes world(boxes);
  world.collide();
  BroadTimes times;
  std::size_t pairs = 0;
  std::vector<std::uint32_t> moved;
  for (int frame = 1; frame < load.frames; ++frame) {
    const std::vector<Aabb> before = std::exchange(boxes, load.boxes(frame));
    list_moved(before, boxes, moved);
    const double start = broad_seconds(processor);
    world.update(boxes, moved);
    const double updated = broad_seconds(processor);
    pairs = world.collide();
    const double answered = broad_seconds(processor);
    if (frame < load.unmeasured) continue;
    times.update.push_back(1e3 * (updated - start));
    times.all.push_back(1e3 * (answered - start));
  }
  const std::string name = load.name + ": a world's whole frame";
  const auto found = static_cast<double>(pairs);
  out.push_back({"broad", name + ", pairs of triangles", 1, {found, found, found}, "pairs"});
  out.push_back({"broad", name, 1, mean_of(times.all), "ms a frame"});
  out.push_back({"broad", name + ", update alone", 1, mean_of(times.update), "ms a frame"});
}

void measure(const Workload& load, bool processor, std::vector<Measure>& out) {
  const std::vector<BroadEntrant> all = entrants(load);
  std::size_t pairs = 0;
  const std::vector<BroadTimes> times = play(load, all, processor, pairs);
  const auto found = static_cast<double>(pairs);
  out.push_back(
      {"broad", load.name + ": pairs, in the last frame", 1, {found, found, found}, "pairs"});
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string name = load.name + ": " + all[i].name;
    out.push_back({"broad", name, 1, mean_of(times[i].all), "ms a frame"});
    if (!load.of_bodies && (!load.variants || all[i].peer)) continue;
    out.push_back({"broad", name + ", update alone", 1, mean_of(times[i].update), "ms a frame"});
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = 0; j < all.size() && !all[i].peer && !all[i].variant; ++j) {
      if (!all[j].peer) continue;
      const double ratio = mean_of(times[j].all).median / mean_of(times[i].all).median;
      out.push_back({"broad",
                     fmt::format("{}: {} over {}", load.name, all[i].name, all[j].name),
                     1,
                     {ratio, ratio, ratio},
                     "x"});
    }
  }
}

}  // namespace

std::vector<Measure> measure_broad(bool quick, bool processor_time, const std::string& only) {
  std::vector<Measure> out;
  const auto play = [&](const Workload& load) {
    if (load.name.find(only) != std::string::npos) measure(load, processor_time, out);
  };
  const auto cube = [&](std::uint32_t count, int frames) {
    play(crowded_cube(fmt::format("cube-{}", count), count, frames));
  };
  cube(quick ? 2000 : 20000, quick ? 4 : 40);
  if (!quick) cube(100000, 40);
  for (const std::uint32_t percent : {1U, 10U, 100U}) {
    const Workload load = small_bodies(quick ? 2000 : 100000, quick ? 4 : 60, percent);
    play(load);
    if (load.name.find(only) != std::string::npos) measure_world(load, processor_time, out);
  }
  for (int lod = 1; lod <= (quick ? 1 : 3); ++lod) {
    play(teapot(lod, "whole", 40, quick ? 4 : 10));
  }
  play(teapot(quick ? 1 : 2, "broken", 160, quick ? 4 : 44));
  return out;
}

}  // namespace tact::bench
