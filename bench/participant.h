#pragma once
// Participant: whoever takes part in a benchmark, a method of ours or a peer, behind one interface.
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bench/stage.h"
#include "tact/base/types.h"

namespace tact::bench {

enum class Question : std::uint8_t {
  any,  ///< does anything touch?
  all   ///< every pair of triangles that touches
};

class Participant {
 public:
  virtual ~Participant() = default;
  /// The stage shows another frame: bring everything up to date. Timed.
  virtual void update() = 0;
  /// Answers the question the participant was made for. Timed.
  virtual void query() = 0;
  /// The answer to the last query, in any order; at most one pair is needed for Question::any.
  virtual std::span<const Candidate> pairs() const = 0;
  /// For those that answer without naming triangles.
  virtual bool touching() const { return !pairs().empty(); }
  /// Counted in the last update and query, where it is known.
  virtual Stats stats() const { return {}; }
  /// Seconds of the last query that went into exact tests, where they are measured apart.
  virtual double test_seconds() { return 0; }
};

enum class Kind : std::uint8_t {
  method,  ///< ours
  peer,
  limit  ///< a loop that does less than any method must: not ranked
};
const char* name_of(Kind kind);

/// What an answer is good for when lists are compared.
enum class Answer : std::uint8_t {
  pairs,    ///< all triangle pairs, comparable
  contacts  ///< something else: only whether anything touches is compared
};

/// A participant to be.
struct Entrant {
  Kind kind = Kind::method;
  std::string name;
  std::string mode;  ///< which of its ways of working, in one line
  Answer answer = Answer::pairs;
  unsigned threads = 1;
  std::unique_ptr<Participant> (*make)(const Entrant& entrant, const Stage& stage,
                                       Question question) = nullptr;
  bool tests_apart = false;  ///< exact tests are to be measured by themselves
};

/// A method of the registry, by its name.
Entrant method_entrant(const std::string& name, unsigned threads);
/// The two loops of `limits`, on the bodies of the stage.
std::vector<Entrant> limit_entrants(unsigned threads);

}  // namespace tact::bench
