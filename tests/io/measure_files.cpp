// How fast mesh files load, beside Assimp and beside moving the same bytes, and how much memory
// that takes. Prints thread processor time, the best of several turns. Not a test: `make`-less,
// build the target measure_files and run it. Usage: measure_files [FOLDER]
#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>

#include "tact/io/load.h"
#ifdef TACT_ASSIMP
#include <assimp/scene.h>

#include <assimp/Importer.hpp>
#endif

namespace {

using tact::Mesh;

double processor_ms() {
  timespec now = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

double best_of(int turns, const std::function<void()>& work) {
  double best = 1e300;
  for (int i = 0; i < turns; ++i) {
    const double begin = processor_ms();
    work();
    best = std::min(best, processor_ms() - begin);
  }
  return best;
}

// A million triangles (999,698) with six decimals, as most programs write them.
Mesh wavy_sheet() {
  constexpr std::uint32_t n = 708;
  Mesh mesh;
  const auto six = [](double v) { return std::round(v * 1e6) / 1e6; };
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t j = 0; j < n; ++j) {
      mesh.positions.push_back({six(2.0 * i / n - 1), six(2.0 * j / n - 1),
                                six(0.3 * std::sin(0.01 * i) * std::cos(0.013 * j))});
      if (i + 1 == n || j + 1 == n) continue;
      const std::uint32_t a = i * n + j;
      mesh.triangles.push_back({a, a + 1, a + n + 1});
      mesh.triangles.push_back({a, a + n + 1, a + n});
    }
  }
  return mesh;
}

std::size_t bytes_of(const Mesh& mesh) {
  return mesh.positions.size() * sizeof(tact::Vec3) + mesh.triangles.size() * 12 +
         (mesh.topology.size() + mesh.face.size()) * 4;
}

// Peak memory of loading, over that of a process that does nothing, as a multiple of the mesh.
void print_peak(const std::filesystem::path& path) {
  const auto peak = [] {
    rusage usage = {};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
  };
  const long before = peak();
  const Mesh mesh = tact::load(path, {tact::Weld::never});
  const double more = 1024.0 * static_cast<double>(peak() - before);
  std::printf("%.2f", more / static_cast<double>(bytes_of(mesh)));
}

// In a process of its own: the peak of this one is long past.
std::string peak_share(const std::filesystem::path& path) {
  const std::string command =
      std::filesystem::read_symlink("/proc/self/exe").string() + " --peak '" + path.string() + "'";
  std::FILE* const pipe = popen(command.c_str(), "r");
  char text[32] = {};
  if (pipe == nullptr || std::fgets(text, sizeof text, pipe) == nullptr) text[0] = '?';
  if (pipe != nullptr) pclose(pipe);
  return text;
}

// What no loader can do without: reading the file, and writing as many bytes as the mesh has into
// memory that was not there before.
double bandwidth_ms(const std::filesystem::path& path, std::size_t mesh_bytes) {
  return best_of(5, [&] {
    std::FILE* const file = std::fopen(path.c_str(), "rb");
    std::setvbuf(file, nullptr, _IONBF, 0);
    std::string buffer(std::size_t{1} << 18, '\0');
    while (std::fread(buffer.data(), 1, buffer.size(), file) == buffer.size()) {
    }
    std::fclose(file);
    const auto fresh = std::make_unique<char[]>(mesh_bytes);  // filled with zeros
    asm volatile("" : : "r"(fresh.get()) : "memory");
  });
}

void measure(const std::filesystem::path& path) {
  Mesh mesh;
  const double ours = best_of(5, [&] { mesh = tact::load(path, {tact::Weld::never}); });
  const auto size = std::filesystem::file_size(path);
  std::printf("%-12s %8.1f MB %8.1f ms %8.0f MB/s   peak %s x mesh", path.filename().c_str(),
              1e-6 * static_cast<double>(size), ours, 1e-3 * static_cast<double>(size) / ours,
              peak_share(path).c_str());
  std::printf("   bytes alone %6.1f ms (%.1f x)", bandwidth_ms(path, bytes_of(mesh)),
              ours / bandwidth_ms(path, bytes_of(mesh)));
#ifdef TACT_ASSIMP
  const double assimp = best_of(3, [&] { Assimp::Importer().ReadFile(path.string(), 0); });
  std::printf("   Assimp %7.1f ms (%.1f x)", assimp, assimp / ours);
#endif
  std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 3 && std::string(argv[1]) == "--peak") {
    print_peak(argv[2]);
    return 0;
  }
  const std::filesystem::path folder =
      argc > 1 ? argv[1] : std::filesystem::temp_directory_path() / "tact-measure-files";
  std::filesystem::create_directories(folder);
  Mesh mesh = wavy_sheet();
  tact::save(folder / "six.obj", mesh.view());
  tact::save(folder / "double.ply", mesh.view());
  tact::save_ply(folder / "text.ply", mesh.view(), tact::PlyFormat::ascii);
  tact::save_ply(folder / "big.ply", mesh.view(), tact::PlyFormat::big_endian);
  tact::save(folder / "mesh.stl", mesh.view());
  tact::save(folder / "mesh.off", mesh.view());
  for (tact::Vec3& p : mesh.positions) p = p * (1 / 3.0);  // seventeen digits
  tact::save(folder / "long.obj", mesh.view());
  for (const char* name :
       {"six.obj", "long.obj", "double.ply", "big.ply", "text.ply", "mesh.stl", "mesh.off"}) {
    measure(folder / name);
  }
  std::filesystem::remove_all(folder);
  return 0;
}
