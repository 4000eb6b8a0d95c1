// What a World says of its bodies without looking for contacts.
#include "tact/base/error.h"
#include "tact/world/world_impl.h"

namespace tact {

BodyKind World::kind(BodyId id) const {
  const InUse::Shared shared(in_use_);
  return find(id).state.kind;
}

Transform World::pose(BodyId id) const {
  const InUse::Shared shared(in_use_);
  const Body& body = find(id);
  require(body, body.state.kind == BodyKind::rigid, "have a pose");
  return body.state.primitives.pose();
}

std::string_view World::name(BodyId id) const {
  const InUse::Shared shared(in_use_);
  return find(id).name;
}

std::uint64_t World::user(BodyId id) const {
  const InUse::Shared shared(in_use_);
  return find(id).state.user;
}

bool World::self(BodyId id) const {
  const InUse::Shared shared(in_use_);
  return find(id).state.self;
}

std::uint32_t World::group(BodyId id) const {
  const InUse::Shared shared(in_use_);
  return find(id).state.group;
}

std::uint32_t World::mask(BodyId id) const {
  const InUse::Shared shared(in_use_);
  return find(id).state.mask;
}

Extent World::extent(BodyId id) const {
  const InUse::Shared shared(in_use_);
  return find(id).state.extent;
}

std::vector<BodyId> World::bodies() const {
  const InUse::Shared shared(in_use_);
  std::vector<BodyId> list;
  list.reserve(slots_.size() - free_slots_.size());
  for (const BodyState* body : task_.bodies) {
    if (body != nullptr) list.push_back(body->id);
  }
  return list;
}

bool World::tests(BodyId a, BodyId b) const {
  const InUse::Shared shared(in_use_);
  find(a);
  find(b);
  return admits(a.slot, b.slot);
}

// As exclude() and set_group() left it, not as the last update saw it.
bool World::admits(std::uint32_t a, std::uint32_t b) const {
  return are_tested(a, rule_of(*task_.bodies[a]), b, rule_of(*task_.bodies[b]), near_->excluded());
}

std::vector<BodyPair> World::tested_pairs() const {
  const InUse::Shared shared(in_use_);
  std::vector<BodyPair> list;
  const std::vector<BodyId> all = bodies();
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t k = i; k < all.size(); ++k) {
      if (admits(all[i].slot, all[k].slot)) list.push_back({all[i], all[k]});
    }
  }
  return list;
}

}  // namespace tact
