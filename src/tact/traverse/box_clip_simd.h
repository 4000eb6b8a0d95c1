// One split of a pair of boxes: of the intervals of both halves those that a plane changes are
// computed, the others reused. Included once per instruction set by files that dispatch with
// foreach_target.
#if defined(TACT_TRAVERSE_BOX_CLIP_SIMD_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TACT_TRAVERSE_BOX_CLIP_SIMD_H
#undef TACT_TRAVERSE_BOX_CLIP_SIMD_H
#else
#define TACT_TRAVERSE_BOX_CLIP_SIMD_H
#endif

#include <hwy/highway.h>

#include <cstdint>
#include <limits>

#include "tact/traverse/box_clip.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Four ordinary floats. `Count` is told how many lanes that matter are added and multiplied.
template <class Count>
struct PlainLanes {
  struct V {
    float v[4];
  };
  template <class Op>
  static V each(const V& a, const V& b, Op op) {
    return {{op(a.v[0], b.v[0]), op(a.v[1], b.v[1]), op(a.v[2], b.v[2]), op(a.v[3], b.v[3])}};
  }
  static V load(const float* p) { return {{p[0], p[1], p[2], p[3]}}; }
  static void store(const V& a, float* p) {
    for (int k = 0; k < 4; ++k) p[k] = a.v[k];
  }
  static V set(float x) { return {{x, x, x, x}}; }
  /// Lanes m + 1 and m + 2 (modulo 3), each twice.
  static V others(const V& a, int m) {
    const int j1 = m == 2 ? 0 : m + 1;
    const int j2 = m == 0 ? 2 : m - 1;
    return {{a.v[j1], a.v[j1], a.v[j2], a.v[j2]}};
  }
  /// With x in lane m.
  static V with(V a, int m, float x) {
    a.v[m] = x;
    return a;
  }
  static V swap_halves(const V& a) { return {{a.v[2], a.v[3], a.v[0], a.v[1]}}; }
  static float sum(float x, float y) {
    Count::add(1);
    return x + y;
  }
  template <int Lanes = 4>
  static V sub(const V& a, const V& b) {
    Count::add(Lanes);
    return each(a, b, [](float x, float y) { return x - y; });
  }
  template <int Lanes = 4>
  static V mul(const V& a, const V& b) {
    Count::multiply(Lanes);
    return each(a, b, [](float x, float y) { return x * y; });
  }
  static V min(const V& a, const V& b) {
    return each(a, b, [](float x, float y) { return x < y ? x : y; });
  }
  static V max(const V& a, const V& b) {
    return each(a, b, [](float x, float y) { return x > y ? x : y; });
  }
  template <int Lane>
  static V broadcast(const V& a) {
    return set(a.v[Lane]);
  }
  static float first(const V& a) { return a.v[0]; }
  static float least(const V& a) {
    const V m = min(a, swap_halves(a));
    return m.v[0] < m.v[1] ? m.v[0] : m.v[1];
  }
  static float greatest(const V& a) {
    const V m = max(a, swap_halves(a));
    return m.v[0] > m.v[1] ? m.v[0] : m.v[1];
  }
  /// Even lanes of a, odd lanes of b.
  static V even_odd(const V& a, const V& b) { return {{a.v[0], b.v[1], a.v[2], b.v[3]}}; }
  /// The lower two lanes of a, then the lower two of b.
  static V lower_lower(const V& a, const V& b) { return {{a.v[0], a.v[1], b.v[0], b.v[1]}}; }
  /// The lower two lanes of a, then the upper two of b.
  static V lower_upper(const V& a, const V& b) { return {{a.v[0], a.v[1], b.v[2], b.v[3]}}; }
  /// The upper two lanes, each twice.
  static V twice_upper(const V& a) { return {{a.v[2], a.v[2], a.v[3], a.v[3]}}; }
  /// Is enter > leave in all lanes of all families?
  static bool all_greater(const V (&enter)[6], const V (&leave)[6]) {
    bool all = true;
    for (int i = 0; i < 6; ++i) {
      for (int k = 0; k < 4; ++k) all = all && enter[i].v[k] > leave[i].v[k];
    }
    return all;
  }
};

struct NoCount {
  static void add(int) {}
  static void multiply(int) {}
};

