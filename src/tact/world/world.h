#pragma once
// World: bodies of all kinds, and the question which of their primitives touch. Query: the same
// question from many threads at once. collide(), self_collide(): asked once, without a world.
#include <concepts>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "tact/base/export.h"
#include "tact/base/scratch.h"
#include "tact/body/body.h"
#include "tact/body/task.h"
#include "tact/contact/impact.h"
#include "tact/contact/result.h"
#include "tact/method/method.h"

namespace tact {

class CensusTaker;
class InUse;
class Query;
class NearPairs;
class ResultWriter;
class SceneExtent;

/// What a world is made with; both can be changed later.
struct WorldOptions {
  std::string method = "auto";  ///< see methods()
  unsigned threads = 0;         ///< 0: as many as the machine runs at once
};

/// What move() does with the arrays that it is given. Those that it is not given stay as they
/// were, lent or the body's own: moving a body's positions leaves its triangles, topology ids and
/// radii where the last move with such arrays, or World::add(), found them.
enum class Storage : std::uint8_t {
  borrow,  ///< reads them in place, until the body is given others of their kind or is removed
  copy     ///< copies them: they are the caller's at once
};

/// A question that a user writes, see World::ask(): gets the bodies as they stand and memory for
/// its work.
using Question = std::function<void(const Task& task, Scratch& scratch)>;

/// Every function that throws leaves the world as it was, also when memory runs out; only the last
/// result is void. One thread's at a time, but for Query objects on a world that does not change
/// (docs/threads.md): in builds with assertions two threads end in Error{in_use}. A world that was
/// moved from has no bodies and answers nothing (it throws) until it is assigned to; its
/// handles are good where it went, Query objects do not follow.
class TACT_API World {
 public:
  /// Throws Error{unknown_name} if there is no such method.
  explicit World(const WorldOptions& options = {});
  ~World();
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;

  /// Checks the body and adds it: one read of its arrays; questions build the rest. Throws
  /// Error{bad_mesh}; {bad_pose}; {bad_argument} for clusters that leave something out;
  /// {unsupported} if the method cannot serve its kind, or that has no pose or no clusters;
  /// {limit_exceeded} for the 2^32nd.
  BodyId add(BodyDef def);
  /// Arrays that it borrowed are the caller's again. Throws Error{unknown_body}, as all do that
  /// take a handle. Cost: linear in the number of exclusions.
  void remove(BodyId body);
  /// Is there a body with this handle?
  bool contains(BodyId body) const;
  /// How many bodies there are.
  std::size_t size() const;

  /// What a body was given, or last set to: here its kind. They all throw Error{unknown_body}, and
  /// take constant time.
  BodyKind kind(BodyId body) const;
  /// Throws Error{unsupported} for a body that is not rigid.
  Transform pose(BodyId body) const;
  /// Error messages have it. Valid until the body is removed.
  std::string_view name(BodyId body) const;
  /// The user's own id.
  std::uint64_t user(BodyId body) const;
  /// Are contacts within it looked for?
  bool self(BodyId body) const;
  /// See BodyDef::group().
  std::uint32_t group(BodyId body) const;
  /// See BodyDef::mask().
  std::uint32_t mask(BodyId body) const;
  /// A box around the body as it stands, radii included; larger than need be for rigid bodies and
  /// where radii differ, since no vertex is read. Extent::empty() for a body without vertices.
  Extent extent(BodyId body) const;

  /// All bodies, sorted. A copy: bodies may be added and removed while it is gone through. Cost:
  /// the number of bodies that there ever were at once.
  std::vector<BodyId> bodies() const;
  /// Does collide() test these two, by their groups, masks and exclusions, or this one against
  /// itself, by its self switch? Where they stand does not matter, and the filter is not asked.
  /// Logarithmic in the number of exclusions.
  bool tests(BodyId a, BodyId b) const;
  /// All two for which tests() is true, sorted. Looks at all two bodies: the square of size(), in
  /// time, and in memory where all are tested.
  std::vector<BodyPair> tested_pairs() const;

