#include "bench/of_paper/tropp_boxes.h"

namespace tact::bench {
namespace {

double dot3(const float (&u)[3], const double (&v)[3]) {
  return double{u[0]} * v[0] + double{u[1]} * v[1] + double{u[2]} * v[2];
}

// Two boxes as the test sees them: b's centre and axes in the axes of a's box.
struct InA {
  double t[3];
  double r[3][3];
  double absolute[3][3];
  double half_a[3];
  double half_b[3];
  double error;
};

void turn(const RelativePose& pose, const float (&v)[3], double (&out)[3]) {
  for (int k = 0; k < 3; ++k) {
    out[k] = pose.rotation[k][0] * double{v[0]} + pose.rotation[k][1] * double{v[1]} +
             pose.rotation[k][2] * double{v[2]};
  }
}

// b's centre, seen from a's.
void between(const float (&a)[3], const float (&b)[3], const TroppPlaces& at, double (&apart)[3]) {
  turn(at.b_in_a, b, apart);
  for (std::size_t k = 0; k < 3; ++k) {
    apart[k] = apart[k] * at.b_in_a.ratio + at.b_in_a.shift[k] - double{a[k]};
  }
}

void finish(InA& in, const float (&half_a)[3], const float (&half_b)[3], const TroppPlaces& at) {
  double sizes = 0;
  for (int k = 0; k < 3; ++k) {
    in.half_a[k] = double{half_a[k]};
    in.half_b[k] = double{half_b[k]} * at.b_in_a.ratio;
    for (int j = 0; j < 3; ++j) in.absolute[k][j] = std::fabs(in.r[k][j]);
    sizes += std::fabs(in.t[k]) + in.half_a[k] + in.half_b[k];
  }
  in.error = sizes * tropp_rounding + at.slack;
}

InA in_a(const Obb& a, const Obb& b, const TroppPlaces& at) {
  InA in;
  double apart[3];
  between(a.centre, b.centre, at, apart);
  for (int k = 0; k < 3; ++k) in.t[k] = dot3(a.axis[k], apart);
  for (int j = 0; j < 3; ++j) {
    double axis[3];
    turn(at.b_in_a, b.axis[j], axis);
    for (int k = 0; k < 3; ++k) in.r[k][j] = dot3(a.axis[k], axis);
  }
  finish(in, a.half, b.half, at);
  return in;
}

InA in_a(const CentredBox& a, const CentredBox& b, const TroppPlaces& at) {
  InA in;
  between(a.centre, b.centre, at, in.t);
  for (int k = 0; k < 3; ++k) {
    for (int j = 0; j < 3; ++j) in.r[k][j] = at.b_in_a.rotation[k][j];
  }
  finish(in, a.half, b.half, at);
  return in;
}

double gap_of_a(const InA& in, int k) {
  return std::fabs(in.t[k]) - in.half_a[k] - in.half_b[0] * in.absolute[k][0] -
         in.half_b[1] * in.absolute[k][1] - in.half_b[2] * in.absolute[k][2] - in.error;
}

double gap_of_b(const InA& in, int j, double& along) {
  along = in.t[0] * in.r[0][j] + in.t[1] * in.r[1][j] + in.t[2] * in.r[2][j];
  return std::fabs(along) - in.half_b[j] - in.half_a[0] * in.absolute[0][j] -
         in.half_a[1] * in.absolute[1][j] - in.half_a[2] * in.absolute[2][j] - in.error;
}

// Along the cross product of axis k of a and axis j of b, as it is: not a unit vector.
double gap_of_both(const InA& in, int k, int j, double& along) {
  const int k1 = (k + 1) % 3;
  const int k2 = (k + 2) % 3;
  const int j1 = (j + 1) % 3;
  const int j2 = (j + 2) % 3;
  along = in.t[k2] * in.r[k1][j] - in.t[k1] * in.r[k2][j];
  return std::fabs(along) - in.half_a[k1] * in.absolute[k2][j] -
         in.half_a[k2] * in.absolute[k1][j] - in.half_b[j1] * in.absolute[k][j2] -
         in.half_b[j2] * in.absolute[k][j1] - in.error;
}

// Remembers a direction given in the axes of a's box: in the frame of b, one long.
void remember(const Obb& a, const Obb& b, const TroppPlaces& at, const double (&along)[3],
              double sign, TroppAxis<Obb>& out) {
  double in_frame[3] = {};
  for (int k = 0; k < 3; ++k) {
    for (int x = 0; x < 3; ++x) in_frame[x] += along[k] * double{a.axis[k][x]};
  }
  double squares = 0;
  for (int x = 0; x < 3; ++x) {
    out.along[x] = 0;
    for (int y = 0; y < 3; ++y) out.along[x] += at.b_in_a.rotation[y][x] * in_frame[y];
    squares += out.along[x] * out.along[x];
  }
  const double scale = sign / std::sqrt(squares);
  out.radius_b = 0;
  for (double& x : out.along) x *= scale;
  for (int j = 0; j < 3; ++j) {
    out.radius_b += double{b.half[j]} * std::fabs(dot3(b.axis[j], out.along));
  }
}

double sign_of(double x) { return x < 0 ? -1 : 1; }

}  // namespace

double separate(const Obb& a, const Obb& b, const TroppPlaces& at, TroppAxis<Obb>& axis) {
  const InA in = in_a(a, b, at);
  for (int k = 0; k < 3; ++k) {
    const double gap = gap_of_a(in, k);
    if (!(gap > 0)) continue;
    double along[3] = {};
    along[k] = 1;
    remember(a, b, at, along, sign_of(in.t[k]), axis);
    return gap;
  }
  for (int j = 0; j < 3; ++j) {
    double t = 0;
    const double gap = gap_of_b(in, j, t);
    if (!(gap > 0)) continue;
    const double along[3] = {in.r[0][j], in.r[1][j], in.r[2][j]};
    remember(a, b, at, along, sign_of(t), axis);
    return gap;
  }
  if (!at.all_axes) return 0;
  for (int k = 0; k < 3; ++k) {
    for (int j = 0; j < 3; ++j) {
      double t = 0;
      const double gap = gap_of_both(in, k, j, t);
      if (!(gap > 0)) continue;
      double along[3] = {};
      along[(k + 1) % 3] = -in.r[(k + 2) % 3][j];
      along[(k + 2) % 3] = in.r[(k + 1) % 3][j];
      remember(a, b, at, along, sign_of(t), axis);
      // The cross product is at most one long: along the unit vector they are at least so far.
      return gap;
    }
  }
  return 0;
}

double separate(const CentredBox& a, const CentredBox& b, const TroppPlaces& at,
                TroppAxis<CentredBox>& axis) {
  const InA in = in_a(a, b, at);
  for (int k = 0; k < 3; ++k) {
    axis = {k, sign_of(in.t[k])};
    const double gap = gap_of_a(in, k);
    if (gap > 0) return gap;
  }
  for (int j = 0; j < 3; ++j) {
    double t = 0;
    const double gap = gap_of_b(in, j, t);
    axis = {3 + j, sign_of(t)};
    if (gap > 0) return gap;
  }
  if (!at.all_axes) return 0;
  for (int kj = 0; kj < 9; ++kj) {
    double t = 0;
    const double gap = gap_of_both(in, kj / 3, kj % 3, t);
    if (gap > 0) return gap;  // only where nothing is remembered: the plain algorithm
  }
  return 0;
}

double still_apart(const Obb& a, const Obb& b, const TroppPlaces& at, const TroppAxis<Obb>& axis) {
  // Twice a product of matrix and vector: into the frame of a, and into the axes of its box.
  double along[3];
  double shift = 0;
  double sizes = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    along[k] = at.b_in_a.rotation[k][0] * axis.along[0] + at.b_in_a.rotation[k][1] * axis.along[1] +
               at.b_in_a.rotation[k][2] * axis.along[2];
    shift += along[k] * at.b_in_a.shift[k];
    sizes += std::fabs(at.b_in_a.shift[k]) + std::fabs(double{a.centre[k]}) + double{a.half[k]} +
             (std::fabs(double{b.centre[k]}) + double{b.half[k]}) * at.b_in_a.ratio;
  }
  double gap = shift + (dot3(b.centre, axis.along) - axis.radius_b) * at.b_in_a.ratio;
  gap -= dot3(a.centre, along);
  for (int i = 0; i < 3; ++i) gap -= double{a.half[i]} * std::fabs(dot3(a.axis[i], along));
  return gap - sizes * tropp_rounding - at.slack;
}

