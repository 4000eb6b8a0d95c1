#pragma once
// A progress bar on standard error, only where that is a terminal that can redraw a line.
#include <chrono>
#include <cstddef>
#include <string>

namespace tact::app {

class Progress {
 public:
  /// `total` steps of what `label` names.
  Progress(std::string label, std::size_t total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// `done` steps are done. Redraws at most ten times a second.
  void show(std::size_t done);
  /// Takes the bar away, so that something else can be printed; the next show() draws it again.
  void hide();

 private:
  using Clock = std::chrono::steady_clock;

  std::string label_;
  std::size_t total_;
  bool enabled_;
  bool visible_ = false;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point drawn_ = begin_;
};

}  // namespace tact::app
