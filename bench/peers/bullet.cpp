// Bullet: GImpact meshes for rigid bodies, btDbvt with one leaf per triangle for those that move.
#include <bullet/BulletCollision/BroadphaseCollision/btDbvt.h>
#include <bullet/BulletCollision/Gimpact/btGImpactCollisionAlgorithm.h>
#include <bullet/BulletCollision/Gimpact/btGImpactShape.h>
#include <bullet/btBulletCollisionCommon.h>

#include "bench/peers/candidate_tester.h"
#include "bench/peers/peers.h"

namespace tact::bench {
namespace {

using BodyPairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

btTransform pose_of(const Transform& t) {
  btMatrix3x3 rotation;
  for (int r = 0; r < 3; ++r) {
    const Vec3& row = t.row(static_cast<std::size_t>(r));
    rotation[r].setValue(static_cast<btScalar>(row.x), static_cast<btScalar>(row.y),
                         static_cast<btScalar>(row.z));
  }
  const Vec3& p = t.translation();
  return btTransform(rotation, btVector3(static_cast<btScalar>(p.x), static_cast<btScalar>(p.y),
                                         static_cast<btScalar>(p.z)));
}

// One body as a GImpact shape.
struct BulletShape {
  explicit BulletShape(const StageBody& body) : triangles(true, false) {
    for (const auto& t : body.triangles) {
      btVector3 corner[3];
      for (std::size_t k = 0; k < 3; ++k) {
        const float* p = body.vertex(t[k]);
        corner[k].setValue(p[0], p[1], p[2]);
      }
      triangles.addTriangle(corner[0], corner[1], corner[2]);
    }
    shape = std::make_unique<btGImpactMeshShape>(&triangles);
    shape->setMargin(0);
    shape->updateBound();
    object.setCollisionShape(shape.get());
  }
  btTriangleMesh triangles;
  std::unique_ptr<btGImpactMeshShape> shape;
  btCollisionObject object;
};

// contactPairTest, as Bullet's users call it: contacts, not triangle pairs.
class GImpact final : public Participant {
 public:
  GImpact(const Stage& stage, Question, unsigned)
      : stage_(stage),
        body_pairs_(stage.pairs()),
        dispatcher_(&configuration_),
        world_(&dispatcher_, &broadphase_, &configuration_) {
    btGImpactCollisionAlgorithm::registerAlgorithm(&dispatcher_);
    // registerAlgorithm fills the table of contacts only; contactPairTest looks into that of
    // closest points, and silently finds nothing without this.
    dispatcher_.registerClosestPointsCreateFunc(GIMPACT_SHAPE_PROXYTYPE, GIMPACT_SHAPE_PROXYTYPE,
                                                &create_);
    for (const StageBody& body : stage.bodies())
      shapes_.push_back(std::make_unique<BulletShape>(body));
  }
  void update() override {
    for (std::size_t i = 0; i < shapes_.size(); ++i) {
      shapes_[i]->object.setWorldTransform(pose_of(stage_.bodies()[i].pose));
    }
  }
  void query() override {
    Count count;
    for (const auto& [a, b] : body_pairs_) {
      world_.contactPairTest(&shapes_[a]->object, &shapes_[b]->object, count);
    }
    touching_ = count.contacts > 0;
  }
  std::span<const Candidate> pairs() const override { return {}; }
  bool touching() const override { return touching_; }

 private:
  struct Count : btCollisionWorld::ContactResultCallback {
    btScalar addSingleResult(btManifoldPoint& point, const btCollisionObjectWrapper*, int, int,
                             const btCollisionObjectWrapper*, int, int) override {
      if (point.getDistance() <= 0) ++contacts;
      return 0;
    }
    std::uint64_t contacts = 0;
  };