#if HWY_TARGET == HWY_SCALAR
using ClipLanes = PlainLanes<NoCount>;
#else
struct ClipLanes {
  using D = hn::FixedTag<float, 4>;
  using V = hn::Vec<D>;
  static HWY_INLINE V load(const float* p) { return hn::Load(D(), p); }
  static HWY_INLINE void store(V a, float* p) { hn::Store(a, D(), p); }
  static HWY_INLINE V set(float x) { return hn::Set(D(), x); }
  // From tables and by blending: single floats that are written and then read as four would have to
  // wait for each other.
  static HWY_INLINE V others(V a, int m) {
    alignas(16) static constexpr std::int32_t lanes[3][4] = {
        {1, 1, 2, 2}, {2, 2, 0, 0}, {0, 0, 1, 1}};
    return hn::TableLookupLanes(a, hn::SetTableIndices(D(), lanes[m]));
  }
  static HWY_INLINE V with(V a, int m, float x) {
    alignas(16) static constexpr std::int32_t here[3][4] = {
        {-1, 0, 0, 0}, {0, -1, 0, 0}, {0, 0, -1, 0}};
    const hn::RebindToSigned<D> di;
    return hn::IfThenElse(hn::MaskFromVec(hn::BitCast(D(), hn::Load(di, here[m]))), set(x), a);
  }
  static HWY_INLINE V swap_halves(V a) { return hn::Shuffle1032(a); }
  static HWY_INLINE float sum(float x, float y) { return x + y; }
  template <int Lanes = 4>
  static HWY_INLINE V sub(V a, V b) {
    return hn::Sub(a, b);
  }
  template <int Lanes = 4>
  static HWY_INLINE V mul(V a, V b) {
    return hn::Mul(a, b);
  }
  static HWY_INLINE V min(V a, V b) { return hn::Min(a, b); }
  static HWY_INLINE V max(V a, V b) { return hn::Max(a, b); }
  template <int Lane>
  static HWY_INLINE V broadcast(V a) {
    return hn::Broadcast<Lane>(a);
  }
  static HWY_INLINE float first(V a) { return hn::GetLane(a); }
  static HWY_INLINE float least(V a) { return hn::GetLane(hn::MinOfLanes(D(), a)); }
  static HWY_INLINE float greatest(V a) { return hn::GetLane(hn::MaxOfLanes(D(), a)); }
  static HWY_INLINE V even_odd(V a, V b) { return hn::OddEven(b, a); }
  static HWY_INLINE V lower_lower(V a, V b) { return hn::ConcatLowerLower(D(), b, a); }
  static HWY_INLINE V lower_upper(V a, V b) { return hn::ConcatUpperLower(D(), b, a); }
  static HWY_INLINE V twice_upper(V a) { return hn::InterleaveUpper(D(), a, a); }
  static HWY_INLINE bool all_greater(const V (&enter)[6], const V (&leave)[6]) {
    auto all = hn::Gt(enter[0], leave[0]);
    for (int i = 1; i < 6; ++i) all = hn::And(all, hn::Gt(enter[i], leave[i]));
    return hn::AllTrue(D(), all);
  }
};
#endif

/// Where the other box is, as seen from the plane that splits a box.
enum class PlaneSide : std::uint8_t { left, right, both };

/// Splits box `s` of a pair by the plane of its node. L is how four lanes are computed.
template <class L>
class BoxSplit {
 public:
  using V = typename L::V;

  HWY_INLINE BoxSplit(const ClipTable& table, const BoxPairState& from, int s, int axis, float cut)
      : table_(table), from_(from), s_(s), m_(axis) {
    at_ = L::sum(cut, -table.origin[axis]);
    above_ = L::sum(at_, table.slack);
    below_ = L::sum(at_, -table.slack);
    project();
  }

  /// If all of the other box is beyond the plane, moved outwards, the half on this side is apart
  /// from it, and of the intervals of the other half those of the new edges are empty.
  HWY_INLINE PlaneSide side() const {
    const float most = L::first(L::max(lo_, hi_));
    if (L::sum(L::least(below_over_), -most) > 0) return PlaneSide::left;
    const float fewest = L::first(L::min(lo_, hi_));
    if (L::sum(L::greatest(above_over_), -fewest) < 0) return PlaneSide::right;
    return PlaneSide::both;
  }

  /// Makes `state`, which is what is split, the half that side() says.
  HWY_INLINE void shrink_left(BoxPairState& state) const { shrink<true>(state); }
  HWY_INLINE void shrink_right(BoxPairState& state) const { shrink<false>(state); }

  /// If it is on both sides: computes what the two halves share.
  HWY_INLINE void clip() {
    clip_new_edges();
    clip_other_box();
  }

