#!/usr/bin/env python3
"""Are the tests able to fail? Changes the sources a little, one place at a time, and tells which changes no
test notices. Usage: tools/mutants.py [OPTIONS] [FILE...] (files or folders; all of src/tact without)

The changes are drawn by a seeded generator, in proportion to lines of code. They are made in a copy of the tree,
under build/mutants, which has a build folder of its own (preset quick); your files are never touched. A change
counts if it compiles to different code; `killed` means that a test failed, crashed or did not end.
Exit code 0: all were killed; 1: some survived; 2: there was trouble."""
import argparse
import dataclasses
import hashlib
import json
import os
import pathlib
import random
import re
import resource
import signal
import subprocess
import sys
import time

from mutations import Mutation, mutations

# What tests a room: its own program, then those of the rooms above that are quick to run and to link. A filter
# after the colon keeps a program's time down.
ABOVE = "test_world:Matrix*-*Long.*"
PROGRAMS = {
    "base": ["test_base", "test_geometry", "test_flat", "test_traverse"],
    "geometry": ["test_geometry", "test_bounds", "test_contact"],
    "bounds": ["test_bounds", "test_tree", "test_traverse", "test_flat"],
    "deform": ["test_deform", "test_world:Simulation*-*Long.*"],
    "io": ["test_io"],
    "tree": ["test_tree", "test_traverse", ABOVE],
    "traverse": ["test_traverse", "test_tree", ABOVE],
    "flat": ["test_flat", ABOVE],
    "contact": ["test_contact", ABOVE],
    "response": ["test_response", "test_world:Simulation*-*Long.*"],
    "world": ["test_world"],
}
SHORT = "*-*Long.*"  # of a program without a filter
MEMORY = 4 << 30  # bytes that a test may take: a mutant may ask for anything


class Trouble(Exception):
    """What keeps the work from being done, in words for the user."""


@dataclasses.dataclass
class Verdict:
    """What became of one mutation. `outcome`: killed, survived, same code, no build."""
    mutation: Mutation
    outcome: str
    by: str = ""

    def counts(self):
        return self.outcome in ("killed", "survived")


def run(command, folder, seconds=None, environment=None):
    """Exit code and output; the code is None if the time ran out."""
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               text=True, errors="replace", start_new_session=True, env=environment,
                               preexec_fn=limit if seconds else None)
    try:
        output, _ = process.communicate(timeout=seconds)
        return process.returncode, output
    except subprocess.TimeoutExpired:
        stop(process)
        return None, ""
    except BaseException:
        stop(process)
        raise