  const Stage& stage_;
  BodyPairs body_pairs_;
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  btDbvtBroadphase broadphase_;
  btCollisionWorld world_;
  btGImpactCollisionAlgorithm::CreateFunc create_;
  std::vector<std::unique_ptr<BulletShape>> shapes_;
  bool touching_ = false;
};

// The broad half of the same algorithm, with our exact test behind it.
class BoxSets final : public Participant {
 public:
  BoxSets(const Stage& stage, Question question, unsigned)
      : stage_(stage), question_(question), body_pairs_(stage.pairs()), tester_(stage) {
    for (const StageBody& body : stage.bodies())
      shapes_.push_back(std::make_unique<BulletShape>(body));
    for (const auto& shape : shapes_) shape->shape->getMeshPart(0)->updateBound();
  }
  void update() override {
    poses_.clear();
    for (const StageBody& body : stage_.bodies()) poses_.push_back(pose_of(body.pose));
  }
  void query() override {
    tester_.begin(question_);
    for (const auto& [a, b] : body_pairs_) {
      found_.clear();
      btGImpactBoxSet::find_collision(shapes_[a]->shape->getMeshPart(0)->getBoxSet(), poses_[a],
                                      shapes_[b]->shape->getMeshPart(0)->getBoxSet(), poses_[b],
                                      found_);
      tester_.bodies(a, b);
      for (int k = 0; k < found_.size(); ++k) {
        tester_.add(static_cast<std::uint32_t>(found_[k].m_index1),
                    static_cast<std::uint32_t>(found_[k].m_index2));
      }
    }
    tester_.flush();
  }
  std::span<const Candidate> pairs() const override { return tester_.hits(); }

 private:
  const Stage& stage_;
  Question question_;
  BodyPairs body_pairs_;
  CandidateTester tester_;
  std::vector<std::unique_ptr<BulletShape>> shapes_;
  std::vector<btTransform> poses_;
  btPairSet found_;
};

template <bool Rebuild>
class Dbvt final : public Participant {
 public:
  Dbvt(const Stage& stage, Question question, unsigned)
      : stage_(stage), question_(question), body_pairs_(stage.pairs()), tester_(stage) {
    trees_.resize(stage.bodies().size());
    leaves_.resize(trees_.size());
    for (std::size_t i = 0; i < trees_.size(); ++i) build(i);
  }
  void update() override {
    for (std::size_t i = 0; i < trees_.size(); ++i) {
      if (Rebuild) {
        build(i);
        continue;
      }
      const StageBody& body = stage_.bodies()[i];
      for (std::uint32_t k = 0; k < leaves_[i].size(); ++k) {
        btDbvtVolume volume = volume_of(body, k);
        trees_[i]->update(leaves_[i][k], volume);
      }
    }
  }
  void query() override {
    tester_.begin(question_);
    for (const auto& [a, b] : body_pairs_) {
      tester_.bodies(a, b);
      Collide collide(tester_);
      trees_[a]->collideTTpersistentStack(trees_[a]->m_root, trees_[b]->m_root, collide);
    }
    tester_.flush();
  }
  std::span<const Candidate> pairs() const override { return tester_.hits(); }

 private:
  struct Collide : btDbvt::ICollide {
    explicit Collide(CandidateTester& t) : tester(t) {}
    void Process(const btDbvtNode* a, const btDbvtNode* b) override {
      tester.add(static_cast<std::uint32_t>(a->dataAsInt),
                 static_cast<std::uint32_t>(b->dataAsInt));
    }
    CandidateTester& tester;
  };

  static btDbvtVolume volume_of(const StageBody& body, std::uint32_t triangle) {
    const FloatBox box = box_of(body, triangle);
    return btDbvtVolume::FromMM({box.lo[0], box.lo[1], box.lo[2]},
                                {box.hi[0], box.hi[1], box.hi[2]});
  }
  void build(std::size_t i) {
    const StageBody& body = stage_.bodies()[i];
    trees_[i] = std::make_unique<btDbvt>();
    leaves_[i].clear();
    for (std::uint32_t k = 0; k < body.triangles.size(); ++k) {
      leaves_[i].push_back(trees_[i]->insert(volume_of(body, k), nullptr));
      leaves_[i].back()->dataAsInt = static_cast<int>(k);
    }
    trees_[i]->optimizeTopDown();
  }

  const Stage& stage_;
  Question question_;
  BodyPairs body_pairs_;
  CandidateTester tester_;
  std::vector<std::unique_ptr<btDbvt>> trees_;
  std::vector<std::vector<btDbvtNode*>> leaves_;
};

}  // namespace

std::vector<PeerInfo> bullet_peers() {
  using namespace serves;
  return {{"bullet-gimpact", "GImpact meshes, contactPairTest", rigid | all, Answer::contacts,
           make_peer<GImpact>},
          {"bullet-boxset", "trees of GImpact meshes, our exact test", rigid | all, Answer::pairs,
           make_peer<BoxSets>},
          {"bullet-dbvt-update", "btDbvt, a leaf per triangle, each updated, our exact test",
           moving | self | all, Answer::pairs, make_peer<Dbvt<false>>},
          {"bullet-dbvt-rebuild", "btDbvt, built anew (optimizeTopDown), our exact test",
           moving | self | all, Answer::pairs, make_peer<Dbvt<true>>}};
}

}  // namespace tact::bench
