// Method `dbvh`: a DynamicBvh per body, and the wavefront of open block pairs over all pairs of
// bodies at once: breadth first until there is enough to share out, then depth first in chunks.
#include <memory>

#include "tact/body/forest.h"
#include "tact/body/tree_search.h"
#include "tact/method/method.h"
#include "tact/method/variants.h"

namespace tact {
namespace {

class DbvhMethod final : public Method {
 public:
  DbvhMethod(std::string_view name, TreeKind kind, Volume volume = Volume::box)
      : name_(name), forest_(kind, volume) {}

  bool serves(BodyKind) const override { return true; }
  std::string_view working_name() const override { return name_; }

  Stats update(const Task& task, Scratch& scratch) override {
    return forest_.update(task, scratch);
  }

  Stats find_pairs(const Task& task, const Request& request, CandidateSink& sink,
                   Scratch& scratch) override {
    return search_trees(task, request, forest_, sink, scratch);
  }

  void validate(const Task& task) const override { forest_.validate(task); }

 private:
  std::string_view name_;
  Forest forest_;
};

}  // namespace

std::unique_ptr<Method> make_dbvh_method() {
  return std::make_unique<DbvhMethod>("dbvh", TreeKind::dynamic);
}
std::unique_ptr<Method> make_dbvh_method_with(Volume volume) {
  return std::make_unique<DbvhMethod>("dbvh", TreeKind::dynamic, volume);
}
MethodInfo dbvh_method() {
  return {"dbvh", "a lazy tree per body that follows what moves and breaks", "Larsson 2006", false,
          make_dbvh_method};
}
MethodInfo coherent_method() {
  return {"coherent", "a fixed tree per body; refits what the last query touched", "Larsson 2006",
          false, [] { return std::make_unique<DbvhMethod>("coherent", TreeKind::coherent); }};
}
MethodInfo hybrid_method() {
  return {"hybrid", "a fixed tree per body; refits its upper half, the rest where needed",
          "Larsson 2006", false,
          [] { return std::make_unique<DbvhMethod>("hybrid", TreeKind::hybrid); }};
}
MethodInfo refit_method() {
  return {"refit", "a fixed tree per body; refits everything", "", false,
          [] { return std::make_unique<DbvhMethod>("refit", TreeKind::refit); }};
}

}  // namespace tact
