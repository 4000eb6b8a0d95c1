#pragma once
// The files that a command is going to write, looked at before it does anything else: an answer
// that took an hour should not end in a name that cannot be written, nor on top of its own input.
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "tact/io/output_target.h"

namespace tact::app {

/// What a file holds. Its name has to end accordingly, or in nothing at all.
enum class FileForm : std::uint8_t { ply, obj, cache, csv, json, html, markdown };

class OutputFiles {
 public:
  /// The file of an option; nothing if the path is empty. Throws Error{bad_argument} if the name
  /// says that it holds something else, Error{bad_file} if it cannot be written (see find_output).
  void add(const std::string& option, const std::string& path, FileForm form);
  /// A file for each frame, where the path has marks for its number. Those are numbered files.
  void add_frames(const std::string& option, const std::string& pattern, FileForm form,
                  const std::vector<std::uint64_t>& frames);

  /// A file that is read.
  void read(const std::filesystem::path& path);
  /// All files of a body of `tact sequence`. Also what is not there yet must not lie where it would
  /// be taken for one of them the next time. Throws as Sequence does.
  void read_body(const std::string& source);

  /// Numbered files that are there already: an earlier run left them, and beside those of this one
  /// they would be taken for its answer.
  std::vector<std::filesystem::path> numbered_there() const;
  /// Files that such a pattern may have named for other frames, in order. Throws Error{bad_file}.
  static std::vector<std::filesystem::path> other_frames(const std::string& pattern,
                                                         const std::vector<std::uint64_t>& frames);

  /// Throws Error{bad_argument} if an output is no file, or will be none: a pipe that nobody named
  /// on purpose may wait for ever.
  void expect_files() const;
  /// Throws Error{bad_argument} if an output is an input, under whatever name, or another output.
  /// Else takes away what killed processes left behind where outputs will be.
  void check() const;

 private:
  struct Output {
    std::string option;
    std::string path;
    OutputTarget target;
    bool numbered = false;
  };
  static void check_against_body(const Output& output, const std::string& body);

  std::vector<Output> outputs_;
  std::vector<std::pair<FileIdentity, std::string>> inputs_;
  std::vector<std::string> bodies_;
};

/// Throws Error{bad_argument}, naming the first, if there are any: the user did not name these
/// files one by one, so what lies there may be dear to somebody. `--replace` is the way out.
void refuse_to_replace(const std::vector<std::filesystem::path>& there);

}  // namespace tact::app
