#include "bench/cgal_triangles.h"

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Triangle_3.h>
#include <CGAL/intersections.h>

#include <utility>
#include <vector>

namespace tact::bench {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;

Kernel::Triangle_3 to_cgal(const Triangle& t) {
  const auto point = [](const Vec3& p) { return Kernel::Point_3(p.x, p.y, p.z); };
  return {point(t[0]), point(t[1]), point(t[2])};
}

}  // namespace

struct CgalPairs::Data {
  std::vector<std::pair<Kernel::Triangle_3, Kernel::Triangle_3>> pairs;
};

CgalPairs::CgalPairs(std::span<const scenes::TrianglePair> pairs) : data_(new Data) {
  for (const scenes::TrianglePair& p : pairs) {
    data_->pairs.emplace_back(to_cgal(p.a), to_cgal(p.b));
  }
}

void CgalPairs::touch(std::size_t first, std::size_t count) const {
  volatile double sink = 0;
  for (std::size_t i = first; i < first + count; ++i) {
    for (int k = 0; k < 3; ++k) {
      sink = sink + data_->pairs[i].first[k].x() + data_->pairs[i].second[k].z();
    }
  }
}

void CgalPairs::test(std::size_t first, std::span<std::uint8_t> hit) const {
  for (std::size_t i = 0; i < hit.size(); ++i) {
    const auto& [a, b] = data_->pairs[first + i];
    hit[i] = CGAL::do_intersect(a, b) ? 1 : 0;
  }
}

bool have_cgal() { return true; }

CgalPairs::~CgalPairs() = default;
CgalPairs::CgalPairs(CgalPairs&&) noexcept = default;
CgalPairs& CgalPairs::operator=(CgalPairs&&) noexcept = default;

}  // namespace tact::bench
