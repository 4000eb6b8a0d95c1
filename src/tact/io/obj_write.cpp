#include "tact/geometry/validate.h"
#include "tact/io/load.h"
#include "tact/io/mesh_text_impl.h"

namespace tact {

void save_obj(const std::filesystem::path& path, const MeshView& mesh) {
  check_mesh(mesh, path.string());
  AtomicFile file(path);
  TextBuffer out(file);
  for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
    out.text() += "v ";
    out.append(mesh.positions[i]);
    out.end_line();
  }
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    out.text() += 'f';
    for (const std::uint64_t vertex : mesh.triangles[i]) {
      append_number(out.text() += ' ', vertex + 1);
    }
    out.end_line();
  }
  out.flush();
  file.commit();
}

}  // namespace tact
