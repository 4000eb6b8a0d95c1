#include "tact/tree/block_volumes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "tact/bounds/kdop.h"

namespace tact {
namespace {

constexpr float block_infinity = std::numeric_limits<float>::infinity();

// The corners of a primitive in the frame, each with its reach: a triangle's have none.
struct Corners {
  float at[3][3];
  int count;
  float reach;
};

Corners corners_of(const TreeEntry& entry, const EntryGeometry& g) {
  Corners out{};
  if (g.xyz != nullptr) {
    out.count = 3;
    for (int i = 0; i < 3; ++i) {
      const float* const from = g.xyz + std::size_t{3} * entry.vertex[i];
      for (int k = 0; k < 3; ++k) out.at[i][k] = from[k] * g.scale - g.offset[k];
    }
    return out;
  }
  const Ball ball = g.parts.front().primitives->ball(entry.id);
  out.count = 1;
  for (std::size_t k = 0; k < 3; ++k) {
    out.at[0][k] = static_cast<float>(g.frame.map(ball.centre[k], k));
  }
  out.reach = static_cast<float>(ball.radius * g.frame.scale) * (1 + 0x1p-20F);
  return out;
}

float size_of(const float (&p)[3]) { return std::fabs(p[0]) + std::fabs(p[1]) + std::fabs(p[2]); }

// Slabs around what is in one lane.
template <int Extra>
class SlabLane {
 public:
  using Eight = Slabs8<Extra>;

  void begin(const Aabb&) {
    std::fill_n(lo_, Extra, block_infinity);
    std::fill_n(hi_, Extra, -block_infinity);
  }
  void add(const Corners& corners) {
    for (int i = 0; i < corners.count; ++i) {
      const auto& p = corners.at[i];
      // Mapping, three products and two sums, each rounded by half an ulp of these sizes.
      const float pad = corners.reach + size_of(p) * 0x1p-21F + 0x1p-99F;
      for (int m = 0; m < Extra; ++m) {
        const auto& d = DopDirections<Extra>::at[m];
        const float along = d[0] * p[0] + d[1] * p[1] + d[2] * p[2];
        lo_[m] = std::min(lo_[m], along - pad);
        hi_[m] = std::max(hi_[m], along + pad);
      }
    }
  }
  void add(const Block& below) {
    const Eight& lanes = volumes_of<Eight>(below);
    for (int m = 0; m < Extra; ++m) {
      for (std::uint32_t lane = 0; lane < below.lanes; ++lane) {
        lo_[m] = std::min(lo_[m], lanes.lo[m][lane]);
        hi_[m] = std::max(hi_[m], lanes.hi[m][lane]);
      }
    }
  }
  void store(Eight& eight, std::uint32_t lane) const {
    for (int m = 0; m < Extra; ++m) {
      eight.lo[m][lane] = lo_[m];
      eight.hi[m][lane] = hi_[m];
    }
  }

 private:
  float lo_[Extra];
  float hi_[Extra];
};

// A sphere around the middle of the lane's box.
class SphereLane {
 public:
  using Eight = Spheres8;

  void begin(const Aabb& box) {
    for (int k = 0; k < 3; ++k) centre_[k] = box.centre(k);
    radius_ = 0;
  }
  void add(const Corners& corners) {
    for (int i = 0; i < corners.count; ++i) {
      const float pad = corners.reach + (size_of(corners.at[i]) + size_of(centre_)) * 0x1p-20F;
      radius_ = std::max(radius_, distance_to(corners.at[i]) + pad);
    }
  }
  void add(const Block& below) {
    const Spheres8& lanes = volumes_of<Spheres8>(below);
    for (std::uint32_t lane = 0; lane < below.lanes; ++lane) {
      const float at[3] = {lanes.centre[0][lane], lanes.centre[1][lane], lanes.centre[2][lane]};
      const float pad = (size_of(at) + size_of(centre_)) * 0x1p-20F;
      radius_ = std::max(radius_, distance_to(at) + lanes.radius[lane] + pad);
    }
  }
  void store(Spheres8& eight, std::uint32_t lane) const {
    for (int k = 0; k < 3; ++k) eight.centre[k][lane] = centre_[k];
    eight.radius[lane] = radius_ + 0x1p-99F;
  }

