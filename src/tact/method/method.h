#pragma once
// Method: the interface of every collision detection method, and the registry of all of them.
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tact/base/candidate_sink.h"
#include "tact/base/export.h"
#include "tact/base/scratch.h"
#include "tact/base/types.h"
#include "tact/body/task.h"

namespace tact {

/// A way to find the pairs that may touch. A world makes one of its own, calls `update` once a
/// frame from one thread and `find_pairs` once a question: virtual calls, none per pair. To write
/// one outside the library, derive from it and hand it to register_method().
class TACT_API Method {
 public:
  virtual ~Method() = default;

  /// Can this method serve bodies of this kind? Asked when a body is added.
  virtual bool serves(BodyKind kind) const = 0;

  /// Brings its structures up to date, once per frame, after things moved. Bodies that came, went,
  /// moved or changed shape are recognised by their versions. After an exception the world makes
  /// the method anew.
  virtual Stats update(const Task& task, Scratch& scratch) = 0;

  /// Delivers every pair that may touch, each at most once; one that does not touch costs a test,
  /// one that is left out is a wrong answer. May run on several threads at once with different
  /// sinks and scratches, between one update and the next.
  virtual Stats find_pairs(const Task& task, const Request& request, CandidateSink& sink,
                           Scratch& scratch) = 0;

  /// Throws std::logic_error if an invariant does not hold. For tests; may cost more than a query.
  virtual void validate(const Task& task) const { static_cast<void>(task); }

  /// The method that did the work: another name for those that choose.
  virtual std::string_view working_name() const = 0;
};

/// What is said of a method before one is made. Owns its texts.
struct MethodInfo {
  std::string name;         ///< letters, digits, and -_.+ but for a - in front; unique
  std::string summary;      ///< one line
  std::string citation;     ///< short name of the paper, or empty
  bool exhaustive = false;  ///< tests all pairs: too slow for large scenes
  /// Called once per world, and again where an update failed; from any thread. Where it returns
  /// null, that throws Error{bad_argument}.
  std::function<std::unique_ptr<Method>()> make;
};

/// All methods, in the order they are shown: the library's, then those that were registered. A
/// copy; any thread may ask.
TACT_API std::vector<MethodInfo> methods();

/// Throws Error{unknown_name} with the names there are. The reference stays good until the program
/// ends; any thread may ask.
TACT_API const MethodInfo& find_method(std::string_view name);

/// Adds a method from outside the library, for the rest of the program: worlds take it by its name,
/// and methods() lists it. Any thread may call it at any time. What `make` refers to must last as
/// long as the program does. Throws Error{bad_argument} for a name that is empty, not a name, or
/// taken, and where `make` is empty; nothing is added then.
TACT_API void register_method(MethodInfo info);

}  // namespace tact
