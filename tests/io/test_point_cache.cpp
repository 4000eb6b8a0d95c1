#include "tact/io/sequence.h"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <limits>

#include "tests/io/mesh_file.h"

namespace tact {
namespace {

using test::bytes_of;
using test::TemporaryFolder;

std::vector<float> frame_of(std::uint32_t points, std::uint32_t frame) {
  std::vector<float> xyz;
  for (std::uint32_t i = 0; i < 3 * points; ++i) {
    xyz.push_back(0.1F * static_cast<float>(i) + static_cast<float>(frame));
  }
  return xyz;
}

std::filesystem::path write_cache(const TemporaryFolder& folder, const char* name,
                                  std::uint32_t points, std::uint32_t frames) {
  PointCacheWriter writer(folder.path() / name, points, frames);
  for (std::uint32_t f = 0; f < frames; ++f) {
    writer.add(PositionsView(std::span<const float>(frame_of(points, f))));
  }
  writer.commit();
  return folder.path() / name;
}

std::string error_of(const std::filesystem::path& path, std::uint64_t frame = 0) {
  try {
    std::vector<float> xyz;
    PointCache(path).read(frame, xyz);
  } catch (const Error& error) {
    const std::string message = error.what();
    const std::string prefix = path.parent_path().string() + "/";
    EXPECT_EQ(message.rfind(prefix, 0), 0U) << message;
    return message.substr(prefix.size());
  }
  return "no error";
}

TEST(PointCache, GivesBackWhatWasWritten) {
  const TemporaryFolder folder;
  for (const char* name : {"a.pc2", "a.mdd", "B.PC2"}) {
    const PointCache cache(write_cache(folder, name, 5, 3));
    EXPECT_EQ(cache.points(), 5U);
    EXPECT_EQ(cache.frames(), 3U);
    std::vector<float> xyz;
    for (const std::uint32_t f : {2U, 0U, 1U}) {
      cache.read(f, xyz);
      EXPECT_EQ(xyz, frame_of(5, f)) << name;
    }
    EXPECT_THROW(cache.read(3, xyz), Error);
  }
}

// Byte for byte, so that other programs can read them.
TEST(PointCache, FilesAreAsTheirFormatsSay) {
  const TemporaryFolder folder;
  const std::string one = bytes_of(0.0F) + bytes_of(0.1F) + bytes_of(0.2F);
  EXPECT_EQ(TemporaryFolder::read(write_cache(folder, "a.pc2", 1, 1)),
            std::string("POINTCACHE2", 12) + bytes_of(std::int32_t{1}) + bytes_of(std::int32_t{1}) +
                bytes_of(0.0F) + bytes_of(1.0F) + bytes_of(std::int32_t{1}) + one);
  EXPECT_EQ(TemporaryFolder::read(write_cache(folder, "a.mdd", 1, 2)),
            bytes_of(std::int32_t{2}, true) + bytes_of(std::int32_t{1}, true) +
                bytes_of(0.0F, true) + bytes_of(1.0F, true) + bytes_of(0.0F, true) +
                bytes_of(0.1F, true) + bytes_of(0.2F, true) + bytes_of(1.0F, true) +
                bytes_of(0.1F + 1.0F, true) + bytes_of(0.2F + 1.0F, true));
}

TEST(PointCache, EveryTruncationIsAnError) {
  const TemporaryFolder folder;
  for (const char* name : {"a.pc2", "a.mdd"}) {
    const std::string whole = TemporaryFolder::read(write_cache(folder, name, 3, 2));
    for (std::size_t size = 0; size < whole.size(); ++size) {
      EXPECT_NE(error_of(folder.write(name, whole.substr(0, size))), "no error") << size;
    }
    EXPECT_NE(error_of(folder.write(name, whole + "x")), "no error");
    EXPECT_EQ(error_of(folder.write(name, whole)), "no error");
  }
}

TEST(PointCache, ErrorsNameFileAndFrame) {
  const TemporaryFolder folder;
  std::string bytes = TemporaryFolder::read(write_cache(folder, "a.pc2", 2, 3));
  bytes.replace(32 + 24 + 16, 4, bytes_of(std::numeric_limits<float>::quiet_NaN()));
  EXPECT_EQ(error_of(folder.write("a.pc2", bytes), 1),
            "a.pc2: frame 1: point 1 is NaN or infinite");
  EXPECT_EQ(error_of(folder.write("a.pc2", bytes), 2), "no error");
  bytes.replace(28, 4, bytes_of(std::int32_t{0x7fffffff}));
  EXPECT_EQ(error_of(folder.write("a.pc2", bytes)),
            "a.pc2: header says 2147483647 frames of 2 points, which 104 bytes are not");
  bytes.replace(16, 4, bytes_of(std::int32_t{-1}));
  EXPECT_EQ(error_of(folder.write("a.pc2", bytes)),
            "a.pc2: has a negative number of points or frames");
  EXPECT_EQ(error_of(folder.write("a.pc2", "POINTCACHE1" + std::string(40, '\0'))),
            "a.pc2: is not a PC2 file");
  EXPECT_EQ(error_of(folder.write("a.mdd", std::string(8, '\xff'))),
            "a.mdd: header says 4294967295 frames of 4294967295 points, which 8 bytes are not");
  EXPECT_EQ(error_of(folder.path() / "none.pc2"),
            "none.pc2: cannot be opened: No such file or directory");
  EXPECT_EQ(error_of(folder.write("a.abc", "")), "a.abc: is no point cache (.pc2 or .mdd)");
  std::filesystem::create_directory(folder.path() / "b.pc2");
  EXPECT_EQ(error_of(folder.path() / "b.pc2"), "b.pc2: is not a file");
}

TEST(PointCache, ACacheThatChangesWhileItIsReadIsAnError) {
  const TemporaryFolder folder;
  const auto path = write_cache(folder, "a.pc2", 1000, 3);
  std::vector<float> xyz;
  {
    const PointCache cache(path);
    cache.read(0, xyz);
    std::filesystem::resize_file(path, 32 + 12000 + 100);
    EXPECT_THROW(cache.read(0, xyz), Error);
    EXPECT_THROW(cache.read(1, xyz), Error);
  }
  const PointCache again(write_cache(folder, "b.pc2", 1000, 3));
  std::filesystem::last_write_time(
      folder.path() / "b.pc2",
      std::filesystem::file_time_type::clock::now() + std::chrono::seconds(5));
  EXPECT_THROW(again.read(0, xyz), Error) << "somebody wrote over it";
}

// A file of 4.8 thousand million bytes, a hole but for its last number.
TEST(PointCache, OffsetsHaveMoreThan32Bits) {
  const TemporaryFolder folder;
  constexpr std::uint64_t frames = 400000000;
  const auto path =
      folder.write("large.pc2", std::string("POINTCACHE2", 12) + bytes_of(std::int32_t{1}) +
                                    bytes_of(std::int32_t{1}) + bytes_of(0.0F) + bytes_of(1.0F) +
                                    bytes_of(static_cast<std::int32_t>(frames)));
  std::filesystem::resize_file(path, 32 + 12 * frames - 4);
  std::ofstream(path, std::ios::binary | std::ios::app) << bytes_of(2.5F);
  const PointCache cache(path);
  std::vector<float> xyz;
  cache.read(frames - 1, xyz);
  EXPECT_EQ(xyz, (std::vector<float>{0, 0, 2.5F}));
  cache.read(frames - 2, xyz);
  EXPECT_EQ(xyz, (std::vector<float>{0, 0, 0}));
}

TEST(PointCacheWriter, LeavesNothingBehindUnlessItIsComplete) {
  const TemporaryFolder folder;
  {
    PointCacheWriter writer(folder.path() / "a.pc2", 2, 2);
    writer.add(PositionsView(std::span<const float>(frame_of(2, 0))));
    EXPECT_THROW(writer.add(PositionsView(std::span<const float>(frame_of(3, 0)))), Error);
    EXPECT_THROW(writer.commit(), Error);
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  PointCacheWriter writer(folder.path() / "a.mdd", 1, 1);
  const double large[] = {1e39, 0, 0};
  EXPECT_THROW(writer.add(PositionsView(std::span<const double>(large))), Error);
  writer.add(PositionsView(std::span<const float>(frame_of(1, 0))));
  EXPECT_THROW(writer.add(PositionsView(std::span<const float>(frame_of(1, 1)))), Error);
  writer.commit();
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "a.mdd"));
}

TEST(PointCacheWriter, KeepsTheFramesOfWorkThatWasBrokenOff) {
  const TemporaryFolder folder;
  constexpr std::uint32_t points = 9000;  // more than is moved at once
  for (const char* const name : {"a.pc2", "a.mdd"}) {
    const auto write = [&](const std::filesystem::path& path, std::uint32_t announced) {
      PointCacheWriter writer(path, points, announced, 0.5F);
      for (const std::uint32_t frame : {0U, 1U, 2U}) {
        writer.add(PositionsView(std::span<const float>(frame_of(points, frame))));
      }
      writer.commit_early();
    };
    write(folder.path() / name, 700);
    write(folder.path() / (std::string("whole-") + name), 3);
    EXPECT_EQ(TemporaryFolder::read(folder.path() / name),
              TemporaryFolder::read(folder.path() / (std::string("whole-") + name)))
        << name;
    EXPECT_EQ(PointCache(folder.path() / name).frames(), 3U);
  }
  PointCacheWriter none(folder.path() / "b.pc2", 1, 1);
  EXPECT_THROW(none.commit_early(), Error);
}

}  // namespace
}  // namespace tact
