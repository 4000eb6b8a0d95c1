#include "bench/peers/peers.h"

namespace tact::bench {

#ifndef TACT_HAVE_EMBREE
std::vector<PeerInfo> embree_peers() { return {}; }
#endif
#ifndef TACT_HAVE_FCL
std::vector<PeerInfo> fcl_peers() { return {}; }
#endif
#ifndef TACT_HAVE_BULLET
std::vector<PeerInfo> bullet_peers() { return {}; }
#endif
#ifndef TACT_HAVE_CGAL
std::vector<PeerInfo> cgal_peers() { return {}; }
#endif
#ifndef TACT_HAVE_ODE
std::vector<PeerInfo> ode_peers() { return {}; }
#endif

const std::vector<PeerInfo>& peers() {
  static const std::vector<PeerInfo> all = [] {
    std::vector<PeerInfo> list;
    for (const auto& some :
         {embree_peers(), fcl_peers(), bullet_peers(), cgal_peers(), ode_peers()}) {
      list.insert(list.end(), some.begin(), some.end());
    }
    return list;
  }();
  return all;
}

std::vector<std::string> missing_peers() {
  std::vector<std::string> missing;
  if (embree_peers().empty()) missing.emplace_back("embree");
  if (fcl_peers().empty()) missing.emplace_back("fcl");
  if (bullet_peers().empty()) missing.emplace_back("bullet");
  if (cgal_peers().empty()) missing.emplace_back("cgal");
  if (ode_peers().empty()) missing.emplace_back("ode");
  return missing;
}

}  // namespace tact::bench
