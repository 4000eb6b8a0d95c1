#pragma once
// The page: one file that needs no other and no network.
#include <string>

#include "apps/report/recording.h"
#include "apps/report/words.h"

namespace tact::report {

/// Makes it fit the limits first: bits of coordinates go, then every second frame. What was left
/// out is added to the notes that the page shows.
std::string compose_page(Recording& recording, Words words);

}  // namespace tact::report
