#pragma once
// Result: the answer to one question, and how it came about. Contact is one line of it; Separation
// is what is said of two bodies as a whole. Ray and RayHits: what rays meet.
#include <compare>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tact/base/error.h"
#include "tact/base/export.h"
#include "tact/base/types.h"
#include "tact/base/vec.h"
#include "tact/geometry/primitives.h"

namespace tact {

/// Two primitives that touch as they stand (no impact during a motion): ids as the user knows them,
/// and how they touch.
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
  Vec3 direction;  ///< from a to b: unit, or zero if the bodies do not touch
};

/// The least distance between bodies, and whose it is. `distance` is infinite if there is nothing
/// within what was asked for, and 0 if two touch, which is exact; else rounded, off by no more than
/// 2^-45 of the largest coordinate. Of several pairs equally near it is one.
struct Clearance : Distance {
  BodyId body_a;  ///< whose point_a is; of no world if nothing was found
  BodyId body_b;  ///< the other one
};

/// How much of a clearance is wanted: the less, the cheaper.
struct ClearanceOptions {
  /// What is farther apart does not matter: "at least this far?" ends where nothing can be nearer.
  double up_to = std::numeric_limits<double>::infinity();
  /// A pair closer than this is good enough: "closer than this?" ends at the first. Then the
  /// distance is that pair's, and the least one no more. Touching always is.
  double enough = 0;
  unsigned threads = 0;  ///< 0: as the world has it. The answer does not depend on them
};

/// A primitive of a body.
struct PrimitiveId {
  BodyId body;                  ///< whose it is
  std::uint32_t primitive = 0;  ///< triangle or point, as the user numbered them
  std::uint64_t user = 0;       ///< the user id of the body
  friend constexpr bool operator==(const PrimitiveId&, const PrimitiveId&) = default;
};

/// The point of the bodies that is nearest to another one.
struct NearestPoint : PrimitiveId {
  /// 0 if it lies on a triangle or in a ball, which is exact; else rounded, off by no more than
  /// 2^-45 of the largest coordinate.
  double distance = 0;
  Vec3 point{};  ///< on the primitive; in a ball, the point that was asked about
};

/// All points p with normal · p <= offset, without any rounding.
struct HalfSpace {
  Vec3 normal;        ///< outwards, of any length but zero
  double offset = 0;  ///< in lengths of the normal
};

/// A ray or a segment: all points origin + t (direction + tail), t from 0 to t_max, ends included,
/// as the numbers say and without any rounding.
struct TACT_API Ray {
  Vec3 origin;     ///< where t is 0
  Vec3 direction;  ///< of any length but zero: t counts in this length
  double t_max = std::numeric_limits<double>::infinity();  ///< how far it goes: not negative
  /// What rounding took from the direction: zero, but for a segment whose ends' difference is no
  /// vector of doubles. Each component is too small to change that of the direction.
  Vec3 tail{};

  /// From one point to another, t from 0 to 1, exactly. They must differ, by no more than a double
  /// holds: whoever is given the ray refuses it otherwise.
  static Ray segment(const Vec3& from, const Vec3& to);
};

/// Which of the primitives that a ray meets are wanted.
enum class RayMode : std::uint8_t {
  first,  ///< that with the least t; of several the least body (by slot), then primitive
  any,    ///< one, whichever is found soonest: the cheapest question
  all     ///< all of them, sorted by t, body and primitive
};

/// What is asked of rays.
struct RayOptions {
  RayMode mode = RayMode::first;             ///< how many hits a ray has
  std::uint32_t groups = ~std::uint32_t{0};  ///< bodies with a bit of these in their group; others
                                             ///< are passed through
  unsigned threads = 0;                      ///< 0: as the world has it
};

/// A primitive that a ray meets, and where it first does. What is met and where is exact; then it
/// is rounded once.
struct RayHit {
  /// The least t of a common point, rounded to the nearest double; 0 if the origin is one. A ray in
  /// a triangle's plane meets it where it enters it; one that begins in a ball, at 0.
  double t = 0;
  double u = 0;                 ///< the weight of the triangle's second corner there, within 2^-40
  double v = 0;                 ///< of its third; both 0 for a point
  BodyId body;                  ///< whose primitive it is
  std::uint32_t primitive = 0;  ///< triangle or point, as the user numbered them
  std::uint64_t user = 0;       ///< the user id of the body
};

