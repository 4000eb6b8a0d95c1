#!/usr/bin/env python3
"""Runs clang-tidy over the project's sources. Usage: tools/tidy.py [--build FOLDER] [FILE...]

The sources of a folder are looked at together, as the build compiles them: matching the same headers for
every file anew is five sixths of the time. A FILE stands for the group that holds it; without one, all sources are
meant, also those that are not added yet.

A group that was clean stays clean while nothing it is made of changes: the hash of its text, of the
project headers it includes, of its compile command and of the configuration is kept in the user's cache,
as a compiler cache keeps what it compiled, so that a fresh clone need not ask again."""
import argparse
import concurrent.futures
import functools
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^">]+)', re.M)


@functools.cache
def closure(path):
    """The file and all project headers that it includes, however deep."""
    seen, todo = set(), [path]
    while todo:
        here = todo.pop()
        if here in seen:
            continue
        seen.add(here)
        for name in INCLUDE.findall(here.read_text(encoding="utf-8")):
            todo += [p for p in (ROOT / "src" / name, ROOT / name, here.parent / name) if p.is_file()][:1]
    return sorted(seen)


def members(path):
    """The sources that the compiled file stands for: itself, or what a group of them includes."""
    if path.parent.name != "Unity":
        return {path}
    return {pathlib.Path(name) for name in INCLUDE.findall(path.read_text(encoding="utf-8"))}


def digest(entry, path, settings):
    """Of all that a finding can come from, wherever the clone lies."""
    text = hashlib.sha256(settings + entry.get("command", "").replace(str(ROOT), "").encode())
    for part in closure(path):
        text.update(part.read_bytes().replace(str(ROOT).encode(), b""))
    return text.hexdigest()


def tidy(build, path, sources):
    options = ["--quiet", "--extra-arg=-Wno-unknown-warning-option", "-p", build]
    if path not in sources:
        # A group includes sources, and lies where the settings of their folder are not found.
        options.append("--checks=-bugprone-suspicious-include")
        own = next(iter(sources)).relative_to(ROOT).parts[0]
        if (ROOT / own / ".clang-tidy").is_file():
            options.append(f"--config-file={ROOT / own / '.clang-tidy'}")
    run = subprocess.run(["clang-tidy", *options, path], cwd=ROOT, capture_output=True, text=True)
    # What goes to the error stream is only the count of warnings suppressed in system headers.
    return run.stdout + (run.stderr if run.returncode and not run.stdout.strip() else ""), run.returncode


def all_sources():
    """What git knows, and what is not added yet."""
    names = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.cpp"], cwd=ROOT,
                           capture_output=True, text=True, check=True).stdout.splitlines()
    return {path.resolve() for path in (ROOT / name for name in names) if path.is_file()}


def notice_new_sources(build):
    """Has the build look for sources again: a new one is in no command of it yet."""
    if (build / "build.ninja").is_file():
        run = subprocess.run(["cmake", "--build", build, "--target", "build.ninja"], capture_output=True, text=True)
        if run.returncode:
            sys.exit(f"clang-tidy: {build} cannot be brought up to date:\n{run.stdout}{run.stderr}")


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--build", type=pathlib.Path, default=ROOT / "build/lint")
    arguments.add_argument("files", nargs="*", type=pathlib.Path)
    options = arguments.parse_args()
    commands = options.build / "compile_commands.json"
    if not commands.is_file():
        sys.exit(f"clang-tidy: there is no {commands}: run `cmake --preset lint` first")
    notice_new_sources(options.build)
    wanted = {name.resolve() for name in options.files} or all_sources()
    missing = [str(path) for path in wanted if not path.is_file()]
    if missing:
        sys.exit("clang-tidy: there is no file " + ", ".join(missing))
    settings = b"".join(p.read_bytes() for p in sorted(ROOT.glob("**/.clang-tidy")) if "build" not in p.parts)
    settings += subprocess.check_output(["clang-tidy", "--version"])
    clean = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache", "tact/tidy")
    clean.mkdir(parents=True, exist_ok=True)

    todo, seen, known = {}, set(), 0
    for entry in json.loads(commands.read_text()):
        path = pathlib.Path(entry["directory"], entry["file"]).resolve()
        sources = members(path)
        if not sources & wanted or sources <= seen:
            continue
        seen |= sources
        mark = clean / digest(entry, path, settings)
        if mark.exists():
            known += len(sources)
        else:
            todo[path] = mark, sources
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        runs = {pool.submit(tidy, options.build, path, sources): mark for path, (mark, sources) in todo.items()}
        for run in concurrent.futures.as_completed(runs):
            text, code = run.result()
            if code:
                failed += 1
                print(text.strip().replace(f"{ROOT}/", ""), flush=True)
            else:
                runs[run].touch()
    unseen = sorted(str(path).replace(f"{ROOT}/", "") for path in wanted - seen)
    print(f"clang-tidy: {len(seen)} files, {known} known to be clean, {failed} groups with findings")
    if unseen:
        print("clang-tidy: compiled by no target: " + ", ".join(unseen))
    if unseen and options.files:
        print("clang-tidy: for a header, name a source that includes it")
    return 1 if failed or not seen or (unseen and options.files) else 0


if __name__ == "__main__":
    sys.exit(main())
