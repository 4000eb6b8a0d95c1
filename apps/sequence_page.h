#pragma once
// The page of `tact sequence`: every frame as it was asked about.
#include <memory>
#include <string>
#include <vector>

#include "apps/report/recording.h"
#include "apps/sequence_summary.h"

namespace tact::app {

/// What the page is made of; none where the path is empty. `names` as they were typed.
std::unique_ptr<report::Recording> start_recording(const std::string& path,
                                                   const std::vector<std::string>& names,
                                                   const std::vector<Sequence>& bodies,
                                                   const SequencePlan& plan);

/// Writes it, with the frames there are.
void report_frames(const std::string& path, const SequencePlan& plan,
                   const std::vector<BodyLine>& lines, const SequenceSummary& summary,
                   const std::string& failure, report::Recording& recording);

}  // namespace tact::app
