#pragma once
// Referee: compares the pair lists of all participants, frame by frame. Where two differ, the exact
// test decides each pair that only one of them has.
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "bench/record.h"

namespace tact::bench {

class Referee {
 public:
  Referee(const Stage& stage, Question question, std::size_t frames)
      : stage_(stage), question_(question), frames_(frames) {}

  /// The stage shows frame number `frame` (an index of measured frames, `label` in the scene), and
  /// this is `who`'s answer.
  void hear(std::size_t who, const Participant& participant, Answer answer, std::size_t frame,
            int label);
  /// After all was heard: those that name no triangles are judged by the others' lists.
  std::vector<Verdict> judge(std::size_t participants);

  std::uint64_t pairs() const;
  std::uint64_t most_pairs() const;
  std::size_t hit_frames() const;
  std::string hash() const;
  /// One line per wrong pair: participant's number, frame, pair, what the exact test says.
  const std::vector<std::string>& log() const { return log_; }

 private:
  struct FrameLists {
    bool known = false;     // there is a list
    bool judged = false;    // somebody who names triangles said yes or no
    bool touching = false;  // somebody named a pair that touches
    int label = 0;
    std::vector<Candidate> agreed;
    std::vector<std::size_t> agreeing;  // participants whose list this was
    std::vector<std::size_t> blamed;
    std::vector<std::pair<std::size_t, bool>> yes_no;  // answers without a list
  };

  void listen(FrameLists& frame, std::size_t who, const Participant& participant, Answer answer);
  void compare(FrameLists& frame, std::size_t who, std::vector<Candidate> list);
  void blame(std::size_t who, const FrameLists& frame, const Candidate& pair, bool touches);
  Verdict& verdict(std::size_t who) { return verdicts_[who]; }

  const Stage& stage_;
  Question question_;
  std::vector<FrameLists> frames_;
  std::map<std::size_t, Verdict> verdicts_;
  std::vector<std::string> log_;
};

}  // namespace tact::bench
