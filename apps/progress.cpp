#include "apps/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "apps/terminal.h"

namespace tact::app {

Progress::Progress(std::string label, std::size_t total)
    : label_(std::move(label)), total_(total), enabled_(takes_escapes(stderr) && total > 1) {}

Progress::~Progress() { hide(); }

void Progress::show(std::size_t done) {
  if (!enabled_) return;
  const Clock::time_point now = Clock::now();
  if (visible_ && now - drawn_ < std::chrono::milliseconds(100)) return;
  drawn_ = now;
  visible_ = true;
  const double share = static_cast<double>(done) / static_cast<double>(total_);
  const double spent = std::chrono::duration<double>(now - begin_).count();
  const std::string left =
      done > 0 && spent > 1 ? fmt::format(" {:.0f} s left", spent / share * (1 - share)) : "";
  const bool drawn = utf8_locale();
  constexpr std::size_t cells = 24;
  const auto full = std::min(cells, static_cast<std::size_t>(share * cells));
  std::string bar;
  for (std::size_t i = 0; i < cells; ++i) {
    bar += i < full ? (drawn ? "━" : "=") : (drawn ? "─" : "-");
  }
  say(fmt::format("\r\033[K{} {} {}/{}{}", styled(stderr, Style::dim, label_),
                  styled(stderr, Style::cyan, bar), done, total_,
                  styled(stderr, Style::dim, left)));
  std::fflush(stderr);
}

void Progress::hide() {
  if (!visible_) return;
  say("\r\033[K");
  std::fflush(stderr);
  visible_ = false;
}

}  // namespace tact::app
