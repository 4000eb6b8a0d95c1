// Two bodies without a world under every failing allocation.
#include <gtest/gtest.h>

#include <array>

#include "scenes/bodies/torus.h"
#include "tact/body/shape_parts.h"
#include "tact/pair/box_tree_query.h"
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
  static const Shape& shape() {
    static const Shape one(ring().view());
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
      const auto looks_at_result = [&](Tracking& t) {
        if (result != nullptr) t.told = seen(*result);
        result = nullptr;
        return t.look();
      };
      CollideOptions on_two_threads;
      on_two_threads.threads = 2;
      sweep.run(
          name + ": collide on two threads", make,
          [&](Tracking& t) {
            // Far from the last pose: from the roots.
            result = &t.tracker.collide(Transform(), at(40), on_two_threads);
          },
          looks_at_result);
      sweep.run(
          name + ": collide", make,
          [&](Tracking& t) { result = &t.tracker.collide(Transform(), at(5)); }, looks_at_result);
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
      "shape", make, [](Made& made) { made.count = Shape(ring()).triangle_count(); }, look);
  sweep.run(
      "shape in place", make,
      [](Made& made) { made.count = Shape(ring().view()).triangle_count(); }, look);
  sweep.run(
      "shape of polygons", make,
      [](Made& made) {
        std::vector<Vec3> corners = ring().positions;
        const std::vector<std::uint32_t> polygons[] = {{0, 1, 2, 3}, {4, 5, 6}};
        const Shape shape = Shape::of_polygons(std::move(corners), polygons);
        made.count = shape.edges().size();
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
      "tracker of a new shape", make,
      [](Made& made) {
        const Shape fresh(ring().view());
        PairTracker tracker(fresh, fresh);
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

// What a shape builds when it is asked: all or nothing of each.
void sweep_builds(Sweep& sweep) {
  struct Asked {
    Shape shape{ring().view()};
    std::size_t told = 0;
  };
  const auto make = [] { return std::make_unique<Asked>(); };
  // The bytes tell what there is.
  const auto look = [](const Asked& asked) {
    return std::array<std::size_t, 3>{asked.told, asked.shape.builds(), asked.shape.bytes()};
  };
  Stats stats;
  sweep.run(
      "oriented boxes", make,
      [&](Asked& s) { s.told = s.shape.parts().tree<Obb8>(stats).node_count(); }, look);
  sweep.run(
      "boxes", make,
      [&](Asked& s) { s.told = s.shape.parts().tree<CentredBox8>(stats).node_count(); }, look);
  sweep.run(
      "k-DOPs", make,
      [&](Asked& s) { s.told = s.shape.parts().tree<KDop8<4>>(stats).node_count(); }, look);
  sweep.run(
      "tree at rest", make,
      [&](Asked& s) {
        Arena arena;
        s.told = s.shape.parts().rest_tree().get(arena, stats).blocks;
      },
      look);
  sweep.run(
      "box tree", make,
      [&](Asked& s) { s.told = s.shape.parts().box_trees({}, stats).triangles.node_count(); },
      look);
  sweep.run(
      "edges", make, [](Asked& s) { s.told = s.shape.edges().size(); }, look);
  sweep.run(
      "corners", make, [](Asked& s) { s.told = s.shape.parts().corners().size(); }, look);
  const auto with_box_tree = [&] {
    auto asked = make();
    asked->shape.parts().box_trees({}, stats);
    asked->shape.edges();
    return asked;
  };
  sweep.run(
      "tree of edges", with_box_tree,
      [](Asked& s) {
        const ShapeParts& parts = s.shape.parts();
        s.told = parts.edge_tree(*parts.find_box_trees({})).node_count();
      },
      look);
}

// A query of two box trees.
struct Boxes {
  BoxTreeQuery query{shape(), shape()};
  std::vector<Seen> told;
  std::size_t count = 0;
  bool found = false;
  BoxTreeVerdict verdict = BoxTreeVerdict::open;

  static const Shape& shape() {
    static const Shape one(ring().view());
    return one;
  }
  struct Look {
    std::vector<Seen> told;
    std::size_t count;
    bool found;
    BoxTreeVerdict verdict;
    std::vector<Seen> now;
    bool touching;
    bool witness;
    friend bool operator==(const Look&, const Look&) = default;
  };
  Look look() {
    Look all{told, count, found, verdict, {}, false, false};
    all.now = seen(query.collide(Transform(), at(4)));
    all.touching = query.touching(Transform(), Transform::from_translation({0, 0, 2}));
    all.witness = query.witness(Transform(), at(4)).has_value();
    return all;
  }
};

void sweep_box_trees(Sweep& sweep) {
  const auto make = [] { return std::make_unique<Boxes>(); };
  const auto look = [](Boxes& b) { return b.look(); };
  const Result* result = nullptr;
  sweep.run(
      "collide", make, [&](Boxes& b) { result = &b.query.collide(Transform(), at(5)); },
      [&](Boxes& b) {
        if (result != nullptr) b.told = seen(*result);
        result = nullptr;
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
  const Result* result = nullptr;
  CollideOptions on_two_threads;
  on_two_threads.threads = 2;
  sweep.run(
      "collide on two threads", [] { return std::make_unique<Boxes>(); },
      [&](Boxes& b) { result = &b.query.collide(Transform(), at(5), on_two_threads); },
      [&](Boxes& b) {
        if (result != nullptr) b.told = seen(*result);
        result = nullptr;
        return b.look();
      });
  // The trees of edges are built by the first who asks.
  sweep.run(
      "witness of new shapes",
      [] {
        auto boxes = std::make_unique<Boxes>();
        const Shape fresh(ring().view());
        boxes->query = BoxTreeQuery(fresh, fresh);
        return boxes;
      },
      [](Boxes& b) { b.found = b.query.witness(Transform(), at(5)).has_value(); }, look);
}

TEST(FailingAllocationsOfPairs, LeaveTrackersAsTheyWere) {
  Sweep sweep(false);
  sweep_trackers(sweep);
  sweep_makers(sweep);
}

TEST(FailingAllocationsOfPairs, LeaveShapesAsTheyWere) {
  Sweep sweep(false);
  sweep_builds(sweep);
}

TEST(FailingAllocationsOfPairs, LeaveBoxTreesAsTheyWere) {
  Sweep sweep(false);
  sweep_box_trees(sweep);
  sweep_box_tree_parts(sweep);
}

TEST(FailingAllocationsOfPairsLong, LeaveEverythingAsItWas) {
  Sweep sweep(true);
  sweep_builds(sweep);
  sweep_trackers(sweep);
  sweep_makers(sweep);
  sweep_box_trees(sweep);
  sweep_box_tree_parts(sweep);
}

}  // namespace
}  // namespace tact
