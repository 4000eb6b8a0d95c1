#include "tact/contact/choose_impacts.h"

#include <algorithm>
#include <compare>

namespace tact {
namespace {

// A feature, or two bodies, that an impact is of. The triangle of a vertex or an edge says nothing
// of which it is.
struct Holder {
  std::uint32_t key[4];
  std::uint32_t impact;
};

constexpr std::uint32_t kind_of_vertex = 0;
constexpr std::uint32_t kind_of_edge = 1;
constexpr std::uint32_t kind_of_triangle = 2;

Holder feature_holder(const FeaturePair& pair, bool of_a, std::uint32_t impact) {
  const FeatureNumbers& numbers = of_a ? pair.a : pair.b;
  const bool is_vertex =
      pair.kind == (of_a ? FeaturePair::Kind::vertex_triangle : FeaturePair::Kind::triangle_vertex);
  const std::uint32_t kind = pair.kind == FeaturePair::Kind::edges ? kind_of_edge
                             : is_vertex                           ? kind_of_vertex
                                                                   : kind_of_triangle;
  return {{of_a ? pair.body_a : pair.body_b, kind, numbers.first, numbers.second}, impact};
}

// Marks the first impact of each holder.
void mark_first(std::span<Holder> holders, std::span<const FoundImpact> found,
                std::span<bool> wanted) {
  const auto same = [](const Holder& x, const Holder& y) {
    return std::equal(std::begin(x.key), std::end(x.key), std::begin(y.key));
  };
  std::sort(holders.begin(), holders.end(), [&](const Holder& x, const Holder& y) {
    if (!same(x, y)) {
      return std::lexicographical_compare(std::begin(x.key), std::end(x.key), std::begin(y.key),
                                          std::end(y.key));
    }
    return is_earlier(found[x.impact], found[y.impact]);
  });
  for (std::size_t i = 0; i < holders.size(); ++i) {
    if (i == 0 || !same(holders[i - 1], holders[i])) wanted[holders[i].impact] = true;
  }
}

std::span<FoundImpact> keep_first(std::span<FoundImpact> found, Which which, Arena& arena) {
  ArenaVector<Holder> holders(arena);
  for (std::uint32_t i = 0; i < found.size(); ++i) {
    const FeaturePair& pair = found[i].pair;
    if (which == Which::first_of_bodies) {
      holders.push_back({{pair.body_a, pair.body_b, 0, 0}, i});
    } else {
      holders.push_back(feature_holder(pair, true, i));
      holders.push_back(feature_holder(pair, false, i));
    }
  }
  const std::span<bool> wanted = arena.allocate<bool>(found.size());
  std::fill(wanted.begin(), wanted.end(), false);
  mark_first(holders.span(), found, wanted);
  std::size_t count = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (wanted[i]) found[count++] = found[i];
  }
  return found.first(count);
}

}  // namespace

std::span<FoundImpact> choose_impacts(std::span<FoundImpact> found, Which which, Arena& arena) {
  if (which == Which::earliest) {
    if (found.empty()) return found;
    std::iter_swap(found.begin(), std::min_element(found.begin(), found.end(), is_earlier));
    return found.first(1);
  }
  std::sort(found.begin(), found.end(),
            [](const FoundImpact& x, const FoundImpact& y) { return x.pair < y.pair; });
  return which == Which::all ? found : keep_first(found, which, arena);
}

}  // namespace tact
