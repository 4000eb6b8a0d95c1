#pragma once
// The bodies of a simulation as files: a mesh each, and its frames as a point cache or as meshes.
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/body_folder.h"
#include "scenes/simulations.h"
#include "tact/io/sequence.h"
#include "tact/simulate/simulation.h"

namespace tact::app {

class SimulationFiles {
 public:
  /// `form`: pc2, mdd or obj. An empty folder: nothing is written. Throws Error{bad_file}, and
  /// Error{bad_argument} where a file is there already that it may not `replace`.
  SimulationFiles(std::filesystem::path folder, std::string form, bool replace,
                  const scenes::SimulatedScene& scene, int frames);

  void add(const Simulation& simulation);
  /// Puts meshes and point caches into their places, with as many frames as there are; without it,
  /// or without a frame, there are none. False if nothing came of it: fewer frames than announced
  /// do not replace what was there before.
  bool commit();

 private:
  void check(bool replace) const;

  std::optional<BodyFolder> folder_;
  std::string form_;
  const scenes::SimulatedScene& scene_;
  std::vector<std::unique_ptr<PointCacheWriter>> caches_;  // by body
  int frames_;
  int frame_ = 0;
};

}  // namespace tact::app
