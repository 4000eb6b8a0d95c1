#include "scenes/simulations.h"

#include "tact/base/error.h"

namespace tact::scenes {
namespace {

constexpr SimulationInfo simulation_entries[] = {
    {"pressed", "2 soft animals run into each other", "Spillmann 2006, figures 6 and 7", 5, 120,
     pressed},
    {"pile", "300 soft rings fall into a box", "Spillmann 2006, figure 8 and table 1", 1, 300,
     pile},
    {"trio", "3 soft bodies fall onto each other", "Spillmann 2006, figure 9", 1, 240, trio},
    {"stack", "10 rigid boxes stand on each other", "Spillmann 2006, figure 5", 2, 2000, stack},
    {"flower", "a flower that bends falls onto a rigid ball", "Spillmann 2006, figure 4", 2, 240,
     flower},
};

}  // namespace

const char* name_of(Stuff stuff) {
  switch (stuff) {
    case Stuff::rigid:
      return "rigid";
    case Stuff::linear:
      return "linear";
    case Stuff::quadratic:
      return "quadratic";
  }
  return "";
}

std::size_t SimulatedScene::point_count() const {
  std::size_t sum = 0;
  for (const SimulatedBody& body : bodies) sum += body.mesh.positions.size();
  return sum;
}

std::span<const SimulationInfo> simulations() { return simulation_entries; }

const SimulationInfo& find_simulation(std::string_view name) {
  std::string names;
  for (const SimulationInfo& info : simulation_entries) {
    if (name == info.name) return info;
    names.append(names.empty() ? "" : ", ").append(info.name);
  }
  throw Error(ErrorCode::unknown_name,
              "no simulation is called '" + std::string(name) + "'; there are " + names);
}

SimulatedScene build(const SimulationInfo& info, int lod, std::uint64_t seed) {
  if (lod < 0 || lod > info.finest) {
    throw Error(ErrorCode::bad_argument,
                std::string("simulation ") + info.name + " has the levels of detail 0 to " +
                    std::to_string(info.finest) + ", not " + std::to_string(lod));
  }
  return info.build(lod, seed);
}

}  // namespace tact::scenes
