// Bodies that are declared solid: what is refused, what moves may do, and what collide() says of a
// body that lies inside another.
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "tact/tact.h"
#include "tests/question/polycube.h"
#include "tests/support/shapes.h"

namespace tact {
namespace {

using testing::box;

void expect_refused(const std::function<void()>& call, ErrorCode code, const std::string& part) {
  try {
    call();
    ADD_FAILURE() << "was not refused";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), code);
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

TEST(Solids, ANamedEdgeThatIsNotClosed) {
  World world;
  Mesh open = box({0, 0, 0}, 1);
  const auto last = open.triangles.back();
  open.triangles.pop_back();
  expect_refused([&] { world.add(rigid(open).name("lid").solid()); }, ErrorCode::bad_mesh,
                 "lid: not a solid: the edge of triangle ");
  open.triangles.push_back({last[0], last[2], last[1]});
  expect_refused([&] { world.add(deforming(open).solid()); }, ErrorCode::bad_mesh, "turned over");
  open.triangles.back() = last;
  open.triangles.push_back(last);
  expect_refused([&] { world.add(breaking(open).solid()); }, ErrorCode::bad_mesh,
                 "belongs to 3 triangles, not two");
  expect_refused(
      [&] {
        world.add(points({{0, 0, 0}}, {1}).solid());
      },
      ErrorCode::unsupported, "cannot be a solid");
  EXPECT_EQ(world.size(), 0U);
  open.triangles.pop_back();
  open.triangles.push_back({last[0], last[0], last[1]});  // bounds nothing
  EXPECT_TRUE(world.solid(world.add(rigid(open).solid())));
  EXPECT_FALSE(world.solid(world.add(rigid(open))));
}

Mesh unwelded(const Mesh& mesh) {
  Mesh out;
  for (const auto& t : mesh.triangles) {
    const auto first = static_cast<std::uint32_t>(out.positions.size());
    for (const std::uint32_t v : t) {
      out.positions.push_back(mesh.positions[v]);
      out.topology.push_back(v);
    }
    out.triangles.push_back({first, first + 1, first + 2});
  }
  return out;
}

TEST(Solids, ClosedByTopologyIdsThatStandTogether) {
  World world;
  Mesh mesh = unwelded(box({0, 0, 0}, 1));
  const BodyId body = world.add(deforming(mesh).solid());
  EXPECT_EQ(world.side_of(body, {0.5, 0, 0}), PointSide::inside);
  std::vector<Vec3> torn = mesh.positions;
  torn[7].x += 0.25;
  expect_refused([&] { world.move(body, torn, Storage::copy); }, ErrorCode::bad_mesh,
                 "stand at two places");
  EXPECT_EQ(world.side_of(body, {0.5, 0, 0}), PointSide::inside);
  mesh.topology.clear();
  expect_refused([&] { world.add(deforming(mesh).solid()); }, ErrorCode::bad_mesh, "is open");
}

TEST(Solids, MovesKeepThemSolid) {
  World world;
  const Mesh mesh = box({0, 0, 0}, 1);
  const BodyId turned = world.add(rigid(mesh).solid());
  const BodyId soft = world.add(deforming(mesh).solid());
  const BodyId broken = world.add(breaking(mesh).solid());
  const Vec3 far{10, 0, 0};
  world.move(turned, Transform::from_axis_angle({0, 0, 1}, 0.3, far));
  const Mesh moved = testing::shifted(mesh, far);
  world.move(soft, moved.positions);
  Mesh two = moved;
  testing::append(two, box({0, 0, 0}, 1));
  world.move(broken, two.view());
  for (const BodyId body : {turned, soft, broken}) {
    EXPECT_EQ(world.side_of(body, far), PointSide::inside);
    const bool stays = body == broken;
    EXPECT_EQ(world.side_of(body, {0, 0, 0}), stays ? PointSide::inside : PointSide::outside);
  }
  two.triangles.pop_back();
  expect_refused([&] { world.move(broken, two.view()); }, ErrorCode::bad_mesh, "not a solid");
  EXPECT_EQ(world.side_of(broken, {0, 0, 0}), PointSide::inside);
}

TEST(Solids, QuestionsThatAreRefused) {
  World world;
  const BodyId solid = world.add(rigid(box({0, 0, 0}, 1)).solid());
  const BodyId surface = world.add(rigid(box({0, 0, 0}, 2)).name("shell"));
  expect_refused([&] { world.side_of(surface, {0, 0, 0}); }, ErrorCode::unsupported, "shell");
  expect_refused([&] { world.relate(solid, surface); }, ErrorCode::unsupported, "shell");
  expect_refused([&] { world.relate(solid, solid); }, ErrorCode::bad_argument, "itself");
  expect_refused([&] { world.side_of(solid, {0, NAN, 0}); }, ErrorCode::bad_mesh, "NaN");
  world.remove(surface);
  expect_refused([&] { world.relate(solid, surface); }, ErrorCode::unknown_body, "removed");
}

// A shell around a hollow: what is in the hollow is outside.
Mesh hollow_box() {
  Mesh mesh = box({0, 0, 0}, 3);
  Mesh hollow = box({0, 0, 0}, 2);
  for (auto& t : hollow.triangles) std::swap(t[1], t[2]);
  testing::append(mesh, hollow);
  return mesh;
}

TEST(Solids, ABodyInAnotherIsNeverClear) {
  for (const std::string method : {"dbvh", "brute", "sap", "auto"}) {
    World world({method, 1});
    const BodyId outer = world.add(rigid(box({0, 0, 0}, 2)).user(7).solid());
    const BodyId inner = world.add(deforming(box({0.5, 0, 0}, 0.5)).user(9));
    const Result& result = world.collide();
    EXPECT_TRUE(result.touching());
    EXPECT_TRUE(result.empty());
    ASSERT_EQ(result.contained().size(), 1U);
    EXPECT_EQ(result.contained()[0].inner, inner);
    EXPECT_EQ(result.contained()[0].outer, outer);
    EXPECT_EQ(result.contained()[0].user_inner, 9U);
    EXPECT_EQ(result.contained()[0].user_outer, 7U);
    EXPECT_TRUE(world.any());
    EXPECT_TRUE(world.collide(inner, outer).touching());
    Query query(world);
    EXPECT_EQ(query.collide().contained().size(), 1U);
    world.exclude(inner, outer);
    EXPECT_FALSE(world.collide().touching());
    world.include(inner, outer);
    const Mesh beside = box({2.5, 0, 0}, 0.25);  // in the box of outer's, grown, and out of it
    world.move(inner, beside.positions);
    EXPECT_FALSE(world.any());
    const Mesh through = box({2, 0, 0}, 0.5);
    world.move(inner, through.positions);
    EXPECT_TRUE(world.collide().contained().empty());
    EXPECT_FALSE(world.collide().empty());
  }
}

TEST(Solids, AHollowIsOutside) {
  World world;
  const BodyId hollow = world.add(rigid(hollow_box()).solid());
  const BodyId ball = world.add(deforming(box({0, 0, 0}, 1)).solid());
  const BodyId cloud = world.add(points({{0, 0, 0}, {0, 0, 2.5}}, {0.1, 0.1}));
  const Result& result = world.collide();
  std::vector<std::array<BodyId, 2>> found;
  for (const Containment& c : result.contained()) found.push_back({c.inner, c.outer});
  // One point in the wall, one in the ball.
  EXPECT_EQ(found, (std::vector<std::array<BodyId, 2>>{{cloud, hollow}, {cloud, ball}}));
  EXPECT_EQ(world.relate(hollow, ball), Relation::separate);
  EXPECT_EQ(world.side_of(hollow, {0, 0, 0}), PointSide::outside);
  EXPECT_EQ(world.side_of(hollow, {0, 0, 2}), PointSide::on_surface);
  EXPECT_EQ(world.side_of(hollow, {0, 0, 2.5}), PointSide::inside);
  const Mesh fills = box({0, 0, 0}, 2);
  world.move(ball, fills.positions);
  EXPECT_EQ(world.relate(hollow, ball), Relation::touching);
  const Mesh covers = box({0, 0, 0}, 3);
  world.move(ball, covers.positions);
  EXPECT_EQ(world.relate(hollow, ball), Relation::a_inside_b);
  const Mesh wider = box({0, 0, 0}, 2.5);
  world.move(ball, wider.positions);
  EXPECT_EQ(world.relate(ball, hollow), Relation::crossing);
  const Mesh in_wall = box({0, 0, 2.5}, 0.5);
  world.move(ball, in_wall.positions);
  EXPECT_EQ(world.relate(ball, hollow), Relation::a_inside_b);
}

// Shells in shells of the same sense are part of what is inside.
TEST(Solids, NestedShellsAreNoHollow) {
  Mesh nested = box({0, 0, 0}, 3);
  testing::append(nested, box({0, 0, 0}, 2));
  World world;
  const BodyId thick = world.add(rigid(nested).solid());
  const BodyId between = world.add(rigid(box({0, 0, 0}, 2.5)).solid());
  const BodyId inner = world.add(rigid(box({0, 0, 0}, 1)).solid());
  EXPECT_EQ(world.side_of(thick, {0, 0, 0}), PointSide::inside);
  EXPECT_EQ(world.relate(between, thick), Relation::a_inside_b);
  EXPECT_EQ(world.relate(thick, inner), Relation::b_inside_a);
}

TEST(Solids, FlatOnesHaveNoInside) {
  Mesh flat;
  flat.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  flat.triangles = {{0, 1, 2}, {0, 2, 1}};
  World world;
  const BodyId nothing = world.add(rigid(flat).solid());
  const BodyId around = world.add(rigid(box({0, 0, 0}, 2)).solid());
  const BodyId same = world.add(rigid(flat).solid());
  EXPECT_EQ(world.relate(nothing, around), Relation::touching);
  EXPECT_EQ(world.relate(nothing, same), Relation::touching);
  EXPECT_EQ(world.side_of(nothing, {0.25, 0.25, 0}), PointSide::on_surface);
  EXPECT_EQ(world.side_of(nothing, {0.25, 0.25, 1e-9}), PointSide::outside);
}

TEST(Solids, ASharedShapeIsCheckedOnce) {
  const Shape shape(box({0, 0, 0}, 1));
  World world;
  world.add(rigid(shape).solid());
  EXPECT_EQ(shape.builds(), 1U);
  world.add(rigid(shape).solid().pose(Transform::from_axis_angle({0, 0, 1}, 1, {5, 0, 0})));
  EXPECT_EQ(shape.builds(), 1U);
}

}  // namespace
}  // namespace tact
