#pragma once
// Structures: what a body owns beyond its arrays. Trees, streams and sorted boxes belong to the
// body they are of, not to the method that asked first: whoever comes later borrows the same.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

namespace tact {

/// What a structure was last brought up to date with. Versions come from one counter of the world
/// and never repeat; 0 is none.
struct Versions {
  std::uint64_t shape = 0;   ///< of the set of primitives
  std::uint64_t motion = 0;  ///< of where they stand
  std::uint64_t frame = 0;   ///< of the frame of bounds
  friend constexpr bool operator==(const Versions&, const Versions&) = default;
};

/// Base of everything a body owns.
struct Structure {
  Structure() = default;
  Structure(const Structure&) = delete;
  Structure& operator=(const Structure&) = delete;
  virtual ~Structure() = default;

  /// Called now and then, when the task's clock says `now`: what nobody has reached for long and
  /// is made anew when somebody does may be given back.
  virtual void trim(std::uint64_t now) { static_cast<void>(now); }

  Versions seen;            ///< what it was last brought up to date with
  std::uint64_t asked = 0;  ///< the task's clock when it was last brought up to date by itself
};

/// Which structure: its type, and what it was made with, as a number that the type explains.
struct StructureKey {
  const void* type = nullptr;   ///< an address for each type
  std::uint32_t parameter = 0;  ///< explained by the type
  friend constexpr bool operator==(const StructureKey&, const StructureKey&) = default;

  /// Of structures of type S.
  template <class S>
  static StructureKey of(std::uint32_t parameter) {
    static const char address = 0;  // one for each type
    return {&address, parameter};
  }
};

/// The structures of one body, or of several together. Few, so that looking one up is a short loop.
/// Reading from several threads is fine while nobody makes or drops one.
class Structures {
 public:
  /// Null if there is none yet.
  template <class S>
  S* find(std::uint32_t parameter) const {
    return static_cast<S*>(find(StructureKey::of<S>(parameter)));
  }
  /// Of a body that was brought up to date. Throws std::logic_error if it was not.
  template <class S>
  S& at(std::uint32_t parameter) const {
    S* const known = find<S>(parameter);
    if (known == nullptr) throw std::logic_error("a body lacks a structure");
    return *known;
  }
  /// Made now if there was none, by S(parameter). Throws what that throws; nothing is there then.
  template <class S>
  S& ask(std::uint32_t parameter) {
    if (S* const known = find<S>(parameter)) return *known;
    auto made = std::make_unique<S>(parameter);
    S& out = *made;
    entries_.push_back({StructureKey::of<S>(parameter), std::move(made)});
    return out;
  }
  /// If there is one.
  template <class S>
  void drop(std::uint32_t parameter) noexcept {
    drop(StructureKey::of<S>(parameter));
  }
  /// Drops those that `unwanted(key, structure)` says so of.
  template <class F>
  void drop_if(F&& unwanted) {
    std::erase_if(entries_, [&](const Entry& e) { return unwanted(e.key, *e.structure); });
  }
  /// See Structure::trim().
  void trim(std::uint64_t now) {
    for (const Entry& entry : entries_) entry.structure->trim(now);
  }
  /// How many there are.
  std::size_t size() const { return entries_.size(); }

 private:
  struct Entry {
    StructureKey key;
    std::unique_ptr<Structure> structure;
  };
  Structure* find(const StructureKey& key) const {
    for (const Entry& entry : entries_) {
      if (entry.key == key) return entry.structure.get();
    }
    return nullptr;
  }
  void drop(const StructureKey& key) noexcept {
    std::erase_if(entries_, [&](const Entry& e) { return e.key == key; });
  }

  std::vector<Entry> entries_;
};

/// For each kind of structure the last update in which it was brought up to date for all bodies
/// that it concerns: in the next one only those have to be looked at that moved.
class StructureLeases {
 public:
  /// Of one kind.
  struct Lease {
    StructureKey key;          ///< of the kind
    std::uint64_t number = 0;  ///< of the update; 0: begin anew
    std::uint64_t asked = 0;   ///< the task's clock then; 0: nobody did
    std::uint64_t frame = 0;   ///< version of the frame of bounds then
  };
  /// Made now if there was none.
  Lease& of(const StructureKey& key) {
    for (Lease& lease : leases_) {
      if (lease.key == key) return lease;
    }
    return leases_.emplace_back(Lease{key, 0, 0, 0});
  }
  /// The one of this kind; numbers are 0 if there is none.
  Lease find(const StructureKey& key) const {
    for (const Lease& lease : leases_) {
      if (lease.key == key) return lease;
    }
    return {};
  }

 private:
  std::vector<Lease> leases_;
};

}  // namespace tact
