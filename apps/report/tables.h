#pragma once
// The answer as tables of HTML, for those who cannot see the view, and for printing.
#include <string>

#include "apps/report/recording.h"
#include "apps/report/words.h"

namespace tact::report {

std::string table_of_bodies(const Recording& recording);
/// Whether it knows what met between frames.
bool asked_about_ways(const Recording& recording);
/// Of an animated answer; else empty. The first few thousand.
std::string table_of_frames(const Recording& recording, const Words& words);
/// The deepest of one frame.
std::string table_of_contacts(const Recording& recording, const Moment& moment, const Words& words);

const char* name_of(Verdict verdict);
const char* name_of(ContactKind kind);

}  // namespace tact::report
