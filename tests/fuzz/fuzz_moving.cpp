// Any twenty-four finite doubles as two moving features: the answer does not depend on the order of
// corners nor on the direction of time, and the filter claims nothing that the last stage denies.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "tact/geometry/moving.h"
#include "tact/geometry/moving_impl.h"

namespace {

using tact::MovingPoint;
using tact::exact::MovingPair;
using tact::exact::MovingVerdict;

void expect(bool right) {
  if (!right) std::abort();
}

void check(const MovingPair& pair, bool answer) {
  const auto verdict = tact::exact::filter_moving(pair, 1).verdict;
  expect(verdict == MovingVerdict::open || (verdict == MovingVerdict::meet) == answer);
  const auto time = tact::exact::filter_moving(pair, 0x1p-20);
  expect(time.verdict == MovingVerdict::open || (time.verdict == MovingVerdict::meet) == answer);
  const auto exact = tact::exact::first_impact_exactly(pair, 0x1p-20);
  expect(exact.has_value() == answer);
  if (time.verdict == MovingVerdict::meet) {  // both hold the first time
    expect(time.time.lo <= exact->hi && exact->lo <= time.time.hi);
  }
}

void check_orders(const MovingPoint (&p)[4]) {
  const bool edges = tact::meet_edge_edge({p[0], p[1]}, {p[2], p[3]});
  expect(tact::meet_edge_edge({p[3], p[2]}, {p[0], p[1]}) == edges);
  check({{p[0], p[1], p[2], p[3]}, true}, edges);
  const bool vertex = tact::meet_vertex_triangle(p[0], {p[1], p[2], p[3]});
  expect(tact::meet_vertex_triangle(p[0], {p[2], p[1], p[3]}) == vertex);
  expect(tact::meet_vertex_triangle(p[0], {p[2], p[3], p[1]}) == vertex);
  check({{p[0], p[1], p[2], p[3]}, false}, vertex);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  double x[24];
  if (size < sizeof x) return 0;
  std::memcpy(x, data, sizeof x);
  for (const double value : x) {
    if (!std::isfinite(value)) return 0;
  }
  MovingPoint p[4];
  MovingPoint back[4];
  for (std::size_t i = 0; i < 4; ++i) {
    const double* y = x + 6 * i;
    p[i] = {{y[0], y[1], y[2]}, {y[3], y[4], y[5]}};
    back[i] = {p[i].to, p[i].from};
  }
  check_orders(p);
  check_orders(back);
  expect(tact::meet_edge_edge({p[0], p[1]}, {p[2], p[3]}) ==
         tact::meet_edge_edge({back[0], back[1]}, {back[2], back[3]}));
  expect(tact::meet_vertex_triangle(p[0], {p[1], p[2], p[3]}) ==
         tact::meet_vertex_triangle(back[0], {back[1], back[2], back[3]}));
  return 0;
}
