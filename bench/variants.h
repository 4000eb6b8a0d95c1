#pragma once
// Methods with a parameter fixed: k-DOPs for boxes, a paper's thresholds, sizes of leaves. They are
// there to compare with, so a program knows them only where it asks for them.
#include <span>
#include <string_view>

#include "tact/method/method.h"

namespace tact::bench {

/// All of them, whether registered or not.
std::span<const MethodInfo> method_variants();

/// Registers those whose names begin so, and are not yet; without a beginning, all.
void register_variants(std::string_view beginning = {});

}  // namespace tact::bench
