#!/usr/bin/env python3
"""Mutants of a toy: where sources are changed and how, what is killed, what survives, what is not counted."""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOLS = pathlib.Path(__file__).parents[2] / "tools"
sys.path.insert(0, str(TOOLS))
from mutant_copy import batches  # noqa: E402
from mutants import drawn  # noqa: E402
from mutations import mutations  # noqa: E402

TOY = """#include "toy.h"
// 7 < 8 in a comment
namespace tact {
int clamped(int x) {
  if (x < 3) return 3;
  if (x > 100) return 50;
  int unseen = x * 5;
  unseen = 0;
  return x + unseen;
}
}  // namespace tact
"""
FILES = {
    "src/tact/toy/toy.cpp": TOY,
    "src/tact/toy/toy.h": "namespace tact {\nint clamped(int x);\n}\n",
    # Stands in for a program of GoogleTest: What lies above 4 is never tried.
    "tests/main.cpp": '#include "toy.h"\nint main() {\n'
                      "  return tact::clamped(2) == 3 && tact::clamped(4) == 4 ? 0 : 1;\n}\n",
    "CMakeLists.txt": "cmake_minimum_required(VERSION 3.25)\nproject(toy LANGUAGES CXX)\n"
                      "add_subdirectory(src)\nadd_subdirectory(tests)\n",
    "src/CMakeLists.txt": "add_library(tact tact/toy/toy.cpp)\n"
                          "target_include_directories(tact PUBLIC tact/toy)\n",
    "tests/CMakeLists.txt": "add_executable(test_toy main.cpp)\ntarget_link_libraries(test_toy PRIVATE tact)\n",
    "CMakePresets.json": json.dumps({"version": 6, "configurePresets": [{
        "name": "quick", "generator": "Ninja", "binaryDir": "${sourceDir}/build",
        "cacheVariables": {"CMAKE_BUILD_TYPE": "Release"}}]}),
}


def changes(text):
    return [(m.line, m.before, m.after.strip()) for m in mutations("x.cpp", text)]


class Mutations(unittest.TestCase):
    def test_the_usual_operators(self):
        self.assertEqual(changes("bool f(int a) { return a < b && !c; }\n"),
                         [(1, "<", "<="), (1, "<", ">"), (1, "&&", "||"), (1, "!", "")])
        self.assertIn((1, "min", "max"), changes("x = std::min(a, b);\n"))
        self.assertIn((1, "hn::Add", "hn::Sub"), changes("  const V x = hn::Add(a, b);\n"))
        self.assertIn((1, "true", "false"), changes("bool f = true;\n"))
        self.assertEqual([a for _, b, a in changes("double e = 0x1p-18F;\n")],
                         ["(0x1p-18F + 1)", "(0x1p-18F / 2)", "0"])

    def test_statements_and_early_returns_go_but_not_the_last(self):
        found = changes("int f() {\n  if (a) return 1;\n  g(a,\n    b);\n  const int c = d;\n  return c;\n}\n")
        self.assertIn((2, "return 1;", ";"), found)
        self.assertIn((3, "g(a,\n    b);", ";"), found)
        self.assertNotIn("return c;", [before for _, before, _ in found])
        self.assertFalse([f for f in found if f[1].startswith("const")])

    def test_leaves_out_what_does_nothing(self):
        for text in ("// a < b\n", "#include <x>\n#if A < 3\n", 'const char* c = "a < 3";\n',
                     "TACT_ASSERT(a < 3);\n", "static_assert(1 < 2);\n", "__builtin_prefetch(p + 16);\n",
                     "std::vector<Vec3*> points;\n", "float centre[3];\n", "template <int N>\n"):
            self.assertEqual(changes(text), [], text)

    def test_lines_stay_where_they_are(self):
        for source in TOOLS.parent.glob("src/tact/geometry/*.cpp"):
            text = source.read_text(encoding="utf-8")
            found = mutations(source.name, text)
            self.assertTrue(found)
            for mutation in found:
                changed = mutation.apply(text)
                self.assertNotEqual(changed, text)
                self.assertEqual(changed.count("\n"), text.count("\n"), mutation)


class Batches(unittest.TestCase):
    def test_the_tests_of_the_file_come_first_then_the_quick_ones(self):
        with tempfile.TemporaryDirectory() as folder:
            own = pathlib.Path(folder, "tests/toy/test_box_rules.cpp")
            own.parent.mkdir(parents=True)
            own.write_text("TEST(Box, Fits) {\n}\nTEST_P(BoxCase, Fits) {\n}\n")
            own.with_name("test_other.cpp").write_text("TEST(Other, A) {\n}\n")
            seconds = {"Other.Slow": 3.0, "Box.Fits": 0.25, "Other.A": 0.01, "All/BoxCase.Fits/3": 0.25,
                       "BoxCase.Slow": 2.0, "Other.OfBoxes": 0.0, "Other.Slowest": 9.0}
            self.assertEqual(batches(pathlib.Path(folder), "src/tact/toy/box_tree.cpp", seconds, 5),
                             [("Box.Fits:All/BoxCase.Fits/3:Other.OfBoxes", 0.5), ("Other.A", 0.01),
                              ("BoxCase.Slow", 2.0), ("Other.Slow", 3.0)])


