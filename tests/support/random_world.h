#pragma once
// A world under random operations, and the model of what it should hold.
#include <map>
#include <string>
#include <vector>

#include "tact/world/world.h"
#include "tests/support/random.h"

namespace tact::testing {

class RandomWorld {
 public:
  explicit RandomWorld(std::uint64_t seed);

  /// One operation, good or bad.
  void step();
  /// Asks a random question of the world and of a fresh one, and returns how many contacts there
  /// were. A difference becomes the complaint.
  std::size_t check();
  /// What went wrong first; empty as long as all is well.
  const std::string& complaint() const { return complaint_; }
  /// How often each operation took place.
  const std::map<std::string, std::uint64_t>& counts() const { return counts_; }

 private:
  // A body as plain data. Arrays that the world borrows live here, in memory that does not move.
  struct Model {
    BodyKind kind = BodyKind::rigid;
    std::uint64_t user = 0;
    Mesh mesh;
    std::vector<double> radii;
    Transform pose;
    bool self = false;
    std::uint32_t group = 1;
    std::uint32_t mask = ~0U;
    BodyId id;
    Mesh borrowed;
    std::vector<float> borrowed_floats;
    std::vector<double> borrowed_radii;
  };

  Mesh any_mesh();
  std::vector<double> any_radii(std::size_t count);
  Transform any_pose();
  Model& any_model();
  void add();
  void remove();
  void move();
  void move_positions(Model& model);
  void move_points(Model& model);
  void break_up(Model& model);
  void set_switches();
  void change_world();
  void do_wrong();
  void wrong_body(Model& model);
  template <class F>
  void expect_refusal(const char* what, F&& f);
  World fresh_world() const;

  Random random_;
  std::vector<std::unique_ptr<Model>> models_;  // by slot of the world, where there is one
  std::vector<BodyId> removed_;
  World world_;
  std::uint64_t next_user_ = 1;
  std::string complaint_;
  std::map<std::string, std::uint64_t> counts_;
};

}  // namespace tact::testing
