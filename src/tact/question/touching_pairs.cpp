#include "tact/question/touching_pairs.h"

#include "tact/body/stream_search.h"
#include "tact/contact/narrow.h"

namespace tact {

std::vector<Candidate> find_touching(const Task& task, const StreamBodies& streams, std::uint32_t a,
                                     std::uint32_t b, Scratch& scratch) {
  Request request;
  request.only = {a, b};
  request.threads = task.threads;
  request.neighbours = true;
  NarrowOptions options;
  options.neighbours = true;
  options.triangles = census_of(task).triangles();
  Narrow narrow(task.primitives, options, scratch, task.threads);
  search_streams(task, request, streams, narrow, scratch);
  std::vector<Candidate> pairs;
  narrow.finish(pairs);
  return pairs;
}

}  // namespace tact
