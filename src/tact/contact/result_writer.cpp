#include "tact/contact/result_writer.h"

#include "tact/base/parallel.h"
#include "tact/contact/closest.h"

namespace tact {
namespace {

constexpr std::size_t contacts_per_chunk = 256;

}  // namespace

void ResultWriter::describe(std::span<const Primitives* const> bodies,
                            std::span<const Finding> findings, unsigned threads) {
  const std::vector<Candidate>& pairs = result_.pairs_;
  result_.contacts_.resize(pairs.size());
  const std::size_t chunks = chunk_count(pairs.size(), contacts_per_chunk);
  parallel_for(chunks, threads, [&](std::size_t chunk, unsigned) {
    const auto [first, last] = chunk_range(pairs.size(), contacts_per_chunk, chunk);
    for (std::size_t i = first; i < last; ++i) {
      const Candidate& pair = pairs[i];
      Contact& contact = result_.contacts_[i];
      static_cast<ContactGeometry&>(contact) =
          tact::describe(*bodies[pair.body_a], pair.primitive_a, *bodies[pair.body_b],
                         pair.primitive_b, findings[i]);
      contact.body_a = result_.names_[pair.body_a].id;
      contact.body_b = result_.names_[pair.body_b].id;
      contact.primitive_a = pair.primitive_a;
      contact.primitive_b = pair.primitive_b;
      contact.user_a = result_.names_[pair.body_a].user;
      contact.user_b = result_.names_[pair.body_b].user;
    }
  });
}

}  // namespace tact