  /// A rigid body's pose, in constant time. Throws Error{bad_pose} if it takes a vertex out of the
  /// range of double. All forms throw {unsupported} for a body of another kind than theirs.
  void move(BodyId body, const Transform& pose);
  /// New positions for as many vertices as before. Deforming, breaking, points. Reads them once.
  /// The earlier ones are the caller's again; triangles and radii that were lent are not. Throws
  /// Error{bad_mesh} for another number of them, or what is not finite; so do those below.
  void move(BodyId body, const PositionsView& positions, Storage storage = Storage::borrow);
  /// The same for a body that was given clusters, with a map for each of them (ShapeBody::maps()),
  /// copied. Their drift must bound where the points are (measure_drift() does): only validate()
  /// checks it. `spheres` needs no look at the points then. Throws also Error{bad_argument} for
  /// another number of maps or one that is not finite, {unsupported} without clusters.
  void move(BodyId body, const PositionsView& positions, std::span<const ClusterMap> maps,
            Storage storage = Storage::borrow);
  /// The way of every vertex, in a straight line: impacts() and free_step() ask about it, and all
  /// else finds the body where it ends. Deforming and breaking, for as many vertices as before; a
  /// motion has one topology, so give a breaking body its triangles first. Both arrays are
  /// borrowed, and the motion is the body's, until its next move, after which it stands still or
  /// moves otherwise. `to` is anything that PositionsView is made of, but plain numbers, which are
  /// radii: give those as a PositionsView.
  template <class To>
  requires(std::same_as<std::remove_cvref_t<To>, PositionsView> ||
           (PositionsIn<To> && !RadiiIn<To>)) void move(BodyId body, const PositionsView& from,
                                                        To&& to,
                                                        Storage storage = Storage::borrow) {
    move_along(body, from, PositionsView(std::forward<To>(to)), storage);
  }
  /// New vertices and triangles: breaking bodies only. All that was lent before is the caller's
  /// again, as in the next form.
  void move(BodyId body, const MeshView& mesh, Storage storage = Storage::borrow);
  /// New points and radii, of any number: points only. Clusters are forgotten.
  void move(BodyId body, const PositionsView& positions, const RadiiView& radii,
            Storage storage = Storage::borrow);

  /// Contacts within the body: looked for from the next question on, or not.
  void set_self(BodyId body, bool on);
  /// See BodyDef::group().
  void set_group(BodyId body, std::uint32_t group, std::uint32_t mask);
  /// Two different bodies are not tested against each other, whatever their groups: any number of
  /// pairs, such as neighbouring links of a robot. Ends with include() or when one of them goes.
  /// Logarithmic in the number of such pairs, but for moving those behind it. Throws
  /// Error{bad_argument} for a body and itself: that is set_self().
  void exclude(BodyId a, BodyId b);
  /// Tested again, as far as their groups say so.
  void include(BodyId a, BodyId b);
  /// Did exclude() name these two, either way round?
  bool excluded(BodyId a, BodyId b) const;
  /// A last word about pairs of bodies: those for which it says false are not tested. update() asks
  /// it once about every two bodies whose boxes overlap, in the order of their slots, smaller
  /// first, unless groups or exclude() have spoken; never about primitives. A question with a
  /// tolerance asks, once, about those that it alone brings near (`brute`: about all), on its own
  /// thread: where several Query objects do, from several at once. It must say the same of a pair
  /// until the next update(), whichever way round, and leave the world alone. What it throws,
  /// update() or the question throws, and the world stays as it was. An empty one, such as nullptr,
  /// admits all.
  void set_filter(BodyFilter filter);
  /// From the next question on. Throws Error{unknown_name}, or {unsupported} if it cannot serve a
  /// body that is there.
  void set_method(std::string_view name);
  /// The name that was chosen; Result::method says which one did the work. Valid until the next
  /// set_method(), and as long as the world stays where it is.
  std::string_view method() const;
  /// 0: as many as the machine runs at once. Answers do not depend on it.
  void set_threads(unsigned threads);

  /// Brings the pairs of bodies and the method's structures up to date: what came or moved, nothing
  /// if nothing did. collide() does it by itself; Query objects need it, also after switches,
  /// groups, exclusions or the filter were set. What the filter or the method throws, it throws.
  void update();
  /// Has nothing changed since the last update()?
  bool updated() const;

