// Animated bodies from files: sequences of meshes, point caches.

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "bindings/python/src/arrays.h"
#include "bindings/python/src/module.h"
#include "tact/io/sequence.h"

namespace tact::python {
namespace {

// New arrays, float32 from caches and float64 from mesh files.
py::array frame_of(FramePositions& read) {
  if (!read.doubles.empty() || read.floats.empty())
    return copy_of(std::span<const Vec3>(read.doubles));
  return py::array_t<float>({static_cast<py::ssize_t>(read.floats.size() / 3), py::ssize_t{3}},
                            read.floats.data());
}

py::array read_frame(const Sequence& sequence, py::ssize_t frame) {
  const auto frames = static_cast<py::ssize_t>(sequence.frames());
  if (frame < 0) frame += frames;
  if (frame < 0 || frame >= frames)
    throw py::index_error("there are " + std::to_string(frames) + " frames");
  FramePositions positions;
  {
    const py::gil_scoped_release release;
    sequence.read(static_cast<std::uint64_t>(frame), positions);
  }
  return frame_of(positions);
}

}  // namespace

void bind_files(py::module_& m) {
  m.def("sequence_files", &sequence_files, py::arg("source"),
        "All files that a Sequence of this source reads.");
  py::class_<Sequence, std::shared_ptr<Sequence>>(
      m, "Sequence", "A body and its frames, read when they are asked for.")
      .def(py::init([](const std::string& source) {
             const py::gil_scoped_release release;
             return std::make_shared<Sequence>(source);
           }),
           py::arg("source"),
           "A folder of mesh files, a pattern ('walk/*.obj'), 'mesh:cache.pc2', or one mesh file.")
      .def_property_readonly(
          "mesh", [](const Sequence& s) { return std::make_shared<Mesh>(s.mesh()); }, "A copy.")
      .def_property_readonly("notes", &Sequence::notes)
      .def(
          "file_of",
          [](const Sequence& s, std::uint64_t frame) {
            if (frame >= s.frames()) throw py::index_error("there is no such frame");
            return s.file_of(frame);
          },
          py::arg("frame"))
      .def("__len__", &Sequence::frames)
      .def("__getitem__", &read_frame, "The positions in a frame, (n, 3), in a new array.");
  py::class_<PointCache, std::shared_ptr<PointCache>>(
      m, "PointCache", "Positions of a body's vertices in every frame: PC2, MDD.")
      .def(py::init([](const std::filesystem::path& path) {
             return std::make_shared<PointCache>(path);
           }),
           py::arg("path"))
      .def_property_readonly("points", &PointCache::points)
      .def("__len__", &PointCache::frames)
      .def("__getitem__", [](const PointCache& cache, std::uint64_t frame) {
        if (frame >= cache.frames()) throw py::index_error("there is no such frame");
        FramePositions positions;
        {
          const py::gil_scoped_release release;
          cache.read(frame, positions.floats);
        }
        return frame_of(positions);
      });
  py::class_<PointCacheWriter>(m, "PointCacheWriter",
                               "Writes a cache, frame by frame; complete or not at all.")
      .def(py::init<const std::filesystem::path&, std::uint32_t, std::uint32_t, float>(),
           py::arg("path"), py::arg("points"), py::arg("frames"), py::arg("step") = 1)
      .def(
          "add",
          [](PointCacheWriter& writer, const py::object& positions) {
            writer.add(positions_in(positions).view);
          },
          py::arg("positions"))
      .def("commit", &PointCacheWriter::commit)
      .def("commit_early", &PointCacheWriter::commit_early);
}

}  // namespace tact::python
