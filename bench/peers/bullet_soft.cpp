// Bullet's soft bodies as the peer of ours: each keeps its shape by pose matching, and they collide
// by clusters, which is Bullet's way for soft against soft. Links between nodes are left out: the
// pose holds the shape, as it does in ours.
#include <bullet/BulletSoftBody/btSoftBodyHelpers.h>
#include <bullet/BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h>
#include <bullet/BulletSoftBody/btSoftRigidDynamicsWorld.h>
#include <bullet/btBulletDynamicsCommon.h>

#include "bench/spillmann_tables.h"

namespace tact::bench {
namespace {

btVector3 vector_of(const Vec3& v) {
  return {static_cast<btScalar>(v.x), static_cast<btScalar>(v.y), static_cast<btScalar>(v.z)};
}

class BulletSoftWorld final : public SoftWorld {
 public:
  BulletSoftWorld(const scenes::SimulatedScene& scene, int clusters)
      : dispatcher_(&configuration_),
        world_(&dispatcher_, &broad_phase_, &solver_, &configuration_) {
    world_.setGravity(vector_of(scene.gravity));
    btSoftBodyWorldInfo& info = world_.getWorldInfo();
    info.m_gravity = vector_of(scene.gravity);
    info.m_sparsesdf.Initialize();
    for (const scenes::HalfSpace& wall : scene.walls) add_wall(wall);
    for (const scenes::SimulatedBody& body : scene.bodies) add_body(body, clusters);
  }
  ~BulletSoftWorld() override {
    for (const auto& body : bodies_) world_.removeSoftBody(body.get());
    for (const auto& wall : walls_) world_.removeRigidBody(wall.get());
  }
  BulletSoftWorld(const BulletSoftWorld&) = delete;
  BulletSoftWorld& operator=(const BulletSoftWorld&) = delete;

  void step(double seconds) override { world_.stepSimulation(static_cast<btScalar>(seconds), 0); }

 private:
  void add_wall(const scenes::HalfSpace& wall) {
    planes_.push_back(std::make_unique<btStaticPlaneShape>(vector_of(wall.normal),
                                                           static_cast<btScalar>(wall.offset)));
    walls_.push_back(std::make_unique<btRigidBody>(0, nullptr, planes_.back().get()));
    world_.addRigidBody(walls_.back().get());
  }
  void add_body(const scenes::SimulatedBody& from, int clusters) {
    std::vector<btScalar> vertices;
    for (const Vec3& p : from.mesh.positions) {
      for (std::size_t axis = 0; axis < 3; ++axis)
        vertices.push_back(static_cast<btScalar>(p[axis]));
    }
    std::vector<int> triangles;
    for (const auto& t : from.mesh.triangles) {
      for (const std::uint32_t v : t) triangles.push_back(static_cast<int>(v));
    }
    std::unique_ptr<btSoftBody> body(btSoftBodyHelpers::CreateFromTriMesh(
        world_.getWorldInfo(), vertices.data(), triangles.data(),
        static_cast<int>(from.mesh.triangles.size()), false));
    body->m_links.resize(0);
    body->setTotalMass(
        static_cast<btScalar>(from.density * static_cast<double>(from.mesh.positions.size())));
    body->setPose(false, true);
    body->m_cfg.kMT = static_cast<btScalar>(from.stiffness);
    body->m_cfg.piterations = 1;
    body->m_cfg.citerations = 1;
    body->m_cfg.kDF = static_cast<btScalar>(0.5);
    body->m_cfg.collisions = btSoftBody::fCollision::CL_SS | btSoftBody::fCollision::CL_RS;
    body->generateClusters(clusters);
    world_.addSoftBody(body.get());
    bodies_.push_back(std::move(body));
  }

  btSoftBodyRigidBodyCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  btDbvtBroadphase broad_phase_;
  btSequentialImpulseConstraintSolver solver_;
  btSoftRigidDynamicsWorld world_;
  std::vector<std::unique_ptr<btStaticPlaneShape>> planes_;
  std::vector<std::unique_ptr<btRigidBody>> walls_;
  std::vector<std::unique_ptr<btSoftBody>> bodies_;
};

}  // namespace

std::unique_ptr<SoftWorld> bullet_soft_world(const scenes::SimulatedScene& scene, int clusters) {
  return std::make_unique<BulletSoftWorld>(scene, clusters);
}

}  // namespace tact::bench
