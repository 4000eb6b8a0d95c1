#include "apps/output_files.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <string_view>
#include <system_error>

#include "apps/contact_files.h"
#include "tact/base/error.h"
#include "tact/io/extension.h"
#include "tact/io/load.h"
#include "tact/io/part_files.h"
#include "tact/io/sequence.h"

namespace tact::app {
namespace {

namespace fs = std::filesystem;
using Kind = OutputTarget::Kind;

struct FormName {
  const char* name;
  std::vector<std::string_view> extensions;  // the first is the one to recommend
};

FormName name_of(FileForm form) {
  switch (form) {
    case FileForm::ply:
      return {"PLY", {".ply"}};
    case FileForm::obj:
      return {"OBJ", {".obj"}};
    case FileForm::cache:
      return {"a point cache", {".pc2", ".mdd"}};
    case FileForm::csv:
      return {"CSV", {".csv", ".txt"}};
    case FileForm::json:
      return {"JSON", {".json"}};
    case FileForm::html:
      return {"HTML", {".html", ".htm"}};
    case FileForm::markdown:
      break;
  }
  return {"Markdown", {".md", ".markdown"}};
}

// Would a file be found where a body's frames are, by the folder or the pattern that names them?
bool lies_among(const fs::path& file, const std::string& typed, const std::string& body) {
  const fs::path among(body);
  const fs::path folder = among.has_parent_path() ? among.parent_path() : fs::path(".");
  std::error_code ignored;
  if (fs::is_directory(body, ignored)) return fs::equivalent(file.parent_path(), body, ignored);
  if (fs::equivalent(file.parent_path(), folder, ignored)) {
    return ::fnmatch(among.filename().c_str(), file.filename().c_str(), 0) == 0;
  }
  return ::fnmatch(body.c_str(), typed.c_str(), FNM_PATHNAME) == 0;
}

[[noreturn]] void refuse(const std::string& what) { throw Error(ErrorCode::bad_argument, what); }

}  // namespace

void OutputFiles::add(const std::string& option, const std::string& path, FileForm form) {
  if (path.empty()) return;
  if (path == "-") {
    refuse(fmt::format("{}: - is no file; /dev/stdout is what the answer goes to", option));
  }
  const FormName name = name_of(form);
  const std::string extension = lower_extension(path);
  if (!extension.empty() && std::find(name.extensions.begin(), name.extensions.end(), extension) ==
                                name.extensions.end()) {
    refuse(fmt::format("{}: {} would hold {}, so its name must end in {}, not {}", option, path,
                       name.name, name.extensions.front(), extension));
  }
  outputs_.push_back({option, path, find_output(path), false});
}

void OutputFiles::add_frames(const std::string& option, const std::string& pattern, FileForm form,
                             const std::vector<std::uint64_t>& frames) {
  if (pattern.empty() || !is_frame_pattern(pattern)) return add(option, pattern, form);
  for (const std::uint64_t frame : frames) {
    add(option, frame_path(pattern, frame), form);
    outputs_.back().numbered = true;
  }
}

std::vector<fs::path> OutputFiles::numbered_there() const {
  std::vector<fs::path> there;
  for (const Output& output : outputs_) {
    if (output.numbered && output.target.kind == Kind::regular) there.emplace_back(output.path);
  }
  return there;
}

std::vector<fs::path> OutputFiles::other_frames(const std::string& pattern,
                                                const std::vector<std::uint64_t>& frames) {
  const fs::path like(pattern);
  std::vector<fs::path> found;
  if (!is_frame_pattern(like.filename().string())) return found;
  const fs::path folder = like.has_parent_path() ? like.parent_path() : fs::path(".");
  const std::string begin = like.filename().string().substr(0, like.filename().string().find('#'));
  const std::set<std::uint64_t> own(frames.begin(), frames.end());
  std::error_code error;
  fs::directory_iterator entry(folder, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (name.rfind(begin, 0) != 0) continue;
    std::uint64_t frame = 0;
    const char* const digits = name.data() + begin.size();
    if (std::from_chars(digits, name.data() + name.size(), frame).ec != std::errc()) continue;
    if (frame_path(like.filename().string(), frame) != name || own.contains(frame)) continue;
    found.push_back(like.parent_path() / name);
  }
  if (error) {
    throw Error(ErrorCode::bad_file, folder.string() + ": cannot be read: " + error.message());
  }
  std::sort(found.begin(), found.end());
  return found;
}

void OutputFiles::read(const fs::path& path) {
  // What is not there is the business of whoever opens it.
  if (const auto identity = find_identity(path)) inputs_.emplace_back(*identity, path.string());
}

void OutputFiles::read_body(const std::string& source) {
  for (const fs::path& file : sequence_files(source)) read(file);
  bodies_.push_back(source);
}

void OutputFiles::expect_files() const {
  for (const Output& output : outputs_) {
    if (output.target.streams()) {
      refuse(fmt::format("{}: {} is a pipe or a device, not a file", output.option, output.path));
    }
  }
}

void OutputFiles::check() const {
  // What is there is known by its identity, what will be by its place.
  std::map<std::pair<FileIdentity, fs::path>, const Output*> seen;
  for (const Output& output : outputs_) {
    const OutputTarget& target = output.target;
    if (target.kind == Kind::device) continue;  // nothing of it is lost, however often it is named
    const bool fresh = target.kind == Kind::fresh;
    const auto [at, alone] =
        seen.emplace(std::pair(target.identity, fresh ? target.path : fs::path()), &output);
    if (!alone) {
      const Output& other = *at->second;
      refuse(fmt::format("{} and {}: {} and {} are one file; only one of them could be kept",
                         other.option, output.option, other.path, output.path));
    }
  }
  for (const auto& [identity, name] : inputs_) {
    const auto found = seen.find({identity, {}});
    if (found == seen.end()) continue;
    const Output& output = *found->second;
    refuse(fmt::format("{}: {} is {}, and would be replaced; choose another name", output.option,
                       output.path, output.path == name ? "an input" : "the input " + name));
  }
  for (const Output& output : outputs_) {
    for (const std::string& body : bodies_) check_against_body(output, body);
  }
  std::set<fs::path> folders;
  for (const Output& output : outputs_) {
    if (!output.target.streams()) folders.insert(output.target.path.parent_path());
  }
  for (const fs::path& folder : folders) remove_abandoned_parts(folder);
}

void refuse_to_replace(const std::vector<fs::path>& there) {
  if (there.empty()) return;
  const std::size_t others = there.size() - 1;
  refuse(fmt::format("{} is there already{}; --replace writes over {}", there.front().string(),
                     others == 0 ? "" : fmt::format(", and {} more", others),
                     others == 0 ? "it" : "them"));
}

void OutputFiles::check_against_body(const Output& output, const std::string& body) {
  if (output.target.streams()) return;
  const std::vector<std::string> formats = mesh_formats();
  const std::string extension = lower_extension(output.path);
  if (std::find(formats.begin(), formats.end(), extension) == formats.end()) return;
  if (!lies_among(output.target.path, output.path, body)) return;
  refuse(fmt::format("{}: {} would be taken for a frame of {}; choose another folder or name",
                     output.option, output.path, body));
}

}  // namespace tact::app
