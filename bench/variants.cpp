#include "bench/variants.h"

#include <cstdint>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "bench/of_paper/of_paper.h"
#include "tact/method/variants.h"

namespace tact::bench {
namespace {

class Variants {
 public:
  Variants() {
    add_larsson();
    add_boxes();
    // The thresholds of Tropp 2006, section 5, in percent, one of them moved: how figures 4 to 6
    // were found.
    add_thresholds("obb", 14, 17);
    add_thresholds("aabb", 20, 15);
    add_tropp();
    add_zachmann();
    add_flat();
  }
  std::span<const MethodInfo> all() const { return all_; }

 private:
  template <class Make>
  void add(std::string name, const char* summary, const char* citation, Make make) {
    all_.push_back({std::move(name), summary, citation, false, std::move(make)});
  }

  void add_larsson() {
    add("dbvh-of-paper", "the dynamic hierarchy as published", "Larsson 2006",
        [] { return make_paper_dbvh(false); });
    add("dbvh-of-paper-reserved", "the same with all nodes allocated beforehand", "Larsson 2006",
        [] { return make_paper_dbvh(true); });
    add("swiper-of-paper", "SWIPER as published: k = 8, m = 20, quicksort", "Larsson 2006",
        make_paper_swiper);
    add("sap-of-paper", "sweep and prune with a balanced tree of pairs", "Larsson 2006",
        make_paper_sap);
  }

  void add_boxes() {
    add("aabb-all-axes", "aabb with all fifteen axes", "Tropp 2006", make_aabb_all_axes_method);
    add("dbvh-kdop-14", "dbvh with the diagonals of the cube", "Larsson 2006",
        [] { return make_dbvh_method_with(Volume::kdop_14); });
    add("dbvh-kdop-18", "dbvh with the diagonals of the cube's faces", "Larsson 2006",
        [] { return make_dbvh_method_with(Volume::kdop_18); });
    add("dbvh-sphere", "dbvh with spheres beside its boxes", "Larsson 2006",
        [] { return make_dbvh_method_with(Volume::sphere); });
    add("kdop-14", "aabb with the diagonals of the cube", "Tropp 2006",
        [] { return make_kdop_14_method(false); });
    add("kdop-14-coherent", "aabb-coherent with the diagonals of the cube", "Tropp 2006",
        [] { return make_kdop_14_method(true); });
    add("kdop-18", "aabb with the diagonals of the cube's faces", "Tropp 2006",
        [] { return make_kdop_18_method(false); });
    add("kdop-18-coherent", "aabb-coherent with the diagonals of the cube's faces", "Tropp 2006",
        [] { return make_kdop_18_method(true); });
    add("boxtree-full", "boxtree without empty boxes", "Zachmann 1995", make_boxtree_full_method);
    add("boxtree-aligned", "boxtree with boxes aligned on the fly", "Zachmann 1995",
        make_boxtree_aligned_method);
    add("boxtree-true", "boxtree built with true polygon-box tests", "Zachmann 1995",
        make_boxtree_true_method);
  }

  struct Thresholds {
    int coherence;
    int sprout;  // 0: everything is remembered
    int prune;
  };
  void add_front(const std::string& kind, const char* moved, int to, const Thresholds& percent) {
    FrontPolicy policy;
    policy.coherence = percent.coherence / 100.0;
    if (percent.sprout > 0) policy.sprout = percent.sprout / 100.0;
    policy.prune = percent.prune / 100.0;
    policy.weighs_cost = false;
    const bool oriented = kind == "obb";
    add(kind + moved + std::to_string(to), "a coherent method with thresholds of its own",
        "Tropp 2006", [oriented, policy] { return make_front_method(oriented, policy); });
  }
  void add_thresholds(const std::string& kind, int coherence, int prune) {
    for (const int c : {1, 2, 5, 10, 14, 20, 30}) add_front(kind, "-coherence-", c, {c, 0, prune});
    for (const int s : {5, 20, 50, 100, 500}) add_front(kind, "-sprout-", s, {coherence, s, prune});
    for (const int p : {2, 5, 10, 17, 30, 60}) add_front(kind, "-prune-", p, {coherence, 0, p});
  }