def stop(process):
    """Ends a process with all that it started: they share its group."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.exists() else None


class Copy:
    """A copy of the tree with its own build folder, and the programs of the tests there."""

    def __init__(self, root, home, jobs):
        self.tree, self.build, self.jobs = home / "tree", home / "build", jobs
        self.plain, self.seconds = {}, {}  # by program: what it is without a change, how long it takes
        self.update(root)
        self.configure()

    def update(self, root):
        """Brings the copy up to date; files that are equal keep their time, so little is compiled again."""
        listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=root,
                                capture_output=True, text=True)
        if listed.returncode != 0:
            raise Trouble(f"{root} is no git work tree: {listed.stderr.strip()}")
        names = {n for n in listed.stdout.split("\0") if n and (root / n).is_file()}
        for path in [p for p in self.tree.rglob("*") if p.is_file()]:
            if str(path.relative_to(self.tree)) not in names:
                path.unlink()
        for name in names:
            source, copy = root / name, self.tree / name
            if digest(source) != digest(copy):
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_bytes(source.read_bytes())
                copy.chmod(source.stat().st_mode)

    def configure(self):
        # Warnings are no errors here: a removed statement leaves many a variable unused. A mutant changes one
        # file, and need not compile its neighbours again.
        options = ["-DTACT_WERROR=OFF", "-DTACT_EXAMPLES=OFF", "-DTACT_UNITY=OFF"]
        if subprocess.run(["which", "ccache"], capture_output=True).returncode == 0:
            options.append("-DCMAKE_CXX_COMPILER_LAUNCHER=ccache")
        code, output = run(["cmake", "--preset", "quick", "-B", str(self.build), *options], self.tree)
        if code != 0:
            raise Trouble(f"cmake failed:\n{output}")

    def make(self, program):
        """Builds one program; whether that worked, and what was said. A compiler that runs away is stopped."""
        code, output = run(["ninja", "-C", str(self.build), "-j", str(self.jobs), program], self.tree)
        return code == 0, output

    def library_now(self):
        return digest(self.build / "src" / "libtact.a")

    def path(self, program):
        return self.build / "tests" / program

    def test(self, program, filters, seconds):
        """The first test that failed, or None."""
        started = time.monotonic()
        for tests in filters:
            left = max(1.0, seconds - (time.monotonic() - started))
            command = [str(self.path(program)), "--gtest_fail_fast", "--gtest_brief=1", f"--gtest_filter={tests}"]
            code, output = run(command, self.build, left)
            if code is None:
                return "time"
            if code != 0:
                failed = re.search(r"\[  FAILED  \] ([\w/]+\.[\w/]+)", output)
                return failed[1] if failed else f"exit code {code}"
        return None

    def prepare(self, programs):
        """Builds and times the tests without a change. They must pass."""
        for program, tests in programs:
            if (program, tests) in self.seconds:
                continue
            made, output = self.make(program)
            if not made:
                raise Trouble(f"{program} does not build:\n{output[-3000:]}")
            started = time.monotonic()
            failed = self.test(program, [tests], 3600)
            if failed:
                raise Trouble(f"{program} fails without any change: {failed}")
            self.seconds[program, tests] = time.monotonic() - started
            self.plain[program] = digest(self.path(program))
            self.library = self.library_now()  # here, where nothing is changed


def nearest_first(tree, file, tests):
    """The suites of the file's own test before all others: they are the likeliest to notice."""
    room, stem = pathlib.Path(file).parent.name, re.sub(r"(_impl|_simd)$", "", pathlib.Path(file).stem)
    own = tree / "tests" / room / f"test_{stem}.cpp"
    if tests != SHORT or not own.exists():
        return [tests]
    suites = sorted(set(re.findall(r"^TEST(?:_[FP])?\((\w+),", own.read_text(), re.M)))
    names = ":".join(f"{s}.*:*/{s}.*" for s in suites if not s.endswith("Long"))
    return [names, f"{SHORT}:{names}"] if names else [tests]


def examine(copy, mutation, programs):
    """Makes one change in the copy, builds and tests until something fails, and takes it back."""
    path = copy.tree / mutation.file
    text = path.read_text(encoding="utf-8")
    changed = mutation.apply(text)
    if changed is None:
        raise Trouble(f"{mutation.file}:{mutation.line}: `{mutation.before}` does not stand there any more")
    outcome = "same code"
    try:
        path.write_text(changed, encoding="utf-8")
        for program, tests in programs:
            made, _ = copy.make(program)
            if not made:
                return Verdict(mutation, "no build")
            if copy.library_now() != copy.library:
                outcome = "survived"
            if digest(copy.path(program)) == copy.plain[program]:
                continue  # nothing of it is used there
            outcome = "survived"
            limit = 5 * copy.seconds[program, tests] + 10
            failed = copy.test(program, nearest_first(copy.tree, mutation.file, tests), limit)
            if failed:
                return Verdict(mutation, "killed", f"{program}: {failed}")
        return Verdict(mutation, outcome)
    finally:
        path.write_text(text, encoding="utf-8")


def programs_of(file, given):
    names = given or PROGRAMS.get(pathlib.Path(file).parent.name)
    if not names:
        raise Trouble(f"{file}: no tests are known for its room; name them with --tests")
    return [(name, tests or SHORT) for name, _, tests in (n.partition(":") for n in names)]


