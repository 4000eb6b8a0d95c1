#pragma once
// tact: which primitives touch? Everything a user needs, in one include.
//
//   tact::World world;
//   auto hand = world.add(tact::rigid(tact::load("hand.obj")));
//   auto cloth = world.add(tact::deforming(tact::load("cloth.obj")));
//   while (simulating) {
//     world.move(hand, pose);
//     world.move(cloth, positions);
//     for (const tact::Contact& c : world.collide()) respond(c);
//   }
#include "tact/base/error.h"
#include "tact/base/simd.h"
#include "tact/base/transform.h"
#include "tact/body/body.h"
#include "tact/deform/shape_body.h"
#include "tact/geometry/mesh.h"
#include "tact/geometry/triples.h"
#include "tact/io/load.h"
#include "tact/io/sequence.h"
#include "tact/method/method.h"
#include "tact/pair/box_tree_query.h"
#include "tact/pair/pair_tracker.h"
#include "tact/simulate/simulation.h"
#include "tact/version.h"
#include "tact/world/world.h"

/// Exact collision detection: everything that the library offers.
namespace tact {}
