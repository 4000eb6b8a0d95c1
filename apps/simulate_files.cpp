#include "apps/simulate_files.h"

#include <utility>

#include "tact/io/obj.h"

namespace tact::app {

SimulationFiles::SimulationFiles(std::filesystem::path folder, std::string form, bool replace,
                                 const scenes::SimulatedScene& scene, int frames)
    : form_(std::move(form)), scene_(scene) {
  if (folder.empty()) return;
  folder_.emplace(std::move(folder));
  if (!replace) expect_free(frames);
  if (form_ == "obj") return;
  for (const scenes::SimulatedBody& body : scene_.bodies) {
    save_obj(folder_->file(body.name, ".obj"), body.mesh.view());
    const double step = form_ == "mdd" ? scene_.step * scene_.steps_a_frame : 1;  // else in frames
    caches_.push_back(std::make_unique<PointCacheWriter>(
        folder_->file(body.name, "." + form_),
        static_cast<std::uint32_t>(body.mesh.positions.size()), static_cast<std::uint32_t>(frames),
        static_cast<float>(step)));
  }
}

void SimulationFiles::expect_free(int frames) const {
  std::vector<std::filesystem::path> files;
  for (const scenes::SimulatedBody& body : scene_.bodies) {
    if (form_ == "obj") {
      folder_->expect_frames_free(body.name, frames);
      continue;
    }
    files.push_back(folder_->file(body.name, ".obj"));
    files.push_back(folder_->file(body.name, "." + form_));
  }
  BodyFolder::expect_free(files);
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
    save_obj(folder_->file(body.name, BodyFolder::frame_end(frame_)),
             {positions, std::span<const std::array<std::uint32_t, 3>>(body.mesh.triangles), {}});
  }
  ++frame_;
}

void SimulationFiles::commit() {
  if (frame_ == 0) return;
  for (const auto& cache : caches_) cache->commit_early();
}

}  // namespace tact::app
