#include "apps/report/answer_code.h"

#include <algorithm>
#include <numeric>

#include "apps/report/bytes.h"

namespace tact::report {
namespace {

// A column of numbers, each as its difference to the one above.
template <class Value>
void append_column(std::string& out, const std::vector<std::size_t>& rows, const Value& value) {
  std::int64_t last = 0;
  for (const std::size_t row : rows) {
    const std::int64_t now = value(row);
    append_varint(out, zigzag(now - last));
    last = now;
  }
}

}  // namespace

std::vector<std::vector<std::uint32_t>> touching_primitives(const Result& result,
                                                            std::size_t bodies) {
  std::vector<std::vector<std::uint32_t>> touching(bodies);
  for (const Candidate& p : result.pairs_by_slot()) {
    touching[p.body_a].push_back(p.primitive_a);
    touching[p.body_b].push_back(p.primitive_b);
  }
  for (std::vector<std::uint32_t>& list : touching) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return touching;
}

std::vector<std::size_t> deepest_contacts(const Result& result, std::size_t most) {
  std::vector<std::size_t> rows(result.contacts().size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  if (rows.size() <= most) return rows;
  const auto deeper = [&](std::size_t i, std::size_t j) {
    const double a = result.contacts()[i].depth;
    const double b = result.contacts()[j].depth;
    return a > b || (a == b && i < j);
  };
  std::nth_element(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(most), rows.end(),
                   deeper);
  rows.resize(most);
  std::sort(rows.begin(), rows.end());
  return rows;
}

std::string code_answer(const Result& result,
                        const std::vector<std::vector<std::uint32_t>>& touching,
                        const std::vector<std::size_t>& listed, const Coordinates& coordinates) {
  std::string out;
  for (const std::vector<std::uint32_t>& list : touching) {
    append_varint(out, list.size());
    std::uint32_t last = 0;
    for (const std::uint32_t primitive : list) {
      append_varint(out, primitive - last);
      last = primitive;
    }
  }
  const std::vector<Candidate>& pairs = result.pairs_by_slot();
  const std::vector<Contact>& contacts = result.contacts();
  append_varint(out, listed.size());
  append_column(out, listed, [](std::size_t i) { return static_cast<std::int64_t>(i); });
  append_column(out, listed, [&](std::size_t i) { return std::int64_t{pairs[i].body_a}; });
  append_column(out, listed, [&](std::size_t i) { return std::int64_t{pairs[i].body_b}; });
  append_column(out, listed, [&](std::size_t i) { return std::int64_t{pairs[i].primitive_a}; });
  append_column(out, listed, [&](std::size_t i) { return std::int64_t{pairs[i].primitive_b}; });
  for (const std::size_t i : listed) out += static_cast<char>(contacts[i].kind);
  std::vector<float> column(listed.size());
  const auto append = [&](const auto& value) {
    for (std::size_t k = 0; k < listed.size(); ++k) {
      column[k] = static_cast<float>(value(contacts[listed[k]]));
    }
    append_planes(out, std::span<const float>(column));
  };
  append([&](const Contact& c) { return c.depth * coordinates.scale; });
  for (std::size_t axis = 0; axis < 3; ++axis) {
    append([&](const Contact& c) { return coordinates.in(c.segment.from)[axis]; });
  }
  for (std::size_t axis = 0; axis < 3; ++axis) {
    append([&](const Contact& c) { return coordinates.in(c.segment.to)[axis]; });
  }
  return out;
}

}  // namespace tact::report