 private:
  float distance_to(const float (&p)[3]) const {
    float sum = 0;
    for (int k = 0; k < 3; ++k) sum += (p[k] - centre_[k]) * (p[k] - centre_[k]);
    return std::sqrt(sum) * (1 + 0x1p-20F);
  }

  float centre_[3];
  float radius_;
};

// Recursion is as deep as the tree, which is logarithmic.
template <class Lane>
void refresh(Block& block, const EntryGeometry& geometry, const TreeEntry* entries) {
  auto& eight = volumes_of<typename Lane::Eight>(block);
  for (std::uint32_t lane = 0; lane < block.lanes; ++lane) {
    Lane own;
    own.begin(block.boxes.get(lane));
    Block* const below =
        block.leaf ? nullptr : plain(block.child[lane].load(std::memory_order_relaxed));
    if (below != nullptr) {
      refresh<Lane>(*below, geometry, entries);
      own.add(*below);
    } else {
      for (std::uint32_t i = block.first[lane]; i < block.first[lane + 1]; ++i) {
        own.add(corners_of(entries[i], geometry));
      }
    }
    own.store(eight, lane);
  }
}

template <int Extra>
bool within_slabs(const Slabs8<Extra>& slabs, std::uint32_t lane, const Vec3& at, double reach) {
  for (int m = 0; m < Extra; ++m) {
    const auto& d = DopDirections<Extra>::at[m];
    const double along = double{d[0]} * at.x + double{d[1]} * at.y + double{d[2]} * at.z;
    // Directions are a little shorter than one: so is the reach along them.
    const double length = reach * (1 - 0x1p-23);
    if (along - length < double{slabs.lo[m][lane]} || along + length > double{slabs.hi[m][lane]}) {
      return false;
    }
  }
  return true;
}

bool within_sphere(const Spheres8& spheres, std::uint32_t lane, const Vec3& at, double reach) {
  const Vec3 centre{double{spheres.centre[0][lane]}, double{spheres.centre[1][lane]},
                    double{spheres.centre[2][lane]}};
  return length(at - centre) + reach <= double{spheres.radius[lane]};
}

}  // namespace

void refresh_volumes(Volume volume, Block& block, const EntryGeometry& geometry,
                     const TreeEntry* entries) {
  switch (volume) {
    case Volume::kdop_14:
      return refresh<SlabLane<4>>(block, geometry, entries);
    case Volume::kdop_18:
      return refresh<SlabLane<6>>(block, geometry, entries);
    case Volume::sphere:
      return refresh<SphereLane>(block, geometry, entries);
    case Volume::box:
      break;
  }
}

void validate_volume(Volume volume, const Block& block, std::uint32_t lane,
                     const Primitives& primitives, std::uint32_t id, const BoundsFrame& frame) {
  const auto holds = [&](const Vec3& world, double radius) {
    const Vec3 at{frame.map(world.x, 0), frame.map(world.y, 1), frame.map(world.z, 2)};
    const double reach = radius * frame.scale;
    switch (volume) {
      case Volume::kdop_14:
        return within_slabs(volumes_of<Slabs8<4>>(block), lane, at, reach);
      case Volume::kdop_18:
        return within_slabs(volumes_of<Slabs8<6>>(block), lane, at, reach);
      case Volume::sphere:
        return within_sphere(volumes_of<Spheres8>(block), lane, at, reach);
      case Volume::box:
        break;
    }
    return true;
  };
  bool all = true;
  if (primitives.kind() == PrimitiveKind::points) {
    const Ball ball = primitives.ball(id);
    all = holds(ball.centre, ball.radius);
  } else {
    for (const Vec3& vertex : primitives.triangle(id)) all = all && holds(vertex, 0);
  }
  if (!all) throw std::logic_error("tree: a volume does not enclose its primitive");
}

}  // namespace tact
