#include "bench/suites.h"

namespace tact::bench {
namespace {

constexpr Suite all_suites[] = {
    {"primitives", "exact triangle tests, per second", true, nullptr},
    {"limits", "what the machine can do at most", true, nullptr},
    {"peers", "our methods against other libraries", true, peers_scenarios},
    {"larsson", "tables 1 to 3 of Larsson 2006", true, larsson_scenarios},
    {"broad", "pairs of boxes alone, against other broad phases", true, nullptr},
    {"planner", "distances, builds and batches of poses of two rigid bodies", true, nullptr},
    {"rays", "rays through bodies at rest and deforming, and clearances", true, nullptr},
    {"scaling", "growth with triangles, bodies, threads and contacts", true, scaling_scenarios},
    {"ccd", "moving features: queries with known answers, from files", false, nullptr},
    {"spillmann", "table 1, figures 7 and 9 of Spillmann 2006", false, nullptr},
    {"zachmann", "figures 6, 9 and 10 of Zachmann 1995", false, zachmann_scenarios},
    {"zhang", "table 3 and figures 7, 10 and 11 of Zhang 2007", false, zhang_scenarios},
    {"tropp", "table 2, figures 8 and 9 of Tropp 2006", false, tropp_scenarios},
};

}  // namespace

std::span<const Suite> suites() { return all_suites; }

}  // namespace tact::bench
