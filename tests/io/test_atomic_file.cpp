#include "tact/io/atomic_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <algorithm>

#include "tact/base/error.h"
#include "tests/io/temporary_folder.h"

namespace tact {
namespace {

namespace fs = std::filesystem;
using test::TemporaryFolder;

std::string refusal(const fs::path& path) {
  try {
    const AtomicFile file(path);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_file);
    return error.what();
  }
  return "";
}

std::size_t files_in(const TemporaryFolder& folder) {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()));
}

TEST(AtomicFile, IsCompleteOrAbsent) {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "a";
  {
    AtomicFile file(path);
    file.write("half");
    EXPECT_FALSE(fs::exists(path));
  }
  EXPECT_EQ(files_in(folder), 0U) << "nothing is left behind";
  AtomicFile file(path);
  file.write("whole");
  file.commit();
  EXPECT_EQ(TemporaryFolder::read(path), "whole");
  {
    AtomicFile second(path);
    second.write("half");
  }
  EXPECT_EQ(TemporaryFolder::read(path), "whole");
  EXPECT_EQ(files_in(folder), 1U);
}

TEST(AtomicFile, KeepsPermissions) {
  const TemporaryFolder folder;
  const fs::path path = folder.write("a", "before");
  for (const unsigned mode : {0600U, 0755U, 0664U}) {
    fs::permissions(path, fs::perms(mode));
    AtomicFile file(path);
    file.commit();
    EXPECT_EQ(fs::status(path).permissions(), fs::perms(mode));
  }
}

TEST(AtomicFile, FollowsLinksAndRefusesThoseToNothing) {
  const TemporaryFolder folder;
  folder.write("real", "before");
  fs::create_symlink("real", folder.path() / "one");
  fs::create_symlink("one", folder.path() / "two");
  AtomicFile file(folder.path() / "two");
  file.write("after");
  file.commit();
  EXPECT_TRUE(fs::is_symlink(folder.path() / "one"));
  EXPECT_TRUE(fs::is_symlink(folder.path() / "two"));
  EXPECT_EQ(TemporaryFolder::read(folder.path() / "real"), "after");
  fs::create_symlink("nobody", folder.path() / "dangling");
  EXPECT_NE(refusal(folder.path() / "dangling").find("a symbolic link to nobody"),
            std::string::npos);
  fs::create_symlink("loop", folder.path() / "loop");
  EXPECT_NE(refusal(folder.path() / "loop").find("cannot be written"), std::string::npos);
}

TEST(AtomicFile, WritesThroughPipes) {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "pipe";
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  EXPECT_EQ(find_output(path).kind, OutputTarget::Kind::pipe);
  const int other_end = open(path.c_str(), O_RDWR | O_NONBLOCK);  // so that nobody has to wait
  ASSERT_GE(other_end, 0);
  AtomicFile file(path);
  file.write("to the other end");
  file.commit();
  char buffer[64];
  const ssize_t count = read(other_end, buffer, sizeof buffer);
  close(other_end);
  const std::string got(buffer, static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  EXPECT_EQ(got, "to the other end");
  EXPECT_TRUE(fs::is_fifo(path));
  EXPECT_EQ(files_in(folder), 1U);
}

TEST(AtomicFile, RefusesWhatIsNoPlaceForAFile) {
  const TemporaryFolder folder;
  EXPECT_NE(refusal(folder.path()).find("is a folder"), std::string::npos);
  EXPECT_NE(refusal(folder.path() / "").find("is a folder"), std::string::npos);
  EXPECT_NE(refusal("").find("cannot be written"), std::string::npos);
  EXPECT_NE(refusal(folder.path() / "no" / "where").find("cannot be written"), std::string::npos);
  const int server = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  const std::string path = (folder.path() / "socket").string();
  ASSERT_LT(path.size(), sizeof address.sun_path);
  path.copy(address.sun_path, path.size());
  ASSERT_EQ(bind(server, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  EXPECT_NE(refusal(path).find("is a socket"), std::string::npos);
  close(server);
  EXPECT_EQ(files_in(folder), 1U);
}

TEST(AtomicFile, TellsFilesApartByWhatTheyAre) {
  const TemporaryFolder folder;
  const fs::path a = folder.write("a", "");
  const fs::path b = folder.write("b", "");
  fs::create_hard_link(a, folder.path() / "twin");
  fs::create_symlink("a", folder.path() / "link");
  EXPECT_EQ(find_output(a).identity, find_identity(folder.path() / "twin"));
  EXPECT_EQ(find_output(folder.path() / "link").identity, find_identity(a));
  EXPECT_NE(find_output(a).identity, find_identity(b));
  EXPECT_FALSE(find_identity(folder.path() / "none").has_value());
  EXPECT_EQ(find_output(folder.path() / "." / "fresh").path,
            fs::canonical(folder.path()) / "fresh");
}

}  // namespace
}  // namespace tact
