// CGAL: box_intersection_d with our exact test, AABB_tree and
// Rigid_triangle_mesh_collision_detection for rigid bodies, self_intersections within a body; the
// last three decide by CGAL's own predicates.
#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Polygon_mesh_processing/orient_polygon_soup.h>
#include <CGAL/Polygon_mesh_processing/polygon_soup_to_polygon_mesh.h>
#include <CGAL/Polygon_mesh_processing/self_intersections.h>
#include <CGAL/Rigid_triangle_mesh_collision_detection.h>
#include <CGAL/Surface_mesh.h>
#include <CGAL/box_intersection_d.h>

#include <algorithm>
#include <mutex>

#include "bench/peers/candidate_tester.h"
#include "bench/peers/peers.h"

namespace tact::bench {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Point = Kernel::Point_3;
using Surface = CGAL::Surface_mesh<Point>;
using Box = CGAL::Box_intersection_d::Box_with_info_d<float, 3, std::uint32_t>;
using BodyPairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

Point point_of(const Vec3& p) { return {p.x, p.y, p.z}; }
Vec3 vertex_of(const StageBody& body, std::uint32_t v) {
  const float* p = body.vertex(v);
  return {p[0], p[1], p[2]};
}

class Boxes final : public Participant {
 public:
  Boxes(const Stage& stage, Question question, unsigned threads)
      : stage_(stage),
        question_(question),
        parallel_(threads > 1),
        body_pairs_(stage.pairs()),
        tester_(stage) {
    boxes_.resize(stage.bodies().size());
  }
  void update() override {
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
      const StageBody& body = stage_.bodies()[i];
      boxes_[i].clear();
      for (std::uint32_t k = 0; k < body.triangles.size(); ++k) {
        FloatBox box = box_of(body, k);
        boxes_[i].emplace_back(box.lo, box.hi, k);
      }
    }
  }
  void query() override {
    tester_.begin(question_);
    for (const auto& [a, b] : body_pairs_) {
      tester_.bodies(a, b);
#ifdef CGAL_LINKED_WITH_TBB
      if (parallel_) {
        find<CGAL::Parallel_tag>(a, b, [this](const Box& p, const Box& q) {
          const std::lock_guard lock(mutex_);
          tester_.add(p.info(), q.info());
        });
        continue;
      }
#endif
      find<CGAL::Sequential_tag>(
          a, b, [this](const Box& p, const Box& q) { tester_.add(p.info(), q.info()); });
    }
    tester_.flush();
  }
  std::span<const Candidate> pairs() const override { return tester_.hits(); }

 private:
  // Below it, pairs are found by a scan. The default, 10, takes up to three times as long as the
  // best of 10, 30, 100, 300, 1000 and 3000 on the teapot of Larsson 2006, whole and broken.
  static std::ptrdiff_t tuned_cutoff(std::size_t boxes) {
    return std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(boxes) / 64, 300, 1000);
  }
  template <class Tag, class Callback>
  void find(std::uint32_t a, std::uint32_t b, Callback callback) {
    std::vector<Box>& of_a = boxes_[a];
    std::vector<Box>& of_b = boxes_[b];
    const std::ptrdiff_t cutoff = tuned_cutoff(std::max(of_a.size(), of_b.size()));
    if (a == b) {
      CGAL::box_self_intersection_d<Tag>(of_a.begin(), of_a.end(), callback, cutoff);
    } else {
      CGAL::box_intersection_d<Tag>(of_a.begin(), of_a.end(), of_b.begin(), of_b.end(), callback,
                                    cutoff);
    }
  }

  const Stage& stage_;
  Question question_;
  bool parallel_;
  BodyPairs body_pairs_;
  CandidateTester tester_;
  std::mutex mutex_;
  std::vector<std::vector<Box>> boxes_;
};

// A tree for each body in its own frame; each triangle of the second body, moved, asks the first's.
class Tree final : public Participant {
  using Triangles = std::vector<Kernel::Triangle_3>;
  using Primitive = CGAL::AABB_triangle_primitive<Kernel, Triangles::const_iterator>;
  using AabbTree = CGAL::AABB_tree<CGAL::AABB_traits<Kernel, Primitive>>;

 public:
  Tree(const Stage& stage, Question, unsigned) : stage_(stage) {
    if (stage.bodies().size() != 2) throw std::runtime_error("cgal-tree takes two bodies");
    const StageBody& body = stage.bodies()[0];
    for (std::uint32_t k = 0; k < body.triangles.size(); ++k) {
      triangles_.push_back(triangle(stage.bodies()[0].primitives.triangle(k)));
    }
    tree_ = std::make_unique<AabbTree>(triangles_.cbegin(), triangles_.cend());
    tree_->build();
  }
  void update() override {}  // the first body stands still in all scenarios that use this
  void query() override {
    hits_.clear();
    const Primitives& second = stage_.bodies()[1].primitives;
    for (std::uint32_t k = 0; k < second.size(); ++k) {
      ids_.clear();
      tree_->all_intersected_primitives(triangle(second.triangle(k)), std::back_inserter(ids_));
      for (const auto& id : ids_) {
        hits_.push_back({0, 1, static_cast<std::uint32_t>(id - triangles_.cbegin()), k});
      }
    }
  }
  std::span<const Candidate> pairs() const override { return hits_; }

