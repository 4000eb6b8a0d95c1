#include "tact/pair/pair_question.h"

#include <chrono>
#include <cmath>

#include "tact/base/error.h"
#include "tact/contact/closest.h"
#include "tact/geometry/validate.h"

namespace tact {
namespace {

constexpr std::size_t pair_contacts_per_chunk = 256;

}  // namespace

void PosedShapes::place(const Shape& a, const Transform& pose_a, const Shape& b,
                        const Transform& pose_b) {
  Extent both = check_pose(a.extent(), pose_a, "body a");
  both.add(check_pose(b.extent(), pose_b, "body b"));
  extent = both;
  primitives[0] = Primitives::triangles(a.mesh(), &pose_a);
  primitives[1] = Primitives::triangles(b.mesh(), &pose_b);
}

void check_question(const CollideOptions& asked) {
  if (!std::isfinite(asked.tolerance) || asked.tolerance < 0) {
    throw Error(ErrorCode::bad_argument, "the tolerance must be finite and not negative");
  }
}

void PairAnswer::report(Budget::Clock::time_point start, const char* method) {
  result.method = method;
  result.stats += built;
  result.times.update = build_seconds;
  result.times.query = std::chrono::duration<double>(Budget::Clock::now() - start).count();
  built = {};
  build_seconds = 0;
}

void PairAnswer::describe_all(const PosedShapes& at, unsigned threads) {
  result.contacts.resize(result.pairs.size());
  const std::size_t chunks = chunk_count(result.pairs.size(), pair_contacts_per_chunk);
  parallel_for(chunks, threads, [&](std::size_t chunk, unsigned) {
    const auto [first, last] = chunk_range(result.pairs.size(), pair_contacts_per_chunk, chunk);
    for (std::size_t i = first; i < last; ++i) {
      const Candidate& pair = result.pairs[i];
      Contact& contact = result.contacts[i];
      static_cast<ContactGeometry&>(contact) =
          describe(at.primitives[0], pair.primitive_a, at.primitives[1], pair.primitive_b);
      contact.body_a = {0, 0};  // slots of no world
      contact.body_b = {1, 0};
      contact.primitive_a = pair.primitive_a;
      contact.primitive_b = pair.primitive_b;
    }
  });
}

}  // namespace tact
