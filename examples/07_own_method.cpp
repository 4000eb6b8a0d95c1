// A method of your own in one file. Once registered it is chosen by its name, like the library's:
// it delivers pairs that may touch, and the world tests them exactly.
#include <tact/tact.h>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace {

struct Box {
  tact::Vec3 lo, hi;
  std::uint32_t primitive;
};

// The triangles' boxes of each body, sorted by where they begin along x.
class SweepAlongX final : public tact::Method {
 public:
  bool serves(tact::BodyKind kind) const override { return kind != tact::BodyKind::points; }
  std::string_view working_name() const override { return "sweep-x"; }

  tact::Stats update(const tact::Task& task, tact::Scratch&) override {
    tact::Stats stats;
    bodies_.resize(task.bodies.size());
    for (std::size_t slot = 0; slot < task.bodies.size(); ++slot) {
      const tact::BodyState* state = task.bodies[slot];
      if (state == nullptr || state->motion_version == bodies_[slot].version) continue;
      bodies_[slot] = {state->motion_version, boxes_of(state->primitives)};
      stats.primitives_read += state->primitives.size();
    }
    return stats;
  }

  tact::Stats find_pairs(const tact::Task& task, const tact::Request& request,
                         tact::CandidateSink& sink, tact::Scratch& scratch) override {
    tact::Stats stats;
    sink.open(1);  // all in one chunk, for one thread
    tact::CandidateWriter writer(sink, 0, 0);
    for (const auto& [a, b] : tact::list_body_pairs(task, request, scratch.arena(), stats).pairs) {
      for (const Box& p : bodies_[a].boxes) {
        for (const Box& q : bodies_[b].boxes) {
          if (q.lo.x > p.hi.x + request.tolerance) break;  // and so does every further one
          ++stats.bounds_tests;
          if (a == b && q.primitive <= p.primitive) continue;  // each pair once
          if (overlap(p, q, request.tolerance)) writer.push({a, b, p.primitive, q.primitive});
        }
      }
    }
    writer.finish();
    return stats;
  }

 private:
  struct Body {
    std::uint64_t version = 0;
    std::vector<Box> boxes;
  };

  static std::vector<Box> boxes_of(const tact::Primitives& primitives) {
    std::vector<Box> boxes;
    for (std::uint32_t i = 0; i < primitives.size(); ++i) {
      const auto [p, q, r] = primitives.triangle(i);
      Box box{p, p, i};
      for (std::size_t axis = 0; axis < 3; ++axis) {
        box.lo[axis] = std::min({p[axis], q[axis], r[axis]});
        box.hi[axis] = std::max({p[axis], q[axis], r[axis]});
      }
      boxes.push_back(box);
    }
    std::sort(boxes.begin(), boxes.end(), [](auto& s, auto& t) { return s.lo.x < t.lo.x; });
    return boxes;
  }
  static bool overlap(const Box& p, const Box& q, double tolerance) {
    for (std::size_t k = 0; k < 3; ++k) {
      if (p.lo[k] > q.hi[k] + tolerance || q.lo[k] > p.hi[k] + tolerance) return false;
    }
    return true;
  }

  std::vector<Body> bodies_;  // by slot
};

}  // namespace

int main() {
  tact::register_method({"sweep-x", "boxes, swept along x", "", false,
                         [] { return std::make_unique<SweepAlongX>(); }});
  for (const char* method : {"brute", "sweep-x"}) {
    tact::World world({method});
    world.add(tact::rigid(tact::load("a.obj")));
    world.add(tact::rigid(tact::load("b.obj")));
    const tact::Result& result = world.collide();
    std::printf("%s: %zu contacts\n", result.method.c_str(), result.size());
  }
}

// Output:
//   brute: 3 contacts
//   sweep-x: 3 contacts
