// The table of methods. A new method is a file of its own and two lines here.
#include <array>

#include "tact/base/error.h"
#include "tact/bounds/lane_volumes.h"
#include "tact/method/method.h"
#include "tact/traverse/rigid_front.h"

namespace tact {

std::unique_ptr<Method> make_aabb_method();
std::unique_ptr<Method> make_aabb_all_axes_method();
std::unique_ptr<Method> make_aabb_coherent_method();
std::unique_ptr<Method> make_aabb_of_paper_method();
std::unique_ptr<Method> make_auto_method();
std::unique_ptr<Method> make_boxes_method();
std::unique_ptr<Method> make_boxtree_method();
std::unique_ptr<Method> make_boxtree_full_method();
std::unique_ptr<Method> make_boxtree_aligned_method();
std::unique_ptr<Method> make_boxtree_true_method();
std::unique_ptr<Method> make_brute_method();
std::unique_ptr<Method> make_coherent_method();
std::unique_ptr<Method> make_dbvh_method();
std::unique_ptr<Method> make_dbvh_method_with(Volume volume);
std::unique_ptr<Method> make_front_method(bool oriented, const FrontPolicy& policy);
std::unique_ptr<Method> make_hybrid_method();
std::unique_ptr<Method> make_kdop_14_method(bool coherent);
std::unique_ptr<Method> make_kdop_18_method(bool coherent);
std::unique_ptr<Method> make_obb_method();
std::unique_ptr<Method> make_obb_coherent_method();
std::unique_ptr<Method> make_obb_of_paper_method();
std::unique_ptr<Method> make_octree_method();
std::unique_ptr<Method> make_octree_method_of_depth(std::uint32_t depth);
std::unique_ptr<Method> make_rebuild_method();
std::unique_ptr<Method> make_refit_method();
std::unique_ptr<Method> make_sap_method();
std::unique_ptr<Method> make_simple_method();
std::unique_ptr<Method> make_spheres_method();
#ifdef TACT_OPENCL
std::unique_ptr<Method> make_stream_cl_method();
#endif
std::unique_ptr<Method> make_stream_method();
std::unique_ptr<Method> make_stream_method_with(std::uint32_t leaf_size, bool culling);
std::unique_ptr<Method> make_swiper_method();

namespace {

constexpr std::array table{
    MethodInfo{"auto", "the method that suits the bodies best", "", false, make_auto_method},
    MethodInfo{"brute", "every pair of primitives, no bounds: the oracle", "", true,
               make_brute_method},
    MethodInfo{"dbvh", "a lazy tree per body that follows what moves and breaks", "Larsson 2006",
               false, make_dbvh_method},
    MethodInfo{"coherent", "a fixed tree per body; refits what the last query touched",
               "Larsson 2006", false, make_coherent_method},
    MethodInfo{"hybrid", "a fixed tree per body; refits its upper half, the rest where needed",
               "Larsson 2006", false, make_hybrid_method},
    MethodInfo{"refit", "a fixed tree per body; refits everything", "", false, make_refit_method},
    MethodInfo{"rebuild", "one tree over all bodies in Morton order, made anew every frame", "",
               false, make_rebuild_method},
    MethodInfo{"obb", "oriented boxes around rigid bodies", "Tropp 2006", false, make_obb_method},
    MethodInfo{"obb-coherent", "oriented boxes; starts where the last query of two bodies ended",
               "Tropp 2006", false, make_obb_coherent_method},
    MethodInfo{"aabb", "boxes around rigid bodies in their own frames", "Tropp 2006", false,
               make_aabb_method},
    MethodInfo{"aabb-coherent", "the same; starts where the last query of two bodies ended",
               "Tropp 2006", false, make_aabb_coherent_method},
    MethodInfo{"boxtree", "a tree of planes that cut a rigid body's box", "Zachmann 1995", false,
               make_boxtree_method},
    MethodInfo{"octree", "a lazy octree where bodies overlap, made anew every frame",
               "Larsson 2006", false, make_octree_method},
    MethodInfo{"swiper", "sorted lists, swept on the axis with the fewest overlaps", "Larsson 2006",
               false, make_swiper_method},
    MethodInfo{"sap", "sorted lists and a set of pairs that follows their swaps", "Larsson 2006",
               false, make_sap_method},
    MethodInfo{"spheres", "spheres that the maps of a shape-matched body move where needed",
               "Spillmann 2006", false, make_spheres_method},
    MethodInfo{"stream", "leaves of a tree without the tree, tile against tile", "Zhang 2007",
               false, make_stream_method},
#ifdef TACT_OPENCL
    MethodInfo{"stream-cl", "the same on an OpenCL device", "Zhang 2007", false,
               make_stream_cl_method},
#endif
    MethodInfo{"boxes", "every pair of boxes, eight at a time", "", false, make_boxes_method},
    MethodInfo{"simple", "every edge with every polygon: the yardstick of boxtree", "Zachmann 1995",
               false, make_simple_method},
};

template <std::uint32_t Depth>
constexpr MethodInfo octree_of_depth(std::string_view name) {
  return {name, "octree down to a fixed depth", "Larsson 2006", false,
          [] { return make_octree_method_of_depth(Depth); }};
}

// The thresholds of Tropp 2006, section 5, in percent, one of them moved: how figures 4 to 6 were
// found. Sprout 0: everything is remembered.
template <bool Oriented, int Coherence, int Sprout, int Prune>
constexpr MethodInfo front_of(std::string_view name) {
  return {name, "a coherent method with thresholds of its own", "Tropp 2006", false, [] {
            FrontPolicy policy;
            policy.coherence = Coherence / 100.0;
            if (Sprout > 0) policy.sprout = Sprout / 100.0;
            policy.prune = Prune / 100.0;
            policy.weighs_cost = false;
            return make_front_method(Oriented, policy);
          }};
}

template <std::uint32_t LeafSize, bool Culling>
constexpr MethodInfo stream_of(std::string_view name) {
  return {name, Culling ? "stream with leaves of a fixed size" : "the same without culling",
          "Zhang 2007", false, [] { return make_stream_method_with(LeafSize, Culling); }};
}

constexpr std::array variants{
    MethodInfo{"aabb-all-axes", "aabb with all fifteen axes", "Tropp 2006", false,
               make_aabb_all_axes_method},
    MethodInfo{"obb-of-paper", "obb-coherent with the paper's thresholds", "Tropp 2006", false,
               make_obb_of_paper_method},
    MethodInfo{"aabb-of-paper", "aabb-coherent with the paper's thresholds", "Tropp 2006", false,
               make_aabb_of_paper_method},
    MethodInfo{"dbvh-kdop-14", "dbvh with the diagonals of the cube", "Larsson 2006", false,
               [] { return make_dbvh_method_with(Volume::kdop_14); }},
    MethodInfo{"dbvh-kdop-18", "dbvh with the diagonals of the cube's faces", "Larsson 2006", false,
               [] { return make_dbvh_method_with(Volume::kdop_18); }},
    MethodInfo{"dbvh-sphere", "dbvh with spheres beside its boxes", "Larsson 2006", false,
               [] { return make_dbvh_method_with(Volume::sphere); }},
    MethodInfo{"kdop-14", "aabb with the diagonals of the cube", "Tropp 2006", false,
               [] { return make_kdop_14_method(false); }},
    MethodInfo{"kdop-14-coherent", "aabb-coherent with the diagonals of the cube", "Tropp 2006",
               false, [] { return make_kdop_14_method(true); }},
    MethodInfo{"kdop-18", "aabb with the diagonals of the cube's faces", "Tropp 2006", false,
               [] { return make_kdop_18_method(false); }},
    MethodInfo{"kdop-18-coherent", "aabb-coherent with the diagonals of the cube's faces",
               "Tropp 2006", false, [] { return make_kdop_18_method(true); }},
    front_of<true, 1, 0, 17>("obb-coherence-1"),
    front_of<true, 2, 0, 17>("obb-coherence-2"),
    front_of<true, 5, 0, 17>("obb-coherence-5"),
    front_of<true, 10, 0, 17>("obb-coherence-10"),
    front_of<true, 14, 0, 17>("obb-coherence-14"),
    front_of<true, 20, 0, 17>("obb-coherence-20"),
    front_of<true, 30, 0, 17>("obb-coherence-30"),
    front_of<true, 14, 5, 17>("obb-sprout-5"),
    front_of<true, 14, 20, 17>("obb-sprout-20"),
    front_of<true, 14, 50, 17>("obb-sprout-50"),
    front_of<true, 14, 100, 17>("obb-sprout-100"),
    front_of<true, 14, 500, 17>("obb-sprout-500"),
    front_of<true, 14, 0, 2>("obb-prune-2"),
    front_of<true, 14, 0, 5>("obb-prune-5"),
    front_of<true, 14, 0, 10>("obb-prune-10"),
    front_of<true, 14, 0, 17>("obb-prune-17"),
    front_of<true, 14, 0, 30>("obb-prune-30"),
    front_of<true, 14, 0, 60>("obb-prune-60"),
    front_of<false, 1, 0, 15>("aabb-coherence-1"),
    front_of<false, 2, 0, 15>("aabb-coherence-2"),
    front_of<false, 5, 0, 15>("aabb-coherence-5"),
    front_of<false, 10, 0, 15>("aabb-coherence-10"),
    front_of<false, 14, 0, 15>("aabb-coherence-14"),
    front_of<false, 20, 0, 15>("aabb-coherence-20"),
    front_of<false, 30, 0, 15>("aabb-coherence-30"),
    front_of<false, 20, 5, 15>("aabb-sprout-5"),
    front_of<false, 20, 20, 15>("aabb-sprout-20"),
    front_of<false, 20, 50, 15>("aabb-sprout-50"),
    front_of<false, 20, 100, 15>("aabb-sprout-100"),
    front_of<false, 20, 500, 15>("aabb-sprout-500"),
    front_of<false, 20, 0, 2>("aabb-prune-2"),
    front_of<false, 20, 0, 5>("aabb-prune-5"),
    front_of<false, 20, 0, 10>("aabb-prune-10"),
    front_of<false, 20, 0, 17>("aabb-prune-17"),
    front_of<false, 20, 0, 30>("aabb-prune-30"),
    front_of<false, 20, 0, 60>("aabb-prune-60"),
    MethodInfo{"boxtree-full", "boxtree without empty boxes", "Zachmann 1995", false,
               make_boxtree_full_method},
    MethodInfo{"boxtree-aligned", "boxtree with boxes aligned on the fly", "Zachmann 1995", false,
               make_boxtree_aligned_method},
    MethodInfo{"boxtree-true", "boxtree built with true polygon-box tests", "Zachmann 1995", false,
               make_boxtree_true_method},
    octree_of_depth<3>("octree-3"),
    octree_of_depth<4>("octree-4"),
    octree_of_depth<5>("octree-5"),
    octree_of_depth<6>("octree-6"),
    octree_of_depth<7>("octree-7"),
    octree_of_depth<8>("octree-8"),
    stream_of<2, true>("stream-2"),
    stream_of<4, true>("stream-4"),
    stream_of<8, true>("stream-8"),
    stream_of<16, true>("stream-16"),
    stream_of<32, true>("stream-32"),
    stream_of<64, true>("stream-64"),
    stream_of<4, false>("stream-plain-4"),
    stream_of<8, false>("stream-plain-8"),
    stream_of<16, false>("stream-plain-16"),
    stream_of<32, false>("stream-plain-32"),
    stream_of<64, false>("stream-plain-64"),
};

}  // namespace

std::span<const MethodInfo> methods() { return table; }
std::span<const MethodInfo> method_variants() { return variants; }

const MethodInfo& find_method(std::string_view name) {
  std::string known;
  for (const MethodInfo& info : table) {
    if (info.name == name) return info;
    known += known.empty() ? "" : ", ";
    known += info.name;
  }
  for (const MethodInfo& info : variants) {
    if (info.name == name) return info;
  }
  throw Error(ErrorCode::unknown_name,
              "no method '" + std::string(name) + "'; there are: " + known);
}

}  // namespace tact
