#!/usr/bin/env python3
"""Cuts a failing script of tests/support/script.h down to the steps that are needed.

    tests/fuzz/shrink.py SCRIPT -- build/release/tests/test_world --gtest_filter=RandomScripts.Replay

The script, a step a line, is given to the command as TACT_RANDOM_SCRIPT; it fails, by a complaint or a crash, where the command
does. What is left is printed, and kept in SCRIPT.small."""
import os
import pathlib
import subprocess
import sys


def fails(lines, path, command):
    path.write_text("".join(lines))
    environment = dict(os.environ, TACT_RANDOM_SCRIPT=str(path))
    return subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode != 0


def shrink(lines, path, command):
    """Leaves out ever smaller runs of lines, the last ones first, as long as the rest fails."""
    size = len(lines) // 2
    while size > 0:
        end = len(lines)
        while end > 0:
            remaining = lines[:max(0, end - size)] + lines[end:]
            if fails(remaining, path, command):
                lines = remaining
            end -= size
        size //= 2
    path.write_text("".join(lines))
    return lines


def main():
    if "--" not in sys.argv or sys.argv.index("--") != 2:
        print(__doc__)
        return 2
    script = pathlib.Path(sys.argv[1])
    command = sys.argv[3:]
    path = script.with_suffix(".small")
    lines = script.read_text().splitlines(keepends=True)
    if not fails(lines, path, command):
        print("the script does not fail")
        return 1
    print("".join(shrink(lines, path, command)), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
