#pragma once
// What a report says at its top, composed by the command that asked.
#include <string>
#include <utility>
#include <vector>

#include "tact/contact/result.h"

namespace tact::report {

struct Words {
  std::string command;            ///< "tact self"
  std::string title;              ///< what it is about: the names of files, or of a scene
  std::string verdict;            ///< in one line, as the program says it
  Verdict tone = Verdict::clear;  ///< what that comes to
  std::string counted = "pairs";  ///< what the curve of a timeline counts
  bool animated = false;          ///< has a timeline
  std::vector<std::pair<std::string, std::string>> facts;  ///< "method", "dbvh"
  std::vector<std::string> notes;  ///< what a reader should know, warnings among them
};

}  // namespace tact::report
