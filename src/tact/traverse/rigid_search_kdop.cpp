// The traversals of trees of k-DOPs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tact/traverse/rigid_search_kdop.cpp"
#include <hwy/foreach_target.h>
// The order matters: foreach_target includes this file again, once for each instruction set.
#include <hwy/highway.h>

#include "tact/traverse/rigid_kernels_simd.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {

TACT_RIGID_KERNELS(dop14, KDop8<4>)
TACT_RIGID_KERNELS(dop18, KDop8<6>)

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tact {

TACT_RIGID_DISPATCH(dop14, KDop8<4>);
TACT_RIGID_DISPATCH(dop18, KDop8<6>);

}  // namespace tact
#endif
