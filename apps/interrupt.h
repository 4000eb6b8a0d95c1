#pragma once
// Ctrl-C, SIGQUIT, SIGTERM and a terminal that goes away, taken as a wish to end soon with whole
// output. A second one ends at once.

namespace tact::app {

/// From its making on, until its end.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  static bool wanted();
};

}  // namespace tact::app
