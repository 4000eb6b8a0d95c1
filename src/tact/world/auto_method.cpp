// Method `auto`: chooses by the kind and size of the bodies. The rule is documented in
// docs/methods.md; whoever adds a method revises both.
#include "tact/world/method.h"

namespace tact {
namespace {

// Below this many primitives in all, looking at boxes costs more than it saves.
constexpr std::uint64_t tiny_scene = 32;

class AutoMethod final : public Method {
 public:
  bool serves(BodyKind) const override { return true; }
  std::string_view working_name() const override { return chosen_->working_name(); }

  Stats update(const Task& task, Scratch& scratch) override {
    std::uint64_t primitives = 0;
    for (const BodyState* body : task.bodies) {
      if (body != nullptr) primitives += body->primitives.size();
    }
    chosen_ = primitives <= tiny_scene ? tiny_.get() : general_.get();
    return chosen_->update(task, scratch);
  }
  Stats find_pairs(const Task& task, const Request& request, CandidateSink& sink,
                   Scratch& scratch) override {
    return chosen_->find_pairs(task, request, sink, scratch);
  }
  void validate(const Task& task) const override { chosen_->validate(task); }

 private:
  std::unique_ptr<Method> tiny_ = find_method("brute").make();
  std::unique_ptr<Method> general_ = find_method("dbvh").make();
  Method* chosen_ = tiny_.get();
};

}  // namespace

std::unique_ptr<Method> make_auto_method() { return std::make_unique<AutoMethod>(); }

}  // namespace tact
