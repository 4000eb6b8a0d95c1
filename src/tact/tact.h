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
#include "tact/body/shape.h"
#include "tact/deform/shape_body.h"
#include "tact/geometry/copy_matrix.h"
#include "tact/geometry/mesh.h"
#include "tact/io/load.h"
#include "tact/io/obj.h"
#include "tact/io/off.h"
#include "tact/io/ply.h"
#include "tact/io/point_cache.h"
#include "tact/io/sequence.h"
#include "tact/io/stl.h"
#include "tact/io/weld.h"
#include "tact/method/method.h"
#include "tact/pair/box_tree_query.h"
#include "tact/pair/pair_tracker.h"
#include "tact/simulate/simulation.h"
#include "tact/world/collide.h"
#include "tact/world/query.h"
#include "tact/world/world.h"
