#pragma once
// How far ahead loops over candidates ask for memory. Candidates come in the order of trees, their
// triangles lie anywhere: first the indices are asked for, then, once they are there, the vertices.
#include <cstddef>

namespace tact {

inline constexpr std::size_t look_ahead = 8;
inline constexpr std::size_t look_far_ahead = 24;
/// A body of fewer triangles is in the cache anyway.
inline constexpr std::size_t worth_prefetching = std::size_t{1} << 15;

}  // namespace tact
