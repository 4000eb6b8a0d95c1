// tact ray: what the program says of rays, in each format, and what it refuses.
#include "tests/apps/program.h"

namespace tact::test {
namespace {

class RayCommand : public Program {
 protected:
  // Two squares over one another, cut into two triangles each.
  void SetUp() override {
    for (const int z : {0, 2}) {
      std::string text;
      for (const char* corner : {"-1 -1", "1 -1", "1 1", "-1 1"}) {
        text += "v " + std::string(corner) + " " + std::to_string(z) + "\n";
      }
      folder().write("z" + std::to_string(z) + ".obj", text + "f 1 2 3 4\n");
    }
  }
};

TEST_F(RayCommand, NamesTheFirst) {
  const Outcome run =
      tact("ray z0.obj z2.obj --origin '0.5 0.25 5' --direction '0 0 -2' --format json");
  EXPECT_EQ(run.code, 1);
  const nlohmann::json answer = run.json();
  EXPECT_EQ(answer["command"], "ray");
  EXPECT_EQ(answer["touching"], true);
  EXPECT_EQ(answer["count"], 1);
  EXPECT_EQ(answer["hits"][0]["t"], 1.5);
  EXPECT_EQ(answer["hits"][0]["body"], 1);
  EXPECT_EQ(answer["hits"][0]["face"], 0);
  EXPECT_EQ(answer["hits"][0]["point"], nlohmann::json({0.5, 0.25, 2.0}));
  EXPECT_EQ(answer["bodies"][1]["name"], "z2.obj");
  EXPECT_EQ(tact("ray z0.obj --origin 0.5 0.25 -5 --direction 0 0 -2").code, 0);
}

TEST_F(RayCommand, NamesAllAndAny) {
  // Along the diagonal both triangles of a square are met.
  const Outcome all = tact("ray z0.obj z2.obj --origin '0 0 5' --to '0 0 -5' --all --format csv");
  EXPECT_EQ(all.code, 1);
  ASSERT_EQ(all.lines().size(), 5U);
  EXPECT_EQ(all.lines()[0], "ray,t,body,name,primitive,face,u,v,x,y,z");
  EXPECT_EQ(all.lines()[1].rfind("0,0.3,1,z2.obj,0,0,", 0), 0U) << all.lines()[1];
  EXPECT_EQ(all.lines()[4].rfind("0,0.5,0,z0.obj,1,0,", 0), 0U) << all.lines()[4];
  const Outcome any = tact("ray z0.obj --origin 0 0 5 --direction 0 0 -1 --any");
  EXPECT_EQ(any.code, 1);
  EXPECT_EQ(any.lines()[0], "touching: 1 of 1 ray, 1 hit");
  EXPECT_EQ(tact("ray z0.obj --origin 0 0 5 --direction 0 0 -1 --t-max 4.9").code, 0);
  EXPECT_EQ(tact("ray z0.obj --origin 0 0 5 --direction 0 0 -1 --t-max 5").code, 1);
}

TEST_F(RayCommand, ReadsManyFromAFile) {
  folder().write("rays.txt",
                 "# down, up, and too short\n0 0 5 0 0 -1\n0 0 5 0 0 1\n0 0 5 0 0 -1 2\n");
  const Outcome run = tact("ray z0.obj z2.obj --rays rays.txt --format json");
  EXPECT_EQ(run.code, 1);
  EXPECT_EQ(run.json()["rays"], 3);
  EXPECT_EQ(run.json()["met"], 1);
  EXPECT_EQ(tact("ray z0.obj z2.obj --rays rays.txt").lines()[0], "touching: 1 of 3 rays, 1 hit");
  folder().write("bad.txt", "0 0 5 0 0 -1\n0 0 5 0 0\n");
  expect_trouble("ray z0.obj --rays bad.txt", "bad.txt:2: 5 numbers");
  folder().write("word.txt", "0 0 five 0 0 -1\n");
  expect_trouble("ray z0.obj --rays word.txt", "is not a number");
  folder().write("zero.txt", "0 0 5 0 0 -1\n0 0 5 0 0 0\n");
  expect_trouble("ray z0.obj --rays zero.txt", "ray 1: its direction is zero");
}

TEST_F(RayCommand, NamesThePlaceWhereNoNumberLeadsThere) {
  folder().write("x.obj", "v 0 -1 -1\nv 0 3 -1\nv 0 -1 3\nf 1 2 3\n");
  const std::string ray = "ray x.obj --origin '1e300 0 0' --direction '-5e-324 0 0' --format ";
  const Outcome told = tact(ray + "json");
  EXPECT_EQ(told.code, 1);
  EXPECT_EQ(told.json()["hits"][0]["point"], nlohmann::json({0.0, 0.0, 0.0})) << told.out;
  EXPECT_TRUE(tact(ray + "csv").lines()[1].ends_with(",0.25,0.25,0,0,0")) << tact(ray + "csv").out;
}

TEST_F(RayCommand, AFileWithoutRaysIsTrouble) {
  folder().write("empty.txt", "");
  expect_trouble("ray z0.obj --rays empty.txt", "empty.txt: no rays");
  folder().write("remarks.txt", "# none\n\n");
  expect_trouble("ray z0.obj --rays remarks.txt", "no rays");
}

TEST_F(RayCommand, RefusesWhatIsNoRay) {
  expect_trouble("ray z0.obj", "which rays?");
  expect_trouble("ray z0.obj --origin '0 0 1'", "which rays?");
  expect_trouble("ray z0.obj --origin '0 0' --direction '0 0 1'", "--origin: 2 numbers");
  expect_trouble("ray z0.obj --origin '0 0 x' --direction '0 0 1'", "'x' is not a number");
  expect_trouble("ray z0.obj --origin '0 0 nan' --direction '0 0 1'", "not finite");
  expect_trouble("ray z0.obj --origin '0 0 1' --direction '0 0 1' --t-max -1", "at least 0");
  expect_trouble("ray missing.obj --origin '0 0 1' --direction '0 0 1'", "missing.obj");
  expect_trouble("ray z0.obj --rays missing.txt", "missing.txt");
}

}  // namespace
}  // namespace tact::test
