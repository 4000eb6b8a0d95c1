#pragma once
// What methods have in common that serve only some bodies themselves: which pairs of bodies are
// theirs, and `dbvh` for all others.
#include <memory>
#include <span>

#include "tact/body/body_pairs.h"
#include "tact/bounds/fit.h"
#include "tact/method/method.h"

namespace tact {

class MixedBodies {
 public:
  /// Does the method serve this body itself?
  using IsMine = bool (*)(const BodyState& body);
  explicit MixedBodies(IsMine is_mine);

  bool mine(const BodyState& body) const { return is_mine_(body); }

  /// Of the bodies that are not the method's.
  Stats update(const Task& task, Scratch& scratch);

  /// The pairs of the method's own bodies that the request is about and whose boxes overlap; a body
  /// and itself where that is wanted.
  void list_own(const Task& task, const Request& request, Arena& arena, ArenaVector<Pair>& pairs,
                Stats& stats) const;

  /// All pairs with other bodies, behind the `chunks` that the method has delivered. `own`: whether
  /// it had pairs of its own.
  Stats find_others(const Task& task, const Request& request, bool own, std::size_t chunks,
                    CandidateSink& sink, Scratch& scratch);

  void validate(const Task& task) const;

 private:
  void mark(const Task& task);
  // By slot: is there a body, and is it the method's? As of the last update.
  std::span<const bool> marks() const { return {marks_.get(), slots_}; }

  IsMine is_mine_;
  std::unique_ptr<Method> general_;
  std::unique_ptr<bool[]> marks_;  // an array, since a vector of bool is none
  std::size_t slots_ = 0;
  std::size_t room_ = 0;
  std::uint32_t own_ = 0;   // how many are marked
  bool others_ = false;     // there are bodies that are not the method's
  std::uint64_t last_ = 0;  // number of the update that marked them
};

}  // namespace tact
