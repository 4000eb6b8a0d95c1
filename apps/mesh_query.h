#pragma once
// One question about mesh files: load, build, ask, print. `collide` and `self` are this with two
// files and with one.
#include <string>
#include <vector>

#include "apps/query_options.h"
#include "tact/base/transform.h"

namespace tact::app {

struct MeshFile {
  std::string path;
  Transform pose;
};

/// The pose in "tx ty tz qx qy qz qw". Throws Error{bad_pose} that names the option.
Transform parse_pose(const std::string& option, const std::string& text);

/// Files to look at afterwards; empty: none.
struct FilesToWrite {
  std::string contacts;
  std::string colliding;
  std::string report;
};

/// One file: its self-intersections. Two: the pairs between them. Returns the exit code.
int ask_files(const std::string& command, const std::vector<MeshFile>& files,
              const QueryOptions& options, const FilesToWrite& output);

}  // namespace tact::app
