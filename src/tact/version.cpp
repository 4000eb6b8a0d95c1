#include "tact/version.h"

#include "tact/base/parallel.h"

namespace tact {

const char* version() noexcept { return TACT_VERSION_STRING; }

BuildFeatures build_features() noexcept {
  BuildFeatures features;
#ifdef TACT_ASSIMP
  features.assimp = true;
#endif
#ifdef TACT_OPENCL
  features.opencl = true;
#endif
  features.threads = parallel_backend();
  return features;
}

}  // namespace tact
