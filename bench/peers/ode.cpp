// ODE: trimesh against trimesh, rigid bodies. It reports contacts, culled, not triangle pairs.
#include <ode/ode.h>

#include <cstdarg>
#include <stdexcept>

#include "bench/peers/peers.h"

namespace tact::bench {
namespace {

// ODE ends the process after its error handlers return; leaving by an exception keeps the others.
[[noreturn]] void fail(int, const char* message, va_list) {
  throw std::runtime_error(std::string("ode: ") + message);
}

// One initialisation for the whole program; ODE counts them, but not quickly.
struct Library {
  Library() {
    dInitODE2(0);
    dAllocateODEDataForThread(static_cast<unsigned>(dAllocateMaskAll));
    // Else dense contacts print a line each.
    dSetMessageHandler([](int, const char*, va_list) {});
    dSetErrorHandler(fail);
    dSetDebugHandler(fail);
  }
};

class Ode final : public Participant {
  struct Geom {
    std::vector<dTriIndex> indices;
    dTriMeshDataID data = nullptr;
    dGeomID geom = nullptr;
  };

 public:
  Ode(const Stage& stage, Question question, unsigned)
      : stage_(stage), question_(question), body_pairs_(stage.pairs()), contacts_(65535) {
    static const Library library;
    geoms_.resize(stage.bodies().size());
    for (std::size_t i = 0; i < geoms_.size(); ++i) add(geoms_[i], stage.bodies()[i]);
  }
  ~Ode() override {
    for (const Geom& g : geoms_) {
      dGeomDestroy(g.geom);
      dGeomTriMeshDataDestroy(g.data);
    }
  }
  Ode(const Ode&) = delete;
  Ode& operator=(const Ode&) = delete;

  void update() override {
    for (std::size_t i = 0; i < geoms_.size(); ++i) {
      const Transform& pose = stage_.bodies()[i].pose;
      dMatrix3 rotation{};
      for (std::size_t r = 0; r < 3; ++r) {
        for (std::size_t c = 0; c < 3; ++c)
          rotation[4 * r + c] = static_cast<dReal>(pose.row(r)[c]);
      }
      const Vec3& p = pose.translation();
      dGeomSetPosition(geoms_[i].geom, static_cast<dReal>(p.x), static_cast<dReal>(p.y),
                       static_cast<dReal>(p.z));
      dGeomSetRotation(geoms_[i].geom, rotation);
    }
  }
  void query() override {
    touching_ = false;
    const int flags = question_ == Question::any ? static_cast<int>(1U | CONTACTS_UNIMPORTANT)
                                                 : static_cast<int>(contacts_.size());
    for (const auto& [a, b] : body_pairs_) {
      const int count = dCollide(geoms_[a].geom, geoms_[b].geom, flags, contacts_.data(),
                                 static_cast<int>(sizeof(dContactGeom)));
      touching_ = touching_ || count > 0;
    }
  }
  std::span<const Candidate> pairs() const override { return {}; }
  bool touching() const override { return touching_; }

 private:
  static void add(Geom& g, const StageBody& body) {
    for (const auto& t : body.triangles) g.indices.insert(g.indices.end(), t.begin(), t.end());
    g.data = dGeomTriMeshDataCreate();
    dGeomTriMeshDataBuildSingle(g.data, body.padded.data(), 3 * static_cast<int>(sizeof(float)),
                                static_cast<int>(body.vertices()), g.indices.data(),
                                static_cast<int>(g.indices.size()),
                                3 * static_cast<int>(sizeof(dTriIndex)));
    g.geom = dCreateTriMesh(nullptr, g.data, nullptr, nullptr, nullptr);
  }

  const Stage& stage_;
  Question question_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> body_pairs_;
  std::vector<Geom> geoms_;
  std::vector<dContactGeom> contacts_;
  bool touching_ = false;
};

}  // namespace

std::vector<PeerInfo> ode_peers() {
  using namespace serves;
  return {{"ode-trimesh", "trimesh against trimesh (OPCODE), dCollide", rigid | any | all,
           Answer::contacts, make_peer<Ode>}};
}

}  // namespace tact::bench