  /// Writes the half below the plane, but for its node and share. False if it is apart.
  HWY_INLINE bool left(BoxPairState& out) const { return half<true>(out); }
  HWY_INLINE bool right(BoxPairState& out) const { return half<false>(out); }

 private:
  // The faces of the other box along the axis of the plane, and its edges of family 0.
  HWY_INLINE void project() {
    const BoxEdges& other = from_.of[1 - s_];
    const V row = L::load(table_.row[m_]);
    lo_ = L::template mul<3>(row, L::load(other.lo));
    hi_ = L::template mul<3>(row, L::load(other.hi));
    const V above = L::set(above_);
    const V below = L::set(below_);
    above_lo_ = L::template sub<3>(above, lo_);
    above_hi_ = L::template sub<3>(above, hi_);
    below_lo_ = L::template sub<3>(below, lo_);
    below_hi_ = L::template sub<3>(below, hi_);
    over<1, 2>(above_over_, below_over_);
  }

  // How far the plane, moved either way, is beyond the edges of a family at their parameter zero.
  template <int K, int J>
  HWY_INLINE void over(V& above, V& below) const {
    const V along_l = L::lower_lower(L::template broadcast<J>(lo_), L::template broadcast<J>(hi_));
    above = L::sub(
        L::even_odd(L::template broadcast<K>(above_lo_), L::template broadcast<K>(above_hi_)),
        along_l);
    below = L::sub(
        L::even_odd(L::template broadcast<K>(below_lo_), L::template broadcast<K>(below_hi_)),
        along_l);
  }

  // The four edges that lie in the plane: two parallel to each of the other axes.
  HWY_INLINE void clip_new_edges() {
    const BoxEdges& own = from_.of[s_];
    const BoxEdges& other = from_.of[1 - s_];
    const V q = L::template mul<3>(L::load(table_.column[m_]), L::set(at_));
    const V lo = L::template sub<3>(L::load(other.outer_lo), q);
    const V hi = L::template sub<3>(L::load(other.outer_hi), q);
    enter_ = L::others(L::load(own.lo), m_);
    leave_ = L::others(L::load(own.hi), m_);
    const V fixed = L::even_odd(L::swap_halves(enter_), L::swap_halves(leave_));
    clip_slab<0>(lo, hi, fixed);
    clip_slab<1>(lo, hi, fixed);
    clip_slab<2>(lo, hi, fixed);
  }

  template <int I>
  HWY_INLINE void clip_slab(V lo, V hi, V fixed) {
    const V p = L::mul(L::load(table_.other[m_][I]), fixed);
    const V inverse = L::load(table_.inverse[m_][I]);
    const V t0 = L::mul(L::sub(L::template broadcast<I>(lo), p), inverse);
    const V t1 = L::mul(L::sub(L::template broadcast<I>(hi), p), inverse);
    enter_ = L::max(enter_, L::min(t0, t1));
    leave_ = L::min(leave_, L::max(t0, t1));
  }

  // Where the twelve edges of the other box meet the plane, moved outwards for either half.
  HWY_INLINE void clip_other_box() {
    V above;
    V below;
    meet(0, above_over_, below_over_);
    over<2, 0>(above, below);
    meet(1, above, below);
    over<0, 1>(above, below);
    meet(2, above, below);
  }
  HWY_INLINE void meet(int i, V above, V below) {
    const V back = L::set(table_.back[m_][i]);
    above_at_[i] = L::mul(above, back);
    below_at_[i] = L::mul(below, back);
  }

  template <bool Left>
  HWY_INLINE void shrink(BoxPairState& state) const {
    constexpr float inf = std::numeric_limits<float>::infinity();
    BoxEdges& s = state.of[s_];
    const int j1 = next(m_);
    const int j2 = next(j1);
    const V at = L::set(at_);
    if (Left) {
      L::store(L::min(L::load(s.leave[m_]), at), s.leave[m_]);
      L::store(L::with(L::load(s.hi), m_, at_), s.hi);
      L::store(L::with(L::load(s.outer_hi), m_, above_), s.outer_hi);
    } else {
      L::store(L::max(L::load(s.enter[m_]), at), s.enter[m_]);
      L::store(L::with(L::load(s.lo), m_, at_), s.lo);
      L::store(L::with(L::load(s.outer_lo), m_, below_), s.outer_lo);
    }
    // An interval without an entrance is empty, whatever its exit.
    const V never = L::set(inf);
    L::store(beside_1<Left>(L::load(s.enter[j1]), never), s.enter[j1]);
    L::store(beside_2<Left>(L::load(s.enter[j2]), never), s.enter[j2]);
  }

