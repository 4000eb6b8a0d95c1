#include "tact/response/lod.h"

namespace tact {
namespace {

constexpr double growth = 2.5;   // contacts of a level over those of the one above, about (table 1)
constexpr double memory = 0.7;   // how much of an old estimate is kept
constexpr double caution = 0.9;  // how much of the time a level that was not tried may take
constexpr int most_late = 3;     // frames in a row; one or two may have been disturbed
constexpr int ceiling_lasts = 32;  // frames until a level that was too fine is tried again

double smoothed(double old, double fresh) {
  return old > 0 ? memory * old + (1 - memory) * fresh : fresh;
}

}  // namespace

void LodController::begin(std::size_t pairs) {
  open_.resize(pairs);
  for (std::uint32_t i = 0; i < pairs; ++i) open_[i] = i;
  levels_.assign(pairs, 0);
  contacts_.assign(pairs, 0);
  finished_.assign(pairs, 0);
  total_ = 0;
  refined_ = 0;
  grown_from_ = grown_to_ = 0;
}

// Is there time to refine these pairs, and to answer everything afterwards?
bool LodController::affordable(std::span<const std::uint32_t> some, double spent,
                               double seconds) const {
  std::size_t contacts = 0;
  for (const std::uint32_t pair : some) contacts += contacts_[pair];
  const auto own = static_cast<double>(contacts);
  const double answer = response_cost_ * (static_cast<double>(total_) + (growth - 1) * own);
  return spent + refine_cost_ * growth * own + answer <= seconds;
}

void LodController::note(std::uint32_t pair, int level, const LodStep& step) {
  if (levels_[pair] == base_) {
    grown_from_ += contacts_[pair];
    grown_to_ += step.contacts;
  }
  total_ += step.contacts - contacts_[pair];
  contacts_[pair] = step.contacts;
  levels_[pair] = level;
  refined_ += step.contacts;
  finished_[pair] = step.finished ? 1 : 0;
}

void LodController::close_finished() {
  const auto is_finished = [this](std::uint32_t pair) { return finished_[pair] != 0; };
  open_.erase(std::remove_if(open_.begin(), open_.end(), is_finished), open_.end());
}

void LodController::finish(LodReport& report, const LodLimits& limits) {
  limits_ = limits;
  spent_ = report.seconds;
  if (report.unfinished == 0 && report.pairs > 0) completed_ = limits.level;
  report.contacts = total_;
  bool any = false;
  for (std::size_t i = 0; i < levels_.size(); ++i) {
    if (contacts_[i] == 0) continue;
    report.coarsest = any ? std::min(report.coarsest, levels_[i]) : levels_[i];
    report.finest = std::max(report.finest, levels_[i]);
    any = true;
  }
  if (refined_ > 0) {
    refine_cost_ = smoothed(refine_cost_, report.seconds / static_cast<double>(refined_));
  }
}

void LodController::answered(std::size_t contacts, double seconds) {
  if (contacts > 0) {
    response_cost_ = smoothed(response_cost_, seconds / static_cast<double>(contacts));
  }
  if (std::isfinite(limits_.seconds)) choose_base(spent_ + seconds);
}

void LodController::choose_base(double seconds) {
  if (ceiling_frames_ > 0 && --ceiling_frames_ == 0) ceiling_ = std::numeric_limits<int>::max();
  if (seconds > limits_.seconds) {
    if (++late_ < most_late || base_ == 1) return;
    const double excess = seconds / std::max(limits_.seconds, 1e-9);
    const int drop = 1 + static_cast<int>(std::log(excess) / std::log(growth));
    ceiling_ = std::max(1, std::min(base_, limits_.level) - drop);
    ceiling_frames_ = ceiling_lasts;
    base_ = ceiling_;
    late_ = 0;
    return;
  }
  late_ = 0;
  // With no pairs there is nothing to learn from but that there is time.
  if (levels_.empty() && growth * seconds < limits_.seconds) ++completed_;
  // What the pairs that were refined show of the next level, for all of them.
  if (completed_ == base_ && grown_from_ > 0) {
    const double times = static_cast<double>(grown_to_) / static_cast<double>(grown_from_);
    if (std::max(times, 1.0) * base_cost_ < caution * limits_.seconds) ++completed_;
  }
  base_ = std::min({std::max(base_, completed_), ceiling_, limits_.level});
}

}  // namespace tact