def sources(root, given):
    """The C++ sources among files and folders, relative to the root."""
    found = []
    for name in given or ["src/tact"]:
        path = (root / name).resolve()
        if not path.exists() or not path.is_relative_to(root):
            raise Trouble(f"{name}: no such file or folder in {root}")
        inside = sorted(path.rglob("*")) if path.is_dir() else [path]
        found += [str(p.relative_to(root)) for p in inside if p.suffix in (".h", ".cpp")]
    return sorted(set(found))


def drawn(root, files, seed):
    """Mutations without repetition: a line of all the files' code that can be changed, then one change of it."""
    changes = {}
    for file in files:
        for mutation in mutations(file, (root / file).read_text(encoding="utf-8")):
            changes.setdefault((file, mutation.line), []).append(mutation)
    lines = list(changes)
    generator = random.Random(seed)
    while lines:
        i = generator.randrange(len(lines))
        of_line = changes[lines[i]]
        yield of_line.pop(generator.randrange(len(of_line)))
        if not of_line:
            lines.pop(i)


def write_report(home, verdicts):
    """report.json for --again, report.md to read."""
    plain = [{**dataclasses.asdict(v.mutation), "outcome": v.outcome, "by": v.by} for v in verdicts]
    (home / "report.json").write_text(json.dumps(plain, indent=1) + "\n")
    rows = ["| file | line | change | outcome | by |", "|---|---|---|---|---|"]
    for v in verdicts:
        change = v.mutation.describe().replace("|", "\\|")
        rows.append(f"| {v.mutation.file} | {v.mutation.line} | {change} | {v.outcome} | {v.by} |")
    (home / "report.md").write_text("\n".join(rows) + "\n")


def survivors(report):
    try:
        rows = json.loads(pathlib.Path(report).read_text())
    except (OSError, ValueError) as error:
        raise Trouble(f"{report}: {error}") from error
    fields = [f.name for f in dataclasses.fields(Mutation)]
    return [Mutation(*(row[f] for f in fields)) for row in rows if row["outcome"] == "survived"]


def work(options):
    root = options.root.resolve()
    home = (options.home or root / "build" / "mutants").resolve()
    if options.again:
        queue, wanted = iter(survivors(options.again)), None
    else:
        queue, wanted = drawn(root, sources(root, options.files), options.seed), options.count
    copy, verdicts, counted = Copy(root, home, options.jobs), [], 0
    for mutation in queue:
        if counted == wanted:
            break
        programs = programs_of(mutation.file, options.tests)
        copy.prepare(programs)
        verdict = examine(copy, mutation, programs)
        verdicts.append(verdict)
        counted += verdict.counts()
        write_report(home, verdicts)
        print(f"{counted:4} {mutation.file}:{mutation.line}: {mutation.describe()}: {verdict.outcome}"
              f"{' by ' + verdict.by if verdict.by else ''}", flush=True)
    survived = sum(v.outcome == "survived" for v in verdicts)
    print(f"{counted} mutants, {counted - survived} killed, {survived} survived; not counted: "
          f"{len(verdicts) - counted}. Table: {home / 'report.md'}")
    return 1 if survived else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", metavar="FILE")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=40, help="mutants that count (default 40)")
    parser.add_argument("--tests", action="append", metavar="PROGRAM[:FILTER]",
                        help="run these instead of the room's; may be repeated")
    parser.add_argument("--again", metavar="REPORT.json", help="only what survived there")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="of the compiler")
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).parents[1],
                        help=argparse.SUPPRESS)
    parser.add_argument("--home", type=pathlib.Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    # A request to end takes the same way as Ctrl-C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        return work(options)
    except Trouble as trouble:
        print(f"mutants: {trouble}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("mutants: stopped; what was found so far stands in the table", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
