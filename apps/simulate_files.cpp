#include "apps/simulate_files.h"

#include <fmt/format.h>

#include <utility>

#include "tact/io/obj.h"

namespace tact::app {
namespace {

std::string file_name(std::string body) {
  for (char& c : body) c = c == ' ' ? '-' : c;
  return body;
}

}  // namespace

SimulationFiles::SimulationFiles(std::filesystem::path folder, std::string form,
                                 const scenes::SimulatedScene& scene, int frames)
    : folder_(std::move(folder)), form_(std::move(form)), scene_(scene) {
  if (folder_.empty() || form_ == "obj") return;
  for (const scenes::SimulatedBody& body : scene_.bodies) {
    const std::filesystem::path path = folder_ / file_name(body.name);
    save_obj(path.string() + ".obj", body.mesh.view());
    const double step = form_ == "mdd" ? scene_.step * scene_.steps_a_frame : 1;  // else in frames
    caches_.push_back(std::make_unique<PointCacheWriter>(
        path.string() + "." + form_, static_cast<std::uint32_t>(body.mesh.positions.size()),
        static_cast<std::uint32_t>(frames), static_cast<float>(step)));
  }
}

void SimulationFiles::add(const Simulation& simulation) {
  if (folder_.empty()) return;
  for (std::uint32_t i = 0; i < scene_.bodies.size(); ++i) {
    const std::span<const Vec3> positions = simulation.body(i).positions();
    if (!caches_.empty()) {
      caches_[i]->add(positions);
      continue;
    }
    const scenes::SimulatedBody& body = scene_.bodies[i];
    const std::string name = fmt::format("{}-{:05}.obj", file_name(body.name), frame_);
    save_obj(folder_ / name,
             {positions, std::span<const std::array<std::uint32_t, 3>>(body.mesh.triangles), {}});
  }
  ++frame_;
}

void SimulationFiles::commit() {
  for (const auto& cache : caches_) cache->commit();
}

}  // namespace tact::app
