#include "apps/simulate_files.h"

#include <utility>

#include "tact/io/load.h"

namespace tact::app {

SimulationFiles::SimulationFiles(std::filesystem::path folder, std::string form, bool replace,
                                 const scenes::SimulatedScene& scene, int frames)
    : form_(std::move(form)), scene_(scene), frames_(frames) {
  if (folder.empty()) return;
  folder_.emplace(std::move(folder));
  check(replace);
  if (form_ == "obj") return;
  for (const scenes::SimulatedBody& body : scene_.bodies) {
    const double step = form_ == "mdd" ? scene_.step * scene_.steps_a_frame : 1;  // else in frames
    caches_.push_back(std::make_unique<PointCacheWriter>(
        folder_->file(body.name, "." + form_),
        static_cast<std::uint32_t>(body.mesh.positions.size()), static_cast<std::uint32_t>(frames),
        static_cast<float>(step)));
  }
}

void SimulationFiles::check(bool replace) const {
  std::vector<std::filesystem::path> files;
  for (const scenes::SimulatedBody& body : scene_.bodies) {
    if (form_ == "obj") {
      const std::vector<std::filesystem::path> there = folder_->frames_there(body.name, frames_);
      files.insert(files.end(), there.begin(), there.end());
      continue;
    }
    files.push_back(folder_->file(body.name, ".obj"));
    files.push_back(folder_->file(body.name, "." + form_));
  }
  BodyFolder::check(files, replace);
}

void SimulationFiles::add(const Simulation& simulation) {
  if (!folder_) return;
  for (std::uint32_t i = 0; i < scene_.bodies.size(); ++i) {
    const std::span<const Vec3> positions = simulation.body(i).positions();
    if (!caches_.empty()) {
      caches_[i]->add(positions);
      continue;
    }
    const scenes::SimulatedBody& body = scene_.bodies[i];
    save_obj(folder_->frame_file(body.name, frame_),
             {positions, std::span<const std::array<std::uint32_t, 3>>(body.mesh.triangles), {}});
  }
  ++frame_;
}

bool SimulationFiles::commit() {
  if (!folder_ || frame_ == 0) return false;
  if (form_ == "obj") return true;
  std::error_code ignored;
  for (const scenes::SimulatedBody& body : scene_.bodies) {
    const std::filesystem::path cache = folder_->file(body.name, "." + form_);
    if (frame_ < frames_ && std::filesystem::exists(cache, ignored)) return false;
  }
  for (std::size_t i = 0; i < caches_.size(); ++i) {
    const scenes::SimulatedBody& body = scene_.bodies[i];
    save_obj(folder_->file(body.name, ".obj"), body.mesh.view());
    caches_[i]->commit_early();
  }
  return true;
}

}  // namespace tact::app
