#pragma once
// All built-in scenes. A new one is a file with its build function and a line in registry.cpp.
#include <span>
#include <string_view>

#include "scenes/scene.h"

namespace tact::scenes {

/// In the order in which they are listed.
std::span<const SceneInfo> all();

/// Throws Error{unknown_name} with the names there are.
const SceneInfo& find(std::string_view name);

/// The scene at a level of detail. Throws Error{bad_argument} if it has none such.
Scene build(const SceneInfo& info, int lod);

}  // namespace tact::scenes
