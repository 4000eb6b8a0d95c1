#pragma once
// How gtest shows what it would else show as bytes. To be included by each test file whose
// assertions compare such values.
#include <ostream>

#include "tact/base/types.h"
#include "tact/method/method.h"

// gtest asks for this very name, in the namespace of the type.
// NOLINTBEGIN(readability-identifier-naming)
namespace tact {

inline void PrintTo(const BodyId& id, std::ostream* out) {
  if (id == BodyId{}) {
    *out << "no body";
    return;
  }
  *out << "body in slot " << id.slot << " of world " << id.world << ", generation "
       << id.generation;
}
inline void PrintTo(const BodyPair& pair, std::ostream* out) {
  PrintTo(pair.a, out);
  *out << " and ";
  PrintTo(pair.b, out);
}
inline void PrintTo(const MethodInfo& info, std::ostream* out) { *out << info.name; }

}  // namespace tact
// NOLINTEND(readability-identifier-naming)
