#!/usr/bin/env python3
"""The check of the face accepts what is marked and finds each planted violation."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

CHECK = pathlib.Path(__file__).parents[2] / "tools" / "check_face.py"


def check(files, listed=None):
    """Exit code and messages of the check on a tree with these headers (name -> text)."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = pathlib.Path(folder, "src/tact", name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        names = "".join(f"  {name}\n" for name in listed or files)
        pathlib.Path(folder, "cmake").mkdir()
        pathlib.Path(folder, "cmake/TactHeaders.cmake").write_text(f"set(tact_headers\n{names})\n")
        run = subprocess.run([sys.executable, CHECK, folder], capture_output=True, text=True)
        return run.returncode, run.stderr


class CheckFace(unittest.TestCase):
    def test_accepts_what_is_defined_here_or_marked(self):
        code, messages = check({"a.h": '''#include <vector>
#include "tact/b.h"
namespace tact {
TACT_API int marked(int a,
                    int b);
inline int defined(int a) { return a; }
constexpr int computed() { return 1; }
template <class T>
T generic(T t);
class TACT_API Marked {
 public:
  void elsewhere() const;
};
struct Plain {
  double x = std::numeric_limits<double>::infinity();
  std::function<int()> f;
  int g() const { return 1; }
  Plain(const Plain&) = delete;
  virtual void h() = 0;
};
}
''', "b.h": ""})
        self.assertEqual((code, messages), (0, ""))

    def test_finds_each_planted_violation(self):
        planted = {
            '#include "tact/tree/tree.h"\n': "includes tree/tree.h, which is not installed",
            "int forgotten();\n": "a.h:1: forgotten is not marked",
            "const char* forgotten(int a,\n                     int b) noexcept;\n": "a.h:1: forgotten is not marked",
            "class Forgotten {\n public:\n  int f() const;\n};\n": "a.h:1: Forgotten is not marked",
            "struct Forgotten {\n  static Forgotten f(int a,\n                     int b);\n};\n": "a.h:1: Forgotten is not marked",
        }
        for text, message in planted.items():
            code, messages = check({"a.h": text})
            self.assertEqual(code, 1, f"accepted: {text}")
            self.assertIn(message, messages)

    def test_finds_too_many(self):
        code, messages = check({f"{i}.h": "" for i in range(31)})
        self.assertEqual(code, 1)
        self.assertIn("31 headers", messages)


if __name__ == "__main__":
    unittest.main()
