#pragma once
// Pairs of bodies by their trees: the wavefront of open block pairs over all pairs of bodies at
// once, breadth first until there is enough to share out, then depth first in chunks.
#include "tact/base/candidate_sink.h"
#include "tact/base/scratch.h"
#include "tact/base/types.h"
#include "tact/body/forest.h"
#include "tact/body/task.h"

namespace tact {

/// Delivers every pair of the request whose boxes overlap. The trees of its bodies are up to date.
Stats search_trees(const Task& task, const Request& request, const Forest& forest,
                   CandidateSink& sink, Scratch& scratch);
/// The same for pairs of bodies that were listed before.
Stats search_trees(const Task& task, const Request& request, const Forest& forest,
                   const BodyPairs& near, CandidateSink& sink, Scratch& scratch);

}  // namespace tact