/// What each of some rays meets, in their order. Reading is safe from any number of threads.
class RayHits {
 public:
  Stats stats;  ///< what it cost

  /// How many rays were asked about.
  std::size_t size() const { return first_.empty() ? 0 : first_.size() - 1; }
  /// What ray i < size() meets, sorted by (t, body, primitive).
  std::span<const RayHit> operator[](std::size_t i) const {
    return std::span<const RayHit>(hits_).subspan(first_[i], first_[i + 1] - first_[i]);
  }
  /// The hits of all rays, one ray after the other.
  const std::vector<RayHit>& hits() const { return hits_; }

 private:
  friend class RayHitWriter;
  std::vector<RayHit> hits_;
  std::vector<std::size_t> first_;  // of each ray, and behind the last
};

/// How much is computed of each contact.
enum class Detail : std::uint8_t {
  pairs,    ///< ids only: no kind, no segment, normal or depth
  contacts  ///< ids, kind, segment, normal and depth
};

/// What is asked. The default: everything that touches, in full.
struct CollideOptions {
  Budget budget;  ///< at most n contacts, or until a moment
  /// At most this far apart counts too (kind `near`), in world units. Negative, NaN or infinite:
  /// every question throws Error{bad_argument}.
  double tolerance = 0;
  /// Within a body, also neighbours: triangles that share a vertex, by index or topology id, that
  /// stands at one place for both. They are contacts if they have a point in common beyond the
  /// corner or edge that they share, or if they coincide (kind `coincident`). By default neighbours
  /// are left out altogether, so that folds and doubled triangles are not found.
  bool neighbours = false;
  Detail detail = Detail::contacts;  ///< how much is computed of each contact
  unsigned threads = 0;  ///< 0: as the world has it, or all; PairTracker, BoxTreeQuery: one

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

/// Where a point lies for a solid.
enum class PointSide : std::uint8_t {
  outside,    ///< its surface does not wind about it
  inside,     ///< it does: the winding number is not zero
  on_surface  ///< on one of its triangles
};

/// How two solids stand to each other. The interior of a solid is where it winds about a point.
enum class Relation : std::uint8_t {
  separate,    ///< no point in common
  touching,    ///< points in common, but none of both interiors
  crossing,    ///< the interiors meet, and neither contains the other
  a_inside_b,  ///< the interior of a is part of that of b, and not all; they may touch
  b_inside_a,  ///< likewise
  coincident   ///< the interiors are the same
};

/// Something of `inner` lies inside `outer`, a solid, and no primitives of the two touch.
struct Containment {
  BodyId inner;                  ///< of any kind: all of it, or connected pieces, lie in the other
  BodyId outer;                  ///< the solid
  std::uint64_t user_inner = 0;  ///< the user id of inner
  std::uint64_t user_outer = 0;  ///< of outer
};

/// What an answer says to the question whether anything touches.
enum class Verdict : std::uint8_t {
  clear,     ///< everything was looked at, nothing touches, and nothing lies in a solid
  touching,  ///< something does
  undecided  ///< nothing was found before a bound (a deadline, at most 0) ended the search
};

/// Where the time of an answer went, in seconds.
struct Times {
  double update = 0;  ///< bringing the structures up to date
  double query = 0;   ///< finding, testing, sorting and describing
};

/// Contacts sorted by (body a, body b, primitive a, primitive b), each once. A Result is the range
/// of them, whatever Detail was asked for: size(), [] and iteration always speak of the same
/// contacts. With Detail::pairs an element is made from a table of handles when it is looked at:
/// its ids are there, its kind is `undescribed`. A copy stands alone; handles in it are good as
/// long as their bodies are in their world. Reading is safe from any number of threads.
class TACT_API Result {
 public:
  class Iterator;
  using value_type = Contact;       ///< what it is a range of
  using const_iterator = Iterator;  ///< random access, by value

  Stopped stopped = Stopped::no;  ///< why there may be more
  Stats stats;                    ///< what was done, counted
  Times times;                    ///< where the time went
  std::string method;             ///< the one that did the work

  /// False if a bound cut the answer: what is there is true, but there may be more.
  bool complete() const { return stopped == Stopped::no; }
  /// Clear, touching or undecided; never throws.
  Verdict verdict() const {
    if (!empty() || !contained_.empty()) return Verdict::touching;
    return complete() ? Verdict::clear : Verdict::undecided;
  }
  /// Throws Error{undecided} where verdict() is that: an answer cut short is never "clear". A
  /// question without a deadline that asks for one pair or more is always decided.
  bool touching() const {
    if (verdict() == Verdict::undecided) {
      throw Error(ErrorCode::undecided,
                  "undecided: nothing was found before the bound of the question was reached");
    }
    return verdict() == Verdict::touching;
  }

