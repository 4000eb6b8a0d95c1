#pragma once
// What a world says, in a form that can be kept and compared.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tact/base/error.h"
#include "tact/world/world.h"

namespace tact::testing {

/// One contact without its handles: ids of the user's own, and geometry to the last bit.
struct Seen {
  std::uint64_t user_a;
  std::uint64_t user_b;
  std::uint32_t primitive_a;
  std::uint32_t primitive_b;
  ContactKind kind;
  Vec3 from;
  Vec3 to;
  Vec3 normal;
  double depth;
  friend bool operator==(const Seen&, const Seen&) = default;
};

inline std::vector<Seen> seen(const Result& result) {
  std::vector<Seen> all;
  for (const Contact& c : result) {
    all.push_back({c.user_a, c.user_b, c.primitive_a, c.primitive_b, c.kind, c.segment.from,
                   c.segment.to, c.normal, c.depth});
  }
  return all;
}

/// The code of the Error that f throws; a failure of the test if it throws none.
template <class F>
ErrorCode error_of(F&& f) {
  try {
    f();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()), "");
    return error.code();
  }
  ADD_FAILURE() << "no tact::Error was thrown";
  return ErrorCode::limit_exceeded;
}

/// Every method that serves all kinds, by name.
inline std::vector<std::string> all_methods() {
  std::vector<std::string> names;
  for (const MethodInfo& info : methods()) names.emplace_back(info.name);
  return names;
}

/// As the name of a parameterised test.
inline std::string method_name(const ::testing::TestParamInfo<std::string>& at) {
  std::string name = at.param;
  for (char& c : name) c = c == '-' ? '_' : c;
  return name;
}

}  // namespace tact::testing
