#!/usr/bin/env python3
"""Every header compiles alone, and twice in a row. Usage: tools/check_headers.py [HEADER...]

*_simd.h are left out: Highway includes them once for each instruction set, on purpose, and they only make
sense inside foreach_target."""
import concurrent.futures
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
OPTIONS = ["-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]


def alone(header):
    """What the compiler says of a source that includes the header twice and nothing else."""
    name = header.relative_to(ROOT / "src")
    source = f'#include "{name}"\n#include "{name}"\n'
    run = subprocess.run(["clang++", "-fsyntax-only", *OPTIONS, f"-I{ROOT / 'src'}", "-x", "c++", "-"],
                         input=source, capture_output=True, text=True)
    return run.stderr if run.returncode else ""


def main():
    named = [pathlib.Path(name).resolve() for name in sys.argv[1:]]
    headers = named or sorted((ROOT / "src/tact").rglob("*.h"))
    headers = [header for header in headers if not header.name.endswith("_simd.h")]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        findings = [text for text in pool.map(alone, headers) if text]
    print(*findings, sep="\n", end="")
    print(f"headers: {len(headers)} compiled alone, {len(findings)} do not")
    return 1 if findings or not headers else 0


if __name__ == "__main__":
    sys.exit(main())
