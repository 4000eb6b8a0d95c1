#include "bench/machine.h"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <ctime>
#include <fstream>

#include "tact/base/parallel.h"
#include "tact/base/simd.h"

namespace tact::bench {
namespace {

// The value behind "key : value" in one of the system's tables; empty if there is none.
std::string table_value(const char* path, const std::string& key) {
  std::ifstream in(path);
  std::string line;
  while (std::getline(in, line)) {
    if (line.rfind(key, 0) != 0) continue;
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    const std::size_t first = line.find_first_not_of(" \t", colon + 1);
    return first == std::string::npos ? "" : line.substr(first);
  }
  return "";
}

std::string memory() {
  const std::string text = table_value("/proc/meminfo", "MemTotal");
  if (text.empty()) return "unknown";
  return fmt::format("{:.0f} GB", static_cast<double>(std::stoull(text)) / (1024 * 1024));
}

std::string compiler() {
#if defined(__clang__)
  return "clang " __clang_version__;
#elif defined(__GNUC__)
  return "gcc " __VERSION__;
#else
  return "unknown";
#endif
}

std::string system_name() {
  utsname name{};
  if (uname(&name) != 0) return "unknown";
  // The version without what whoever built it has added.
  const std::string release(name.release);
  return fmt::format("{} {} {}", name.sysname, release.substr(0, release.find('-')), name.machine);
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  return fmt::format("{:04}-{:02}-{:02}", utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday);
}

}  // namespace

Machine describe_machine() {
  Machine m;
  m.processor = table_value("/proc/cpuinfo", "model name");
  if (m.processor.empty()) m.processor = "unknown";
  m.threads = hardware_threads();
  m.memory = memory();
  m.system = system_name();
  m.compiler = compiler();
  m.simd = simd_target();
  m.commit = source_commit();
  m.date = today();
  return m;
}

}  // namespace tact::bench
