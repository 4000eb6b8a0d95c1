#pragma once
// The other libraries that `tact bench` knows, as far as they were found when it was configured.
#include <string>
#include <vector>

#include "bench/participant.h"

namespace tact::bench {

/// What a peer can be asked.
namespace serves {
inline constexpr unsigned rigid = 1;     ///< bodies that move by poses
inline constexpr unsigned moving = 2;    ///< bodies whose vertices move
inline constexpr unsigned self = 4;      ///< contacts within a body
inline constexpr unsigned parallel = 8;  ///< has a mode for several threads
inline constexpr unsigned any = 16;      ///< has a quick answer to yes or no
inline constexpr unsigned all = 32;      ///< finds everything
}  // namespace serves

/// One way of using one library: its best documented one for the purpose.
struct PeerInfo {
  std::string name;  ///< library, volume, number type, way of updating: "fcl-obb-float-refit"
  std::string mode;  ///< in one line
  unsigned serves;   ///< bits of bench::serves
  Answer answer;
  std::unique_ptr<Participant> (*make)(const Entrant& entrant, const Stage& stage,
                                       Question question);
};

const std::vector<PeerInfo>& peers();

/// Names of the libraries that were not found.
std::vector<std::string> missing_peers();

/// Each adapter's own list; empty if its library was not found.
std::vector<PeerInfo> fcl_peers();
std::vector<PeerInfo> bullet_peers();
std::vector<PeerInfo> embree_peers();
std::vector<PeerInfo> cgal_peers();
std::vector<PeerInfo> ode_peers();

template <class T>
std::unique_ptr<Participant> make_peer(const Entrant& entrant, const Stage& stage,
                                       Question question) {
  return std::make_unique<T>(stage, question, entrant.threads);
}

}  // namespace tact::bench
