// FCL 0.7: distances between two BVHModels of OBBRSS, the volumes that it recommends for them.
#include <fcl/fcl.h>

#include "bench/planner.h"

namespace tact::bench {
namespace {

template <class S>
class FclPlanner final : public PlannerModel {
  using Model = fcl::BVHModel<fcl::OBBRSS<S>>;

 public:
  FclPlanner(const Mesh& a, const Mesh& b) : a_(build(a)), b_(build(b)) {}

  double distance(const Transform& pose_a, const Transform& pose_b) override {
    const fcl::DistanceRequest<S> request(true);
    fcl::DistanceResult<S> result;
    fcl::distance(a_.get(), placed(pose_a), b_.get(), placed(pose_b), request, result);
    return static_cast<double>(result.min_distance);
  }

 private:
  static std::unique_ptr<Model> build(const Mesh& mesh) {
    std::vector<fcl::Vector3<S>> vertices;
    vertices.reserve(mesh.positions.size());
    for (const Vec3& p : mesh.positions) vertices.emplace_back(S(p.x), S(p.y), S(p.z));
    std::vector<fcl::Triangle> triangles;
    triangles.reserve(mesh.triangles.size());
    for (const auto& t : mesh.triangles) triangles.emplace_back(t[0], t[1], t[2]);
    auto model = std::make_unique<Model>();
    model->beginModel(static_cast<int>(triangles.size()), static_cast<int>(vertices.size()));
    model->addSubModel(vertices, triangles);
    model->endModel();
    return model;
  }
  static fcl::Transform3<S> placed(const Transform& in) {
    fcl::Transform3<S> out = fcl::Transform3<S>::Identity();
    for (std::size_t r = 0; r < 3; ++r) {
      const auto i = static_cast<Eigen::Index>(r);
      for (std::size_t c = 0; c < 3; ++c) {
        out.linear()(i, static_cast<Eigen::Index>(c)) = static_cast<S>(in.row(r)[c]);
      }
      out.translation()(i) = static_cast<S>(in.translation()[r]);
    }
    return out;
  }

  std::unique_ptr<Model> a_;
  std::unique_ptr<Model> b_;
};

template <class S>
std::unique_ptr<PlannerModel> make(const Mesh& a, const Mesh& b) {
  return std::make_unique<FclPlanner<S>>(a, b);
}

}  // namespace

std::vector<PlannerEntrant> fcl_planners() {
  return {{"fcl-obbrss", true, make<double>}, {"fcl-obbrss-float", true, make<float>}};
}

}  // namespace tact::bench
