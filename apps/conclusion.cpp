#include "apps/conclusion.h"

#include <fmt/format.h>

#include "apps/command.h"
#include "apps/terminal.h"

namespace tact::app {

Verdict worse(Verdict a, Verdict b) {
  if (a == Verdict::touching || b == Verdict::touching) return Verdict::touching;
  return a == Verdict::undecided ? a : b;
}

void Conclusion::add(Verdict verdict, std::uint64_t frame) {
  ++answers_;
  touching_ += verdict == Verdict::touching ? 1 : 0;
  if (verdict != Verdict::undecided) return;
  if (undecided_++ == 0) first_undecided_ = frame;
}

Verdict Conclusion::verdict() const {
  if (touching_ > 0) return Verdict::touching;
  return undecided_ > 0 ? Verdict::undecided : Verdict::clear;
}

std::string Conclusion::undecided_text() const {
  if (undecided_ == 0) return {};
  const std::string where = answers_ == 1 ? ""
                                          : fmt::format(" in {} of {} frames, first in frame {}",
                                                        undecided_, answers_, first_undecided_);
  return "undecided" + where + ": nothing was found before time ran out";
}

int Conclusion::finish() const {
  if (undecided_ > 0) say(fmt::format("tact: {}\n", undecided_text()));
  switch (verdict()) {
    case Verdict::touching:
      return exit_touching;
    case Verdict::clear:
      return exit_clear;
    case Verdict::undecided:
      break;
  }
  return exit_trouble;
}

}  // namespace tact::app
