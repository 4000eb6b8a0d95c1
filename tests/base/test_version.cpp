#include "tact/version.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tact/base/parallel.h"
#include "tact/io/load.h"
#include "tact/method/method.h"

namespace tact {
namespace {

TEST(Version, IsTheProjectsAndTheLibrarys) {
  EXPECT_EQ(std::to_string(TACT_VERSION_MAJOR) + "." + std::to_string(TACT_VERSION_MINOR) + "." +
                std::to_string(TACT_VERSION_PATCH),
            TACT_VERSION_STRING);
  EXPECT_STREQ(TACT_VERSION_STRING, TACT_PROJECT_VERSION);
  EXPECT_STREQ(version(), TACT_VERSION_STRING);
}

TEST(Version, SaysWhatWasBuiltIn) {
  const BuildFeatures features = build_features();
  const std::vector<std::string> formats = mesh_formats();
  EXPECT_EQ(features.assimp, std::count(formats.begin(), formats.end(), ".gltf") == 1);
  const std::vector<MethodInfo> all = methods();
  EXPECT_EQ(features.opencl, std::any_of(all.begin(), all.end(), [](const MethodInfo& info) {
              return info.name == "stream-cl";
            }));
  EXPECT_STREQ(features.threads, parallel_backend());
}

}  // namespace
}  // namespace tact
