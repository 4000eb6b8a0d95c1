// What stands in for peers/cgal_triangles.cpp where CGAL is not installed.
#include "bench/cgal_triangles.h"

#ifndef TACT_HAVE_CGAL
namespace tact::bench {

struct CgalPairs::Data {};

CgalPairs::CgalPairs(std::span<const scenes::TrianglePair>) {}

void CgalPairs::touch(std::size_t, std::size_t) const {}

void CgalPairs::test(std::size_t, std::span<std::uint8_t>) const {}

bool have_cgal() { return false; }

CgalPairs::~CgalPairs() = default;
CgalPairs::CgalPairs(CgalPairs&&) noexcept = default;
CgalPairs& CgalPairs::operator=(CgalPairs&&) noexcept = default;

}  // namespace tact::bench
#endif
