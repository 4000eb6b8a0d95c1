#pragma once
// SurfaceSearch: which sets of two solids space beside their surfaces belongs to, completely.
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "tact/base/scratch.h"
#include "tact/base/types.h"
#include "tact/body/stream_bodies.h"
#include "tact/body/task.h"
#include "tact/question/solid_probe.h"

namespace tact {

/// Which parts two solids have, of those that take up room.
struct SharedParts {
  bool both = false;    ///< something lies in both
  bool only_a = false;  ///< something lies in a and not in b
  bool only_b = false;  ///< likewise

  /// Somewhere a point is on no surface, and in these.
  void note(bool in_a, bool in_b) {
    both |= in_a && in_b;
    only_a |= in_a && !in_b;
    only_b |= !in_a && in_b;
  }
  bool all() const { return both && only_a && only_b; }
};

/// Looks at both sides of every part into which the two surfaces cut each other and themselves:
/// every part of space is beside one, so that nothing is missed. Slow, exact, for what is left when
/// nothing quicker has decided.
class SurfaceSearch {
 public:
  /// `touching`: the pairs of primitives of the two that touch. Streams and boxes are up to date.
  SurfaceSearch(const Task& task, std::uint32_t a, std::uint32_t b,
                std::span<const Candidate> touching, const StreamBodies& streams, Scratch& scratch);

  /// Adds what there is to `parts`; ends when all are there.
  void run(SharedParts& parts);

 private:
  // A triangle of one of the two.
  struct Member {
    std::uint8_t side;
    std::uint32_t id;
  };
  struct Touch {
    Member of;
    Member other;
  };

  const BodyState& body(std::uint8_t side) const { return *bodies_[side]; }
  Triangle triangle(const Member& m) const { return bodies_[m.side]->primitives.triangle(m.id); }
  void note_beside(const SurfacePoint& p, SharedParts& parts);
  void look_at_cut(SharedParts& parts);
  void look_at_whole(std::uint8_t side, SharedParts& parts);
  void walk_whole(std::uint8_t side, std::uint32_t first, std::vector<bool>& seen);

  std::array<const BodyState*, 2> bodies_;
  std::array<SolidProbe, 2> probes_;
  std::vector<Touch> touches_;                // sorted
  std::array<std::vector<bool>, 2> touched_;  // by triangle
};

}  // namespace tact