  /// All contacts between bodies that are tested, and within those whose self switch is on, valid
  /// until the next question. Cost: update(), the method's query (docs/methods), sorting what it
  /// found. Throws Error{bad_argument} for a tolerance that cannot be, {limit_exceeded} where boxes
  /// of more than 2^32 - 1 primitives are put together.
  const Result& collide(const CollideOptions& options = {});
  /// Two bodies, whatever their groups and masks, exclusions and filter; the same body twice:
  /// within it. Brings all bodies up to date and looks at these. Throws as the other does.
  const Result& collide(BodyId a, BodyId b, const CollideOptions& options = {});
  /// Does anything touch? Ends with the first two that do. Throws as collide() does.
  bool any() { return collide(CollideOptions::any()).touching(); }

  /// What meets during the motion of bodies: vertices and triangles, and edges, of bodies that are
  /// tested against each other, and within those whose self switch is on. A body whose last move
  /// was not from somewhere to somewhere, any rigid body among them, stands still. Exact: two
  /// features are there if and only if they have a point in common at some time of the motion
  /// (touching counts); features of one body that share a vertex are left out: by index, or by a
  /// topology id whose two vertices move as one. What crossed at the beginning and never meets with
  /// a vertex or an edge is no impact: that is collide()'s. Valid until the next call; needs no
  /// update(). The filter is asked about bodies whose ways come near. Cost: trees around the ways
  /// (docs/impacts.md). Throws Error{bad_argument} for a width that cannot be, {unsupported} if
  /// points are tested against something by groups, masks and exclusions.
  const Impacts& impacts(const ImpactOptions& options = {});
  /// The largest part of the motion, 0 to 1, that is certainly free: nothing meets during it, its
  /// end included. 0 also says that something meets at once. Less than the first impact by at most
  /// 2^-20. Costs and throws as impacts() does for the earliest one.
  double free_step();

  /// How far two different bodies of any kinds are apart, or how deep they lie in each other,
  /// whatever their groups and masks. Brings the leaf streams (Zhang 2007) of these two up to date,
  /// and those of no other body; needs no update() and leaves the last result as it is. Throws
  /// Error{bad_argument} for a body and itself.
  Separation separation(BodyId a, BodyId b);

  /// Was the body declared solid? See BodyDef::solid().
  bool solid(BodyId body) const;
  /// Where points lie for a solid, one answer each; exact, on all threads of the world. Brings the
  /// boxes of this body up to date and needs no update(): O(n) after it moved; then each point
  /// takes about the logarithm of its triangles. Throws Error{unsupported} for a body that is no
  /// solid, {bad_mesh} for a point that is not finite.
  std::vector<PointSide> sides_of(BodyId solid, const PositionsView& points);
  /// Of one point.
  PointSide side_of(BodyId solid, const Vec3& point);
  /// How two different solids stand to each other, whatever their groups and masks; exact, also
  /// where surfaces coincide in part. Needs no update(). Costs about a collide() of these two, but
  /// where they touch and do not cross: then what touches is cut up with rational numbers. Throws
  /// Error{unsupported} for a body that is no solid, {bad_argument} for one and itself.
  Relation relate(BodyId a, BodyId b);
  // Rays (docs/rays.md).

  /// What rays and segments meet: primitives of the bodies of all kinds, whatever their masks and
  /// exclusions. Valid until the next cast. Brings the bodies' trees up to date, needs no update(),
  /// and leaves the last result of collide() as it is. A ray costs O(log n) box tests as a rule,
  /// and an eighth for each body; many are shared out over the threads. Throws Error{bad_argument},
  /// naming the ray, for what is no number, a direction of length zero, or a negative t_max.
  const RayHits& cast(std::span<const Ray> rays, const RayOptions& options = {});
  /// The first primitive that one ray meets, if any. Throws as cast() does.
  std::optional<RayHit> first_hit(const Ray& ray);

  // Clearance (docs/clearance.md): how far bodies are apart, or nothing more than whether they are
  // closer than that.

