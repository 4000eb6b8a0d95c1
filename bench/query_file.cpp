#include "bench/query_file.h"

#include <bit>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

#include "tact/base/error.h"

namespace tact::bench {
namespace {

constexpr const char* first_line = "tactccd 1\n";
constexpr std::size_t query_bytes = 2 + 24 * sizeof(double);

double double_at(const char* bytes) {
  std::uint64_t bits = 0;
  for (std::size_t i = 8; i-- > 0;) bits = bits << 8 | static_cast<unsigned char>(bytes[i]);
  return std::bit_cast<double>(bits);
}

Vec3 point_at(const char* bytes) {
  return {double_at(bytes), double_at(bytes + 8), double_at(bytes + 16)};
}

}  // namespace

std::vector<MovingQuery> read_queries(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const auto refuse = [&](const std::string& why) {
    throw Error(ErrorCode::bad_file, path.string() + ": " + why);
  };
  if (!file) refuse("cannot be read");
  const std::size_t head = std::strlen(first_line);
  if (bytes.compare(0, head, first_line) != 0) refuse("does not begin with the line 'tactccd 1'");
  if ((bytes.size() - head) % query_bytes != 0) refuse("ends within a query");
  std::vector<MovingQuery> queries((bytes.size() - head) / query_bytes);
  const char* place = bytes.data() + head;
  for (std::size_t n = 0; n < queries.size(); ++n, place += query_bytes) {
    MovingQuery& query = queries[n];
    if ((place[0] & ~1) != 0 || (place[1] & ~1) != 0) {
      refuse("query " + std::to_string(n) + ": kind and answer are 0 or 1");
    }
    query.edges = place[0] == 1;
    query.meets = place[1] == 1;
    for (std::size_t i = 0; i < 4; ++i) {
      query.point[i] = {point_at(place + 2 + 24 * i), point_at(place + 2 + 24 * (i + 4))};
      if (!is_finite(query.point[i].from) || !is_finite(query.point[i].to)) {
        refuse("query " + std::to_string(n) + ": a coordinate is NaN or infinite");
      }
    }
  }
  return queries;
}

}  // namespace tact::bench