class Mutants(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.root = pathlib.Path(cls.folder.name, "toy")
        for name, text in FILES.items():
            path = cls.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        subprocess.run(["git", "init", "-q", cls.root], check=True)
        cls.first = cls.run_tool("--count", "1000", "src/tact/toy/toy.cpp")
        cls.report = json.loads((pathlib.Path(cls.folder.name) / "report.json").read_text())
        cls.table = (pathlib.Path(cls.folder.name) / "report.md").read_text()

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def run_tool(cls, *options):
        return subprocess.run(
            [sys.executable, TOOLS / "mutants.py", "--root", cls.root, "--home", cls.folder.name,
             "--tests", "test_toy", *options], capture_output=True, text=True)

    def outcome(self, before, after):
        found = [r["outcome"] for r in self.report if (r["before"], r["after"].strip()) == (before, after)]
        self.assertEqual(len(found), 1, (before, after, self.first.stdout + self.first.stderr))
        return found[0]

    def test_kills_and_lets_survive(self):
        self.assertEqual(self.outcome("<", ">"), "killed")
        self.assertEqual(self.outcome("return 3;", ";"), "killed")
        self.assertEqual(self.outcome("unseen = 0;", ";"), "killed")
        self.assertEqual(self.outcome("return 50;", ";"), "survived")
        self.assertEqual(self.outcome(">", ">="), "survived")
        # Overwritten before it is read: the same code, though another mutant was built before it.
        self.assertEqual(self.outcome("*", "/"), "same code")
        self.assertEqual(self.outcome("5", "(5 + 1)"), "same code")
        self.assertEqual(self.first.returncode, 1)

    def test_counts_what_survived(self):
        survived = [r for r in self.report if r["outcome"] == "survived"]
        killed = [r for r in self.report if r["outcome"] == "killed"]
        self.assertIn(f"{len(survived) + len(killed)} mutants, {len(killed)} killed, {len(survived)} survived",
                      self.first.stdout)
        self.assertIn(6, {r["line"] for r in survived})
        self.assertNotIn(8, {r["line"] for r in survived})
        self.assertEqual(self.table.count("\n"), len(self.report) + 2)

    def test_the_sources_are_never_touched(self):
        self.assertEqual((self.root / "src/tact/toy/toy.cpp").read_text(), TOY)
        copy = pathlib.Path(self.folder.name, "0/tree/src/tact/toy/toy.cpp")
        self.assertEqual(copy.read_text(), TOY, "the change was not taken back")

    def test_a_seed_draws_the_same_and_each_once(self):
        one, same, other = (list(drawn(self.root, ["src/tact/toy/toy.cpp"], seed)) for seed in (1, 1, 2))
        self.assertEqual(one, same)
        self.assertNotEqual(one, other)
        self.assertEqual(set(one), set(other))
        self.assertEqual(len(one), len(set(one)))
        tried = [(r["line"], r["column"], r["after"]) for r in self.report]
        self.assertEqual(tried, [(m.line, m.column, m.after) for m in one])

    def test_as_many_as_wanted_whatever_the_number_of_copies(self):
        tables = []
        for copies in "1", "3":
            said = self.run_tool("--count", "3", "--copies", copies, "src/tact/toy/toy.cpp").stdout
            self.assertIn("\n3 mutants, ", said)
            tables.append((pathlib.Path(self.folder.name) / "report.json").read_text())
        self.assertEqual(tables[0], tables[1])

    def test_goes_on_where_it_was_stopped(self):
        report = pathlib.Path(self.folder.name) / "report.json"
        rows = json.loads(json.dumps(self.report[:4]))
        rows[2]["outcome"], rows[2]["by"] = "killed", "what was known"
        report.write_text(json.dumps(rows))
        self.run_tool("--count", "6", "--go-on", "src/tact/toy/toy.cpp")
        found = json.loads(report.read_text())
        self.assertEqual(found[2]["by"], "what was known")
        self.assertEqual([r["column"] for r in found], [r["column"] for r in self.report[:len(found)]])
        self.assertEqual(sum(r["outcome"] in ("killed", "survived") for r in found), 6)

    def test_trouble_is_told(self):
        self.assertEqual(self.run_tool("src/tact/nowhere.cpp").returncode, 2)
        self.assertEqual(self.run_tool("--again", "nowhere.json").returncode, 2)


if __name__ == "__main__":
    unittest.main()