  /// Of two bodies that are tested and of which no contact is listed: where one lies inside the
  /// other, a solid. Sorted by inner, outer. These count as touching, too. Only of answers that no
  /// bound cut short; one, of a question for so many pairs that has none.
  const std::vector<Containment>& contained() const { return contained_; }

  /// How many pairs there are.
  std::size_t size() const { return pairs_.size(); }
  /// Are there none?
  bool empty() const { return pairs_.empty(); }
  /// The contact at place i < size().
  Contact operator[](std::size_t i) const;
  /// Over the contacts.
  Iterator begin() const;
  /// Behind the last one.
  Iterator end() const;

  /// The same contacts as one array, with Detail::contacts; empty with Detail::pairs.
  const std::vector<Contact>& contacts() const& { return contacts_; }
  std::vector<Contact> contacts() && { return std::move(contacts_); }

  /// The same pairs with bodies by slot (BodyId::slot), as they were found: for lists that are
  /// compared or stored by the million. A slot says nothing of a body that was removed meanwhile.
  const std::vector<Candidate>& pairs_by_slot() const& { return pairs_; }
  std::vector<Candidate> pairs_by_slot() && { return std::move(pairs_); }

 private:
  friend class ResultWriter;
  struct Name {
    BodyId id;
    std::uint64_t user = 0;
  };

  std::vector<Candidate> pairs_;
  std::vector<Contact> contacts_;
  std::vector<Containment> contained_;
  std::vector<Name> names_;  // by slot; of bodies that occur in pairs_
};

/// Steps through a Result, which must outlive it, in either direction and any distance. Elements
/// are values: `for (const Contact& c : r)` and `for (Contact c : r)` are the same. Nothing is
/// checked.
class Result::Iterator {
 public:
  using value_type = Contact;
  using reference = Contact;
  using difference_type = std::ptrdiff_t;
  using iterator_category = std::input_iterator_tag;  // what it was before C++20: gives values
  using iterator_concept = std::random_access_iterator_tag;
  struct pointer {  // NOLINT(readability-identifier-naming): the standard's name
    Contact contact;
    const Contact* operator->() const { return &contact; }
  };

  Iterator() = default;
  Iterator(const Result& result, difference_type at) : result_(&result), at_(at) {}

  Contact operator*() const { return (*result_)[static_cast<std::size_t>(at_)]; }
  pointer operator->() const { return {**this}; }
  Contact operator[](difference_type n) const { return *(*this + n); }
  Iterator& operator+=(difference_type n) {
    at_ += n;
    return *this;
  }
  Iterator& operator-=(difference_type n) { return *this += -n; }
  Iterator& operator++() { return *this += 1; }
  Iterator& operator--() { return *this -= 1; }
  Iterator operator++(int) { return std::exchange(*this, *this + 1); }
  Iterator operator--(int) { return std::exchange(*this, *this - 1); }
  friend Iterator operator+(Iterator i, difference_type n) { return i += n; }
  friend Iterator operator+(difference_type n, Iterator i) { return i += n; }
  friend Iterator operator-(Iterator i, difference_type n) { return i -= n; }
  friend difference_type operator-(const Iterator& i, const Iterator& j) { return i.at_ - j.at_; }
  friend bool operator==(const Iterator& i, const Iterator& j) { return i.at_ == j.at_; }
  friend auto operator<=>(const Iterator& i, const Iterator& j) { return i.at_ <=> j.at_; }

 private:
  const Result* result_ = nullptr;
  difference_type at_ = 0;
};

inline Contact Result::operator[](std::size_t i) const {
  if (!contacts_.empty()) return contacts_[i];
  const Candidate& pair = pairs_[i];
  const Name& a = names_[pair.body_a];
  const Name& b = names_[pair.body_b];
  return {{ContactKind::undescribed, {}, {}, 0},
          a.id,
          b.id,
          pair.primitive_a,
          pair.primitive_b,
          a.user,
          b.user};
}
inline Result::Iterator Result::begin() const { return {*this, 0}; }
inline Result::Iterator Result::end() const { return {*this, static_cast<std::ptrdiff_t>(size())}; }

}  // namespace tact
