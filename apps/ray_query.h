#pragma once
// Rays from the command line or a file through bodies from mesh files: load, ask, print.
#include <string>
#include <vector>

#include "apps/query_options.h"
#include "tact/tact.h"

namespace tact::app {

struct RayArguments {
  std::vector<std::string> meshes;
  std::string origin;
  std::string direction;
  std::string to;
  std::string file;   ///< of rays, one a line
  double t_max = -1;  ///< negative: no end
  bool any = false;
  bool all = false;
  unsigned threads = 0;
  Format format = Format::text;
};

/// Returns the exit code: touching if any ray meets anything.
int ask_rays(const RayArguments& arguments);

}  // namespace tact::app
