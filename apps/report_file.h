#pragma once
// `--report FILE.html` of the commands that ask: they say where the bodies stand and what came out,
// and it writes the page.
#include <memory>
#include <string>
#include <vector>

#include "apps/output.h"
#include "apps/output_files.h"
#include "apps/query_options.h"
#include "apps/report/recording.h"
#include "apps/report/words.h"

namespace tact::app {

/// Declares `--report`.
void add_report_option(CLI::App& command, std::string& path);

/// The file among those that a command writes. Throws Error{unsupported} where this program was
/// built without three.js; and as OutputFiles does.
void add_report(OutputFiles& files, const std::string& path);

/// Writes the page; nothing without a recording.
void write_report(const std::string& path, report::Recording* recording, report::Words words);

/// Of an answer with a timeline: what its frames come to, in one line, and as a verdict.
void sum_up(const report::Recording& recording, report::Words& words);

/// "method", "threads" and the instruction set, as facts for the top of the page.
std::vector<std::pair<std::string, std::string>> facts_of_method(const std::string& method,
                                                                 const QueryOptions& options);
/// Times and counts of a single answer.
void add_facts_of_work(std::vector<std::pair<std::string, std::string>>& facts,
                       const Answer& answer);

}  // namespace tact::app