  template <bool Left>
  HWY_INLINE bool half(BoxPairState& out) const {
    const BoxEdges& own = from_.of[s_];
    const BoxEdges& other = from_.of[1 - s_];
    V enter[6];
    V leave[6];
    // The other box's edges are cut once more: at one end or the other, as they run.
    for (int i = 0; i < 3; ++i) {
      const V side = L::set(Left ? table_.side[m_][i] : -table_.side[m_][i]);
      const V t = Left ? above_at_[i] : below_at_[i];
      enter[i] = L::max(L::load(other.enter[i]), L::min(t, side));
      leave[i] = L::min(L::load(other.leave[i]), L::max(t, side));
    }
    const int j1 = next(m_);
    const int j2 = next(j1);
    // Edges across the plane keep their line and lose an end; of the others one half is new.
    const V at = L::set(at_);
    const V across_enter = L::load(own.enter[m_]);
    const V across_leave = L::load(own.leave[m_]);
    enter[3] = Left ? across_enter : L::max(across_enter, at);
    leave[3] = Left ? L::min(across_leave, at) : across_leave;
    enter[4] = beside_1<Left>(L::load(own.enter[j1]), enter_);
    leave[4] = beside_1<Left>(L::load(own.leave[j1]), leave_);
    enter[5] = beside_2<Left>(L::load(own.enter[j2]), enter_);
    leave[5] = beside_2<Left>(L::load(own.leave[j2]), leave_);
    if (L::all_greater(enter, leave)) return false;
    BoxEdges& o = out.of[1 - s_];
    BoxEdges& s = out.of[s_];
    for (int i = 0; i < 3; ++i) {
      L::store(enter[i], o.enter[i]);
      L::store(leave[i], o.leave[i]);
    }
    store_family(enter[3], leave[3], s, m_);
    store_family(enter[4], leave[4], s, j1);
    store_family(enter[5], leave[5], s, j2);
    copy_faces(other, o);
    const V lo = L::load(own.lo);
    const V hi = L::load(own.hi);
    const V outer_lo = L::load(own.outer_lo);
    const V outer_hi = L::load(own.outer_hi);
    L::store(Left ? lo : L::with(lo, m_, at_), s.lo);
    L::store(Left ? L::with(hi, m_, at_) : hi, s.hi);
    L::store(Left ? outer_lo : L::with(outer_lo, m_, below_), s.outer_lo);
    L::store(Left ? L::with(outer_hi, m_, above_) : outer_hi, s.outer_hi);
    return true;
  }

  // Family m + 1: its upper two lanes are at the high face of axis m.
  template <bool Left>
  static HWY_INLINE V beside_1(V old, V fresh) {
    return Left ? L::lower_lower(old, fresh) : L::lower_upper(fresh, old);
  }
  // Family m + 2: its odd lanes are.
  template <bool Left>
  static HWY_INLINE V beside_2(V old, V fresh) {
    const V twice = L::twice_upper(fresh);
    return Left ? L::even_odd(old, twice) : L::even_odd(twice, old);
  }
  static HWY_INLINE void store_family(V enter, V leave, BoxEdges& box, int family) {
    L::store(enter, box.enter[family]);
    L::store(leave, box.leave[family]);
  }
  static HWY_INLINE void copy_faces(const BoxEdges& from, BoxEdges& to) {
    L::store(L::load(from.lo), to.lo);
    L::store(L::load(from.hi), to.hi);
    L::store(L::load(from.outer_lo), to.outer_lo);
    L::store(L::load(from.outer_hi), to.outer_hi);
  }
  static HWY_INLINE int next(int axis) { return axis == 2 ? 0 : axis + 1; }

  const ClipTable& table_;
  const BoxPairState& from_;
  int s_;
  int m_;
  float at_;     // the plane, in the coordinates of the pair
  float above_;  // and moved outwards for the left half
  float below_;  // for the right half
  V lo_;         // faces of the other box, as parts of the plane's coordinate
  V hi_;
  V above_lo_;
  V above_hi_;
  V below_lo_;
  V below_hi_;
  V above_over_;  // family 0 of the other box
  V below_over_;
  V enter_;  // of the new edges: two of family m + 1, two of family m + 2
  V leave_;
  V above_at_[3];  // by family of the other box
  V below_at_[3];
};

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
