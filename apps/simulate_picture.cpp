#include "apps/simulate_picture.h"

#include <fmt/format.h>

#include <utility>

#include "apps/output_files.h"
#include "apps/report_file.h"
#include "tact/base/parallel.h"

namespace tact::app {

SimulationPicture::SimulationPicture(std::string path, const scenes::SimulatedScene& scene,
                                     const Simulation& simulation, unsigned threads, int frames)
    : path_(std::move(path)), bodies_(scene.bodies.size()) {
  if (path_.empty()) return;
  OutputFiles files;
  add_report(files, path_);
  files.check();
  std::vector<report::Body> bodies;
  world_ = std::make_unique<World>(WorldOptions{"auto", threads});
  for (std::uint32_t i = 0; i < bodies_; ++i) {
    const scenes::SimulatedBody& body = scene.bodies[i];
    bodies.push_back({body.name, body.mesh.view(), {}, false, true});
    ids_.push_back(world_->add(deforming(body.mesh.view()).name(body.name)));
  }
  recording_ = std::make_unique<report::Recording>(std::move(bodies), places(simulation),
                                                   static_cast<std::size_t>(frames));
}

std::vector<report::Placement> SimulationPicture::places(const Simulation& simulation) const {
  std::vector<report::Placement> places(bodies_);
  for (std::uint32_t i = 0; i < bodies_; ++i) places[i].positions = simulation.body(i).positions();
  return places;
}

void SimulationPicture::add(const Simulation& simulation, const SimulatedFrame& frame) {
  if (!recording_) return;
  for (std::uint32_t i = 0; i < bodies_; ++i) {
    world_->move(ids_[i], simulation.body(i).positions());
  }
  const Result& result = world_->collide();
  report::Moment moment =
      recording_->moment(static_cast<std::uint64_t>(frame.frame), result, places(simulation));
  moment.count = frame.steps.contacts;
  moment.verdict = frame.verdict();
  moment.complete = frame.steps.lod.unfinished == 0;
  moment.milliseconds = 1000 * frame.spent();
  method_ = result.method;
  recording_->add(std::move(moment));
}

void SimulationPicture::finish(const scenes::SimulationInfo& info, const SimulationOptions& options,
                               int lod, bool interrupted) {
  if (!recording_ || recording_->moments().empty()) return;
  report::Words words;
  words.command = "tact simulate";
  words.title = std::string(info.name) + ": " + info.description;
  words.counted = "contacts answered";
  words.facts = {
      {"answered", options.level == 0 ? std::string("triangles and points")
                                      : fmt::format("spheres of level {}", options.level)},
      {"threads", fmt::format("{}", resolve_threads(options.threads))},
      {"level of detail", std::to_string(lod)}};
  sum_up(*recording_, words);
  words.notes.push_back(fmt::format(
      "The curve counts the contacts that the simulation answered. What is highlighted and listed "
      "are the triangles that meet at the end of a frame, found by method {}.",
      method_));
  if (interrupted) words.notes.emplace_back("Interrupted: frames are missing.");
  write_report(path_, recording_.get(), std::move(words));
}

}  // namespace tact::app
