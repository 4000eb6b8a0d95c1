#pragma once
// Stage: the bodies of a scene as all participants of a benchmark see them, in one frame at a time.
// Everybody reads the same arrays, which were written just before, as a simulation would have.
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "scenes/scene.h"
#include "tact/base/types.h"
#include "tact/geometry/primitives.h"

namespace tact::bench {

/// Where all bodies stand in one frame: positions of those whose vertices move, poses of the rigid.
struct Frame {
  std::vector<std::vector<float>> positions;
  std::vector<Transform> poses;
};

Frame frame_of(const scenes::Scene& scene, int frame);

struct StageBody {
  BodyKind kind = BodyKind::rigid;
  bool self = false;
  /// Rigid: in the body's own frame, never changed. One float more than 3 per vertex, so that a
  /// vertex can be loaded as four.
  std::vector<float> padded;
  std::vector<std::array<std::uint32_t, 3>> triangles;
  std::vector<std::uint32_t> topology;
  Transform pose;
  Primitives primitives;
  std::vector<std::array<std::uint32_t, 3>> corners;  ///< see Primitives::lend_corners

  std::span<const float> positions() const { return {padded.data(), padded.size() - 1}; }
  const float* vertex(std::uint32_t i) const { return padded.data() + std::size_t{3} * i; }
  std::size_t vertices() const { return padded.size() / 3; }
  MeshView mesh() const;
  bool is_rigid() const { return kind == BodyKind::rigid; }
};

class Stage {
 public:
  explicit Stage(const scenes::Scene& scene);
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  void set(const Frame& frame);
  std::span<const StageBody> bodies() const { return bodies_; }
  /// Which bodies are tested against which: all two, and those with the switch against themselves.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs() const;
  std::size_t triangle_count() const;
  bool all_rigid() const;
  bool none_rigid() const;
  bool has_self() const;

  /// Decided by the exact test: do these two touch, and do they count?
  bool touch(const Candidate& pair) const;

 private:
  std::vector<StageBody> bodies_;
};

}  // namespace tact::bench
