#pragma once
// What Assimp writes into its log while it reads a file: nowhere else does it say that it left
// something out.
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace tact {

/// Collects the warnings of this thread from its making on. Any number may be at work, one a
/// thread. A logger that the program set is left in place, and listened to: that one has no locks,
/// so they take turns, and everything that may write to it has to happen while this lives.
class AssimpLog {
 public:
  AssimpLog();
  ~AssimpLog();
  AssimpLog(const AssimpLog&) = delete;
  AssimpLog& operator=(const AssimpLog&) = delete;

  const std::vector<std::string>& lines() const { return lines_; }

 private:
  struct Stream;
  std::unique_lock<std::mutex> turn_;  // where the logger is the program's own
  std::vector<std::string> lines_;
  std::unique_ptr<Stream> stream_;  // beside the program's own logger
};

/// Does a line of the log say that triangles are missing? Not if it is about materials or the like.
bool tells_of_lost_faces(const std::string& line);

}  // namespace tact
