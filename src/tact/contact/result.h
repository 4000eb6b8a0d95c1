#pragma once
// Result: the answer to one question, and how it came about.
#include <span>
#include <string>
#include <vector>

#include "tact/base/error.h"
#include "tact/base/stats.h"
#include "tact/base/types.h"
#include "tact/contact/contact.h"
#include "tact/contact/narrow.h"

namespace tact {

/// How much is computed of each contact.
enum class Detail : std::uint8_t {
  pairs,    ///< ids only
  contacts  ///< ids, kind, segment, normal and depth
};

/// What is asked. The default: everything that touches, in full.
struct CollideOptions {
  Budget budget;         ///< at most n contacts, or until a moment
  double tolerance = 0;  ///< at most this far apart counts too (kind `near`), in world units
  /// Within a body, also neighbours: triangles that share a vertex, by index or topology id, that
  /// stands at one place for both. They are contacts if they have a point in common beyond the
  /// corner or edge that they share, or if they coincide (kind `coincident`). By default neighbours
  /// are left out altogether, so that folds and doubled triangles are not found.
  bool neighbours = false;
  Detail detail = Detail::contacts;
  unsigned threads = 0;  ///< 0: as the world has it; without a world, one

  /// Only whether anything touches: the cheapest question.
  static CollideOptions any() {
    CollideOptions options;
    options.budget.at_most = 1;
    options.detail = Detail::pairs;
    return options;
  }
  /// At most n contacts (1: a witness). Which ones is fixed per method, not across methods.
  static CollideOptions at_most(std::size_t n) {
    CollideOptions options;
    options.budget.at_most = n;
    return options;
  }
  static CollideOptions pairs() {
    CollideOptions options;
    options.detail = Detail::pairs;
    return options;
  }
};

/// What an answer says to the question whether anything touches.
enum class Verdict : std::uint8_t {
  clear,     ///< everything was looked at, and nothing touches
  touching,  ///< something does
  undecided  ///< nothing was found before a bound (a deadline, at most 0) ended the search
};

/// Where the time of an answer went, in seconds.
struct Times {
  double update = 0;  ///< bringing the structures up to date
  double query = 0;   ///< finding, testing, sorting and describing
};

/// Contacts sorted by (body a, body b, primitive a, primitive b), each once. Iterating a Result
/// iterates its contacts.
struct Result {
  std::vector<Candidate> pairs;   ///< always; bodies by slot, in the order of the contacts
  std::vector<Contact> contacts;  ///< with Detail::contacts
  Stopped stopped = Stopped::no;  ///< why there may be more
  Stats stats;
  Times times;
  std::string method;  ///< the one that did the work

  /// False if a bound cut the answer: what is there is true, but there may be more.
  bool complete() const { return stopped == Stopped::no; }
  Verdict verdict() const {
    if (!pairs.empty()) return Verdict::touching;
    return complete() ? Verdict::clear : Verdict::undecided;
  }
  /// Throws Error{undecided} where verdict() is that: an answer cut short is never "clear". A
  /// question without a deadline that asks for one pair or more is always decided.
  bool touching() const {
    if (verdict() == Verdict::undecided) {
      throw Error(ErrorCode::undecided,
                  "undecided: nothing was found before the bound of the question was reached");
    }
    return !pairs.empty();
  }
  std::size_t size() const { return pairs.size(); }
  std::vector<Contact>::const_iterator begin() const { return contacts.begin(); }
  std::vector<Contact>::const_iterator end() const { return contacts.end(); }
};

}  // namespace tact
