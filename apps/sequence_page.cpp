#include "apps/sequence_page.h"

#include <utility>

#include "apps/report_file.h"
#include "apps/seams.h"

namespace tact::app {

std::unique_ptr<report::Recording> start_recording(const std::string& path,
                                                   const std::vector<std::string>& names,
                                                   const std::vector<Sequence>& bodies,
                                                   const SequencePlan& plan) {
  if (path.empty()) return nullptr;
  std::vector<report::Body> list;
  std::vector<report::Placement> first;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const MeshView mesh = bodies[i].mesh().view();
    list.push_back({names[i], mesh, {}, false, bodies[i].moves()});
    first.push_back({{}, mesh.positions});
  }
  return std::make_unique<report::Recording>(std::move(list), first,
                                             static_cast<std::size_t>(plan.count));
}

void report_frames(const std::string& path, const SequencePlan& plan,
                   const std::vector<BodyLine>& lines, const SequenceSummary& summary,
                   const std::string& failure, report::Recording& recording) {
  report::Words words;
  words.command = "tact sequence";
  for (const BodyLine& line : lines) {
    words.title += (words.title.empty() ? "" : " and ") + line.name;
    words.notes.insert(words.notes.end(), line.notes.begin(), line.notes.end());
  }
  words.facts = facts_of_method(summary.method(), plan.query);
  sum_up(recording, words);
  for (const std::string& line : summary.motion_lines()) words.notes.push_back(line);
  if (!failure.empty()) words.notes.push_back(failure + "; the frames before it are shown.");
  if (summary.interrupted()) words.notes.emplace_back("Interrupted: frames are missing.");
  if (summary.seam_pairs() > 0) words.notes.push_back(seam_text(summary.seam_pairs()));
  write_report(path, &recording, std::move(words));
}

}  // namespace tact::app
