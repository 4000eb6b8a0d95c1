// A frame of many small bodies of which few move costs what moved and what meets: no method reads
// the state of a body that does neither. Each state lies on a page of its own, and those that are
// none of the frame's business cannot be read.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <new>
#include <ostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "tact/body/census.h"
#include "tact/body/near_pairs.h"
#include "tact/contact/narrow.h"
#include "tact/method/method.h"
#include "tests/support/shapes.h"

namespace tact::testing {
namespace {

class States {
 public:
  explicit States(std::size_t count) : count_(count) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    stride_ = (sizeof(BodyState) + page - 1) / page * page;
    void* const memory =
        mmap(nullptr, count * stride_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::runtime_error("no memory for states");
    memory_ = static_cast<char*>(memory);
    for (std::size_t i = 0; i < count; ++i) new (memory_ + i * stride_) BodyState;
  }
  States(const States&) = delete;
  States& operator=(const States&) = delete;
  ~States() {
    for (std::size_t i = 0; i < count_; ++i) {
      allow(i, true);
      (*this)[i].~BodyState();
    }
    munmap(memory_, count_ * stride_);
  }
  BodyState& operator[](std::size_t i) {
    return *std::launder(reinterpret_cast<BodyState*>(memory_ + i * stride_));
  }
  void allow(std::size_t i, bool on) {
    mprotect(memory_ + i * stride_, stride_, on ? PROT_READ | PROT_WRITE : PROT_NONE);
  }

 private:
  std::size_t count_;
  std::size_t stride_ = 0;
  char* memory_ = nullptr;
};

constexpr std::uint32_t crowd_size = 600;  // more than are swept whenever one moves

// Boxes in a row, two units apart; every hundredth lies in the one before it.
class CalmCrowd {
 public:
  explicit CalmCrowd(BodyKind kind) : meshes_(crowd_size), shape_(box_mesh()), states_(crowd_size) {
    near_.make_room(crowd_size);
    census_.make_room(crowd_size);
    for (std::uint32_t i = 0; i < crowd_size; ++i) {
      BodyState& state = states_[i];
      state.id = {i, 0, 1};
      state.kind = kind;
      if (kind == BodyKind::rigid) state.shape = &shape_;
      meshes_[i] = box_mesh();
      task_.bodies.push_back(&state);
      task_.primitives.push_back(&state.primitives);
      state.shape_version = ++version_;
      put(i, {2.0 * i - (meets_last(i) ? 1.5 : 0), 0, 0});
    }
    task_.frame = BoundsFrame::around({{-8, -8, -8}, {2.0 * crowd_size, 8, 8}});
    task_.frame.version = ++version_;
  }

  /// A nudge for one of two that meet, and for one that meets nobody.
  void nudge() {
    for (const std::uint32_t i : {100U, 350U}) put(i, at_[i] + Vec3{0.001, 0, 0});
  }
  /// The number of contacts.
  std::size_t frame(Method& method) {
    Scratch& scratch = scratch_;
    scratch.begin(1);
    near_.update(task_, scratch);
    scratch.end();
    ++task_.number;
    scratch.begin(1);
    method.update(task_, scratch);
    scratch.end();
    task_.moved.clear();
    scratch.begin(1);
    Narrow narrow(task_.primitives, {}, scratch, 1);
    method.find_pairs(task_, {}, narrow, scratch);
    std::vector<Candidate> pairs;
    narrow.finish(pairs);
    scratch.end();
    return pairs.size();
  }
  /// Those that neither move nor meet anybody can be read, or cannot.
  void allow_others(bool on) {
    for (std::uint32_t i = 0; i < crowd_size; ++i) {
      if (i != 350 && !meets_last(i) && !meets_last(i + 1)) states_.allow(i, on);
    }
  }

 private:
  static Mesh box_mesh() { return box({0.5, 0.5, 0.5}, 0.5); }
  static bool meets_last(std::uint32_t i) { return i > 0 && i < crowd_size && i % 100 == 0; }
  void put(std::uint32_t i, const Vec3& to) {
    at_.resize(crowd_size);
    at_[i] = to;
    BodyState& state = states_[i];
    if (state.kind == BodyKind::rigid) {
      const Transform pose = Transform::from_quaternion({}, to);
      state.primitives = Primitives::triangles(shape_.mesh(), &pose);
    } else {
      meshes_[i] = box_mesh();
      for (Vec3& p : meshes_[i].positions) p = p + to;
      state.primitives = Primitives::triangles(meshes_[i].view(), nullptr);
    }
    state.extent = {to, to + Vec3{1, 1, 1}};
    state.motion_version = ++version_;
    task_.moved.push_back(i);
    near_.note(i);
    census_.note(i, &state);
    task_.census = census_.census();
  }

  std::vector<Mesh> meshes_;
  std::vector<Vec3> at_;
  Shape shape_;
  States states_;
  Task task_;
  NearPairs near_;
  CensusTaker census_;
  Scratch scratch_;
  std::uint64_t version_ = 0;
};

struct CalmCase {
  const char* method;
  BodyKind kind;
};

std::string text_of(const CalmCase& of) { return std::string(of.method) + "_" + name_of(of.kind); }
// NOLINTNEXTLINE(readability-identifier-naming): as gtest calls it
void PrintTo(const CalmCase& of, std::ostream* out) { *out << text_of(of); }

class CalmCrowdOf : public ::testing::TestWithParam<CalmCase> {};

TEST_P(CalmCrowdOf, ReadsNoBodyThatNeitherMovedNorMeets) {
  CalmCrowd crowd(GetParam().kind);
  const std::unique_ptr<Method> method = find_method(GetParam().method).make();
  std::size_t contacts = 0;
  for (int frame = 0; frame < 8; ++frame) {  // until boxes are tracked, and `auto` has settled
    crowd.nudge();
    contacts = crowd.frame(*method);
  }
  EXPECT_GT(contacts, 0U);
  crowd.allow_others(false);
  for (int frame = 0; frame < 3; ++frame) {
    crowd.nudge();
    EXPECT_EQ(crowd.frame(*method), contacts);  // or a segmentation fault
  }
  crowd.allow_others(true);
}

INSTANTIATE_TEST_SUITE_P(
    Methods, CalmCrowdOf,
    ::testing::Values(CalmCase{"auto", BodyKind::rigid}, CalmCase{"auto", BodyKind::deforming},
                      CalmCase{"auto", BodyKind::breaking}, CalmCase{"dbvh", BodyKind::rigid},
                      CalmCase{"dbvh", BodyKind::deforming}, CalmCase{"dbvh", BodyKind::breaking},
                      CalmCase{"obb", BodyKind::rigid}, CalmCase{"obb-coherent", BodyKind::rigid},
                      CalmCase{"aabb", BodyKind::rigid}, CalmCase{"boxtree", BodyKind::rigid},
                      CalmCase{"refit", BodyKind::deforming},
                      CalmCase{"coherent", BodyKind::deforming}),
    [](const auto& of) {
      std::string name = text_of(of.param);
      for (char& c : name) c = c == '-' ? '_' : c;
      return name;
    });

}  // namespace
}  // namespace tact::testing
