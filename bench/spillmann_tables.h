#pragma once
// Table 1 and figure 9 of Spillmann 2006: what a step of a simulation costs at each level of the
// spheres, beside Bullet's soft bodies.
#include <cstdio>
#include <memory>
#include <vector>

#include "bench/record.h"
#include "scenes/simulations.h"

namespace tact::bench {

/// The same bodies in another library.
class SoftWorld {
 public:
  virtual ~SoftWorld() = default;
  virtual void step(double seconds) = 0;
};

/// Bullet's soft bodies: pose matching and cluster collision, `clusters` a body. Null if Bullet was
/// not found.
std::unique_ptr<SoftWorld> bullet_soft_world(const scenes::SimulatedScene& scene, int clusters);

/// Plays pile until it lies, then measures it at the levels 2 to 6 and beside Bullet; then the
/// three bodies of figure 9, and budgets. Prints to `out` unless it is null.
std::vector<Measure> measure_spillmann_response(bool quick, std::FILE* out);

/// Plays pile with a few budgets and notes how well each is kept.
void measure_spillmann_budgets(bool quick, std::FILE* out, std::vector<Measure>& measures);

}  // namespace tact::bench