double still_apart(const CentredBox& a, const CentredBox& b, const TroppPlaces& at,
                   const TroppAxis<CentredBox>& axis) {
  // In the frame that the axis is one of, only one number of the other box's place is needed.
  const bool of_a = axis.which < 3;
  const auto i = static_cast<std::size_t>(of_a ? axis.which : axis.which - 3);
  const CentredBox& own = of_a ? a : b;
  const CentredBox& other = of_a ? b : a;
  const RelativePose& pose = of_a ? at.b_in_a : at.a_in_b;
  double t = pose.shift[i] - double{own.centre[i]};
  double reach = double{own.half[i]};
  double sizes = std::fabs(pose.shift[i]) + std::fabs(double{own.centre[i]}) + reach;
  for (int k = 0; k < 3; ++k) {
    t += pose.rotation[i][k] * double{other.centre[k]} * pose.ratio;
    reach += std::fabs(pose.rotation[i][k]) * double{other.half[k]} * pose.ratio;
    sizes += (std::fabs(double{other.centre[k]}) + double{other.half[k]}) * pose.ratio;
  }
  const double towards_b = of_a ? axis.sign * t : -axis.sign * t;
  const double gap = towards_b - reach - sizes * tropp_rounding;
  return (of_a ? gap : gap * at.b_in_a.ratio) - at.slack;
}

double shifted_along(const TroppPlaces& at, const TroppAxis<Obb>& axis, const Vec3& shift) {
  double sum = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    for (int x = 0; x < 3; ++x) sum += at.b_in_a.rotation[k][x] * axis.along[x] * shift[k];
  }
  return sum;
}

double shifted_along(const TroppPlaces& at, const TroppAxis<CentredBox>& axis, const Vec3& shift) {
  if (axis.which < 3) return axis.sign * shift[static_cast<std::size_t>(axis.which)];
  double sum = 0;
  for (std::size_t k = 0; k < 3; ++k) sum += at.b_in_a.rotation[k][axis.which - 3] * shift[k];
  return axis.sign * sum;
}

}  // namespace tact::bench