  /// The least over all two different bodies that are tested against each other; what a body has
  /// within itself is not looked at. Trees as cast(). A pair of bodies is left out by its boxes
  /// where it can: the square of the bodies in box tests, an eighth each. Begins where the last
  /// such question of the world ended. Throws Error{bad_argument} for options that are NaN or
  /// negative.
  Clearance clearance(const ClearanceOptions& options = {});
  /// The least between one body and those it is tested against: `body` is body_a.
  Clearance clearance(BodyId body, const ClearanceOptions& options = {});
  /// Of two different bodies, whatever their groups, exclusions and filter. Throws also
  /// Error{bad_argument} for a body and itself.
  Clearance clearance(BodyId a, BodyId b, const ClearanceOptions& options = {});
  // Regions (docs/rays.md): all primitives of bodies with a bit of `groups` in their group, sorted
  // by body and primitive, valid until the next of these questions. Trees as cast(); touching
  // counts, exactly.

  /// That have a point in a closed box. Throws Error{bad_argument} for an empty one or NaN.
  const std::vector<PrimitiveId>& find_primitives(const Extent& box,
                                                  std::uint32_t groups = ~std::uint32_t{0});
  /// In a closed ball. Throws Error{bad_argument} for what is not finite, or a negative radius.
  const std::vector<PrimitiveId>& find_primitives(const Ball& ball,
                                                  std::uint32_t groups = ~std::uint32_t{0});
  /// Those that no half-space leaves wholly outside: all that have a point in common with the
  /// convex set that is in all of them, such as a frustum, and near its edges and corners some
  /// others. Exact in that. Throws Error{bad_argument} for what is not finite, a normal of zero, or
  /// more than 64 of them.
  const std::vector<PrimitiveId>& find_primitives(std::span<const HalfSpace> all_of,
                                                  std::uint32_t groups = ~std::uint32_t{0});
  /// The point of the bodies nearest to this one; nothing where there are no primitives. Of
  /// several equally near the first by body, then primitive. Throws Error{bad_argument} for what is
  /// not finite.
  std::optional<NearestPoint> nearest(const Vec3& point, std::uint32_t groups = ~std::uint32_t{0});

  /// update(), and all that Query objects borrow for questions beyond contacts, such as rays: the
  /// trees of all bodies.
  void update_all();

  /// A question of your own: is called once, at once, with the bodies as they stand and memory for
  /// the work. It reads them, and may keep structures of its own with them
  /// (BodyState::structures); questions within the library borrow the library's there. What changes
  /// this world throws Error{in_use} meanwhile. Pairs of bodies are listed (Task::known) only after
  /// an update(). What it throws, ask() throws; Error{bad_argument} for none.
  void ask(const Question& question);

  /// Checks every invariant of the structures. For tests; throws std::logic_error. Not while Query
  /// objects ask.
  void validate() const;

 private:
  friend class Query;
  struct Body;

  Body& find(BodyId body) const;
  bool holds(BodyId body) const;
  void move_along(BodyId body, const PositionsView& from, const PositionsView& to, Storage storage);
  void moved(Body& body, Primitives primitives, const Extent& extent, bool same_triangles,
             const Motion* motion = nullptr);
  static void fill(Body& body, BodyDef& def);
  static void fill_rigid(Body& body, BodyDef& def);
  static void fill_moving(Body& body, BodyDef& def);
  static void set_clusters(Body& body, Clusters clusters);
  static void set_solid(Body& body);
  const Body& find_solid(BodyId body) const;
  void changed(std::uint32_t slot);
  bool admits(std::uint32_t a, std::uint32_t b) const;
  Clearance measure(std::optional<BodyId> a, std::optional<BodyId> b,
                    const ClearanceOptions& options);
  void update_frame();
  void update_pairs();
  void update_method();
  void prepare_question();
  template <class F>
  void question_on(unsigned threads, F&& question);
  void sweep();
  const Result& report_update();
  static void require(const Body& body, bool allowed, const char* what);
  void require_whole() const;

