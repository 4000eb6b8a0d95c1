// Any eighteen finite doubles: the answer does not depend on the order of the arguments, and
// batches give the same answer as single pairs.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "tact/geometry/triangle.h"
#include "tact/geometry/triangle_batch.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  double x[18];
  if (size < sizeof x) return 0;
  std::memcpy(x, data, sizeof x);
  for (const double value : x) {
    if (!std::isfinite(value)) return 0;
  }
  const tact::Triangle a{tact::Vec3{x[0], x[1], x[2]}, tact::Vec3{x[3], x[4], x[5]},
                         tact::Vec3{x[6], x[7], x[8]}};
  const tact::Triangle b{tact::Vec3{x[9], x[10], x[11]}, tact::Vec3{x[12], x[13], x[14]},
                         tact::Vec3{x[15], x[16], x[17]}};
  const bool touch = tact::intersects(a, b);
  if (tact::intersects(b, a) != touch) std::abort();
  if (tact::intersects({a[2], a[0], a[1]}, {b[1], b[0], b[2]}) != touch) std::abort();
  static tact::TrianglePairs pairs;
  for (std::size_t k = 0; k < 18; ++k) pairs.v[k][0] = x[k];
  std::uint8_t hit[1];
  tact::intersects_batch(pairs, 1, hit);
  if ((hit[0] != 0) != touch) std::abort();
  if (touch) {
    const tact::ContactGeometry contact = tact::describe_contact(a, b);
    if (!tact::is_finite(contact.segment.from) || !std::isfinite(contact.depth)) std::abort();
  }
  return 0;
}
