#!/usr/bin/env python3
"""Runs an example and compares what it prints with the comment at its end.

Usage: check_output.py SOURCE PROGRAM; the comment is `// Output:` and a `//   ` line per line of output."""
import difflib
import pathlib
import re
import subprocess
import sys

source, program = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
comment = re.search(r"^// Output:\n((?://   .*\n)+)\Z", source.read_text(encoding="utf-8"), re.M)
if not comment:
    sys.exit(f"{source.name}: no expected output at its end")
expected = [line[5:] for line in comment[1].splitlines()]
run = subprocess.run([program], cwd=source.parent / "data", capture_output=True, text=True, timeout=120)
print(run.stderr, end="")
difference = list(difflib.unified_diff(expected, run.stdout.splitlines(), "expected", "printed", lineterm=""))
print("\n".join(difference))
sys.exit(1 if difference or run.returncode else 0)
