#include "tact/response/lod.h"

namespace tact {
namespace {

constexpr double growth = 2.5;  // contacts of a level over those of the one above, about (table 1)
constexpr double memory = 0.7;  // how much of an old estimate is kept

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

void LodController::finish(LodReport& report) {
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
  if (contacts == 0) return;
  response_cost_ = smoothed(response_cost_, seconds / static_cast<double>(contacts));
}

}  // namespace tact
