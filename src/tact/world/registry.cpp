// The table of methods. A new method is a file of its own and two lines here.
#include <array>

#include "tact/base/error.h"
#include "tact/world/method.h"

namespace tact {

std::unique_ptr<Method> make_aabb_method();
std::unique_ptr<Method> make_aabb_all_axes_method();
std::unique_ptr<Method> make_aabb_coherent_method();
std::unique_ptr<Method> make_aabb_of_paper_method();
std::unique_ptr<Method> make_auto_method();
std::unique_ptr<Method> make_boxes_method();
std::unique_ptr<Method> make_brute_method();
std::unique_ptr<Method> make_coherent_method();
std::unique_ptr<Method> make_dbvh_method();
std::unique_ptr<Method> make_hybrid_method();
std::unique_ptr<Method> make_obb_method();
std::unique_ptr<Method> make_obb_coherent_method();
std::unique_ptr<Method> make_obb_of_paper_method();
std::unique_ptr<Method> make_octree_method();
std::unique_ptr<Method> make_octree_method_of_depth(std::uint32_t depth);
std::unique_ptr<Method> make_rebuild_method();
std::unique_ptr<Method> make_refit_method();
std::unique_ptr<Method> make_sap_method();
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
};

template <std::uint32_t Depth>
constexpr MethodInfo octree_of_depth(std::string_view name) {
  return {name, "octree down to a fixed depth", "Larsson 2006", false,
          [] { return make_octree_method_of_depth(Depth); }};
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
