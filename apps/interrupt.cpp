#include "apps/interrupt.h"

#include <csignal>

namespace tact::app {
namespace {

volatile std::sig_atomic_t signalled = 0;

extern "C" void note_signal(int number) {
  signalled = 1;
  static_cast<void>(std::signal(number, SIG_DFL));
}

constexpr int wishes[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

}  // namespace

Interrupt::Interrupt() {
  signalled = 0;
  for (const int number : wishes) {
    // Who ignores a signal, as nohup does, goes on ignoring it.
    if (std::signal(number, note_signal) == SIG_IGN) {
      static_cast<void>(std::signal(number, SIG_IGN));
    }
  }
}

Interrupt::~Interrupt() {
  for (const int number : wishes) {
    if (std::signal(number, SIG_DFL) == SIG_IGN) static_cast<void>(std::signal(number, SIG_IGN));
  }
}

bool Interrupt::wanted() { return signalled != 0; }

}  // namespace tact::app
