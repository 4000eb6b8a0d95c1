// Two bodies without a world under every failing allocation.
#include <gtest/gtest.h>

#include "scenes/bodies/torus.h"
#include "tact/pair/box_tree.h"
#include "tact/pair/pair_tracker.h"
#include "tact/world/world.h"
#include "tests/safety/sweep.h"
#include "tests/support/answers.h"
#include "tests/support/tally.h"

namespace tact {
namespace {

using testing::seen;
using testing::Seen;
using testing::Sweep;

const Mesh& ring() {
  static const Mesh mesh = scenes::torus(16, 8);
  return mesh;
}
Transform at(int frame) {
  return Transform::from_axis_angle({0.3, 0.4, 0.5}, 0.1 * frame, {0.9 + 0.01 * frame, 0.1, 0.2});
}

// Tracks two rings along a path.
struct Tracking {
  PairTracker tracker;
  std::vector<Seen> told;
  double distance = -1;
  bool touching = false;

  Tracking(bool coherent, int frames) : tracker(shape(), shape(), TrackerOptions{coherent}) {
    for (int frame = 0; frame < frames; ++frame) tracker.collide(Transform(), at(frame));
    if (frames > 0) tracker.distance(Transform(), at(frames));
  }
  static const RigidShape& shape() {
    static const RigidShape one(ring().view());
    return one;
  }
  struct Look {
    std::vector<Seen> told;
    double distance;
    bool touching;
    std::vector<Seen> now;
    double apart;
    friend bool operator==(const Look&, const Look&) = default;
  };
  Look look() {
    Look all{told, distance, touching, {}, 0};
    all.now = seen(tracker.collide(Transform(), at(6)));
    all.apart = tracker.distance(Transform(), Transform::from_translation({0, 0, 3})).distance;
    return all;
  }
};

void sweep_trackers(Sweep& sweep) {
  const auto look = [](Tracking& t) { return t.look(); };
  for (const bool coherent : {false, true}) {
    for (const int frames : {0, 5}) {
      const std::string name =
          std::string(coherent ? "coherent" : "plain") + " after " + std::to_string(frames);
      const auto make = [&] { return std::make_unique<Tracking>(coherent, frames); };
      sweep.run(
          name + ": touching", make,
          [](Tracking& t) { t.touching = t.tracker.touching(Transform(), at(5)); }, look);
      sweep.run(
          name + ": distance", make,
          [](Tracking& t) {
            const Transform pose = Transform::from_translation({0, 0, 2});
            t.distance = t.tracker.distance(Transform(), pose).distance;
          },
          look);
      const Result* result = nullptr;
      sweep.run(
          name + ": collide", make,
          [&](Tracking& t) { result = &t.tracker.collide(Transform(), at(5)); },
          [&](Tracking& t) {
            if (result != nullptr) t.told = seen(*result);
            result = nullptr;
            return t.look();
          });
    }
  }
}

// Things that are made in one call: there is nothing before it.
void sweep_makers(Sweep& sweep) {
  struct Made {
    std::size_t count = 0;
  };
  const auto make = [] { return std::make_unique<Made>(); };
  const auto look = [](const Made& made) { return made.count; };
  sweep.run(
      "rigid shape", make, [](Made& made) { made.count = RigidShape(ring()).triangle_count(); },
      look);
  sweep.run(
      "box tree", make, [](Made& made) { made.count = BoxTree(ring()).edges().size(); }, look);
  sweep.run(
      "box tree of polygons", make,
      [](Made& made) {
        std::vector<Vec3> corners = ring().positions;
        const std::vector<std::uint32_t> polygons[] = {{0, 1, 2, 3}, {4, 5, 6}};
        const BoxTree tree = BoxTree::of_polygons(std::move(corners), polygons);
        made.count = tree.edges().size();
      },
      look);
  sweep.run(
      "tracker", make,
      [](Made& made) {
        PairTracker tracker(Tracking::shape(), Tracking::shape(), TrackerOptions{true});
        made.count = 1 + tracker.collide(Transform(), at(2)).size();
      },
      look);
  sweep.run(
      "collide without a world", make,
      [](Made& made) {
        made.count = collide(ring().view(), Transform(), ring().view(), at(3)).size();
      },
      look);
  sweep.run(
      "self_collide", make, [](Made& made) { made.count = 1 + self_collide(ring().view()).size(); },
      look);
  sweep.run(
      "touching in a batch", make,
      [](Made& made) {
        const PosePair poses[] = {{Transform(), at(1)}, {Transform(), at(2)}};
        std::uint8_t out[2] = {};
        touching(Tracking::shape(), Tracking::shape(), poses, out, 1);
        made.count = std::size_t{2} * out[0] + out[1];
      },
      look);
}

// A query of two box trees.
struct Boxes {
  BoxTreeQuery query{tree(), tree()};
  std::vector<Pair> told;
  std::size_t count = 0;
  bool found = false;
  BoxTreeVerdict verdict = BoxTreeVerdict::open;

