#include "apps/report_file.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <utility>

#include "apps/conclusion.h"
#include "apps/contact_files.h"
#include "apps/motion_report.h"
#include "apps/report/page.h"
#include "apps/report/page_files.h"
#include "apps/report/tables.h"
#include "apps/terminal.h"
#include "tact/base/parallel.h"

namespace tact::app {
namespace {

// What met between frames.
struct Ways {
  bool any = false;  // was asked about
  std::uint64_t impacts = 0;
  double first = 0;

  void add(const report::Way& way) {
    any = true;
    if (impacts == 0) first = way.first;
    impacts += way.impacts;
  }
  std::string text() const {
    if (impacts == 0) return {};
    return fmt::format("; between frames {}, the first at frame {}", plural(impacts, "impact"),
                       frame_time(first));
  }
};

}  // namespace

void add_report_option(CLI::App& command, std::string& path) {
  command.add_option("--report", path, "a page to look at: bodies, contacts, a timeline")
      ->option_text("FILE.html");
}

void add_report(OutputFiles& files, const std::string& path) {
  if (path.empty()) return;
  if (!report::can_write_reports()) {
    throw Error(ErrorCode::unsupported,
                "--report: this program was built without three.js or zlib; install libjs-three "
                "and zlib1g-dev, then build it again");
  }
  files.add("--report", path, FileForm::html);
}

void write_report(const std::string& path, report::Recording* recording, report::Words words) {
  if (recording == nullptr) return;
  write_file(path, report::compose_page(*recording, std::move(words)));
}

std::vector<std::pair<std::string, std::string>> facts_of_method(const std::string& method,
                                                                 const QueryOptions& options) {
  return {{"method", method},
          {"threads", fmt::format("{}", resolve_threads(options.threads))},
          {"instructions", simd_target()}};
}

void add_facts_of_work(std::vector<std::pair<std::string, std::string>>& facts,
                       const Answer& answer) {
  const Result& result = *answer.result;
  const auto ms = [](double value) { return fmt::format("{:.1f} ms", value); };
  facts.emplace_back("load", ms(answer.load_ms));
  facts.emplace_back("build", ms(answer.build_ms));
  facts.emplace_back("update", ms(1000 * result.times.update));
  facts.emplace_back("query", ms(1000 * result.times.query));
  facts.emplace_back("bounds tests", with_commas(result.stats.bounds_tests));
  facts.emplace_back("candidates", with_commas(result.stats.candidates));
  facts.emplace_back("exact tests", with_commas(result.stats.primitive_tests));
}

void sum_up(const report::Recording& recording, report::Words& words) {
  words.animated = true;
  Conclusion conclusion;
  std::uint64_t sum = 0;
  Ways ways;
  double milliseconds = 0;
  for (const report::Moment& m : recording.moments()) {
    conclusion.add(m.way ? worse(m.verdict, m.way->verdict) : m.verdict, m.number);
    sum += m.count;
    if (m.way) ways.add(*m.way);
    milliseconds += m.milliseconds;
  }
  const std::size_t frames = recording.moments().size();
  const bool cut_short = frames < recording.wanted();
  words.tone = conclusion.verdict();
  // Frames that were not looked at may touch.
  if (cut_short && words.tone == Verdict::clear) words.tone = Verdict::undecided;
  const std::string there = ways.any ? ", or on the way there" : "";
  const std::string part =
      fmt::format("{} of {}, ", with_commas(frames), plural(recording.wanted(), "frame"));
  words.verdict = (cut_short ? part : "") + report::name_of(words.tone);
  if (words.tone == Verdict::touching) {
    const std::string touching = with_commas(conclusion.touching());
    words.verdict = cut_short ? fmt::format("{}{} of them touching{}", part, touching, there)
                              : fmt::format("touching{} in {} of {}", there + (ways.any ? "," : ""),
                                            touching, plural(frames, "frame"));
    if (recording.worst() != report::Recording::none) {
      const report::Moment& worst = recording.moments()[recording.worst()];
      words.verdict += fmt::format(": {} {} in all, most in frame {} ({})", with_commas(sum),
                                   words.counted, worst.number, with_commas(worst.count));
    }
    words.verdict += ways.text();
  } else if (words.tone == Verdict::clear) {
    words.verdict += fmt::format(" in all of {}{}", plural(frames, "frame"),
                                 ways.any ? ", and between them" : "");
  } else if (conclusion.undecided() == 0) {
    words.verdict += ": nothing touches in these";
  }
  if (conclusion.undecided() > 0) words.notes.push_back(conclusion.undecided_text() + ".");
  if (frames > 0) {
    words.facts.emplace_back("per frame",
                             fmt::format("{:.2f} ms", milliseconds / static_cast<double>(frames)));
  }
}

}  // namespace tact::app
