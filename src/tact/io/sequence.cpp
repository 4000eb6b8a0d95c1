#include "tact/io/sequence.h"

#include <glob.h>

#include <algorithm>
#include <set>
#include <utility>

#include "tact/base/error.h"
#include "tact/io/extension.h"
#include "tact/io/frame_names.h"

namespace tact {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& source, const std::string& what) {
  throw Error(ErrorCode::bad_file, source + ": " + what);
}

bool in_order(const fs::path& a, const fs::path& b) { return comes_before(a.string(), b.string()); }

// One after the other, two motions would be neither.
void expect_one_motion(const fs::path& folder, const std::vector<fs::path>& files) {
  const std::vector<std::string> apart = several_motions(files);
  if (apart.empty()) return;
  fail(folder.string(), "has files of more than one motion in it, as " + apart.front() + " and " +
                            apart.back() + "; say which by a pattern, such as '" +
                            (folder / "NAME*").string() + files.front().extension().string() + "'");
}

void put_in_order(const std::string& source, std::vector<fs::path>& files) {
  std::sort(files.begin(), files.end(), in_order);
  const std::vector<std::string> same = same_frames(files);
  if (same.empty()) return;
  fail(source, "has two files for one frame, " + same.front() + " and " + same.back() +
                   "; remove one of them, or say by a pattern which are meant");
}

std::vector<fs::path> files_in(const fs::path& folder) {
  const std::vector<std::string> formats = mesh_formats();
  std::vector<fs::path> files;
  std::set<std::string> extensions;
  std::error_code error;
  fs::directory_iterator entry(folder, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    const std::string extension = lower_extension(entry->path());
    if (std::find(formats.begin(), formats.end(), extension) == formats.end()) continue;
    if (entry->path().filename().string().front() == '.')
      continue;  // what other systems leave behind
    // Left out, a frame that cannot be read would be one in which nothing touches.
    std::error_code ignored;
    if (!fs::is_regular_file(entry->path(), ignored)) {
      fail(entry->path().string(), "is no file, or leads to none, among the frames");
    }
    files.push_back(entry->path());
    extensions.insert(extension);
  }
  if (error) fail(folder.string(), "cannot be read: " + error.message());
  if (files.empty()) fail(folder.string(), "has no mesh files in it");
  if (extensions.size() > 1) {
    fail(folder.string(), "has both " + *extensions.begin() + " and " + *extensions.rbegin() +
                              " files in it; say which, as in '" + folder.string() + "/*" +
                              *extensions.begin() + "'");
  }
  put_in_order(folder.string(), files);
  expect_one_motion(folder, files);
  return files;
}

std::vector<fs::path> files_like(const std::string& pattern) {
  glob_t found = {};
  const int status = ::glob(pattern.c_str(), GLOB_NOSORT, nullptr, &found);
  std::vector<fs::path> files;
  for (std::size_t i = 0; status == 0 && i < found.gl_pathc; ++i) {
    files.emplace_back(found.gl_pathv[i]);
  }
  ::globfree(&found);
  if (files.empty()) fail(pattern, "no file has such a name");
  put_in_order(pattern, files);
  return files;
}

bool is_pattern(const std::string& source) { return source.find_first_of("*?[") != source.npos; }

bool is_file(const std::string& path) {
  std::error_code ignored;
  return fs::exists(path, ignored) && !fs::is_directory(path, ignored);
}

// Which colon of "mesh:cache.pc2" stands between the two. Names may have colons as well: the one
// with a file on both sides, else with a mesh before it, else the last.
std::size_t colon_between(const std::string& source) {
  std::size_t both = source.npos;
  std::size_t mesh = source.npos;
  for (std::size_t at = source.find(':'); at != source.npos; at = source.find(':', at + 1)) {
    if (!is_file(source.substr(0, at))) continue;
    mesh = at;
    if (!is_file(source.substr(at + 1))) continue;
    if (both != source.npos) {
      fail(source, "may be " + source.substr(0, both) + " with " + source.substr(both + 1) +
                       ", or " + source.substr(0, at) + " with " + source.substr(at + 1) +
                       "; give one of these files another name");
    }
    both = at;
  }
  return both != source.npos ? both : mesh != source.npos ? mesh : source.rfind(':');
}

