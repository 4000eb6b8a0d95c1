#pragma once
// Result: the answer to one question, and how it came about. Contact is one line of it; Separation
// is what is said of two bodies as a whole.
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tact/base/budget.h"
#include "tact/base/error.h"
#include "tact/base/types.h"
#include "tact/base/vec.h"
#include "tact/geometry/contact_geometry.h"

namespace tact {

/// Two primitives that touch: ids as the user knows them, and how they touch.
struct Contact : ContactGeometry {
  BodyId body_a;                  ///< the first body
  BodyId body_b;                  ///< the second; the same one for a contact within a body
  std::uint32_t primitive_a = 0;  ///< triangle or point of body_a, as the user numbered them
  std::uint32_t primitive_b = 0;  ///< of body_b
  std::uint64_t user_a = 0;       ///< the user id of body_a
  std::uint64_t user_b = 0;       ///< of body_b
};

/// How far two bodies are apart, and where.
struct Distance {
  double distance = 0;            ///< infinite if one of the bodies is empty; 0 if they touch
  Vec3 point_a;                   ///< the closest points, in the world; a common one if they touch
  Vec3 point_b;                   ///< of body b
  std::uint32_t primitive_a = 0;  ///< triangle or point of body a that point_a is of
  std::uint32_t primitive_b = 0;  ///< of body b
  Stats stats;                    ///< what it cost
};

/// `distance` is 0 if the bodies touch.
struct Separation : Distance {
  /// Of bodies that touch: moving b by depth · direction takes all pairs that touch now apart. The
  /// least over a fixed set of directions, the contacts' mean normal, the axes and the diagonals: a
  /// measure of the triangles that touch, not of what the bodies enclose. Rounded.
  double depth = 0;
  Vec3 direction;  ///< unit, or zero if the bodies do not touch
};

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
  Detail detail = Detail::contacts;  ///< how much is computed of each contact
  unsigned threads = 0;              ///< 0: as the world has it; without a world, one

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
  /// Which primitives touch, and nothing about how.
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
  Stats stats;                    ///< what was done, counted
  Times times;                    ///< where the time went
  std::string method;             ///< the one that did the work

  /// False if a bound cut the answer: what is there is true, but there may be more.
  bool complete() const { return stopped == Stopped::no; }
  /// Clear, touching or undecided; never throws.
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
  /// How many pairs there are.
  std::size_t size() const { return pairs.size(); }
  /// Over the contacts.
  std::vector<Contact>::const_iterator begin() const { return contacts.begin(); }
  /// Behind the last contact.
  std::vector<Contact>::const_iterator end() const { return contacts.end(); }
};

}  // namespace tact
