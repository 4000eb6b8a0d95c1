#include "bench/runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <exception>
#include <filesystem>
#include <numeric>
#include <random>
#include <sstream>

#include "bench/output.h"
#include "bench/rank.h"
#include "bench/referee.h"
#include "bench/thread_limit.h"
#include "tact/base/error.h"

namespace tact::bench {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

class Stopwatch {
 public:
  explicit Stopwatch(bool processor) : processor_(processor), start_(now()) {}
  double seconds() const { return now() - start_; }

 private:
  double now() const {
    timespec t{};
    clock_gettime(processor_ ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
  }
  bool processor_;
  double start_;
};

// A participant while it takes part.
struct Player {
  Entrant entrant;
  std::unique_ptr<Participant> participant;
  Samples samples;  // by measured frame
  double build = 0;
  double spent = 0;
  bool cut = false;
  std::string failure;
  Stats stats;
  std::uint64_t stats_frames = 0;
};

// The frames of a scenario, generated once.
struct Reel {
  struct Shot {
    int label;             // frame of the scene
    std::ptrdiff_t index;  // among the measured ones, or -1
    Frame frame;
  };
  std::vector<std::vector<Shot>> segments;
  std::size_t measured = 0;
};

// Where frames are left out anyway, the segments are played in an order that is spread over the
// scene from the start, so that a row that is cut still covers all of it.
std::vector<int> spread_out(std::vector<int> starts, const Sampling& sampling) {
  const std::size_t n = starts.size();
  if (n < 3 || starts[1] - starts[0] == sampling.length) return starts;
  std::size_t step = std::max<std::size_t>(2, n * 5 / 8);
  while (std::gcd(step, n) != 1) ++step;
  std::vector<int> order(n);
  for (std::size_t i = 0; i < n; ++i) order[i] = starts[(i * step + n / 2) % n];
  return order;
}

Reel film(const scenes::Scene& scene, const Scenario& scenario, const Sampling& sampling) {
  Reel reel;
  int played = 0;  // where the last segment ended: a segment that begins there needs no lead
  for (const int start : spread_out(segment_starts(sampling, scenario.frames), sampling)) {
    auto& shots = reel.segments.emplace_back();
    const int end = std::min(start + sampling.length, scenario.frames);
    const int lead = start == played && start > 0 ? 0 : sampling.lead;
    for (int f = start; f < end; ++f) {
      const bool measured = f - start >= lead || end - start <= lead;
      shots.push_back(
          {f, measured ? static_cast<std::ptrdiff_t>(reel.measured++) : -1, frame_of(scene, f)});
    }
    played = end;
  }
  return reel;
}

class Match {
 public:
  Match(const Scenario& scenario, std::span<const Entrant> entrants, const RunnerOptions& options)
      : scenario_(scenario),
        options_(options),
        scene_(scenario.build()),
        stage_(scene_),
        reel_(film(scene_, scenario, sampling())),
        referee_(stage_, scenario.question, reel_.measured),
        labels_(reel_.measured) {
    for (const auto& segment : reel_.segments) {
      for (const Reel::Shot& shot : segment) {
        if (shot.index >= 0) labels_[static_cast<std::size_t>(shot.index)] = shot.label;
      }
    }
    for (const Entrant& entrant : entrants) {
      Player& player = players_.emplace_back();
      player.entrant = entrant;
      player.entrant.tests_apart = scenario.tests_apart && entrant.threads == 1;
      player.samples.resize(reel_.measured);
    }
  }

