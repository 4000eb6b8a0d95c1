// Our own methods as participants: a World with one body per body of the stage.
#include <stdexcept>

#include "bench/clocked_method.h"
#include "bench/participant.h"
#include "scenes/enter.h"
#include "tact/world/world.h"

namespace tact::bench {
namespace {

scenes::Placed placed(const StageBody& body) { return {body.kind, body.mesh(), {}, body.pose}; }

class MethodParticipant final : public Participant {
 public:
  MethodParticipant(const Stage& stage, Question question, const std::string& method,
                    unsigned threads, bool tests_apart)
      : stage_(stage),
        tests_apart_(tests_apart),
        world_({tests_apart ? clocked(method) : method, threads}),
        exhaustive_(find_method(method).exhaustive) {
    options_ = question == Question::any ? CollideOptions::any() : CollideOptions::pairs();
    for (const StageBody& body : stage.bodies()) {
      ids_.push_back(world_.add(scenes::definition(placed(body)).self(body.self)));
    }
    world_.update();
  }

  void update() override {
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      scenes::move(world_, ids_[i], placed(stage_.bodies()[i]));
    }
    world_.update();
  }
  void query() override {
    // All pairs of triangles of a large scene take hours.
    if (tests_apart_) take_clocked_seconds();  // of somebody else's query
    if (exhaustive_) options_.budget.deadline = Budget::until(2).deadline;
    result_ = &world_.collide(options_);  // with the counters of the update
    if (result_->stopped == Stopped::deadline) throw std::runtime_error("a frame takes over 2 s");
  }
  std::span<const Candidate> pairs() const override { return result_->pairs_by_slot(); }
  Stats stats() const override { return result_->stats; }
  double test_seconds() override { return tests_apart_ ? take_clocked_seconds() : 0; }

 private:
  const Stage& stage_;
  bool tests_apart_;
  World world_;
  CollideOptions options_;
  bool exhaustive_;
  std::vector<BodyId> ids_;
  const Result* result_ = nullptr;
};

std::unique_ptr<Participant> make_method(const Entrant& entrant, const Stage& stage,
                                         Question question) {
  return std::make_unique<MethodParticipant>(stage, question, entrant.name, entrant.threads,
                                             entrant.tests_apart);
}

}  // namespace

const char* name_of(Kind kind) {
  switch (kind) {
    case Kind::method:
      return "method";
    case Kind::peer:
      return "peer";
    case Kind::limit:
      return "limit";
  }
  return "";
}

Entrant method_entrant(const std::string& name, unsigned threads) {
  Entrant entrant;
  entrant.name = name;
  entrant.mode = find_method(name).summary;
  entrant.threads = threads;
  entrant.make = make_method;
  return entrant;
}

}  // namespace tact::bench
