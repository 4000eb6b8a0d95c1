#pragma once
// Impulses: the answer to all contacts of a step. Each impulse acts on both sides in the same place
// and in opposite directions, so momentum is kept to the last bits; without a push from depth none
// of them adds energy, since it is judged by the very velocities that it changes.
#include <cstdint>
#include <span>
#include <vector>

#include "tact/response/lump.h"
#include "tact/response/penalty.h"
#include "tact/response/touch.h"

namespace tact {

struct ResponseOptions {
  Penalty penalty;
  double friction = 0.5;         ///< Coulomb's
  double restitution = 0;        ///< of the speed of approach, above `restitution_speed`
  double restitution_speed = 1;  ///< units a second
  int iterations = 8;            ///< sweeps over all contacts
  double warm = 0.9;  ///< share of the last step's impulse that a contact begins with (see key)
};

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

  /// How many batches of independent groups the last answer took.
  std::size_t batches() const { return batch_ends_.size(); }

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
  static constexpr std::uint32_t last_batch = 63;  // what fits into no other; answered one by one
  struct Row {
    Side a;
    Side b;
    Vec3 normal;
    double normal_mass = 0;   // 1 / (velocity per impulse along the normal)
    double tangent_mass = 0;  // the least of those across
    double push = 0;
    double mass_scale = 1;
    double impulse_scale = 0;
    double along = 0;  // impulse so far
    Vec3 across;
    bool plain = true;  // both sides are as above
    bool even = true;   // and give way alike in every direction
  };

  void prepare(std::span<const Touch> touches, const ResponseOptions& options, double seconds,
               unsigned threads);
  Row make_row(const Touch& touch, const ResponseOptions& options, double seconds) const;
  bool set_side(const Grip& grip, const Vec3& point, Side& side) const;
  void make_batches(std::span<const TouchGroup> groups);
  void warm_up(std::span<const Touch> touches, double share);
  void keep_impulses(std::span<const Touch> touches);
  void sweep(std::span<const TouchGroup> groups, std::span<const Touch> touches, double friction,
             unsigned threads);
  void answer_plain(Row& row, double friction);
  void answer_even(Row& row, double friction);
  void answer_bending(Row& row, const Touch& touch, double friction);
  Vec3 velocity_of(const Side& side) const;
  void push(const Side& side, const Vec3& impulse);
  Vec3 velocity_of(const Grip& grip, const Vec3& point) const;
  void push(const Grip& grip, const Vec3& point, const Vec3& impulse);
  double response_of(const Side& side, const Vec3& u, const Vec3& v) const;
  double response_of(const Grip& grip, const Vec3& point, const Vec3& u, const Vec3& v) const;
  void set_change(std::size_t lump);
  Response changes(std::span<const Touch> touches);

  const LumpSet* set_ = nullptr;
  std::vector<Mover> movers_;
  std::vector<Turner> turners_;  // by modes
  std::vector<Modes> benders_;   // by modes: of quadratic lumps, in full
  std::vector<Row> rows_;
  std::vector<std::uint32_t> order_;       // groups, batch after batch
  std::vector<std::uint32_t> batch_ends_;  // in order_
  std::vector<std::uint32_t> batch_of_;
  std::vector<std::uint64_t> taken_;  // batches that a body is in already, by body
  struct Kept {
    std::uint64_t key;
    double along;
    Vec3 across;
  };
  std::vector<Kept> kept_;  // of the last step, by key
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
