#pragma once
// What a motion planner asks of two rigid bodies, ours and those of other libraries: how far apart,
// and how long it takes to be ready.
#include <memory>
#include <string>
#include <vector>

#include "tact/base/transform.h"
#include "tact/geometry/mesh.h"

namespace tact::bench {

class PlannerModel {
 public:
  virtual ~PlannerModel() = default;
  /// 0 or less if the two touch.
  virtual double distance(const Transform& pose_a, const Transform& pose_b) = 0;
};

struct PlannerEntrant {
  std::string name;
  bool peer = false;
  /// Builds what it needs of both: this is measured, too.
  std::unique_ptr<PlannerModel> (*make)(const Mesh& a, const Mesh& b) = nullptr;
};

/// Empty if the library was not found.
std::vector<PlannerEntrant> fcl_planners();

}  // namespace tact::bench
