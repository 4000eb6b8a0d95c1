#pragma once
// Impulses: the answer to all contacts of a step. Each impulse acts on both sides in the same place
// and in opposite directions, so momentum is kept to the last bits; without a push from depth none
// of them adds energy, since it is judged by the very velocities that it changes.
#include <cstdint>
#include <span>
#include <vector>

#include "tact/response/lump.h"
#include "tact/response/options.h"
#include "tact/response/penalty.h"
#include "tact/response/touch.h"

namespace tact {

/// What came out of respond(); valid until the next call.
struct Response {
  std::span<const LumpChange> changes;  ///< one for each lump
  std::span<const Vec3> impulses;       ///< one for each touch: on a; b gets the opposite
};

/// Answers contacts by sequential impulses: the implicit penalty along the normal, friction across.
/// Keeps its memory from step to step. The result does not depend on the number of threads.
class Responder {
 public:
  /// `groups` cover `touches`, each once. `seconds` is the length of the step. Cost: iterations ×
  /// touches.
  Response respond(const LumpSet& set, std::span<const Touch> touches,
                   std::span<const TouchGroup> groups, const ResponseOptions& options,
                   double seconds, unsigned threads = 1);

  /// How many parts the last answer was cut into. Every second one may be answered at a time.
  std::size_t parts() const { return parts_.size(); }

 private:
  struct Mover {
    Vec3 velocity;
    double inverse_mass = 0;
  };
  // A lump that turns and stretches, in work: a point at r is taken to move by velocity +
  // Σ rate[k] r_k, the share of each motion by which an impulse there would change it.
  struct Turner {
    std::array<Vec3, 3> rate;
    Vec3 spin;  // rigid part, in full
    std::array<double, 9> inverse_inertia;
    double rigid = 1;  // shares of the two ways in what an impulse changes of `rate`
    double soft = 0;
  };
  // One side of a touch that is held by one lump which is not quadratic.
  struct Side {
    Vec3 arm;
    Vec3 weight;  // inverse moments times arm
    std::uint32_t lump = 0;
    std::uint32_t modes = no_modes;
  };
  static constexpr std::uint32_t no_modes = 0xffffffffU;
  struct Row {
    Side a;
    Side b;
    Vec3 away;                     // from b to a: the way in which a is pressed
    std::array<double, 6> give{};  // velocity per impulse, if plain: xx, xy, xz, yy, yz, zz
    double normal_mass = 0;        // 1 / (velocity per impulse along the normal)
    double tangent_mass = 0;       // the least of those across
    double push = 0;
    double mass_scale = 1;
    double impulse_scale = 0;
    double along = 0;  // impulse so far
    Vec3 across;
    std::uint32_t touch = 0;
    bool plain = true;  // both sides are as above
    bool even = true;   // and give way alike in every direction
  };
  // Rows that are answered one after the other.
  struct Part {
    std::uint32_t first;
    std::uint32_t end;
  };

  void prepare(std::span<const Touch> touches, const ResponseOptions& options, double seconds,
               unsigned threads);
  Row make_row(const Touch& touch, const ResponseOptions& options, double seconds) const;
  void begin_warm(const Touch& touch, double share, Row& row) const;
  bool set_side(const Grip& grip, const Vec3& point, Side& side) const;
  bool can_move(const TouchGroup& group, std::span<const Touch> touches, bool is_a) const;
  void find_neighbours(std::span<const TouchGroup> groups, std::span<const Touch> touches);
  void find_rings();
  std::uint32_t walk_rings(std::uint32_t start);
  void make_parts(std::span<const TouchGroup> groups);
  template <class F>
  void each_part(unsigned threads, F&& f);
  void warm_up(std::span<const Touch> touches, unsigned threads);
  void keep_impulses(std::span<const Touch> touches);
  void sweep(std::span<const Touch> touches, double friction, bool backwards, unsigned threads);
  void answer_plain(Row& row, double friction);
  void answer_even(Row& row, double friction);
  void answer_bending(Row& row, const Touch& touch, double friction);
  Vec3 velocity_of(const Side& side) const;
  void push(const Side& side, const Vec3& impulse);
  Vec3 velocity_of(const Grip& grip, const Vec3& point) const;
  void push(const Grip& grip, const Vec3& point, const Vec3& impulse);
  double response_of(const Side& side, const Vec3& u, const Vec3& v) const;
  void add_give(const Side& side, std::array<double, 6>& give) const;
  double response_of(const Grip& grip, const Vec3& point, const Vec3& u, const Vec3& v) const;
  void set_change(std::size_t lump);

  const LumpSet* set_ = nullptr;
  std::vector<Mover> movers_;
  std::vector<Turner> turners_;  // by modes
  std::vector<Modes> benders_;   // by modes: of quadratic lumps, in full
  std::vector<Row> rows_;
  // Who touches whom, and in which order that is answered (see impulse_order.cpp).
  static constexpr std::uint32_t no_ring = 0xffffffffU;
  static constexpr std::size_t worth_sharing = 512;  // rows: fewer take less than to wait
  std::vector<Pair> movers_of_;            // by group: the bodies that can move, or nobody
  std::vector<std::uint32_t> first_near_;  // by body: where its neighbours begin in near_
  std::vector<std::uint32_t> near_;
  std::vector<std::uint32_t> ring_of_;  // by body
  std::vector<std::uint32_t> queue_;
  std::vector<std::uint32_t> place_;  // by ring: of its next row
  std::vector<Part> parts_;           // of even rings, then of odd ones
  std::size_t even_parts_ = 0;
  struct Kept {
    std::uint64_t key;
    double along;
    Vec3 across;
  };
  std::vector<Kept> kept_;              // of the last step
  std::vector<std::uint32_t> buckets_;  // hashed by key: 1 + where it is in kept_, or 0
  std::vector<Kept> next_kept_;         // the same in the making, and then of the step before
  std::vector<std::uint32_t> next_buckets_;
  std::vector<LumpChange> changes_;
  std::vector<Vec3> impulses_;
};

// In the header, because the sweeps are nothing but these two.
inline Vec3 Responder::velocity_of(const Side& side) const {
  const Vec3& v = movers_[side.lump].velocity;
  if (side.modes == no_modes) return v;
  const std::array<Vec3, 3>& rate = turners_[side.modes].rate;
  return ((v + rate[0] * side.arm.x) + rate[1] * side.arm.y) + rate[2] * side.arm.z;
}

inline void Responder::push(const Side& side, const Vec3& impulse) {
  Mover& mover = movers_[side.lump];
  if (mover.inverse_mass == 0) return;  // walls are shared by all threads
  mover.velocity = mover.velocity + impulse * mover.inverse_mass;
  if (side.modes == no_modes) return;
  Turner& turner = turners_[side.modes];
  const Vec3 turn = times(turner.inverse_inertia, cross(side.arm, impulse));
  turner.spin = turner.spin + turn;
  const Vec3 w = turn * turner.rigid;
  const Vec3 bend = impulse * turner.soft;
  turner.rate[0] = turner.rate[0] + (Vec3{0, w.z, -w.y} + bend * side.weight.x);
  turner.rate[1] = turner.rate[1] + (Vec3{-w.z, 0, w.x} + bend * side.weight.y);
  turner.rate[2] = turner.rate[2] + (Vec3{w.y, -w.x, 0} + bend * side.weight.z);
}

}  // namespace tact