  static const BoxTree& tree() {
    static const BoxTree one(ring().view());
    return one;
  }
  struct Look {
    std::vector<Pair> told;
    std::size_t count;
    bool found;
    BoxTreeVerdict verdict;
    std::vector<Pair> now;
    bool touching;
    bool witness;
    friend bool operator==(const Look&, const Look&) = default;
  };
  Look look() {
    Look all{told, count, found, verdict, {}, false, false};
    const std::span<const Pair> pairs = query.pairs(Transform(), at(4));
    all.now.assign(pairs.begin(), pairs.end());
    all.touching = query.touching(Transform(), Transform::from_translation({0, 0, 2}));
    all.witness = query.witness(Transform(), at(4)).has_value();
    return all;
  }
};

void sweep_box_trees(Sweep& sweep) {
  const auto make = [] { return std::make_unique<Boxes>(); };
  const auto look = [](Boxes& b) { return b.look(); };
  std::span<const Pair> pairs;
  sweep.run(
      "pairs", make, [&](Boxes& b) { pairs = b.query.pairs(Transform(), at(5)); },
      [&](Boxes& b) {
        b.told.assign(pairs.begin(), pairs.end());
        pairs = {};
        return b.look();
      });
  sweep.run(
      "count", make, [](Boxes& b) { b.count = b.query.count(Transform(), at(5)); }, look);
  sweep.run(
      "touching", make, [](Boxes& b) { b.found = b.query.touching(Transform(), at(5)); }, look);
  sweep.run(
      "witness", make, [](Boxes& b) { b.found = b.query.witness(Transform(), at(5)).has_value(); },
      look);
  sweep.run(
      "begin and advance", make,
      [](Boxes& b) {
        b.query.begin(Transform(), at(5));
        b.verdict = b.query.advance({}).verdict;
      },
      look);
}

// Questions that go on: one in parts, of which the first was answered before, and one for the
// caller's own operation.
void sweep_box_tree_parts(Sweep& sweep) {
  const auto begun = [] {
    auto boxes = std::make_unique<Boxes>();
    boxes->query.begin(Transform(), at(5));
    boxes->query.advance({}, 1);
    return boxes;
  };
  const auto look = [](Boxes& b) { return b.look(); };
  sweep.run(
      "advance", begun, [](Boxes& b) { b.verdict = b.query.advance({}).verdict; }, look);
  sweep.run(
      "visit", [] { return std::make_unique<Boxes>(); },
      [](Boxes& b) {
        testing::Tally tally;
        b.query.visit(Transform(), at(5), tally);
        b.count = tally.candidates;
      },
      look);
  std::span<const Pair> pairs;
  sweep.run(
      "pairs on two threads", [] { return std::make_unique<Boxes>(); },
      [&](Boxes& b) { pairs = b.query.pairs(Transform(), at(5), 2); },
      [&](Boxes& b) {
        b.told.assign(pairs.begin(), pairs.end());
        pairs = {};
        return b.look();
      });
}

TEST(FailingAllocationsOfPairs, LeaveTrackersAsTheyWere) {
  Sweep sweep(false);
  sweep_trackers(sweep);
  sweep_makers(sweep);
}

TEST(FailingAllocationsOfPairs, LeaveBoxTreesAsTheyWere) {
  Sweep sweep(false);
  sweep_box_trees(sweep);
  sweep_box_tree_parts(sweep);
}

TEST(FailingAllocationsOfPairsLong, LeaveEverythingAsItWas) {
  Sweep sweep(true);
  sweep_trackers(sweep);
  sweep_makers(sweep);
  sweep_box_trees(sweep);
  sweep_box_tree_parts(sweep);
}

}  // namespace
}  // namespace tact
