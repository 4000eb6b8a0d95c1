#!/usr/bin/env python3
"""The room check accepts the house as it should be and finds each planted violation."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

CHECK = pathlib.Path(__file__).parents[2] / "tools" / "check_rooms.py"


def check(files):
    """Exit code and messages of the check on a tree with these files (path -> include lines)."""
    with tempfile.TemporaryDirectory() as folder:
        for name, includes in files.items():
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("".join(f"#include {include}\n" for include in includes))
        run = subprocess.run([sys.executable, CHECK, folder], capture_output=True, text=True)
        return run.returncode, run.stderr


class CheckRooms(unittest.TestCase):
    def test_accepts_the_direction_of_the_house(self):
        code, messages = check({
            "src/tact/geometry/mesh.h": ["<vector>", '"tact/base/vec.h"', '"tact/geometry/triangle.h"'],
            "src/tact/method/dbvh_method.cpp": ['"tact/tree/tree.h"', '"tact/body/task.h"'],
            "src/tact/deform/polar.cpp": ["<Eigen/SVD>"],
            "src/tact/bounds/aabb_simd.h": ["<hwy/highway.h>"],
            "src/tact/world/world.h": ['"tact/method/method.h"', '"tact/question/ray.h"'],
            "src/tact/tact.h": ['"tact/world/world.h"'],
            "apps/main.cpp": ['"bench/tables.h"', "<CLI/CLI.hpp>", "<tact/tact.h>"],
            "tests/geometry/test_mesh.cpp": ['"scenes/cloth.h"', "<CGAL/Epeck.h>", "<gtest/gtest.h>"],
        })
        self.assertEqual((code, messages), (0, ""))

    def test_finds_each_planted_violation(self):
        planted = {
            "src/tact/base/vec.h": '"tact/geometry/mesh.h"',       # against the flow
            "src/tact/flat/swiper.h": '"tact/geometry/mesh.h"',    # not in its brackets
            "src/tact/question/ray.h": '"tact/method/method.h"',   # a question sees no method
            "src/tact/contact/narrow.h": '"tact/tree/bvh.h"',
            "src/tact/traverse/coherent.h": "<tact/flat/stream.h>",
            "src/tact/deform/polar.h": "<Eigen/SVD>",              # private to .cpp files
            "src/tact/world/world.h": "<tbb/parallel_for.h>",      # behind base/parallel.h
            "src/tact/geometry/mesh.h": '"mesh_view.h"',           # relative
            "src/tact/io/obj.cpp": "<CGAL/Epeck.h>",               # GPL stays in the tests
            "src/tact/cellar/wine.h": '"tact/base/vec.h"',         # no such room
            "src/tact/bounds/aabb.h": '"scenes/cloth.h"',
            "scenes/cloth.cpp": '"tests/support/oracle.h"',
            "examples/01_first.cpp": '"scenes/cloth.h"',
            "apps/main.cpp": "<unheard/of.h>",
        }
        for path, include in planted.items():
            code, messages = check({path: ["<vector>", include]})
            self.assertEqual(code, 1, f"{include} in {path} was accepted")
            self.assertIn(f"{path}:2:", messages)

    def test_a_permission_that_nobody_uses_is_found(self):
        # Almost nothing is used here, and there are no documents.
        with tempfile.TemporaryDirectory() as folder:
            for name in ("src/tact/base/vec.h", "docs/pipeline.md"):
                path = pathlib.Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text("")
            run = subprocess.run([sys.executable, CHECK, "--house", folder], capture_output=True, text=True)
        self.assertEqual(run.returncode, 1)
        self.assertIn("room bounds may include geometry, and no file of it does", run.stderr)
        self.assertIn("docs/pipeline.md", run.stderr)

    def test_an_empty_tree_is_no_success(self):
        self.assertEqual(check({})[0], 1)


if __name__ == "__main__":
    unittest.main()
