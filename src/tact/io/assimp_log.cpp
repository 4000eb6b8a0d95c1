#include "tact/io/assimp_log_impl.h"

#ifdef TACT_ASSIMP
#include <algorithm>
#include <array>
#include <assimp/DefaultLogger.hpp>
#include <assimp/LogStream.hpp>
#include <mutex>
#include <utility>

namespace tact {
namespace {

constexpr unsigned severities = Assimp::Logger::Warn | Assimp::Logger::Err;

std::mutex changing;  // who listens
std::mutex turns;     // with a logger that is not ours
thread_local std::vector<std::string>* heard = nullptr;

void keep_message(const char* message) {
  if (heard == nullptr) return;
  std::string line = message;
  while (!line.empty() && line.back() == '\n') line.pop_back();
  heard->push_back(std::move(line));
}

class Listener final : public Assimp::Logger {
 public:
  bool attachStream(Assimp::LogStream* /*stream*/, unsigned /*severity*/) override { return false; }
  bool detachStream(Assimp::LogStream* /*stream*/, unsigned /*severity*/) override { return false; }

 private:
  void OnDebug(const char* /*message*/) override {}
  void OnVerboseDebug(const char* /*message*/) override {}
  void OnInfo(const char* /*message*/) override {}
  void OnWarn(const char* message) override { keep_message(message); }
  void OnError(const char* message) override { keep_message(message); }
};

// Is the logger ours? It is if the program has none.
bool listens() {
  const std::lock_guard lock(changing);
  if (!Assimp::DefaultLogger::isNullLogger()) {
    return dynamic_cast<Listener*>(Assimp::DefaultLogger::get()) != nullptr;
  }
  Assimp::DefaultLogger::set(new Listener);  // for good: a thread may be about to write to it
  return true;
}

}  // namespace

struct AssimpLog::Stream final : Assimp::LogStream {
  void write(const char* message) override {
    const std::string line = message;  // "Warn,  T0: …"
    const std::size_t colon = line.find(": ");
    keep_message(line.substr(colon == line.npos ? 0 : colon + 2).c_str());
  }
};

AssimpLog::AssimpLog() {
  if (!listens()) {
    turn_ = std::unique_lock(turns);
    stream_ = std::make_unique<Stream>();
    Assimp::DefaultLogger::get()->attachStream(stream_.get(), severities);
  }
  heard = &lines_;
}

AssimpLog::~AssimpLog() {
  heard = nullptr;
  if (stream_) Assimp::DefaultLogger::get()->detachStream(stream_.get(), severities);
}

bool tells_of_lost_faces(const std::string& line) {
  const auto has = [&](const char* words) { return line.find(words) != line.npos; };
  if (has("faces had out-of-range indices") || has("Some vertices were dropped")) return true;
  constexpr std::array elsewhere{"aterial", "UV",     "olor", "exture",  "Tvertex", "one ",
                                 "NORMAL",  "hannel", "Clip", "surface", "VMAP",    "VMAD"};
  if (std::any_of(elsewhere.begin(), elsewhere.end(), has)) return false;
  return has("ndex out of range") || has("ndex is out of range") || has("ndex out of bounds") ||
         has("nvalid index") || has("nvalid vertex index") || has("nvalid face index") ||
         has("nvalid vertex reference") || has("ndex overflow");
}

}  // namespace tact
#endif