  void play() {
    set_up();
    const Clock::time_point start = Clock::now();
    const int least = options_.quick ? 2 : options_.min_rounds;
    const int most = options_.quick ? 3 : options_.max_rounds;
    std::vector<std::size_t> order(players_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::minstd_rand random(1);  // the same order in every run
    for (int round = 0; round < most; ++round) {
      for (std::size_t s = 0; s < reel_.segments.size(); ++s) {
        // Nobody always comes after the same one: what that leaves in the caches is not its own.
        std::shuffle(order.begin(), order.end(), random);
        for (const std::size_t who : order) {
          if (players_[who].cut) continue;
          attempt(players_[who], [&] { take_turn(who, reel_.segments[s]); });
        }
      }
      const double spent = seconds_since(start);
      if (round + 1 >= least && spent * (round + 2) / (round + 1) > options_.group_seconds) break;
    }
  }

  Group record();

 private:
  Sampling sampling() const {
    Sampling s = scenario_.sampling;
    if (options_.quick) s.segments = std::max(1, s.segments / 3);
    return s;
  }

  void set_up() {
    stage_.set(reel_.segments.front().front().frame);
    for (Player& player : players_) {
      const ThreadLimit limit(player.entrant.threads);
      const Stopwatch watch(options_.processor_time && player.entrant.threads == 1);
      attempt(player, [&] {
        player.participant = player.entrant.make(player.entrant, stage_, scenario_.question);
      });
      player.build = watch.seconds();
    }
  }

  // A participant that throws is out; the others go on.
  template <class F>
  static void attempt(Player& player, F&& f) {
    try {
      f();
    } catch (const std::exception& e) {
      player.cut = true;
      player.failure = e.what();
    }
  }

  void take_turn(std::size_t who, const std::vector<Reel::Shot>& shots) {
    Player& player = players_[who];
    const ThreadLimit limit(player.entrant.threads);
    for (const Reel::Shot& shot : shots) {
      stage_.set(shot.frame);
      const Stopwatch watch(options_.processor_time && player.entrant.threads == 1);
      player.participant->update();
      const double update = watch.seconds();
      player.participant->query();
      const double total = watch.seconds();
      player.spent += total;
      if (shot.index >= 0) {
        const auto index = static_cast<std::size_t>(shot.index);
        const double tests = player.participant->test_seconds();
        player.samples[index].push_back({update, total - update, tests});
        player.stats += player.participant->stats();
        ++player.stats_frames;
        if (player.entrant.kind != Kind::limit) {
          referee_.hear(who, *player.participant, player.entrant.answer, index, shot.label);
        }
      }
      player.cut = player.spent > options_.row_seconds || total > options_.frame_seconds;
      if (player.cut) return;
    }
  }

  Row row_of(const Player& player, const Verdict& verdict) const;
  void write_disagreements() const;

  const Scenario& scenario_;
  RunnerOptions options_;
  scenes::Scene scene_;
  Stage stage_;
  Reel reel_;
  Referee referee_;
  std::vector<int> labels_;  // of measured frames, in the scene
  std::vector<Player> players_;
};

Stats per_frame(Stats sum, std::uint64_t frames) {
  if (frames == 0) return sum;
  for (std::uint64_t* counter :
       {&sum.bounds_tests, &sum.candidates, &sum.primitive_tests, &sum.exact_fallbacks,
        &sum.neighbours, &sum.primitives_read, &sum.nodes_updated, &sum.nodes_split,
        &sum.nodes_collapsed, &sum.sort_steps, &sum.axis_tests, &sum.front_pairs, &sum.overlaps_x,
        &sum.overlaps_y, &sum.overlaps_z}) {
    *counter = (*counter + frames / 2) / frames;
  }
  return sum;
}

Figure in_milliseconds(Figure f) { return {1e3 * f.median, 1e3 * f.low, 1e3 * f.high}; }

Row Match::row_of(const Player& player, const Verdict& verdict) const {
  Row row;
  row.kind = player.entrant.kind;
  row.name = player.entrant.name;
  row.mode = player.entrant.mode;
  row.answer = player.entrant.answer;
  row.threads = player.entrant.threads;
  row.update = in_milliseconds(mean_of(player.samples, [](const Sample& s) { return s.update; }));
  row.query = in_milliseconds(mean_of(player.samples, [](const Sample& s) { return s.query; }));
  row.total = in_milliseconds(mean_of(player.samples, [](const Sample& s) { return s.total(); }));
  row.tests = in_milliseconds(mean_of(player.samples, [](const Sample& s) { return s.tests; }));
  row.best = 1e300;
  for (const auto& rounds : player.samples) {
    if (rounds.empty()) continue;
    ++row.frames;
    row.rounds = std::max(row.rounds, rounds.size());
    const auto median_ms = [&](auto value) {
      std::vector<double> values;
      for (const Sample& sample : rounds) values.push_back(1e3 * value(sample));
      return median_of(values);
    };
    const double median = median_ms([](const Sample& s) { return s.total(); });
    row.animation.push_back({labels_[static_cast<std::size_t>(&rounds - player.samples.data())],
                             median, median_ms([](const Sample& s) { return s.update; }),
                             median_ms([](const Sample& s) { return s.tests; })});
    row.best = std::min(row.best, median);
    row.worst = std::max(row.worst, median);
  }
  if (row.frames == 0) row.best = 0;
  row.build = 1e3 * player.build;
  // A cut in a later round leaves every frame measured: that is a complete row.
  row.cut = player.cut && row.frames < reel_.measured;
  row.failure = player.failure;
  row.verdict = verdict;
  row.stats = per_frame(player.stats, player.stats_frames);
  // Seldom more than one a frame: not to be rounded.
  row.fallbacks = static_cast<double>(player.stats.sort_fallbacks) /
                  static_cast<double>(std::max<std::uint64_t>(1, player.stats_frames));
  return row;
}

Group Match::record() {
  Group group;
  group.suite = scenario_.suite;
  group.scenario = scenario_.name;
  group.description = scenario_.description;
  group.question = scenario_.question;
  group.bodies = stage_.bodies().size();
  group.triangles = stage_.triangle_count();
  group.frames = reel_.measured;
  const std::vector<Verdict> verdicts = referee_.judge(players_.size());
  group.pairs = referee_.pairs();
  group.most_pairs = referee_.most_pairs();
  group.hit_frames = referee_.hit_frames();
  group.pairs_hash = referee_.hash();
  std::vector<Samples> samples;
  for (std::size_t i = 0; i < players_.size(); ++i) {
    group.rows.push_back(row_of(players_[i], verdicts[i]));
    samples.push_back(std::move(players_[i].samples));
  }
  rank(group, samples);
  write_disagreements();
  return group;
}

void Match::write_disagreements() const {
  if (options_.disagreements.empty() || referee_.log().empty()) return;
  std::filesystem::create_directories(options_.disagreements);
  std::string name = scenario_.suite + "-" + scenario_.name + ".txt";
  std::replace(name.begin(), name.end(), '/', '-');
  std::ostringstream out;
  out << "# participant, frame, verdict of the exact test, body:triangle body:triangle\n";
  for (std::size_t i = 0; i < players_.size(); ++i) {
    const Entrant& e = players_[i].entrant;
    out << fmt::format("# participant {}: {}, {} threads, {}\n", i, e.name, e.threads, e.mode);
  }
  for (const std::string& line : referee_.log()) out << line << '\n';
  write_text(std::filesystem::path(options_.disagreements) / name, out.str());
}

}  // namespace

std::vector<int> segment_starts(const Sampling& sampling, int frames) {
  std::vector<int> starts;
  const int most = std::max(1, (frames + sampling.length - 1) / sampling.length);
  const int count = std::min(sampling.segments, most);
  for (int i = 0; i < count; ++i) {
    const int last = std::max(0, frames - sampling.length);
    starts.push_back(count == most ? i * sampling.length
                     : count == 1  ? last / 2
                                   : static_cast<int>(std::int64_t{last} * i / (count - 1)));
  }
  return starts;
}

RunnerOptions quick_options() {
  RunnerOptions options;
  options.quick = true;
  options.row_seconds = 1.5;
  options.group_seconds = 10;
  return options;
}

Group run_scenario(const Scenario& scenario, std::span<const Entrant> entrants,
                   const RunnerOptions& options) {
  if (entrants.empty()) {
    throw Error(ErrorCode::bad_argument, "scenario " + scenario.name + " has no participants");
  }
  Match match(scenario, entrants, options);
  match.play();
  return match.record();
}

}  // namespace tact::bench
