#pragma once
// InUse: finds threads that get into each other's way in an object that is one thread's at a time,
// where assertions are built in; and, everywhere, a function of the user's that the object calls
// and that calls the object.
#include <atomic>
#include <memory>

namespace tact {

/// Kept by the object, which passes it on where it is moved to: one that was moved from has none,
/// and nobody is kept out of it. A thread that uses it already may enter again. The marks order
/// nothing between threads, so that a thread sanitizer sees a race as it is.
class InUse {
 public:
  /// `what` is named in the error and outlives this.
  explicit InUse(const char* what) : what_(what) {}

  /// For as long as it lives no other thread may enter. Throws Error{in_use} if one is there, or
  /// if the object is lent.
  class Alone {
   public:
    explicit Alone(const std::unique_ptr<InUse>& object);
    ~Alone();
    Alone(const Alone&) = delete;
    Alone& operator=(const Alone&) = delete;

   private:
    InUse* object_;  // null: entered before, or none
  };

  /// For as long as it lives the object waits for a function of the user's, which may look at it
  /// but not change it.
  class Lent {
   public:
    explicit Lent(const std::unique_ptr<InUse>& object) : object_(object.get()) {
      object_->lent_ = true;
    }
    ~Lent() { object_->lent_ = false; }
    Lent(const Lent&) = delete;
    Lent& operator=(const Lent&) = delete;

   private:
    InUse* object_;
  };

  /// For as long as it lives others may only share. Throws Error{in_use} if another one is alone.
  class Shared {
   public:
    explicit Shared(const std::unique_ptr<InUse>& object);
    ~Shared();
    Shared(const Shared&) = delete;
    Shared& operator=(const Shared&) = delete;

   private:
    InUse* object_;
  };

 private:
  [[noreturn]] void refuse() const;
  static void refuse_if_lent(const std::unique_ptr<InUse>& object);

  const char* what_;
  bool lent_ = false;                        // to a function of the thread that is alone
  std::atomic<int> users_{0};                // -1: one alone
  std::atomic<const void*> owner_{nullptr};  // the thread that is alone
};

}  // namespace tact
