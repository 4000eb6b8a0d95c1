#include "apps/interrupt.h"

#include <csignal>
#include <initializer_list>

namespace tact::app {
namespace {

volatile std::sig_atomic_t signalled = 0;

extern "C" void note_signal(int number) {
  signalled = 1;
  static_cast<void>(std::signal(number, SIG_DFL));
}

}  // namespace

Interrupt::Interrupt() {
  signalled = 0;
  for (const int number : {SIGINT, SIGTERM}) static_cast<void>(std::signal(number, note_signal));
}

Interrupt::~Interrupt() {
  for (const int number : {SIGINT, SIGTERM}) static_cast<void>(std::signal(number, SIG_DFL));
}

bool Interrupt::wanted() { return signalled != 0; }

}  // namespace tact::app
