// A program that has set a logger of its own for Assimp: it is listened to while a file is read,
// and left as it was.
#ifdef TACT_ASSIMP
#include <gtest/gtest.h>

#include <algorithm>
#include <assimp/DefaultLogger.hpp>
#include <assimp/LogStream.hpp>
#include <atomic>
#include <mutex>
#include <thread>

#include "tact/io/assimp_impl.h"
#include "tact/io/assimp_log_impl.h"
#include "tests/io/gltf_file.h"

namespace tact {
namespace {

// Assimp's own logger has no lock around its streams; this one tells where it would need one.
class OwnLogger final : public Assimp::Logger {
 public:
  bool attachStream(Assimp::LogStream* stream, unsigned /*severity*/) override {
    const std::lock_guard lock(mutex_);
    streams_.push_back(stream);
    ++attached;
    most = std::max(most, streams_.size());
    return true;
  }
  bool detachStream(Assimp::LogStream* stream, unsigned /*severity*/) override {
    const std::lock_guard lock(mutex_);
    return std::erase(streams_, stream) == 1;
  }
  std::size_t streams() const { return streams_.size(); }

  int attached = 0;              // in all
  std::size_t most = 0;          // at once
  std::atomic<int> warnings{0};  // that the program itself gets

 private:
  void OnDebug(const char* /*message*/) override {}
  void OnVerboseDebug(const char* /*message*/) override {}
  void OnInfo(const char* /*message*/) override { std::this_thread::yield(); }
  void OnWarn(const char* message) override {
    ++warnings;
    const std::lock_guard lock(mutex_);
    for (Assimp::LogStream* stream : streams_) stream->write(message);
  }
  void OnError(const char* message) override { OnWarn(message); }

  std::mutex mutex_;
  std::vector<Assimp::LogStream*> streams_;
};

// Four threads load good files and bad ones, so many times each: how often the answer was right.
int load_on_threads(int times) {
  const test::TemporaryFolder folder;
  folder.write("2.gltf", test::animated_gltf(2, ""));
  folder.write("3.gltf", test::animated_gltf(3, ""));
  std::atomic<int> right{0};
  std::vector<std::thread> threads;
  for (const int last : {2, 3, 2, 3}) {
    threads.emplace_back([&, last] {
      for (int i = 0; i < times; ++i) {
        try {
          load(folder.path() / (std::to_string(last) + ".gltf"));
          right += last == 2 ? 1 : 0;
        } catch (const Error&) {
          right += last == 3 ? 1 : 0;
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  return right;
}

TEST(AssimpLogger, OfTheProgramIsListenedToByOneThreadAtATime) {
  auto* const own = new OwnLogger;
  Assimp::DefaultLogger::set(own);
  EXPECT_EQ(load_on_threads(16), 64) << "each thread hears of its own file";
  EXPECT_EQ(Assimp::DefaultLogger::get(), own) << "it is still there";
  EXPECT_EQ(own->attached, 64);
  EXPECT_EQ(own->most, 1U) << "two threads at once in a logger without locks";
  EXPECT_EQ(own->streams(), 0U);
  EXPECT_GE(own->warnings, 32);
  Assimp::DefaultLogger::kill();
}

// The one that most programs have; what it writes goes nowhere here.
TEST(AssimpLogger, OfAssimpItselfServesSeveralThreads) {
  Assimp::DefaultLogger::create("", Assimp::Logger::NORMAL, 0);
  EXPECT_EQ(load_on_threads(64), 256);
  EXPECT_FALSE(Assimp::DefaultLogger::isNullLogger());
  Assimp::DefaultLogger::kill();
  EXPECT_EQ(load_on_threads(4), 16) << "and without it";
}

// Wordings of the kind that Assimp's readers use.
TEST(AssimpLogger, LinesAboutTrianglesAreToldFromOthers) {
  for (const char* const line :
       {"Some faces had out-of-range indices. Those faces were dropped.",
        "COB: Some vertices were dropped", "MDL: Index out of range", "OFF: index is out of range",
        "X: Vertex index out of bounds", "ASE: Invalid face index", "LWO: invalid vertex index",
        "invalid index in a face"}) {
    EXPECT_TRUE(tells_of_lost_faces(line)) << line;
  }
  for (const char* const line :
       {"", "Material index out of range", "UV index out of range",
        "Vertex color index out of range", "LWO2: Texture index is out of range",
        "3DS: Invalid index in the bone list", "Invalid NORMAL: index out of bounds",
        "nothing of the kind"}) {
    EXPECT_FALSE(tells_of_lost_faces(line)) << line;
  }
}

// What is said of a file is the same whoever listens, and afterwards nobody does.
TEST(AssimpLogger, OfAssimpItselfPutsNothingBeforeTheMessage) {
  const std::string bad = test::animated_gltf(9, "");
  const std::string plain = test::error_in("a.gltf", bad);
  Assimp::DefaultLogger::get()->warn("somebody else's file: index out of range");
  Assimp::DefaultLogger::create("", Assimp::Logger::NORMAL, 0);
  EXPECT_EQ(test::error_in("a.gltf", bad), plain);
  Assimp::DefaultLogger::kill();
  EXPECT_EQ(plain, "a.gltf: Some faces had out-of-range indices. Those faces were dropped.");
}

}  // namespace
}  // namespace tact
#endif
