// FCL 0.7: BVHModel with OBB, OBBRSS and AABB volumes, in float and double. It names triangle pairs
// itself, by its own test.
#include <fcl/fcl.h>

#include "bench/peers/peers.h"

namespace tact::bench {
namespace {

enum class Way : std::uint8_t { rigid, refit, rebuild };

template <class Volume, Way way>
class Fcl final : public Participant {
  using S = typename Volume::S;
  using Model = fcl::BVHModel<Volume>;

 public:
  Fcl(const Stage& stage, Question question, unsigned /*threads*/)
      : stage_(stage), question_(question), body_pairs_(stage.pairs()) {
    for (const StageBody& body : stage.bodies()) models_.push_back(build(body));
    poses_.assign(models_.size(), fcl::Transform3<S>::Identity());
  }

  void update() override {
    for (std::size_t i = 0; i < models_.size(); ++i) {
      const StageBody& body = stage_.bodies()[i];
      if constexpr (way == Way::rigid) {
        pose(poses_[i], body.pose);
      } else if constexpr (way == Way::rebuild) {
        models_[i] = build(body);
      } else {
        models_[i]->beginReplaceModel();
        for (std::uint32_t v = 0; v < body.vertices(); ++v) {
          models_[i]->replaceVertex(vertex(body, v));
        }
        models_[i]->endReplaceModel(true, true);
      }
    }
  }

  void query() override {
    hits_.clear();
    const std::size_t most = question_ == Question::any ? 1 : std::size_t{1} << 30;
    const fcl::CollisionRequest<S> request(most, false);
    for (const auto& [a, b] : body_pairs_) {
      fcl::CollisionResult<S> result;
      fcl::collide(models_[a].get(), poses_[a], models_[b].get(), poses_[b], request, result);
      for (std::size_t k = 0; k < result.numContacts(); ++k) {
        keep(a, b, result.getContact(k).b1, result.getContact(k).b2);
      }
      if (question_ == Question::any && !hits_.empty()) return;
    }
  }
  std::span<const Candidate> pairs() const override { return hits_; }

 private:
  static fcl::Vector3<S> vertex(const StageBody& body, std::uint32_t v) {
    const float* p = body.vertex(v);
    return {S(p[0]), S(p[1]), S(p[2])};
  }

  static std::unique_ptr<Model> build(const StageBody& body) {
    std::vector<fcl::Vector3<S>> vertices;
    vertices.reserve(body.vertices());
    for (std::uint32_t v = 0; v < body.vertices(); ++v) vertices.push_back(vertex(body, v));
    std::vector<fcl::Triangle> triangles;
    triangles.reserve(body.triangles.size());
    for (const auto& t : body.triangles) triangles.emplace_back(t[0], t[1], t[2]);
    auto model = std::make_unique<Model>();
    model->beginModel(static_cast<int>(triangles.size()), static_cast<int>(vertices.size()));
    model->addSubModel(vertices, triangles);
    model->endModel();
    return model;
  }

  static void pose(fcl::Transform3<S>& out, const Transform& in) {
    for (std::size_t r = 0; r < 3; ++r) {
      const auto i = static_cast<Eigen::Index>(r);
      for (std::size_t c = 0; c < 3; ++c) {
        out.linear()(i, static_cast<Eigen::Index>(c)) = static_cast<S>(in.row(r)[c]);
      }
      out.translation()(i) = static_cast<S>(in.translation()[r]);
    }
  }

  // Within a body each pair comes twice, and neighbours come too.
  void keep(std::uint32_t a, std::uint32_t b, std::intptr_t first, std::intptr_t second) {
    const auto i = static_cast<std::uint32_t>(first);
    const auto j = static_cast<std::uint32_t>(second);
    if (a == b && (i >= j || stage_.bodies()[a].primitives.neighbours(i, j))) return;
    hits_.push_back(ordered(a, i, b, j));
  }

  const Stage& stage_;
  Question question_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> body_pairs_;
  std::vector<std::unique_ptr<Model>> models_;
  std::vector<fcl::Transform3<S>> poses_;
  std::vector<Candidate> hits_;
};

template <class Volume>
void add(std::vector<PeerInfo>& list, const std::string& name, const std::string& volume) {
  using namespace serves;
  const std::string model = "BVHModel of " + volume + ", ";
  list.push_back({name, model + "poses", rigid | any | all, Answer::pairs,
                  make_peer<Fcl<Volume, Way::rigid>>});
  // Within a body the first hit is a triangle with itself, so there is no quick answer.
  list.push_back({name + "-refit", model + "bottom-up refit every frame", moving | self | all,
                  Answer::pairs, make_peer<Fcl<Volume, Way::refit>>});
  list.push_back({name + "-rebuild", model + "rebuilt every frame", moving | self | all,
                  Answer::pairs, make_peer<Fcl<Volume, Way::rebuild>>});
}

}  // namespace

std::vector<PeerInfo> fcl_peers() {
  std::vector<PeerInfo> list;
  add<fcl::OBBRSS<double>>(list, "fcl-obbrss", "OBBRSS, double");
  add<fcl::OBBRSS<float>>(list, "fcl-obbrss-float", "OBBRSS, float");
  add<fcl::OBB<double>>(list, "fcl-obb", "OBB, double");
  add<fcl::OBB<float>>(list, "fcl-obb-float", "OBB, float");
  add<fcl::AABB<double>>(list, "fcl-aabb", "AABB, double");
  add<fcl::AABB<float>>(list, "fcl-aabb-float", "AABB, float");
  return list;
}

}  // namespace tact::bench
