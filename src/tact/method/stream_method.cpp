// Method `stream`: streaming AABBs (Zhang 2007) on the processor's vector units and threads. The
// leaves of each body are compared all against all, tile by tile.
#include "tact/body/stream_bodies.h"
#include "tact/body/stream_search.h"
#include "tact/method/method.h"
#include "tact/method/variants.h"

namespace tact {
namespace {

class StreamMethod final : public Method {
 public:
  explicit StreamMethod(const StreamOptions& options) : bodies_(options) {}
  bool serves(BodyKind) const override { return true; }
  std::string_view working_name() const override { return "stream"; }

  Stats update(const Task& task, Scratch& scratch) override {
    return bodies_.update(task, scratch);
  }

  Stats find_pairs(const Task& task, const Request& request, CandidateSink& sink,
                   Scratch& scratch) override {
    return search_streams(task, request, bodies_, sink, scratch);
  }

  void validate(const Task& task) const override { bodies_.validate(task); }

 private:
  StreamBodies bodies_;
};

}  // namespace

std::unique_ptr<Method> make_stream_method_with(std::uint32_t leaf_size, bool culling) {
  StreamOptions options;
  options.leaf_size = leaf_size;
  options.culling = culling;
  return std::make_unique<StreamMethod>(options);
}
MethodInfo stream_method() {
  return {"stream", "leaves of a tree without the tree, tile against tile", "Zhang 2007", false,
          [] { return std::make_unique<StreamMethod>(StreamOptions{}); }};
}

}  // namespace tact
