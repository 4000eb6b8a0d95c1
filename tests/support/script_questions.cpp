// The part of ScriptWorld that asks. Most questions are only checked for their form and against
// each other, which is cheap; `compare` holds them against brute force on the model.
#include <algorithm>
#include <iterator>
#include <limits>
#include <thread>

#include "tests/support/answers.h"
#include "tests/support/oracle.h"
#include "tests/support/script_world.h"

namespace tact::testing {
namespace {

// Brute force takes a microsecond for the distance of two triangles: the oracle is quicker.
constexpr std::uint64_t most_measured = 150;

std::string text_of(const Candidate& c) {
  return '(' + std::to_string(c.body_a) + ' ' + std::to_string(c.body_b) + ' ' +
         std::to_string(c.primitive_a) + ' ' + std::to_string(c.primitive_b) + ')';
}

// How many pairs of one list the other lacks, and the first of them.
std::string lacking(const std::vector<Candidate>& all, const std::vector<Candidate>& some,
                    const char* word) {
  std::vector<Candidate> remaining;
  std::set_difference(all.begin(), all.end(), some.begin(), some.end(),
                      std::back_inserter(remaining));
  if (remaining.empty()) return "";
  return ", " + std::to_string(remaining.size()) + word + text_of(remaining[0]);
}

}  // namespace

// What is much for the smallest body would be a contact of all with all.
double ScriptWorld::any_tolerance() {
  double smallest = std::numeric_limits<double>::max();
  double grid = smallest;
  for (const auto& m : models_) {
    smallest = std::min(smallest, m->place.scale / std::cbrt(1.0 + m->size()));
    grid = std::min(grid, m->place.scale * m->grid);
  }
  return random_.chance(3) ? 0.5 * grid : smallest * random_.uniform(0, 0.2);
}

CollideOptions ScriptWorld::any_options() {
  CollideOptions options;
  options.neighbours = random_.chance(4);
  options.detail = random_.chance(3) ? Detail::contacts : Detail::pairs;
  options.threads = random_.below(5);
  const bool slow = world_->method() == "brute" && primitives() > most_measured;
  // Distances take longer than all the rest, so only some questions ask for them.
  if (random_.chance(8) && !slow) options.tolerance = any_tolerance();
  return options;
}

void ScriptWorld::ask() {
  const CollideOptions options = any_options();
  check_form(world_->collide(options), options);
  if (!world_->updated()) complain("not up to date after an answer");
}

void ScriptWorld::ask_bounded() {
  CollideOptions options = any_options();
  options.detail = Detail::pairs;
  const std::vector<Candidate> all = world_->collide(options).pairs_by_slot();
  contacts_ += all.size();
  options.budget.at_most = random_.below(6);
  const Result& some = world_->collide(options);
  check_part(some.pairs_by_slot(), all);
  if (some.size() != std::min(options.budget.at_most, all.size())) complain("not as many as asked");
  if (some.complete() && some.size() < all.size()) complain("cut short, and said to be complete");
  options.budget = Budget::until(random_.chance(2) ? 0 : 1e-5);
  const Result& early = world_->collide(options);
  check_part(early.pairs_by_slot(), all);
  if (early.complete() && early.size() < all.size())
    complain("out of time, and said to be complete");
  const bool touching = !world_->collide(CollideOptions::pairs()).empty();
  if (world_->any() != touching) complain("any() contradicts the whole answer");
}

void ScriptWorld::ask_two(const Step& step) {
  const CollideOptions options = any_options();
  check_form(world_->collide(model(step.body).id, model(step.a).id, options), options);
}

void ScriptWorld::ask_distance(const Step& step) {
  const Model& a = model(step.body);
  const Model& b = model(step.a);
  if (&a == &b) return;
  const Separation ab = world_->separation(a.id, b.id);
  const Separation ba = world_->separation(b.id, a.id);
  if (ab.distance != ba.distance || ab.depth != ba.depth) complain("distances differ both ways");
}

// Several threads ask one world that stands still.
void ScriptWorld::ask_queries() {
  world_->update();
  CollideOptions options = any_options();
  options.detail = Detail::pairs;
  options.threads = 1;
  std::array<std::vector<Candidate>, 2> answers;
  const auto work = [&](std::size_t i) {
    Query query(*world_);
    answers[i] = query.collide(options).pairs_by_slot();
  };
  std::thread other(work, 1);
  work(0);
  other.join();
  const std::vector<Candidate> own = world_->collide(options).pairs_by_slot();
  for (const std::vector<Candidate>& answer : answers) {
    check_pairs(own, answer, "a Query and its world");
  }
}

void ScriptWorld::pass_time(const Step& step) {
  const std::uint32_t ticks = step.a < 128 ? 300 : 1300;
  for (std::uint32_t i = 0; i < ticks; ++i) {
    std::size_t bodies = 0;
    world_->ask([&](const Task& task, Scratch& scratch) {
      const std::span<std::uint32_t> sizes =
          scratch.arena(0).allocate<std::uint32_t>(task.bodies.size());
      for (const BodyState* body : task.bodies) {
        if (body != nullptr) sizes[bodies++] = body->primitives.size();
      }
    });
    if (bodies != models_.size()) complain("a question sees other bodies");
  }
}

void ScriptWorld::check_form(const Result& result, const CollideOptions& options) {
  const auto not_before = [](const Candidate& x, const Candidate& y) { return !(x < y); };
  if (std::adjacent_find(result.pairs_by_slot().begin(), result.pairs_by_slot().end(),
                         not_before) != result.pairs_by_slot().end()) {
    complain("not in order, or twice");
  }
  if (!result.complete()) complain("cut short without a bound");
  contacts_ += result.size();
  const std::size_t described = options.detail == Detail::contacts ? result.size() : 0;
  if (result.contacts().size() != described) complain("described as many as were not asked for");
}

void ScriptWorld::check_pairs(const std::vector<Candidate>& expected,
                              const std::vector<Candidate>& actual, const char* what) {
  if (expected == actual) return;
  complain(std::string(what) + ": " + std::to_string(expected.size()) + " pairs" +
           lacking(expected, actual, " missing, the first ") +
           lacking(actual, expected, " invented, the first "));
}

void ScriptWorld::check_part(const std::vector<Candidate>& part,
                             const std::vector<Candidate>& all) {
  if (!std::includes(all.begin(), all.end(), part.begin(), part.end())) {
    complain("a bounded answer is no part of the whole");
  }
}

TestBody ScriptWorld::as_test_body(const Model& model) const {
  TestBody body;
  body.kind = model.kind;
  body.mesh = model.mesh;
  body.radii = model.radii;
  body.self = model.self;
  if (model.kind == BodyKind::rigid) {
    body.pose = [pose = model.pose](int) { return pose; };
  } else {
    body.positions = [](int, std::vector<Vec3>&) {};
  }
  return body;
}

World ScriptWorld::fresh_world() const {
  World fresh({"brute", 1});
  std::vector<BodyId> ids;
  for (const std::unique_ptr<Model>& m : models_) {
    BodyDef def = m->kind == BodyKind::rigid       ? rigid(m->mesh).pose(m->pose)
                  : m->kind == BodyKind::deforming ? deforming(m->mesh)
                  : m->kind == BodyKind::breaking  ? breaking(m->mesh)
                                                   : points(m->mesh.positions, m->radii);
    ids.push_back(fresh.add(def.user(m->user).self(m->self).group(m->group).mask(m->mask)));
  }
  for (std::size_t a = 0; a < ids.size(); ++a) {
    for (std::size_t b = a + 1; b < ids.size(); ++b) {
      if (refuses(*models_[a], *models_[b])) fresh.exclude(ids[a], ids[b]);
    }
  }
  return fresh;
}

void ScriptWorld::compare(const Step& step) {
  switch (step.a % 8U) {
    case 0:
      return compare_two(step);
    case 1:
      return compare_distance(step);
    case 2:
    case 3:
      return compare_in_full();
    default:
      return compare_all();
  }
}

// The list of pairs, by the oracle that shares nothing with the world.
void ScriptWorld::compare_all() {
  TestScene scene;
  for (const auto& m : models_) scene.bodies.push_back(as_test_body(*m));
  std::vector<Candidate> expected;
  CollideOptions options = CollideOptions::pairs();
  options.tolerance = random_.chance(4) ? any_tolerance() : 0;
  options.threads = random_.below(5);
  options.neighbours = random_.chance(2);
  for (const Candidate& c : touching_pairs(scene, 0, {options.tolerance, options.neighbours})) {
    const Model& a = *models_[c.body_a];
    const Model& b = *models_[c.body_b];
    const bool meet = (a.mask & b.group) != 0 && (b.mask & a.group) != 0;
    if (&a != &b && (!meet || refuses(a, b))) continue;
    expected.push_back({a.id.slot, b.id.slot, c.primitive_a, c.primitive_b});
  }
  check_pairs(
      expected, world_->collide(options).pairs_by_slot(),
      options.neighbours ? "the oracle and the world, neighbours too" : "the oracle and the world");
  contacts_ += expected.size();
}

// Every number of the answer, by brute force in a fresh world.
void ScriptWorld::compare_in_full() {
  CollideOptions options = any_options();
  options.detail = Detail::contacts;
  if (options.tolerance > 0 && primitives() > most_measured) return compare_all();
  World fresh = fresh_world();
  const std::vector<Seen> expected = seen(fresh.collide(options));
  const std::vector<Seen> actual = seen(world_->collide(options));
  contacts_ += expected.size();
  if (actual == expected) return;
  complain(std::to_string(expected.size()) + " contacts expected, " +
           std::to_string(actual.size()) + " found, or of other form; tolerance " +
           std::to_string(options.tolerance) + ", neighbours " +
           std::to_string(static_cast<int>(options.neighbours)));
}

void ScriptWorld::compare_two(const Step& step) {
  const Model* a = &model(step.body);
  const Model* b = &model(step.b);
  if (a->id.slot > b->id.slot) std::swap(a, b);
  TestScene scene;
  scene.bodies.push_back(as_test_body(*a));
  scene.bodies[0].self = a == b;
  if (a != b) {
    scene.bodies.push_back(as_test_body(*b));
    scene.bodies[1].self = false;
  }
  std::vector<Candidate> expected = touching_pairs(scene, 0);
  for (Candidate& c : expected) {
    c.body_a = a->id.slot;
    c.body_b = b->id.slot;
  }
  const Result& result =
      world_->collide(model(step.body).id, model(step.b).id, CollideOptions::pairs());
  check_pairs(expected, result.pairs_by_slot(), "the oracle and two bodies");
  contacts_ += expected.size();
}

void ScriptWorld::compare_distance(const Step& step) {
  const Model* a = &model(step.body);
  const Model* b = &model(step.b);
  if (a == b) return compare_all();
  if (a->id.slot > b->id.slot) std::swap(a, b);
  TestScene scene;
  scene.bodies = {as_test_body(*a), as_test_body(*b)};
  const double least = least_distance(scene, 0);
  const Separation found = world_->separation(a->id, b->id);
  if (found.distance != least) {
    complain("distance " + std::to_string(found.distance) + ", by brute force " +
             std::to_string(least) + ", difference " +
             std::to_string((found.distance - least) * 1e12) + "e-12");
  }
  if ((least == 0) != (length_sq(found.direction) > 0)) complain("a direction without a depth");
}

}  // namespace tact::testing
