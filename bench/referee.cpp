#include "bench/referee.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace tact::bench {
namespace {

constexpr std::size_t most_examples = 5;
constexpr std::size_t most_logged = 100000;

std::string text_of(const Candidate& c) {
  return fmt::format("{}:{} {}:{}", c.body_a, c.primitive_a, c.body_b, c.primitive_b);
}

std::vector<Candidate> without(const std::vector<Candidate>& all,
                               const std::vector<Candidate>& of) {
  std::vector<Candidate> left;
  std::set_difference(all.begin(), all.end(), of.begin(), of.end(), std::back_inserter(left));
  return left;
}

bool contains(const std::vector<std::size_t>& list, std::size_t who) {
  return std::find(list.begin(), list.end(), who) != list.end();
}

}  // namespace

void Referee::hear(std::size_t who, const Participant& participant, Answer answer,
                   std::size_t frame, int label) {
  FrameLists& lists = frames_[frame];
  if (contains(lists.blamed, who)) return;  // once per frame, however many rounds there are
  lists.label = label;
  const Verdict before = verdict(who);
  listen(lists, who, participant, answer);
  const Verdict& after = verdict(who);
  if (after.missed + after.invented > before.missed + before.invented) lists.blamed.push_back(who);
}

void Referee::listen(FrameLists& lists, std::size_t who, const Participant& participant,
                     Answer answer) {
  if (answer == Answer::pairs && question_ == Question::all) {
    const std::span<const Candidate> pairs = participant.pairs();
    compare(lists, who, {pairs.begin(), pairs.end()});
    return;
  }
  const bool yes = participant.touching();
  if (answer == Answer::pairs) lists.judged = true;
  if (answer == Answer::pairs && yes && !participant.pairs().empty()) {
    const Candidate witness = participant.pairs().front();
    if (stage_.touch(witness)) {
      lists.touching = true;
    } else {
      blame(who, lists, witness, false);
    }
  }
  lists.yes_no.emplace_back(who, yes);
}

void Referee::compare(FrameLists& frame, std::size_t who, std::vector<Candidate> list) {
  std::sort(list.begin(), list.end());
  for (auto twice = std::adjacent_find(list.begin(), list.end()); twice != list.end();
       twice = std::adjacent_find(twice + 1, list.end())) {
    blame(who, frame, *twice, false);
  }
  list.erase(std::unique(list.begin(), list.end()), list.end());
  if (!frame.known) {
    frame.known = true;
    frame.agreed = std::move(list);
    frame.agreeing = {who};
    return;
  }
  if (list == frame.agreed) {
    if (!contains(frame.agreeing, who)) frame.agreeing.push_back(who);
    return;
  }
  std::vector<Candidate> corrected = frame.agreed;
  for (const Candidate& pair : without(frame.agreed, list)) {
    const bool touches = stage_.touch(pair);
    if (touches) {
      blame(who, frame, pair, true);
    } else {
      for (const std::size_t other : frame.agreeing) blame(other, frame, pair, false);
      corrected.erase(std::lower_bound(corrected.begin(), corrected.end(), pair));
    }
  }
  for (const Candidate& pair : without(list, frame.agreed)) {
    const bool touches = stage_.touch(pair);
    if (!touches) {
      blame(who, frame, pair, false);
    } else {
      for (const std::size_t other : frame.agreeing) blame(other, frame, pair, true);
      corrected.insert(std::lower_bound(corrected.begin(), corrected.end(), pair), pair);
    }
  }
  if (corrected == frame.agreed) return;
  frame.blamed.insert(frame.blamed.end(), frame.agreeing.begin(), frame.agreeing.end());
  frame.agreeing.clear();
  if (corrected == list) frame.agreeing.push_back(who);
  frame.agreed = std::move(corrected);
}

void Referee::blame(std::size_t who, const FrameLists& frame, const Candidate& pair, bool touches) {
  Verdict& v = verdict(who);
  ++(touches ? v.missed : v.invented);
  const std::string line =
      fmt::format("frame {} {} {}", frame.label, touches ? "missed" : "invented", text_of(pair));
  if (v.examples.size() < most_examples) v.examples.push_back(line);
  if (log_.size() < most_logged) log_.push_back(fmt::format("{} {}", who, line));
}

std::vector<Verdict> Referee::judge(std::size_t participants) {
  for (FrameLists& frame : frames_) {
    if (frame.yes_no.empty()) continue;
    const bool truth = frame.known ? !frame.agreed.empty() : frame.touching;
    // Among those that name no triangles alone nobody can be judged.
    if (!frame.known && !frame.judged) continue;
    for (const auto& [who, yes] : frame.yes_no) {
      if (yes == truth || contains(frame.blamed, who)) continue;
      frame.blamed.push_back(who);
      Verdict& v = verdict(who);
      ++(truth ? v.missed : v.invented);
      const std::string line =
          fmt::format("frame {} said {}", frame.label, yes ? "touching" : "clear");
      if (v.examples.size() < most_examples) v.examples.push_back(line);
      if (log_.size() < most_logged) log_.push_back(fmt::format("{} {}", who, line));
    }
  }
  std::vector<Verdict> out(participants);
  for (const auto& [who, v] : verdicts_) out[who] = v;
  return out;
}

std::uint64_t Referee::pairs() const {
  std::uint64_t sum = 0;
  for (const FrameLists& frame : frames_) sum += frame.agreed.size();
  return sum;
}

std::uint64_t Referee::most_pairs() const {
  std::uint64_t most = 0;
  for (const FrameLists& frame : frames_) most = std::max<std::uint64_t>(most, frame.agreed.size());
  return most;
}

std::size_t Referee::hit_frames() const {
  return static_cast<std::size_t>(std::count_if(
      frames_.begin(), frames_.end(),
      [](const FrameLists& frame) { return frame.touching || !frame.agreed.empty(); }));
}

// FNV-1a over the frames' labels and pairs.
std::string Referee::hash() const {
  std::uint64_t h = 0xcbf29ce484222325U;
  const auto add = [&h](std::uint64_t word) {
    for (int i = 0; i < 8; ++i) h = (h ^ ((word >> (8 * i)) & 0xFFU)) * 0x100000001b3U;
  };
  for (const FrameLists& frame : frames_) {
    add(static_cast<std::uint64_t>(frame.label));
    add(frame.touching ? 1 : 0);
    for (const Candidate& c : frame.agreed) {
      add((std::uint64_t{c.body_a} << 32) | c.body_b);
      add((std::uint64_t{c.primitive_a} << 32) | c.primitive_b);
    }
  }
  return fmt::format("{:016x}", h);
}

}  // namespace tact::bench
