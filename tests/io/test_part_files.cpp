#include "tact/io/part_files.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tact/io/atomic_file.h"
#include "tests/io/temporary_folder.h"

namespace tact {
namespace {

namespace fs = std::filesystem;

/// The number of a process that is no more.
std::string gone() {
  const pid_t child = fork();
  if (child == 0) _exit(0);
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return std::to_string(child);
}

class PartFiles : public ::testing::Test {
 protected:
  void put(const std::string& name) const { folder_.write(name, "half an answer"); }
  bool is_there(const std::string& name) const {
    return fs::exists(fs::symlink_status(folder_.path() / name));
  }
  const test::TemporaryFolder folder_;
};

TEST_F(PartFiles, OfAProcessThatIsGoneAreTakenAway) {
  const std::string part = ".tact-" + gone() + "-7.part";
  put(part);
  remove_abandoned_parts(folder_.path());
  EXPECT_FALSE(is_there(part));
  remove_abandoned_parts(folder_.path() / "nowhere");
}

TEST_F(PartFiles, OfALivingProcessStay) {
  const std::string own = ".tact-" + std::to_string(getpid()) + "-7.part";
  put(own);
  remove_abandoned_parts(folder_.path());
  EXPECT_TRUE(is_there(own));
}

// As from another machine, whose numbers of processes mean nothing here.
TEST_F(PartFiles, ThatSomebodyHoldsStay) {
  const std::string part = ".tact-" + gone() + "-7.part";
  put(part);
  const int held = open((folder_.path() / part).c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_GE(held, 0);
  EXPECT_TRUE(claim_part(held));
  const int other = open((folder_.path() / part).c_str(), O_RDWR | O_CLOEXEC);
  EXPECT_FALSE(claim_part(other)) << "it is held already";
  close(other);
  remove_abandoned_parts(folder_.path());
  EXPECT_TRUE(is_there(part));
  fs::remove(folder_.path() / part);
  EXPECT_FALSE(claim_part(held)) << "it was taken away";
  close(held);
}

TEST_F(PartFiles, OtherFilesStay) {
  const std::string pid = gone();
  const std::vector<std::string> names{".tact-" + pid + ".part",
                                       ".tact-" + pid + "-.part",
                                       ".tact-" + pid + "-1.part.bak",
                                       ".tact-" + pid + "-1x.part",
                                       "tact-" + pid + "-1.part",
                                       ".tact--" + pid + "-1.part",
                                       ".tact-0-1.part",
                                       ".tact-" + pid + "-1.ply",
                                       ".tact-" + pid + "--1.part"};
  for (const std::string& name : names) put(name);
  const std::string folder = ".tact-" + pid + "-2.part";
  fs::create_directory(folder_.path() / folder);
  const std::string link = ".tact-" + pid + "-3.part";
  fs::create_symlink("elsewhere", folder_.path() / link);
  const std::string twin = ".tact-" + pid + "-4.part";
  put(twin);
  fs::create_hard_link(folder_.path() / twin, folder_.path() / "twin");
  remove_abandoned_parts(folder_.path());
  for (const std::string& name : names) EXPECT_TRUE(is_there(name)) << name;
  for (const std::string& name : {folder, link, twin}) EXPECT_TRUE(is_there(name)) << name;
}

TEST_F(PartFiles, OfAnotherUserStay) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can give files away";
  const std::string part = ".tact-" + gone() + "-7.part";
  put(part);
  ASSERT_EQ(chown((folder_.path() / part).c_str(), 12345, 12345), 0);
  remove_abandoned_parts(folder_.path());
  EXPECT_TRUE(is_there(part));
}

TEST_F(PartFiles, AWriterHoldsItsOwn) {
  AtomicFile file(folder_.path() / "a.txt");
  file.write("all of it");
  std::size_t parts = 0;
  for (const auto& entry : fs::directory_iterator(folder_.path())) {
    const int other = open(entry.path().c_str(), O_RDWR | O_CLOEXEC);
    EXPECT_NE(flock(other, LOCK_EX | LOCK_NB), 0) << entry.path();
    close(other);
    ++parts;
  }
  EXPECT_EQ(parts, 1U);
  file.commit();
  EXPECT_EQ(test::TemporaryFolder::read(folder_.path() / "a.txt"), "all of it");
}

}  // namespace
}  // namespace tact
