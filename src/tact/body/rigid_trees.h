#pragma once
// A tree of each rigid body at rest, for methods that build one when a body comes or changes shape.
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <vector>

#include "tact/base/parallel.h"
#include "tact/base/scratch.h"
#include "tact/base/types.h"
#include "tact/body/task.h"

namespace tact {

inline bool is_rigid(const BodyState& body) { return body.kind == BodyKind::rigid; }

/// Where a rigid body stands.
inline Transform pose_of(const BodyState& body) {
  return body.primitives.posed() ? body.primitives.pose() : Transform();
}

/// By slot. Other bodies have none.
template <class Tree>
class RigidTrees {
 public:
  /// `make` makes the tree of a body's primitives, as a std::unique_ptr, on any thread.
  template <class Make>
  Stats update(const Task& task, Scratch& scratch, Make&& make) {
    Stats stats;
    bodies_.resize(task.bodies.size());
    ArenaVector<std::uint32_t> changed(scratch.arena(0));
    for (std::uint32_t slot = 0; slot < task.bodies.size(); ++slot) {
      const BodyState* body = task.bodies[slot];
      if (body == nullptr || !is_rigid(*body)) {
        bodies_[slot] = {};
      } else if (bodies_[slot].shape_version != body->shape_version) {
        changed.push_back(slot);
        stats.primitives_read += body->primitives.size();
      }
    }
    parallel_for(changed.size(), task.threads, [&](std::size_t i, unsigned) {
      const BodyState& body = *task.bodies[changed[i]];
      Body& own = bodies_[changed[i]];
      own.tree = make(body.primitives);
      own.shape_version = body.shape_version;
    });
    for (const std::uint32_t slot : changed.span()) {
      stats.nodes_split += bodies_[slot].tree->node_count();
    }
    return stats;
  }

  const Tree& operator[](std::uint32_t slot) const { return *bodies_[slot].tree; }

  /// Throws std::logic_error if a tree is missing or not valid.
  void validate(const Task& task) const {
    for (std::size_t slot = 0; slot < task.bodies.size(); ++slot) {
      if (task.bodies[slot] == nullptr || !is_rigid(*task.bodies[slot])) continue;
      if (bodies_[slot].tree == nullptr) throw std::logic_error("a rigid body has no tree");
      bodies_[slot].tree->validate(task.bodies[slot]->primitives);
    }
  }

 private:
  struct Body {
    std::unique_ptr<Tree> tree;
    std::uint64_t shape_version = 0;
  };
  std::vector<Body> bodies_;
};

}  // namespace tact
