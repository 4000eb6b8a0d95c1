// The table of methods, and those that a program adds. A new method is a file of its own that ends
// in a function which describes it, and one line here.
#include <algorithm>
#include <cctype>
#include <deque>
#include <mutex>
#include <utility>

#include "tact/base/error.h"
#include "tact/method/method.h"

namespace tact {

using DescribeMethod = MethodInfo();

// In the order they are shown. Declared where it is called: so a method is one line.
// clang-format off
static DescribeMethod* const method_table[] = {
    [] { extern DescribeMethod auto_method; return auto_method(); },
    [] { extern DescribeMethod brute_method; return brute_method(); },
    [] { extern DescribeMethod dbvh_method; return dbvh_method(); },
    [] { extern DescribeMethod coherent_method; return coherent_method(); },
    [] { extern DescribeMethod hybrid_method; return hybrid_method(); },
    [] { extern DescribeMethod refit_method; return refit_method(); },
    [] { extern DescribeMethod rebuild_method; return rebuild_method(); },
    [] { extern DescribeMethod obb_method; return obb_method(); },
    [] { extern DescribeMethod obb_coherent_method; return obb_coherent_method(); },
    [] { extern DescribeMethod aabb_method; return aabb_method(); },
    [] { extern DescribeMethod aabb_coherent_method; return aabb_coherent_method(); },
    [] { extern DescribeMethod boxtree_method; return boxtree_method(); },
    [] { extern DescribeMethod octree_method; return octree_method(); },
    [] { extern DescribeMethod swiper_method; return swiper_method(); },
    [] { extern DescribeMethod sap_method; return sap_method(); },
    [] { extern DescribeMethod spheres_method; return spheres_method(); },
    [] { extern DescribeMethod stream_method; return stream_method(); },
#ifdef TACT_OPENCL
    [] { extern DescribeMethod stream_cl_method; return stream_cl_method(); },
#endif
    [] { extern DescribeMethod boxes_method; return boxes_method(); },
    [] { extern DescribeMethod simple_method; return simple_method(); },
};
// clang-format on

namespace {

class Registry {
 public:
  Registry() {
    for (DescribeMethod* const describe : method_table) all_.push_back(describe());
  }

  std::vector<MethodInfo> all() const {
    const std::lock_guard lock(mutex_);
    return {all_.begin(), all_.end()};
  }
  const MethodInfo& find(std::string_view name) const {
    const std::lock_guard lock(mutex_);
    if (const MethodInfo* const info = look_up(name)) return *info;
    std::string known;
    for (const MethodInfo& info : all_) known += (known.empty() ? "" : ", ") + info.name;
    throw Error(ErrorCode::unknown_name,
                "no method '" + std::string(name) + "'; there are: " + known);
  }
  void add(MethodInfo info) {
    const std::lock_guard lock(mutex_);
    if (look_up(info.name) != nullptr) {
      throw Error(ErrorCode::bad_argument, "there is a method '" + info.name + "' already");
    }
    all_.push_back(std::move(info));
  }

 private:
  const MethodInfo* look_up(std::string_view name) const {
    const auto at = std::find_if(all_.begin(), all_.end(),
                                 [&](const MethodInfo& info) { return info.name == name; });
    return at == all_.end() ? nullptr : &*at;
  }

  mutable std::mutex mutex_;
  std::deque<MethodInfo> all_;  // only ever grows at its end: references stay good
};

Registry& registry() {
  static Registry the_registry;
  return the_registry;
}

// Names stand on command lines, in tables and in files of comma-separated values.
bool is_method_name(std::string_view name) {
  return !name.empty() && name.front() != '-' && std::all_of(name.begin(), name.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' || c == '.' ||
           c == '+';
  });
}

}  // namespace

std::vector<MethodInfo> methods() { return registry().all(); }

const MethodInfo& find_method(std::string_view name) { return registry().find(name); }

void register_method(MethodInfo info) {
  if (!is_method_name(info.name)) {
    throw Error(ErrorCode::bad_argument,
                "'" + info.name +
                    "' is no name of a method: letters, digits and -_.+ are, and no - in front");
  }
  if (!info.make) {
    throw Error(ErrorCode::bad_argument, "method '" + info.name + "' has nothing that makes it");
  }
  info.make = [name = info.name, make = std::move(info.make)] {
    std::unique_ptr<Method> method = make();
    if (!method) {
      throw Error(ErrorCode::bad_argument, "the maker of method '" + name + "' returned none");
    }
    return method;
  };
  registry().add(std::move(info));
}

}  // namespace tact
