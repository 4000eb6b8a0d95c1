// Bullet's broad phases, used as its worlds use them: setAabb for each proxy, then the pair cache.
#include <bullet/BulletCollision/BroadphaseCollision/btAxisSweep3.h>
#include <bullet/BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>

#include "bench/broad.h"

namespace tact::bench {
namespace {

btVector3 vector_of(const float (&v)[3]) { return {v[0], v[1], v[2]}; }

Aabb around(std::span<const Aabb> boxes) {
  Aabb all = Aabb::nothing();
  for (const Aabb& box : boxes) all = merge(all, box);
  all.grow(static_cast<float>(all.hi[0] - all.lo[0]));  // boxes move on
  return all;
}

template <class Phase>
class Bullet : public BroadPhase {
 public:
  template <class... Arguments>
  explicit Bullet(std::span<const Aabb> boxes, Arguments&&... arguments)
      : phase_(std::forward<Arguments>(arguments)...), boxes_(boxes) {
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      proxies_.push_back(phase_.createProxy(vector_of(boxes[i].lo), vector_of(boxes[i].hi), 0,
                                            nullptr, 1, 1, nullptr));
      proxies_.back()->m_clientObject = reinterpret_cast<void*>(i);
    }
    phase_.calculateOverlappingPairs(nullptr);
  }
  ~Bullet() override {
    for (btBroadphaseProxy* proxy : proxies_) phase_.destroyProxy(proxy, nullptr);
  }
  void update(std::span<const Aabb> boxes) override {
    boxes_ = boxes;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      phase_.setAabb(proxies_[i], vector_of(boxes[i].lo), vector_of(boxes[i].hi), nullptr);
    }
    phase_.calculateOverlappingPairs(nullptr);
  }
  // Bullet's own boxes are larger: its pairs are those it hands to its near phase, ours fewer.
  void list(std::vector<Pair>& pairs) override {
    const btBroadphasePairArray& all = phase_.getOverlappingPairCache()->getOverlappingPairArray();
    for (int k = 0; k < all.size(); ++k) {
      const auto a = reinterpret_cast<std::size_t>(all[k].m_pProxy0->m_clientObject);
      const auto b = reinterpret_cast<std::size_t>(all[k].m_pProxy1->m_clientObject);
      if (!overlaps(boxes_[a], boxes_[b])) continue;
      pairs.push_back({static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)});
    }
  }

 private:
  Phase phase_;
  std::span<const Aabb> boxes_;
  std::vector<btBroadphaseProxy*> proxies_;
};

class Dbvt final : public Bullet<btDbvtBroadphase> {
 public:
  explicit Dbvt(std::span<const Aabb> boxes) : Bullet(boxes) {}
};

class AxisSweep final : public Bullet<bt32BitAxisSweep3> {
 public:
  explicit AxisSweep(std::span<const Aabb> boxes)
      : Bullet(boxes, vector_of(around(boxes).lo), vector_of(around(boxes).hi),
               static_cast<unsigned>(boxes.size() + 8), nullptr, true) {}
};

}  // namespace

std::vector<BroadEntrant> bullet_broad_phases() {
  // Inserting a proxy moves its ends past half of all others: a quarter of an hour for 100,000.
  return {{"bullet-dbvt", true, make_broad<Dbvt>},
          {"bullet-sweep", true, make_broad<AxisSweep>, 20000}};
}

}  // namespace tact::bench