// Where the name of a cache begins in "mesh:cache.pc2"; npos if there is none.
std::size_t cache_in(const std::string& source) {
  std::error_code ignored;
  if (fs::is_directory(source, ignored)) return source.npos;
  const std::string extension = lower_extension(source);
  if (extension != ".pc2" && extension != ".mdd") return source.npos;
  const std::size_t colon = is_file(source) ? source.npos : colon_between(source);
  if (colon == source.npos) {
    fail(source, "a point cache has no triangles; write MESH:CACHE, as in body.obj:" + source);
  }
  return colon + 1;
}

std::vector<fs::path> frames_of(const std::string& source) {
  std::error_code ignored;
  if (fs::is_directory(source, ignored)) return files_in(source);
  const bool there = fs::exists(source, ignored);
  if (!there && is_pattern(source)) return files_like(source);
  const std::vector<std::string> formats = mesh_formats();
  const bool mesh =
      std::find(formats.begin(), formats.end(), lower_extension(source)) != formats.end();
  // Of a name that ends in nothing that is read, the format is not what is wrong.
  if (!there && !mesh) fail(source, "there is no such file or folder");
  return {source};
}

}  // namespace

std::vector<fs::path> sequence_files(const std::string& source) {
  const std::size_t cache = cache_in(source);
  if (cache == source.npos) return frames_of(source);
  return {source.substr(0, cache - 1), source.substr(cache)};
}

Sequence::Sequence(const std::string& source, const LoadOptions& options)
    : files_(sequence_files(source)) {
  if (cache_in(source) != source.npos) {
    cache_.emplace(files_.back());
    files_.pop_back();
  }
  mesh_ = load(files_.front(), options, notes_);
  if (std::string gap = missing_frames(files_); !gap.empty()) notes_.push_back(std::move(gap));
  vertices_ = mesh_.positions.size();
  if (cache_ && cache_->points() != vertices_) {
    fail(cache_->name(), "has " + std::to_string(cache_->points()) + " points, but " +
                             files_.front().string() + " has " + std::to_string(vertices_) +
                             " vertices");
  }
}

std::uint64_t Sequence::frames() const { return cache_ ? cache_->frames() : files_.size(); }

std::string Sequence::file_of(std::uint64_t frame) const {
  return cache_ ? cache_->name() : files_[frame].string();
}

void Sequence::read(std::uint64_t frame, FramePositions& out) const {
  if (cache_) {
    out.doubles.clear();
    return cache_->read(frame, out.floats);
  }
  const std::string where = files_[frame].string();
  Mesh mesh;
  try {
    mesh = load(files_[frame], {Weld::never});
  } catch (const Error& error) {
    throw Error(error.code(), "frame " + std::to_string(frame) + ": " + error.what());
  }
  const auto differs = [&](std::size_t here, std::size_t first, const char* what) {
    fail("frame " + std::to_string(frame) + ": " + where,
         "has " + std::to_string(here) + " " + what + ", but the first frame, " +
             files_.front().string() + ", has " + std::to_string(first));
  };
  if (mesh.positions.size() != vertices_) differs(mesh.positions.size(), vertices_, "vertices");
  if (mesh.triangles.size() != mesh_.triangles.size()) {
    differs(mesh.triangles.size(), mesh_.triangles.size(), "triangles");
  }
  // A polygon may be cut another way when it has moved. The first frame's way is kept, and it is
  // compared how many corners each face has.
  const bool same = mesh_.face.empty() ? mesh.face.empty() && mesh.triangles == mesh_.triangles
                                       : mesh.face == mesh_.face;
  if (!same) {
    fail("frame " + std::to_string(frame) + ": " + where,
         "has other triangles than the first frame, " + files_.front().string());
  }
  std::swap(out.doubles, mesh.positions);
}

}  // namespace tact
