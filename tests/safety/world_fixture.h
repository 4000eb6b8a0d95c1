#pragma once
// A small world with bodies of every kind, some of them with their own arrays, and arrays to move
// them to.
#include <string>
#include <vector>

#include "tact/tact.h"
#include "tests/support/answers.h"

namespace tact::testing {

/// Arrays that outlive every fixture.
struct Props {
  Props();

  Mesh ring;                   // of the rigid bodies
  Mesh cloth;                  // deforming
  Mesh jelly;                  // deforming, by maps
  std::vector<Mesh> vases;     // breaking, with topology ids; one for a frame
  std::vector<Vec3> swarm;     // points
  std::vector<double> radii;   // of the points
  std::vector<Vec3> cloth_to;  // where they go
  std::vector<Vec3> jelly_to;
  std::vector<Vec3> vase_to;
  std::vector<Vec3> swarm_to;
  ClusterMap jelly_map;
};
const Props& props();

class WorldFixture {
 public:
  WorldFixture(const std::string& method, unsigned threads);

  /// Everything goes elsewhere, in the ways of each kind.
  void move_all();

  World world;
  BodyId rock;
  BodyId stone;
  BodyId star;  // far from all others
  BodyId cloth;
  BodyId jelly;
  BodyId vase;
  BodyId pot;  // like the vase, but without contacts of its own
  BodyId swarm;
  BodyId gone;  // was removed: its place is free
  Query query{world};
  const Result* result = nullptr;  // of the last call that came through
  Separation separation;

  /// What a fixture has to say: the last answer, and what the world answers now.
  struct Look {
    std::vector<Seen> told;
    std::vector<Seen> now;
    std::size_t size = 0;
    unsigned bodies = 0;  // by handle, one bit each
    double distance = 0;
    double depth = 0;
    friend bool operator==(const Look&, const Look&) = default;
  };
  Look look();
};

}  // namespace tact::testing
