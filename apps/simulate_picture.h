#pragma once
// The page of a simulation: where its bodies stand after each frame, and which triangles meet
// there.
#include <memory>
#include <string>
#include <vector>

#include "apps/report/recording.h"
#include "apps/report/words.h"
#include "apps/simulate_report.h"
#include "scenes/simulations.h"
#include "tact/simulate/simulation.h"
#include "tact/world/world.h"

namespace tact::app {

class SimulationPicture {
 public:
  /// An empty path: does nothing. The scene must outlive it. Throws Error{bad_file} and its like
  /// where the page could not be written.
  SimulationPicture(std::string path, const scenes::SimulatedScene& scene,
                    const Simulation& simulation, unsigned threads, int frames);

  /// The simulation answers contacts of spheres, or before triangles meet: those that do are found
  /// here, exactly.
  void add(const Simulation& simulation, const SimulatedFrame& frame);
  /// Writes the page, if there was a frame.
  void finish(const scenes::SimulationInfo& info, const SimulationOptions& options, int lod,
              bool interrupted);

 private:
  std::vector<report::Placement> places(const Simulation& simulation) const;

  std::string path_;
  std::size_t bodies_ = 0;
  std::unique_ptr<report::Recording> recording_;
  std::unique_ptr<World> world_;
  std::vector<BodyId> ids_;
  std::string method_;
};

}  // namespace tact::app
