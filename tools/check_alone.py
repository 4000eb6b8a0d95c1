#!/usr/bin/env python3
"""Every header and source of the library compiles alone. Usage: tools/check_alone.py [FILE...]

The project's own build compiles the sources of a folder together; who embeds the library compiles them one
by one, and includes its headers in any order. A source that begins with a header shows that the header
stands alone, too. Highway's kernels are left out: no build ever joins them, and their *_simd.h are included
once for each instruction set, on purpose.

A FILE may also be one of the tests, the programs, the benchmarks or the examples."""
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
OPTIONS = ["-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"][^">]+)', re.M)


def first_include(source):
    """The header that a source begins with, if it is one of the library's."""
    name = INCLUDE.search(source.read_text(encoding="utf-8"))
    return ROOT / "src" / name[1][1:] if name and name[1][0] == '"' else None


def is_kernel(source):
    return "foreach_target.h" in source.read_text(encoding="utf-8")


def files_to_compile():
    sources = sorted((ROOT / "src/tact").rglob("*.cpp"))
    shown = {first_include(source) for source in sources}
    headers = [header for header in sorted((ROOT / "src/tact").rglob("*.h")) if header not in shown]
    return [source for source in sources if not is_kernel(source)] + headers


def alone(path):
    """What the compiler says of the file by itself; of a header, also that it may come twice."""
    text = f'#include "{path}"\n' * (2 if path.suffix == ".h" else 1)
    roots = [f"-I{ROOT / 'src'}"] + ([] if path.is_relative_to(ROOT / "src") else [f"-I{ROOT}"])
    run = subprocess.run(["clang++", "-fsyntax-only", *OPTIONS, *roots, "-x", "c++", "-"],
                         input=text, capture_output=True, text=True)
    return run.stderr if run.returncode else ""


def unguarded(header):
    guarded = "#pragma once" in header.read_text(encoding="utf-8")
    return "" if guarded else f"{header.relative_to(ROOT)}: no #pragma once\n"


def main():
    files = [pathlib.Path(name).resolve() for name in sys.argv[1:]] or files_to_compile()
    missing = [str(path) for path in files if not path.is_file()]
    if missing:
        sys.exit("alone: there is no file " + ", ".join(missing))
    files = [path for path in files if not path.name.endswith("_simd.h")]
    headers = [path for path in (ROOT / "src/tact").rglob("*.h") if not path.name.endswith("_simd.h")]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        findings = [text for text in [*map(unguarded, headers), *pool.map(alone, files)] if text]
    print(*findings, sep="\n", end="")
    print(f"alone: {len(files)} sources and headers compiled, {len(findings)} findings")
    return 1 if findings or not files else 0


if __name__ == "__main__":
    sys.exit(main())
