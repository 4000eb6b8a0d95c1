#include "tact/traverse/box_clip.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tact {
namespace {

struct Linear {
  float of[3][3];  // coordinate i of the one per unit of coordinate j of the other
};

// An edge that is parallel to a plane has no parameter there. Turning it by 2^-40 moves no point of
// the body by as much as float rounds anyway, and gives it one: beyond its ends if the edge is
// outside.
Linear without_zeros(const Placement& at) {
  Linear out;
  const float least = at.ratio * 0x1p-40F;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const float x = at.rotation[i][j] * at.ratio;
      out.of[i][j] = std::fabs(x) >= least ? x : std::copysign(least, x);
    }
  }
  return out;
}

ClipTable table_of(const Linear& s_in_o, const Linear& o_in_s, const float (&origin)[3],
                   float slack) {
  ClipTable t{};
  constexpr float inf = std::numeric_limits<float>::infinity();
  for (int m = 0; m < 3; ++m) {
    const int j1 = (m + 1) % 3;
    const int j2 = (m + 2) % 3;
    for (int i = 0; i < 3; ++i) {
      t.column[m][i] = s_in_o.of[i][m];
      t.row[m][i] = o_in_s.of[m][i];
      t.back[m][i] = 1 / o_in_s.of[m][i];
      t.side[m][i] = t.back[m][i] > 0 ? -inf : inf;
      for (int lane = 0; lane < 4; ++lane) {
        const int along = lane < 2 ? j1 : j2;
        const int fixed = lane < 2 ? j2 : j1;
        t.other[m][i][lane] = s_in_o.of[i][fixed];
        t.inverse[m][i][lane] = 1 / s_in_o.of[i][along];
      }
    }
    t.origin[m] = origin[m];
  }
  t.slack = slack;
  return t;
}

// All intervals of the edges of s in o, by the same arithmetic as one split at a time.
void clip_all(const Linear& s_in_o, const BoxEdges& o, BoxEdges& s) {
  for (int j = 0; j < 3; ++j) {
    const int k = (j + 1) % 3;
    const int l = (j + 2) % 3;
    for (int lane = 0; lane < 4; ++lane) {
      s.enter[j][lane] = s.lo[j];
      s.leave[j][lane] = s.hi[j];
    }
    for (int i = 0; i < 3; ++i) {
      const float inverse = 1 / s_in_o.of[i][j];
      for (int lane = 0; lane < 4; ++lane) {
        const float q = s_in_o.of[i][k] * ((lane & 1) != 0 ? s.hi[k] : s.lo[k]);
        const float p = s_in_o.of[i][l] * ((lane & 2) != 0 ? s.hi[l] : s.lo[l]);
        const float t0 = ((o.outer_lo[i] - q) - p) * inverse;
        const float t1 = ((o.outer_hi[i] - q) - p) * inverse;
        s.enter[j][lane] = std::max(s.enter[j][lane], std::min(t0, t1));
        s.leave[j][lane] = std::min(s.leave[j][lane], std::max(t0, t1));
      }
    }
  }
}

void set_faces(const Aabb& box, const float (&origin)[3], float slack, BoxEdges& out) {
  for (int k = 0; k < 3; ++k) {
    out.lo[k] = box.lo[k] - origin[k];
    out.hi[k] = box.hi[k] - origin[k];
    out.outer_lo[k] = out.lo[k] - slack;
    out.outer_hi[k] = out.hi[k] + slack;
  }
  out.lo[3] = out.hi[3] = out.outer_lo[3] = out.outer_hi[3] = 0;
}

}  // namespace

BoxTreePair box_tree_pair(const BoxTreeNodes& a, const BoxTreeNodes& b, const RigidPlace& at_a,
                          const RigidPlace& at_b, float tolerance_a, float tolerance_b) {
  BoxTreePair pair{};
  pair.tree[0] = a;
  pair.tree[1] = b;
  pair.b_in_a = placement(at_b, at_a);
  pair.a_in_b = placement(at_a, at_b);
  const float(&shift)[3] = pair.b_in_a.shift;
  const float none[3] = {};
  const double apart =
      std::fabs(double{shift[0]}) + std::fabs(double{shift[1]}) + std::fabs(double{shift[2]});
  // Every number in the loop is a sum of at most four coordinates and products of these sizes, and
  // is multiplied once: under sixteen units in the last place of them together. Items may be beyond
  // their boxes by the thickness of planes; edges are not moved, so that the planes of each side
  // answer for both (docs/boxtree.md).
  const double sizes_a = at_a.reach + at_b.reach * double{pair.b_in_a.ratio} + apart;
  const double sizes_b = at_b.reach + (at_a.reach + apart) * double{pair.a_in_b.ratio};
  const double thick_a = double{a.thickness} + double{tolerance_a};
  const double thick_b = double{b.thickness} + double{tolerance_b};
  const double slack_a = double{pair.b_in_a.slack} + sizes_a * 0x1p-20 + 3.01 * thick_a +
                         1.74 * thick_b * double{pair.b_in_a.ratio};
  const double slack_b = double{pair.a_in_b.slack} + sizes_b * 0x1p-20 + 3.01 * thick_b +
                         1.74 * thick_a * double{pair.a_in_b.ratio};
  const Linear b_in_a = without_zeros(pair.b_in_a);
  const Linear a_in_b = without_zeros(pair.a_in_b);
  pair.cut[0] = table_of(a_in_b, b_in_a, shift, static_cast<float>(slack_a));
  pair.cut[1] = table_of(b_in_a, a_in_b, none, static_cast<float>(slack_b));
  set_faces(a.root, shift, pair.cut[0].slack, pair.roots.of[0]);
  set_faces(b.root, none, pair.cut[1].slack, pair.roots.of[1]);
  clip_all(a_in_b, pair.roots.of[1], pair.roots.of[0]);
  clip_all(b_in_a, pair.roots.of[0], pair.roots.of[1]);
  pair.roots.share = 1;
  // Two roundings for each of up to 96 cuts.
  pair.aligned_slack[0] = static_cast<float>(slack_a + sizes_a * 0x1p-15);
  pair.aligned_slack[1] = static_cast<float>(slack_b + sizes_b * 0x1p-15);
  pair.b_in_a.slack += tolerance_a;
  pair.a_in_b.slack += tolerance_b;
  const double ratio = double{pair.b_in_a.ratio};
  pair.blind = !(ratio > 0x1p-60 && ratio < 0x1p60 && sizes_a < 0x1p60 && sizes_b < 0x1p60 &&
                 slack_a < 0x1p60 && slack_b < 0x1p60);
  return pair;
}

bool apart(const BoxPairState& pair) {
  for (const BoxEdges& box : pair.of) {
    for (int j = 0; j < 3; ++j) {
      for (int lane = 0; lane < 4; ++lane) {
        if (!(box.enter[j][lane] > box.leave[j][lane])) return false;
      }
    }
  }
  return true;
}

}  // namespace tact
