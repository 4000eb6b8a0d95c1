#pragma once
// Collects the frames of an answer while the command runs, and lets go of some where there are too
// many: what it keeps is bounded, and what it drops is counted.
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "apps/report/moment.h"

namespace tact::report {

struct Limits {
  std::size_t bytes = 60'000'000;      ///< of the file
  std::size_t triangles = 2'000'000;   ///< that are shown, of all bodies
  std::size_t contacts = 1'000'000;    ///< in lists, of all frames
  std::size_t memory = 1'000'000'000;  ///< for positions, in bytes
};

class Recording {
 public:
  /// `frames`: how many there will be.
  Recording(std::vector<Body> bodies, const std::vector<Placement>& first, std::size_t frames,
            const Limits& limits = {});

  /// Of an answer with contacts. Borrows nothing. May be called from several threads.
  Moment moment(std::uint64_t number, const Result& result,
                const std::vector<Placement>& places) const;
  /// In the order of the frames.
  void add(Moment moment);

  const std::vector<Body>& bodies() const { return bodies_; }
  const Coordinates& coordinates() const { return coordinates_; }
  /// How many frames there were to be.
  std::size_t wanted() const { return wanted_; }
  const Limits& limits() const { return limits_; }
  /// The point of a body that its pose takes to where the page puts its middle.
  const Vec3& middle(std::size_t body) const { return middles_[body]; }
  const std::vector<Moment>& moments() const { return moments_; }
  /// Of a body: in a contact in any frame.
  const std::vector<bool>& touched(std::size_t body) const { return touched_[body]; }
  /// Places in moments(); nothing where no frame touches.
  std::size_t worst() const { return worst_; }
  std::size_t first() const { return first_; }
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  /// The places of those whose positions are still there.
  std::vector<std::size_t> kept() const;
  /// Lets go of every second of these; the worst frame and the first that touches stay. False if
  /// none could go.
  bool thin_out();

 private:
  std::vector<Body> bodies_;
  std::size_t wanted_;
  Limits limits_;
  Coordinates coordinates_;
  std::vector<Vec3> middles_;
  std::size_t listed_a_frame_;
  std::vector<Moment> moments_;
  std::vector<std::vector<bool>> touched_;
  std::size_t held_ = 0;  // bytes
  std::size_t worst_ = none;
  std::size_t first_ = none;
};

}  // namespace tact::report
