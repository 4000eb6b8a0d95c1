// Method `simple`: the calibration algorithm of Zachmann 1995, section 3.1. Polygons that are not
// in the other body's box are left out, then every edge of the one body meets every polygon of the
// other, and the other way round, box against box, eight at a time. No tree, nothing prepared.
#include <algorithm>
#include <memory>

#include "tact/method/method.h"

namespace tact {

std::unique_ptr<Method> make_boxes_method();

namespace {

struct EdgeBox {
  Vec3 lo;
  Vec3 hi;
};

EdgeBox box_of(const Vec3& p, const Vec3& q) { return {min(p, q), max(p, q)}; }

bool meet(const EdgeBox& a, const EdgeBox& b) {
  return a.lo.x <= b.hi.x && b.lo.x <= a.hi.x && a.lo.y <= b.hi.y && b.lo.y <= a.hi.y &&
         a.lo.z <= b.hi.z && b.lo.z <= a.hi.z;
}

// Is the box of an edge of the first one met by the box of the second? Compared, never rounded.
bool edge_meets(const Triangle& first, const Triangle& second) {
  const EdgeBox all{min(min(second[0], second[1]), second[2]),
                    max(max(second[0], second[1]), second[2])};
  return meet(box_of(first[0], first[1]), all) || meet(box_of(first[1], first[2]), all) ||
         meet(box_of(first[2], first[0]), all);
}

// Two triangles that touch do so in an edge of one of them: pairs without one are let go.
class EdgeSink final : public CandidateSink {
 public:
  EdgeSink(CandidateSink& sink, const Task& task, const Request& request)
      : sink_(sink), task_(task), checks_(!(request.tolerance > 0)) {}

  void open(std::size_t count) override { sink_.open(count); }
  Flow close(std::size_t chunk, unsigned worker) override { return sink_.close(chunk, worker); }
  bool wants(std::size_t chunk) const override { return sink_.wants(chunk); }
  Flow take(std::size_t chunk, unsigned worker, std::span<const Candidate> batch) override {
    Candidate kept[batch_size];
    std::size_t count = 0;
    for (const Candidate& candidate : batch) {
      kept[count] = candidate;
      count += may_touch(candidate) ? 1U : 0U;
    }
    return count == 0 ? Flow::go_on : sink_.take(chunk, worker, {kept, count});
  }

 private:
  bool may_touch(const Candidate& candidate) const {
    const Primitives& a = *task_.primitives[candidate.body_a];
    const Primitives& b = *task_.primitives[candidate.body_b];
    if (!checks_ || a.kind() != PrimitiveKind::triangles || b.kind() != PrimitiveKind::triangles) {
      return true;
    }
    const Triangle s = a.triangle(candidate.primitive_a);
    const Triangle t = b.triangle(candidate.primitive_b);
    return edge_meets(s, t) || edge_meets(t, s);
  }

  CandidateSink& sink_;
  const Task& task_;
  bool checks_;
};

class SimpleMethod final : public Method {
 public:
  bool serves(BodyKind) const override { return true; }
  std::string_view working_name() const override { return "simple"; }

  Stats update(const Task& task, Scratch& scratch) override {
    return boxes_->update(task, scratch);
  }
  Stats find_pairs(const Task& task, const Request& request, CandidateSink& sink,
                   Scratch& scratch) override {
    EdgeSink edges(sink, task, request);
    return boxes_->find_pairs(task, request, edges, scratch);
  }
  void validate(const Task& task) const override { boxes_->validate(task); }

 private:
  std::unique_ptr<Method> boxes_ = make_boxes_method();  // polygons against polygons
};

}  // namespace

MethodInfo simple_method() {
  return {"simple", "every edge with every polygon: the yardstick of boxtree", "Zachmann 1995",
          false, [] { return std::make_unique<SimpleMethod>(); }};
}

}  // namespace tact
