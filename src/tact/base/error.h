#pragma once
// tact::Error, thrown at the border (files, user meshes, poses, names, handles), and TACT_ASSERT,
// which guards what only the library itself can get wrong.
#include <stdexcept>
#include <string>

#include "tact/base/export.h"

namespace tact {

/// What kind of thing was wrong; the message says where (body, vertex, triangle, file and line).
enum class ErrorCode {
  bad_argument,    ///< a value outside what the function takes
  bad_mesh,        ///< NaN or infinite coordinate, index out of range, wrong array length
  bad_pose,        ///< a quaternion or translation that is not a rigid pose
  bad_file,        ///< a file that cannot be read, parsed or written
  unknown_name,    ///< no method or scene of that name
  unknown_body,    ///< a handle of a body that was removed or never existed
  unsupported,     ///< the method cannot serve this kind of body or query
  limit_exceeded,  ///< more primitives, bodies or memory than the library can address
  undecided,       ///< a yes or no was asked of an answer that a bound cut short
  in_use           ///< by another thread (builds with assertions), or by who called its caller
};

/// The only exception the library throws on purpose. The object it was called on stays as it was.
class TACT_API Error : public std::runtime_error {
 public:
  /// `message` is for people: it names what was wrong, and where.
  Error(ErrorCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  /// What kind of thing was wrong, for programs.
  ErrorCode code() const noexcept { return code_; }

 private:
  ErrorCode code_;
};

/// What TACT_ASSERT does with what is false: says so and aborts.
[[noreturn]] TACT_API void assertion_failed(const char* expression, const char* file,
                                            int line) noexcept;

}  // namespace tact

#ifdef NDEBUG
#define TACT_ASSERT(expression) static_cast<void>(0)
#else
#define TACT_ASSERT(expression) \
  ((expression) ? static_cast<void>(0) : ::tact::assertion_failed(#expression, __FILE__, __LINE__))
#endif
