// Embree 3: rtcCollide on user geometry, one primitive per triangle, one scene per body; rebuilt at
// low quality (dynamic) or refitted every frame.
#include <embree3/rtcore.h>

#include <atomic>
#include <stdexcept>

#include "bench/peers/candidate_tester.h"
#include "bench/peers/peers.h"

namespace tact::bench {
namespace {

constexpr unsigned most_threads = 64;

// A number for the thread that calls, given out at its first call.
unsigned thread_number() {
  static std::atomic<unsigned> next{0};
  thread_local const unsigned number = next.fetch_add(1);
  return number % most_threads;
}

void bounds_of_triangle(const RTCBoundsFunctionArguments* args) {
  const FloatBox box = box_of(*static_cast<const StageBody*>(args->geometryUserPtr), args->primID);
  RTCBounds& out = *args->bounds_o;
  out.lower_x = box.lo[0];
  out.lower_y = box.lo[1];
  out.lower_z = box.lo[2];
  out.upper_x = box.hi[0];
  out.upper_y = box.hi[1];
  out.upper_z = box.hi[2];
}

template <bool Refit>
class Embree final : public Participant {
 public:
  Embree(const Stage& stage, Question question, unsigned threads)
      : stage_(stage), question_(question), body_pairs_(stage.pairs()) {
    device_ = rtcNewDevice(("threads=" + std::to_string(threads)).c_str());
    for (const StageBody& body : stage.bodies()) add(body);
    testers_.resize(most_threads);
  }
  ~Embree() override {
    for (RTCScene scene : scenes_) rtcReleaseScene(scene);
    rtcReleaseDevice(device_);
  }
  Embree(const Embree&) = delete;
  Embree& operator=(const Embree&) = delete;

  void update() override {
    for (std::size_t i = 0; i < scenes_.size(); ++i) {
      rtcCommitGeometry(geometries_[i]);
      rtcCommitScene(scenes_[i]);
    }
  }

  void query() override {
    hits_.clear();
    for (const auto& tester : testers_) {
      if (tester) tester->begin(question_);
    }
    for (const auto& [a, b] : body_pairs_) {
      if (a != b && apart(a, b)) continue;
      a_ = a;
      b_ = b;
      rtcCollide(scenes_[a], scenes_[b], found, this);
      for (const auto& tester : testers_) {
        if (tester) tester->flush();
      }
    }
    if (rtcGetDeviceError(device_) != RTC_ERROR_NONE) throw std::runtime_error("embree failed");
    for (const auto& tester : testers_) {
      if (tester) hits_.insert(hits_.end(), tester->hits().begin(), tester->hits().end());
    }
  }
  std::span<const Candidate> pairs() const override { return hits_; }

 private:
  void add(const StageBody& body) {
    RTCScene scene = rtcNewScene(device_);
    rtcSetSceneFlags(scene, RTC_SCENE_FLAG_DYNAMIC);
    rtcSetSceneBuildQuality(scene, RTC_BUILD_QUALITY_LOW);
    RTCGeometry geometry = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_USER);
    rtcSetGeometryUserPrimitiveCount(geometry, static_cast<unsigned>(body.triangles.size()));
    rtcSetGeometryUserData(geometry, const_cast<StageBody*>(&body));
    rtcSetGeometryBoundsFunction(geometry, bounds_of_triangle, nullptr);
    rtcSetGeometryBuildQuality(geometry, Refit ? RTC_BUILD_QUALITY_REFIT : RTC_BUILD_QUALITY_LOW);
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(scene, geometry);
    rtcReleaseGeometry(geometry);
    rtcCommitScene(scene);
    scenes_.push_back(scene);
    geometries_.push_back(geometry);
  }

  bool apart(std::uint32_t a, std::uint32_t b) const {
    RTCBounds p;
    RTCBounds q;
    rtcGetSceneBounds(scenes_[a], &p);
    rtcGetSceneBounds(scenes_[b], &q);
    return p.lower_x > q.upper_x || q.lower_x > p.upper_x || p.lower_y > q.upper_y ||
           q.lower_y > p.upper_y || p.lower_z > q.upper_z || q.lower_z > p.upper_z;
  }

  // Leaves hold several primitives, and pairs come whose own boxes are apart: checking the boxes
  // first is cheaper than gathering the triangles.
  static void found(void* user, RTCCollision* collisions, unsigned count) {
    auto& self = *static_cast<Embree*>(user);
    CandidateTester& tester = self.tester();
    const StageBody& a = self.stage_.bodies()[self.a_];
    const StageBody& b = self.stage_.bodies()[self.b_];
    for (unsigned k = 0; k < count; ++k) {
      const unsigned i = collisions[k].primID0;
      const unsigned j = collisions[k].primID1;
      if (self.a_ == self.b_ && i >= j) continue;  // each pair comes twice, and each with itself
      if (overlap(box_of(a, i), box_of(b, j))) tester.add(i, j);
    }
  }

  CandidateTester& tester() {
    std::unique_ptr<CandidateTester>& tester = testers_[thread_number()];
    if (!tester) {
      tester = std::make_unique<CandidateTester>(stage_);
      tester->begin(question_);
    }
    tester->bodies_if_changed(a_, b_);
    return *tester;
  }

  const Stage& stage_;
  Question question_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> body_pairs_;
  RTCDevice device_ = nullptr;
  std::vector<RTCScene> scenes_;
  std::vector<RTCGeometry> geometries_;
  std::vector<std::unique_ptr<CandidateTester>> testers_;  // by thread
  std::uint32_t a_ = 0;
  std::uint32_t b_ = 0;
  std::vector<Candidate> hits_;
};

}  // namespace

std::vector<PeerInfo> embree_peers() {
  using namespace serves;
  return {
      {"embree-build",
       "rtcCollide on user geometry, rebuilt every frame (low quality, dynamic), our exact test",
       moving | self | parallel | all, Answer::pairs, make_peer<Embree<false>>},
      {"embree-refit", "rtcCollide on user geometry, refitted every frame, our exact test",
       moving | self | parallel | all, Answer::pairs, make_peer<Embree<true>>}};
}

}  // namespace tact::bench
