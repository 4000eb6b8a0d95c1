// Bullet's broad phases, used as its worlds use them: setAabb for each proxy that moved, then the
// pair cache.
// Only setting them up, which is not measured, goes another way where Bullet's takes too long.
#include <bullet/BulletCollision/BroadphaseCollision/btAxisSweep3.h>
#include <bullet/BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>

#include <algorithm>

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

// bt32BitAxisSweep3 that takes all its boxes at once: proxy by proxy, each moves its ends past half
// of all others, a quarter of an hour for 100,000.
class FilledSweep final : public bt32BitAxisSweep3 {
 public:
  explicit FilledSweep(std::span<const Aabb> boxes)
      : bt32BitAxisSweep3(vector_of(around(boxes).lo), vector_of(around(boxes).hi),
                          static_cast<unsigned>(boxes.size() + 8), nullptr, true) {
    for (const Aabb& box : boxes) add_unsorted(box);
    for (int axis = 0; axis < 3; ++axis) sort_edges(axis);
    find_pairs();
  }
  btBroadphaseProxy* proxy(std::size_t box) { return getHandle(static_cast<unsigned>(box) + 1); }

 private:
  // What addHandle() does before it sorts: the new edges go in front of the last sentinel.
  void add_unsorted(const Aabb& box) {
    const unsigned id = allocHandle();
    Handle& handle = *getHandle(id);
    handle.m_uniqueId = static_cast<int>(id);
    handle.m_collisionFilterGroup = handle.m_collisionFilterMask = 1;
    handle.m_aabbMin = vector_of(box.lo);
    handle.m_aabbMax = vector_of(box.hi);
    unsigned lo[3];
    unsigned hi[3];
    quantize(lo, handle.m_aabbMin, 0);
    quantize(hi, handle.m_aabbMax, 1);
    const unsigned last = 2 * m_numHandles;
    for (int axis = 0; axis < 3; ++axis) {
      Edge* const edges = m_pEdges[axis];
      edges[last + 1] = edges[last - 1];
      edges[last - 1].m_pos = lo[axis];
      edges[last].m_pos = hi[axis];
      edges[last - 1].m_handle = edges[last].m_handle = id;
      m_pHandles[0].m_maxEdges[axis] += 2;
    }
  }
  void sort_edges(int axis) {
    Edge* const edges = m_pEdges[axis];
    const unsigned count = 2 * m_numHandles;
    std::stable_sort(edges + 1, edges + 1 + count,
                     [](const Edge& a, const Edge& b) { return a.m_pos < b.m_pos; });
    for (unsigned i = 1; i <= count; ++i) {
      Handle& handle = *getHandle(edges[i].m_handle);
      (edges[i].IsMax() != 0 ? handle.m_maxEdges : handle.m_minEdges)[axis] = i;
    }
  }
  void find_pairs() {
    for (unsigned i = 1; i <= 2 * m_numHandles; ++i) {
      const Edge& from = m_pEdges[0][i];
      if (from.IsMax() != 0) continue;
      Handle* const handle = getHandle(from.m_handle);
      for (unsigned j = i + 1; j < handle->m_maxEdges[0]; ++j) {
        const Edge& to = m_pEdges[0][j];
        if (to.IsMax() != 0) continue;
        Handle* const other = getHandle(to.m_handle);
        if (testAabbOverlap(handle, other)) m_pairCache->addOverlappingPair(handle, other);
      }
    }
  }
};

// What both have in common once they are set up.
template <class Phase>
class Bullet : public BroadPhase {
 public:
  void update(std::span<const Aabb> boxes, std::span<const std::uint32_t> moved) override {
    boxes_ = boxes;
    for (const std::uint32_t i : moved) {
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

 protected:
  template <class... Arguments>
  explicit Bullet(Arguments&&... arguments) : phase_(std::forward<Arguments>(arguments)...) {}

  void add(btBroadphaseProxy* proxy) {
    proxy->m_clientObject = reinterpret_cast<void*>(proxies_.size());
    proxies_.push_back(proxy);
  }

  Phase phase_;
  std::span<const Aabb> boxes_;
  std::vector<btBroadphaseProxy*> proxies_;
};

class Dbvt final : public Bullet<btDbvtBroadphase> {
 public:
  explicit Dbvt(std::span<const Aabb> boxes) {
    for (const Aabb& box : boxes) {
      add(phase_.createProxy(vector_of(box.lo), vector_of(box.hi), 0, nullptr, 1, 1, nullptr));
    }
    phase_.calculateOverlappingPairs(nullptr);
  }
  ~Dbvt() override {
    // Pairs first: each proxy looks for its own among all that are left.
    btOverlappingPairCache& cache = *phase_.getOverlappingPairCache();
    while (cache.getNumOverlappingPairs() > 0) {
      const btBroadphasePair& last =
          cache.getOverlappingPairArray()[cache.getNumOverlappingPairs() - 1];
      cache.removeOverlappingPair(last.m_pProxy0, last.m_pProxy1, nullptr);
    }
    for (btBroadphaseProxy* proxy : proxies_) phase_.destroyProxy(proxy, nullptr);
  }
};

class AxisSweep final : public Bullet<FilledSweep> {
 public:
  explicit AxisSweep(std::span<const Aabb> boxes) : Bullet(boxes) {
    for (std::size_t i = 0; i < boxes.size(); ++i) add(phase_.proxy(i));
  }
};

}  // namespace

std::vector<BroadEntrant> bullet_broad_phases() {
  return {{"bullet-dbvt", true, make_broad<Dbvt>}, {"bullet-sweep", true, make_broad<AxisSweep>}};
}

}  // namespace tact::bench
