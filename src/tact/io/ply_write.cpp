#include <algorithm>
#include <bit>
#include <cstring>

#include "tact/geometry/validate.h"
#include "tact/io/load.h"
#include "tact/io/mesh_text_impl.h"

namespace tact {
namespace {

std::string header(const MeshView& mesh, PlyFormat format) {
  const char* const names[] = {"ascii", "binary_little_endian", "binary_big_endian"};
  return std::string("ply\nformat ") + names[static_cast<int>(format)] + " 1.0\nelement vertex " +
         std::to_string(mesh.positions.size()) +
         "\nproperty double x\nproperty double y\nproperty double z\nelement face " +
         std::to_string(mesh.triangles.size()) +
         "\nproperty list uchar uint vertex_indices\nend_header\n";
}

void write_text(AtomicFile& file, const MeshView& mesh) {
  TextBuffer out(file);
  for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
    out.append(mesh.positions[i]);
    out.end_line();
  }
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    out.text() += '3';
    for (const std::uint64_t vertex : mesh.triangles[i]) append_number(out.text() += ' ', vertex);
    out.end_line();
  }
  out.flush();
}

class BinaryBuffer {
 public:
  BinaryBuffer(AtomicFile& file, PlyFormat format)
      : file_(file),
        swapped_((format == PlyFormat::big_endian) ==
                 (std::endian::native == std::endian::little)) {}
  ~BinaryBuffer() = default;
  BinaryBuffer(const BinaryBuffer&) = delete;
  BinaryBuffer& operator=(const BinaryBuffer&) = delete;

  template <class T>
  void append(T value) {
    char bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof(T));
    if (swapped_) std::reverse(std::begin(bytes), std::end(bytes));
    text_.append(bytes, sizeof(T));
    if (text_.size() > (std::size_t{1} << 16)) flush();
  }
  void flush() {
    file_.write(text_);
    text_.clear();
  }

 private:
  AtomicFile& file_;
  bool swapped_;
  std::string text_;
};

void write_binary(AtomicFile& file, const MeshView& mesh, PlyFormat format) {
  BinaryBuffer out(file, format);
  for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
    const Vec3 p = mesh.positions[i];
    for (const double value : {p.x, p.y, p.z}) out.append(value);
  }
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    out.append(std::uint8_t{3});
    for (const std::uint64_t v : mesh.triangles[i]) out.append(static_cast<std::uint32_t>(v));
  }
  out.flush();
}

}  // namespace

void save_ply(const std::filesystem::path& path, const MeshView& mesh, PlyFormat format) {
  check_mesh(mesh, path.string());
  AtomicFile file(path);
  file.write(header(mesh, format));
  if (format == PlyFormat::ascii) {
    write_text(file, mesh);
  } else {
    write_binary(file, mesh, format);
  }
  file.commit();
}

}  // namespace tact