  // The paper's thresholds of section 5, in percent, and each of them moved.
  void add_tropp() {
    add("obb-of-paper-plain", "oriented boxes as published, from the roots", "Tropp 2006",
        [] { return make_paper_obb(false, {}); });
    add("aabb-of-paper-plain", "axis-aligned boxes as published, from the roots", "Tropp 2006",
        [] { return make_paper_aabb(false, {}); });
    add("aabb-of-paper-all-axes", "the same with all fifteen axes", "Tropp 2006",
        make_paper_aabb_all_axes);
    for (const bool oriented : {true, false}) {
      const Thresholds best = oriented ? Thresholds{14, 0, 17} : Thresholds{20, 0, 15};
      const std::string kind = oriented ? "obb-of-paper" : "aabb-of-paper";
      add_published(oriented, kind, best);
      for (const int c : {1, 2, 5, 10, 14, 20, 30}) {
        add_published(oriented, kind + "-coherence-" + std::to_string(c), {c, 0, best.prune});
      }
      for (const int s : {5, 20, 50, 100, 500}) {
        add_published(oriented, kind + "-sprout-" + std::to_string(s),
                      {best.coherence, s, best.prune});
      }
      for (const int p : {2, 5, 10, 17, 30, 60}) {
        add_published(oriented, kind + "-prune-" + std::to_string(p), {best.coherence, 0, p});
      }
    }
  }
  void add_published(bool oriented, const std::string& name, const Thresholds& percent) {
    TroppPolicy policy;
    policy.coherence = percent.coherence / 100.0;
    if (percent.sprout > 0) policy.sprout = percent.sprout / 100.0;
    policy.prune = percent.prune / 100.0;
    add(name, "the coherent algorithm as published", "Tropp 2006", [oriented, policy] {
      return oriented ? make_paper_obb(true, policy) : make_paper_aabb(true, policy);
    });
  }

  // Zachmann 1995, section 5, looks for the best values of these one by one.
  void add_zachmann() {
    add_boxtree("boxtree-of-paper", {});
    ZachmannOptions full;
    full.empty_share = 1;
    add_boxtree("boxtree-of-paper-full", full);
    for (const std::size_t minimum : {2U, 4U, 8U, 16U}) {
      ZachmannOptions options;
      options.minimum = minimum;
      add_boxtree("boxtree-of-paper-minimum-" + std::to_string(minimum), options);
    }
    for (const int percent : {2, 5, 20, 40}) {
      ZachmannOptions options;
      options.empty_share = percent / 100.0;
      add_boxtree("boxtree-of-paper-empty-" + std::to_string(percent), options);
    }
    add("simple-of-paper", "every edge with every polygon, behind checks of boxes", "Zachmann 1995",
        make_paper_simple);
  }
  void add_boxtree(const std::string& name, const ZachmannOptions& options) {
    add(name, "the BoxTree as published", "Zachmann 1995",
        [options] { return make_paper_boxtree(options); });
  }

  void add_flat() {
    for (const std::uint32_t depth : {3U, 4U, 5U, 6U, 7U, 8U}) {
      add("octree-" + std::to_string(depth), "octree down to a fixed depth", "Larsson 2006",
          [depth] { return make_octree_method_of_depth(depth); });
    }
    for (const std::uint32_t size : {2U, 4U, 8U, 16U, 32U, 64U}) {
      add("stream-" + std::to_string(size), "stream with leaves of a fixed size", "Zhang 2007",
          [size] { return make_stream_method_with(size, true); });
    }
    for (const std::uint32_t size : {4U, 8U, 16U, 32U, 64U}) {
      add("stream-plain-" + std::to_string(size), "the same without culling", "Zhang 2007",
          [size] { return make_stream_method_with(size, false); });
    }
  }

  std::vector<MethodInfo> all_;
};

}  // namespace

std::span<const MethodInfo> method_variants() {
  static const Variants the_variants;
  return the_variants.all();
}

void register_variants(std::string_view beginning) {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  std::set<std::string> known;
  for (const MethodInfo& info : methods()) known.insert(info.name);
  for (const MethodInfo& info : method_variants()) {
    if (info.name.starts_with(beginning) && !known.contains(info.name)) register_method(info);
  }
}

}  // namespace tact::bench
