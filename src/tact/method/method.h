#pragma once
// Method: the interface of every collision detection method, and the registry of all of them.
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "tact/base/candidate_sink.h"
#include "tact/base/scratch.h"
#include "tact/base/stats.h"
#include "tact/body/task.h"

namespace tact {

class Method {
 public:
  virtual ~Method() = default;

  /// Can this method serve bodies of this kind? Asked when a body is added.
  virtual bool serves(BodyKind kind) const = 0;

  /// Brings its structures up to date, once per frame, after things moved. Bodies that came, went,
  /// moved or changed shape are recognised by their versions.
  virtual Stats update(const Task& task, Scratch& scratch) = 0;

  /// Delivers every pair that may touch, each at most once. May run on several threads at once with
  /// different sinks and scratches, between one update and the next.
  virtual Stats find_pairs(const Task& task, const Request& request, CandidateSink& sink,
                           Scratch& scratch) = 0;

  /// Throws std::logic_error if an invariant does not hold. For tests; may cost more than a query.
  virtual void validate(const Task& task) const { static_cast<void>(task); }

  /// The method that did the work: another name for those that choose.
  virtual std::string_view working_name() const = 0;
};

/// One line of the table of methods.
struct MethodInfo {
  std::string_view name;
  std::string_view summary;
  std::string_view citation;  ///< short name of the paper, or empty
  bool exhaustive;            ///< tests all pairs: too slow for large scenes
  std::unique_ptr<Method> (*make)();
};

/// All methods, in the order they are shown.
std::span<const MethodInfo> methods();

/// Methods with a parameter fixed, for tuning: found by their names, but not listed anywhere.
std::span<const MethodInfo> method_variants();

/// Throws Error{unknown_name} with the names there are.
const MethodInfo& find_method(std::string_view name);

}  // namespace tact
