#pragma once
// ResultWriter: how whoever answers a question fills in the lists of a Result. Not for users.
#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "tact/contact/result.h"
#include "tact/geometry/finding.h"
#include "tact/geometry/primitives.h"

namespace tact {

class ResultWriter {
 public:
  explicit ResultWriter(Result& result) : result_(result) {}

  /// The first thing: an answer about bodies in so many slots. All that naming them may throw, it
  /// throws; allocates only where there are more slots than ever before.
  void begin(std::size_t slots) {
    if (result_.names_.size() < slots) result_.names_.resize(slots);
    result_.contacts_.clear();
    result_.contained_.clear();
  }
  /// Sorted; name_bodies() has to follow.
  std::vector<Candidate>& pairs() { return result_.pairs_; }
  /// Empty, or one for each pair.
  std::vector<Contact>& contacts() { return result_.contacts_; }

  /// See Result::contained().
  std::vector<Containment>& contained() { return result_.contained_; }

  /// Writes down who the bodies of the pairs are: name(slot) gives a handle and the user's id.
  /// Looks at few pairs of the same two bodies, so that a million of them cost no more than a
  /// hundred.
  template <class F>
  void name_bodies(F&& name) {
    const Place end = result_.pairs_.end();
    for (Place pair = result_.pairs_.begin(); pair != end; pair = end_of_run(pair)) {
      for (const std::uint32_t slot : {pair->body_a, pair->body_b}) {
        const auto [id, user] = name(slot);
        result_.names_[slot] = {id, user};
      }
    }
  }

  /// After name_bodies(): a contact for each pair, with kind, segment, normal and depth. `bodies`
  /// by slot; `findings` of each pair, as Narrow found it.
  void describe(std::span<const Primitives* const> bodies, std::span<const Finding> findings,
                unsigned threads);

 private:
  using Place = std::vector<Candidate>::const_iterator;

  // The first pair of other bodies: by steps that double, then by halves.
  Place end_of_run(Place first) const {
    const auto same = [&](const Candidate& pair) {
      return pair.body_a == first->body_a && pair.body_b == first->body_b;
    };
    const Place end = result_.pairs_.end();
    Place last = first;  // of the run, as far as is known
    std::ptrdiff_t step = 1;
    while (end - last > step && same(last[step])) {
      last += step;
      step *= 2;
    }
    return std::partition_point(last, end - last > step ? last + step : end, same);
  }

  Result& result_;
};

}  // namespace tact
