// Method `auto`: chooses by the kind and size of the bodies. The rule is documented in
// docs/methods/auto.md; whoever adds a method revises both.
#include <algorithm>

#include "tact/body/rigid_trees.h"
#include "tact/method/method.h"

namespace tact {
namespace {

// Below this many primitives in all, looking at boxes costs more than it saves.
constexpr std::uint64_t tiny_scene = 32;
// Oriented boxes, and the order of a stream, are built for good, which pays once bodies are asked
// about more than a few times.
constexpr int asked_often = 3;
// A stream takes every two bodies for themselves, and reads all of a body however little touches.
constexpr std::uint32_t most_streamed = 8;

// Two to a few deforming bodies, each with its box in another's: where streams beat trees.
bool streams_well(const Task& task, const BodyCensus& census) {
  const std::uint32_t count = census.of(BodyKind::deforming).bodies;
  if (count != census.all().bodies || count < 2 || count > most_streamed) return false;
  for (const BodyState* body : task.bodies) {
    if (body == nullptr) continue;
    if (body->self) return false;
    const auto meets = [&](const BodyState* other) {
      return other != nullptr && other != body && body->extent.meets(other->extent);
    };
    if (std::none_of(task.bodies.begin(), task.bodies.end(), meets)) return false;
  }
  return true;
}

// The trees of oriented boxes are there, or are shared by so many bodies that each is asked about
// often within one update.
bool shapes_are_ready(const Task& task, std::uint64_t last, std::uint32_t rigid, Scratch& scratch) {
  ArenaVector<ListedShape> bare(scratch.arena(0));
  list_bare_shapes(
      task, last, [](const ShapeParts& parts) { return parts.find_tree<Obb8>() == nullptr; }, bare);
  return rigid >= asked_often * bare.size();
}

class AutoMethod final : public Method {
 public:
  bool serves(BodyKind) const override { return true; }
  std::string_view working_name() const override { return chosen_->working_name(); }

  Stats update(const Task& task, Scratch& scratch) override {
    const BodyCensus census = census_of(task);
    const std::uint32_t rigid = census.of(BodyKind::rigid).bodies;
    const bool lasting = rigid > 1 || streams_well(task, census);
    const bool same = census.latest_shape == latest_shape_;
    updates_ = lasting && same ? std::min(updates_ + 1, asked_often) : 0;
    latest_shape_ = census.latest_shape;
    const auto for_rigid = [&] {
      return rigid > 1 &&
             (updates_ >= asked_often || shapes_are_ready(task, last_rigid_, rigid, scratch));
    };
    chosen_ = census.all().primitives <= tiny_scene ? tiny_.get()
              : for_rigid()                         ? rigid_.get()
              : updates_ < asked_often              ? general_.get()
                                                    : deforming_.get();
    last_rigid_ = 0;
    const Stats stats = chosen_->update(task, scratch);
    if (chosen_ == rigid_.get()) last_rigid_ = task.number;
    return stats;
  }
  Stats find_pairs(const Task& task, const Request& request, CandidateSink& sink,
                   Scratch& scratch) override {
    return chosen_->find_pairs(task, request, sink, scratch);
  }
  void validate(const Task& task) const override { chosen_->validate(task); }

 private:
  std::unique_ptr<Method> tiny_ = find_method("brute").make();
  std::unique_ptr<Method> general_ = find_method("dbvh").make();
  std::unique_ptr<Method> rigid_ = find_method("obb-coherent").make();
  std::unique_ptr<Method> deforming_ = find_method("stream").make();
  Method* chosen_ = tiny_.get();
  std::uint64_t latest_shape_ = 0;
  std::uint64_t last_rigid_ = 0;  // number of the last update, if `rigid_` did it: no shape is bare
  int updates_ = 0;
};

}  // namespace

MethodInfo auto_method() {
  return {"auto", "the method that suits the bodies best", "", false,
          [] { return std::make_unique<AutoMethod>(); }};
}

}  // namespace tact
