#include "tact/base/in_use.h"

#include "tact/base/error.h"

namespace tact {

void InUse::refuse_if_lent(const std::unique_ptr<InUse>& object) {
  if (!object || !object->lent_) return;
  throw Error(ErrorCode::in_use, std::string(object->what_) +
                                     ": a question or a filter must not change what calls it");
}

#ifdef NDEBUG

InUse::Alone::Alone(const std::unique_ptr<InUse>& object) : object_(nullptr) {
  refuse_if_lent(object);
}
InUse::Alone::~Alone() = default;
InUse::Shared::Shared(const std::unique_ptr<InUse>&) : object_(nullptr) {}
InUse::Shared::~Shared() = default;

#else

namespace {

// An address that no other living thread has.
const void* this_thread() {
  thread_local const char mark = 0;
  return &mark;
}

}  // namespace

void InUse::refuse() const {
  throw Error(ErrorCode::in_use, std::string(what_) + ": two threads use it at once");
}

InUse::Alone::Alone(const std::unique_ptr<InUse>& object) : object_(nullptr) {
  if (!object || object->owner_.load(std::memory_order_relaxed) == this_thread()) {
    refuse_if_lent(object);
    return;
  }
  int nobody = 0;
  if (!object->users_.compare_exchange_strong(nobody, -1, std::memory_order_relaxed))
    object->refuse();
  object->owner_.store(this_thread(), std::memory_order_relaxed);
  object_ = object.get();
}

InUse::Alone::~Alone() {
  if (object_ == nullptr) return;
  object_->owner_.store(nullptr, std::memory_order_relaxed);
  object_->users_.store(0, std::memory_order_relaxed);
}

InUse::Shared::Shared(const std::unique_ptr<InUse>& object) : object_(nullptr) {
  if (!object || object->owner_.load(std::memory_order_relaxed) == this_thread()) return;
  int users = object->users_.load(std::memory_order_relaxed);
  do {
    if (users < 0) object->refuse();
  } while (!object->users_.compare_exchange_weak(users, users + 1, std::memory_order_relaxed));
  object_ = object.get();
}

InUse::Shared::~Shared() {
  if (object_ != nullptr) object_->users_.fetch_sub(1, std::memory_order_relaxed);
}

#endif

}  // namespace tact
