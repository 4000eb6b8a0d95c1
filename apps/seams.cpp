#include "apps/seams.h"

#include <fmt/format.h>

#include <algorithm>

#include "apps/terminal.h"

namespace tact::app {
namespace {

bool meet_at_a_seam(const Mesh& mesh, const Candidate& pair) {
  for (const std::uint32_t i : mesh.triangles[pair.primitive_a]) {
    for (const std::uint32_t j : mesh.triangles[pair.primitive_b]) {
      if (i != j && mesh.positions[i] == mesh.positions[j]) return true;
    }
  }
  return false;
}

}  // namespace

std::size_t count_seam_pairs(const Result& result, const std::vector<const Mesh*>& bodies) {
  return static_cast<std::size_t>(std::count_if(
      result.pairs_by_slot().begin(), result.pairs_by_slot().end(), [&](const Candidate& pair) {
        return pair.body_a == pair.body_b && bodies[pair.body_a]->topology.empty() &&
               meet_at_a_seam(*bodies[pair.body_a], pair);
      }));
}

// Neighbours touch there: nobody who has not been told would guess.
std::string seam_text(std::size_t pairs) {
  if (pairs == 0) return {};
  return fmt::format(
      "{} of these pairs meet in vertices that the file repeats, as at seams; "
      "--weld takes those in one place for one",
      with_commas(pairs));
}

}  // namespace tact::app
