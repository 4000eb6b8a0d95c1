#pragma once
// Pairs of bodies by their leaf streams (Zhang 2007): tile against tile, shared out over threads.
#include "tact/base/candidate_sink.h"
#include "tact/base/scratch.h"
#include "tact/base/types.h"
#include "tact/body/stream_bodies.h"
#include "tact/body/task.h"

namespace tact {

/// Delivers every pair of the request that may touch. The streams of its bodies are up to date.
Stats search_streams(const Task& task, const Request& request, const StreamBodies& streams,
                     CandidateSink& sink, Scratch& scratch);

}  // namespace tact
