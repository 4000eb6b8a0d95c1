// The table of methods. A new method is a file of its own and two lines here.
#include <array>

#include "tact/base/error.h"
#include "tact/world/method.h"

namespace tact {

std::unique_ptr<Method> make_auto_method();
std::unique_ptr<Method> make_boxes_method();
std::unique_ptr<Method> make_brute_method();
std::unique_ptr<Method> make_coherent_method();
std::unique_ptr<Method> make_dbvh_method();
std::unique_ptr<Method> make_hybrid_method();
std::unique_ptr<Method> make_octree_method();
std::unique_ptr<Method> make_octree_method_of_depth(std::uint32_t depth);
std::unique_ptr<Method> make_rebuild_method();
std::unique_ptr<Method> make_refit_method();
std::unique_ptr<Method> make_sap_method();
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
    MethodInfo{"octree", "a lazy octree where bodies overlap, made anew every frame",
               "Larsson 2006", false, make_octree_method},
    MethodInfo{"swiper", "sorted lists, swept on the axis with the fewest overlaps", "Larsson 2006",
               false, make_swiper_method},
    MethodInfo{"sap", "sorted lists and a set of pairs that follows their swaps", "Larsson 2006",
               false, make_sap_method},
    MethodInfo{"boxes", "every pair of boxes, eight at a time", "", false, make_boxes_method},
};

template <std::uint32_t Depth>
constexpr MethodInfo octree_of_depth(std::string_view name) {
  return {name, "octree down to a fixed depth", "Larsson 2006", false,
          [] { return make_octree_method_of_depth(Depth); }};
}

constexpr std::array variants{
    octree_of_depth<3>("octree-3"), octree_of_depth<4>("octree-4"), octree_of_depth<5>("octree-5"),
    octree_of_depth<6>("octree-6"), octree_of_depth<7>("octree-7"), octree_of_depth<8>("octree-8"),
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
