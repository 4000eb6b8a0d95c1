// The loops of `limits` as participants, so that they are measured beside the methods, on the same
// bodies, in the same rounds.
#include <algorithm>

#include "bench/limit_loops.h"
#include "bench/participant.h"
#include "tact/base/parallel.h"

namespace tact::bench {
namespace {

constexpr std::size_t vertices_per_chunk = 1U << 14;
constexpr std::size_t triangles_per_chunk = 1U << 13;

class LimitParticipant : public Participant {
 public:
  LimitParticipant(const Stage& stage, unsigned threads) : stage_(stage), threads_(threads) {}
  void query() override {}
  std::span<const Candidate> pairs() const override { return {}; }

 protected:
  const Stage& stage_;
  unsigned threads_;
};

class ReadVertices final : public LimitParticipant {
 public:
  using LimitParticipant::LimitParticipant;
  void update() override {
    for (const StageBody& body : stage_.bodies()) {
      const std::span<const float> values = body.positions();
      const std::size_t size = 3 * vertices_per_chunk;
      parts_.resize(chunk_count(values.size(), size));
      parallel_for(parts_.size(), threads_, [&](std::size_t chunk, unsigned) {
        const auto [first, last] = chunk_range(values.size(), size, chunk);
        parts_[chunk] = read_once(values.subspan(first, last - first));
      });
      for (const float part : parts_) most_ = std::max(most_, part);
    }
  }
  // Uses the result, so that the reading cannot be left out.
  bool touching() const override { return most_ > 0; }

 private:
  std::vector<float> parts_;
  float most_ = 0;
};

class WriteBoxes final : public LimitParticipant {
 public:
  WriteBoxes(const Stage& stage, unsigned threads) : LimitParticipant(stage, threads) {
    for (const StageBody& body : stage.bodies()) {
      // Each chunk has two floats of its own behind it, where its last store ends.
      boxes_.emplace_back(6 * body.triangles.size() +
                          2 * chunk_count(body.triangles.size(), triangles_per_chunk) + 2);
    }
  }
  void update() override {
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
      const StageBody& body = stage_.bodies()[i];
      const std::size_t count = body.triangles.size();
      parallel_for(chunk_count(count, triangles_per_chunk), threads_,
                   [&](std::size_t chunk, unsigned) {
                     const auto [first, last] = chunk_range(count, triangles_per_chunk, chunk);
                     write_boxes(body, first, last, boxes_[i].data() + 2 * chunk);
                   });
    }
  }

 private:
  std::vector<std::vector<float>> boxes_;
};

template <class T>
std::unique_ptr<Participant> make(const Entrant& entrant, const Stage& stage, Question) {
  return std::make_unique<T>(stage, entrant.threads);
}

}  // namespace

std::vector<Entrant> limit_entrants(unsigned threads) {
  return {{Kind::limit, "limit-read", "reads every vertex once", Answer::contacts, threads,
           make<ReadVertices>},
          {Kind::limit, "limit-boxes", "reads the vertices, writes the boxes of all triangles",
           Answer::contacts, threads, make<WriteBoxes>}};
}

}  // namespace tact::bench
