#pragma once
// Query: asks a world that nobody changes at the time. One per thread.
#include <span>

#include "tact/base/scratch.h"
#include "tact/contact/result.h"
#include "tact/geometry/finding.h"

namespace tact {

class World;
class Method;
struct Task;
struct Request;

/// Owns its scratch memory and its result. Any number of Query objects may ask the same updated
/// world at once, each from its own thread (docs/threads.md); it must outlive them and not change.
class Query {
 public:
  explicit Query(const World& world) : world_(&world) {}

  /// Everything the world tests. The result is valid until the next question. Throws
  /// Error{bad_argument} if the world changed since World::update(): bodies that came, went or
  /// moved, switches, groups, exclusions, filter.
  const Result& collide(const CollideOptions& options = {});
  /// Two bodies, whatever their groups and masks, exclusions and filter; the same body twice:
  /// within it.
  const Result& collide(BodyId a, BodyId b, const CollideOptions& options = {});

 private:
  friend class World;
  const Result& ask(const Request& request, const CollideOptions& options);

  const World* world_;
  Scratch scratch_;
  Result result_;
};

}  // namespace tact
