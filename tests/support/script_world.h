#pragma once
// ScriptWorld: carries out scripts on a world beside a plain model of what the world should hold,
// and compares its answers with brute force on the model.
#include <array>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "tact/deform/shape_body.h"
#include "tact/world/world.h"
#include "tests/support/random.h"
#include "tests/support/script.h"
#include "tests/support/script_shapes.h"
#include "tests/support/test_scene.h"

namespace tact::testing {

/// How large things may become.
struct ScriptLimits {
  std::uint32_t most_primitives = 200;  ///< of a body
  std::uint32_t most_in_all = 600;
  std::uint32_t most_bodies = 9;
  std::string method = "auto";  ///< at first; half of all changes of the method lead back to it
};

class ScriptWorld {
 public:
  explicit ScriptWorld(const ScriptLimits& limits);

  /// One step, good or bad, and validate() after it. What goes wrong becomes the complaint.
  void run(const Step& step);
  /// What went wrong first; empty as long as all is well.
  const std::string& complaint() const { return complaint_; }
  /// How often each operation took place.
  std::uint64_t count(Operation operation) const {
    return counts_[static_cast<std::size_t>(operation)];
  }
  /// Changes and questions so far: one for a step, and for frames those within them.
  std::uint64_t operations() const { return operations_; }
  /// How often each kind of mistake was refused.
  const std::map<std::string, std::uint64_t>& refusals() const { return refusals_; }
  /// Pairs in the answers to all questions.
  std::uint64_t contacts() const { return contacts_; }
  /// The largest body there was.
  std::uint32_t largest() const { return largest_; }

 private:
  // A body as plain data, and the arrays that the world borrows.
  struct Model {
    BodyKind kind = BodyKind::rigid;
    std::uint64_t user = 0;
    Mesh mesh;  // of rigid bodies at rest, of others in the world
    std::vector<double> radii;
    Quaternion turn;
    Transform pose;
    bool self = false;
    std::uint32_t group = 1;
    std::uint32_t mask = ~0U;
    BodyId id;
    Place place;
    double grid = 1;
    std::vector<std::byte> lent_positions;
    std::vector<std::byte> lent_triangles;
    std::vector<std::uint32_t> lent_topology;
    std::vector<double> lent_radii;
    std::unique_ptr<ShapeBody> shape;  // where maps move it

    std::uint32_t size() const {
      return static_cast<std::uint32_t>(kind == BodyKind::points ? mesh.positions.size()
                                                                 : mesh.triangles.size());
    }
  };

  void carry_out(const Step& step);
  void change_body(const Step& step);
  void change_world(const Step& step);

  // Bodies that come and go (script_world.cpp).
  Model& model(std::uint32_t number);
  Model* breaking_model(std::uint32_t number);
  std::uint32_t size_of(std::uint8_t byte) const;
  std::uint32_t primitives() const;
  std::uint32_t room_for(std::uint32_t wanted, const Model& model) const;
  void add(const Step& step);
  void fill(Model& model, std::uint32_t primitives);
  void add_shape(Model& model);
  BodyDef definition(Model& model);
  void remove(Model& model);
  void set_method(const Step& step);
  void exclude(const Model& a, const Model& b);
  void set_filter(std::uint64_t filter);
  bool refuses(const Model& a, const Model& b) const;

  // Bodies that move (script_moves.cpp).
  void move_smoothly(Model& model, double amount);
  void teleport(Model& model);
  void deform_violently(Model& model);
  void move_shape(Model& model, double amount);
  void hand_over_pose(Model& model, const Vec3& to);
  void hand_over_positions(Model& model);
  void hand_over_mesh(Model& model);
  void hand_over_points(Model& model);
  void append(Model& model, std::uint32_t count);
  void shrink(Model& model);
  void shuffle(Model& model);
  void replace(Model& model, std::uint32_t primitives);
  void split_off(Model& model);
  void play_frames(const Step& step);

  // Questions (script_questions.cpp).
  double any_tolerance();
  CollideOptions any_options();
  void ask();
  void ask_bounded();
  void ask_two(const Step& step);
  void ask_distance(const Step& step);
  void ask_queries();
  void pass_time(const Step& step);
  void compare(const Step& step);
  void compare_all();
  void compare_in_full();
  void compare_two(const Step& step);
  void compare_distance(const Step& step);
  void check_form(const Result& result, const CollideOptions& options);
  void check_pairs(const std::vector<Candidate>& expected, const std::vector<Candidate>& actual,
                   const char* what);
  void check_part(const std::vector<Candidate>& part, const std::vector<Candidate>& all);
  TestBody as_test_body(const Model& model) const;
  World fresh_world() const;

  // Mistakes (script_mistakes.cpp).
  void do_wrong(const Step& step);
  void wrong_handle();
  void wrong_body(Model& model);
  void wrong_move(Model& model);
  template <class F>
  void expect_refusal(const char* what, F&& f);

  void complain(const std::string& text);

  ScriptLimits limits_;
  Random random_{0};                            // begins anew with every step
  std::vector<std::unique_ptr<Model>> models_;  // in the order of the world's slots
  std::vector<BodyId> removed_;
  std::set<std::pair<std::uint64_t, std::uint64_t>> excluded_;  // by user ids, smaller first
  std::uint64_t filter_ = 0;  // two bodies whose user ids add up to a multiple; 0: no filter
  Place place_;
  std::unique_ptr<World> world_;
  std::uint64_t next_user_ = 1;
  std::string complaint_;
  std::array<std::uint64_t, static_cast<std::size_t>(Operation::count)> counts_{};
  std::map<std::string, std::uint64_t> refusals_;
  std::uint64_t operations_ = 0;
  std::uint64_t contacts_ = 0;
  std::uint32_t largest_ = 0;
};

/// Carries out a script until something goes wrong; says how many steps went well. With
/// TACT_RANDOM_TRACE in the environment, prints each step before it is done: what is printed is a
/// script again, up to where a program died.
std::size_t play(ScriptWorld& world, const Script& script);

}  // namespace tact::testing
