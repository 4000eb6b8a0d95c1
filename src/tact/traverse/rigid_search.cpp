// The traversals of trees of boxes.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tact/traverse/rigid_search.cpp"
#include <hwy/foreach_target.h>
// The order matters: foreach_target includes this file again, once for each instruction set.
#include <hwy/highway.h>

#include "tact/traverse/rigid_kernels_simd.h"

HWY_BEFORE_NAMESPACE();
namespace tact::HWY_NAMESPACE {

TACT_RIGID_KERNELS(obb, Obb8)
TACT_RIGID_KERNELS(box, CentredBox8)

}  // namespace tact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tact {

TACT_RIGID_DISPATCH(obb, Obb8);
TACT_RIGID_DISPATCH(box, CentredBox8);

}  // namespace tact
#endif