 private:
  static Kernel::Triangle_3 triangle(const Triangle& t) {
    return {point_of(t[0]), point_of(t[1]), point_of(t[2])};
  }

  const Stage& stage_;
  Triangles triangles_;
  std::unique_ptr<AabbTree> tree_;
  std::vector<AabbTree::Primitive_id> ids_;
  std::vector<Candidate> hits_;
};

class Rigid final : public Participant {
 public:
  Rigid(const Stage& stage, Question, unsigned) : stage_(stage) {
    for (const StageBody& body : stage.bodies()) meshes_.push_back(surface(body));
    for (const Surface& mesh : meshes_) ids_.push_back(detection_.add_mesh(mesh));
  }
  void update() override {
    for (std::size_t i = 0; i < ids_.size(); ++i) {
      const Transform& t = stage_.bodies()[i].pose;
      const Vec3& p = t.translation();
      detection_.set_transformation(
          ids_[i], Kernel::Aff_transformation_3(t.row(0).x, t.row(0).y, t.row(0).z, p.x, t.row(1).x,
                                                t.row(1).y, t.row(1).z, p.y, t.row(2).x, t.row(2).y,
                                                t.row(2).z, p.z));
    }
  }
  void query() override {
    touching_ = false;
    for (std::size_t i = 1; i < ids_.size() && !touching_; ++i) {
      touching_ = !detection_.get_all_intersections(ids_[i]).empty();
    }
  }
  std::span<const Candidate> pairs() const override { return {}; }
  bool touching() const override { return touching_; }

 private:
  // Surface_mesh takes oriented manifolds only and drops other faces without a word: orient first.
  static Surface surface(const StageBody& body) {
    std::vector<Point> points;
    for (std::uint32_t v = 0; v < body.vertices(); ++v)
      points.push_back(point_of(vertex_of(body, v)));
    std::vector<std::vector<std::size_t>> faces;
    for (const auto& t : body.triangles) faces.push_back({t[0], t[1], t[2]});
    namespace Pmp = CGAL::Polygon_mesh_processing;
    Pmp::orient_polygon_soup(points, faces);
    Surface mesh;
    Pmp::polygon_soup_to_polygon_mesh(points, faces, mesh);
    if (mesh.number_of_faces() != body.triangles.size()) {
      throw std::runtime_error("cgal: faces were dropped");
    }
    return mesh;
  }

  const Stage& stage_;
  std::vector<Surface> meshes_;
  CGAL::Rigid_triangle_mesh_collision_detection<Surface> detection_;
  std::vector<std::size_t> ids_;
  bool touching_ = false;
};

// What a user would call for one body: it is made of separate triangles, so that breaking ones are
// taken; pairs that share a vertex of the unbroken mesh are left out of its answer.
class SelfIntersections final : public Participant {
 public:
  SelfIntersections(const Stage& stage, Question, unsigned) : stage_(stage) {
    if (stage.bodies().size() != 1) throw std::runtime_error("cgal-pmp takes one body");
  }
  void update() override {
    mesh_.clear();
    const StageBody& body = stage_.bodies()[0];
    for (const auto& t : body.triangles) {
      Surface::Vertex_index corner[3];
      for (std::size_t k = 0; k < 3; ++k) {
        corner[k] = mesh_.add_vertex(point_of(vertex_of(body, t[k])));
      }
      mesh_.add_face(corner[0], corner[1], corner[2]);
    }
  }
  void query() override {
    hits_.clear();
    std::vector<std::pair<Surface::Face_index, Surface::Face_index>> found;
    CGAL::Polygon_mesh_processing::self_intersections(mesh_, std::back_inserter(found));
    for (const auto& [p, q] : found) {
      const auto i = static_cast<std::uint32_t>(p);
      const auto j = static_cast<std::uint32_t>(q);
      if (!stage_.bodies()[0].primitives.neighbours(i, j)) hits_.push_back(ordered(0, i, 0, j));
    }
  }
  std::span<const Candidate> pairs() const override { return hits_; }

 private:
  const Stage& stage_;
  Surface mesh_;
  std::vector<Candidate> hits_;
};

}  // namespace

std::vector<PeerInfo> cgal_peers() {
  using namespace serves;
  return {{"cgal-box", "box_intersection_d (or box_self_intersection_d), our exact test",
#ifdef CGAL_LINKED_WITH_TBB
           moving | self | parallel | all,
#else
           moving | self | all,
#endif
           Answer::pairs, make_peer<Boxes>},
          {"cgal-tree", "AABB_tree of the first body, asked by each triangle of the second",
           rigid | all, Answer::pairs, make_peer<Tree>},
          {"cgal-rigid", "Rigid_triangle_mesh_collision_detection", rigid | any, Answer::contacts,
           make_peer<Rigid>},
          {"cgal-pmp", "Polygon_mesh_processing::self_intersections", moving | self | all,
           Answer::pairs, make_peer<SelfIntersections>}};
}

}  // namespace tact::bench