  std::unique_ptr<InUse> in_use_;
  std::uint32_t number_;  // in the handles of its bodies
  std::vector<std::unique_ptr<Body>> slots_;
  std::vector<std::uint32_t> generations_;
  std::vector<std::uint32_t> free_slots_;
  std::vector<std::uint8_t> noted_;  // by slot: is it in Task::moved?
  Task task_;
  std::unique_ptr<NearPairs> near_;
  std::unique_ptr<CensusTaker> census_;
  std::unique_ptr<SceneExtent> scene_;
  std::string method_name_;
  std::unique_ptr<Method> method_;
  bool method_sound_ = true;  // false: an update ended half-way
  std::unique_ptr<Query> query_;
  std::unique_ptr<Impacts> impacts_;
  RayHits hits_;
  std::vector<PrimitiveId> found_;
  Scratch update_scratch_;
  Stats update_stats_;
  double update_seconds_ = 0;
  std::uint64_t version_ = 0;
  bool updated_ = false;
};

/// Asks a world that nobody changes at the time, one per thread. Owns its scratch memory and its
/// result. Any number of Query objects may ask the same updated world at once, each from its own
/// thread (docs/threads.md); it must outlive them and not change.
class TACT_API Query {
 public:
  /// The world must outlive it, at the same place.
  explicit Query(const World& world) : world_(&world) {}

  /// Everything the world tests. The result is valid until the next question. Throws
  /// Error{bad_argument} if the world changed since World::update() (bodies that came, went or
  /// moved, switches, groups, exclusions, filter), and for a tolerance that cannot be.
  const Result& collide(const CollideOptions& options = {});
  /// Two bodies, whatever their groups and masks, exclusions and filter; the same body twice:
  /// within it.
  const Result& collide(BodyId a, BodyId b, const CollideOptions& options = {});

  /// What rays meet, see World::cast(). Valid until the next one. Throws as that does, and
  /// Error{bad_argument} if the world changed since World::update_all().
  const RayHits& cast(std::span<const Ray> rays, const RayOptions& options = {});
  /// See World::clearance(). Throw as those do, and as cast() does.
  Clearance clearance(const ClearanceOptions& options = {});
  Clearance clearance(BodyId body, const ClearanceOptions& options = {});
  Clearance clearance(BodyId a, BodyId b, const ClearanceOptions& options = {});

 private:
  friend class World;
  void require_trees() const;
  Clearance measure(std::optional<BodyId> a, std::optional<BodyId> b,
                    const ClearanceOptions& options);
  const Result& ask(const Request& request, const CollideOptions& options);
  void add_contained(const Request& request, ResultWriter& answer);

  const World* world_;
  Scratch scratch_;
  Result result_;
  RayHits hits_;
};

/// Contacts between two meshes that stand as they are, or at a pose each. Their handles have slots
/// 0 and 1, of a world that is gone. Checks and builds everything anew. Throws what World::add()
/// and World::collide() throw: Error{bad_mesh}, {bad_pose}, {bad_argument}.
TACT_API Result collide(const MeshView& a, const MeshView& b, const CollideOptions& options = {});
TACT_API Result collide(const MeshView& a, const Transform& pose_a, const MeshView& b,
                        const Transform& pose_b, const CollideOptions& options = {});

/// Contacts within one mesh. Neighbours, triangles that share a vertex, are left out, and with them
/// folds and doubled triangles: see CollideOptions::neighbours. Throws Error{bad_mesh},
/// {bad_argument}.
TACT_API Result self_collide(const MeshView& mesh, const CollideOptions& options = {});

/// What meets while the vertices of two meshes go to other places, or those of one mesh within it:
/// see World::impacts(). `to` has as many as the mesh. Handles as above. Throws what World::add(),
/// move() and impacts() throw: Error{bad_mesh}, {bad_argument}.
TACT_API Impacts impacts(const MeshView& a, const PositionsView& to_a, const MeshView& b,
                         const PositionsView& to_b, const ImpactOptions& options = {});
/// Of one mesh, within it.
TACT_API Impacts self_impacts(const MeshView& mesh, const PositionsView& to,
                              const ImpactOptions& options = {});

}  // namespace tact
