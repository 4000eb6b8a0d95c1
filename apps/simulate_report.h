#pragma once
// What `tact simulate` says of each frame, and at the end.
#include <string>

#include "apps/conclusion.h"
#include "apps/query_options.h"
#include "scenes/simulations.h"
#include "tact/simulate/simulation.h"

namespace tact::app {

/// The steps of one frame, together.
struct SimulatedFrame {
  int frame = 0;
  double seconds = 0;  ///< in the simulation
  StepReport steps;    ///< counts of the last step, times of all, the deepest of all
  EnergyReport energy;

  void add(const StepReport& step);
  /// A budget that ended the search before it found anything leaves it open.
  Verdict verdict() const {
    if (steps.contacts > 0) return Verdict::touching;
    return steps.lod.unfinished > 0 ? Verdict::undecided : Verdict::clear;
  }
  double spent() const { return steps.detection + steps.response + steps.deformation; }
};

class SimulateReport {
 public:
  /// `every`: text has a row for each of so many frames; 0: about two dozen rows in all.
  SimulateReport(const scenes::SimulationInfo& info, const scenes::SimulatedScene& scene,
                 const SimulationOptions& options, int lod, int frames, int every, Format format);

  /// The text for a frame; empty if it is not its turn.
  std::string add(const SimulatedFrame& frame);
  std::string finish() const;
  const Conclusion& conclusion() const { return conclusion_; }

 private:
  std::string heading() const;
  std::string as_json(const SimulatedFrame& frame) const;
  static std::string as_csv(const SimulatedFrame& frame);
  static std::string as_text(const SimulatedFrame& frame);

  const scenes::SimulationInfo& info_;
  const scenes::SimulatedScene& scene_;
  SimulationOptions options_;
  int lod_;
  int frames_;
  int every_;
  Format format_;
  int seen_ = 0;
  Conclusion conclusion_;
  int within_budget_ = 0;  // frames that kept it to 20 %
  double deepest_ = 0;
  double detection_ = 0;
  double response_ = 0;
  double deformation_ = 0;
};

}  // namespace tact::app
