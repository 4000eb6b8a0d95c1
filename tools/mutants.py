#!/usr/bin/env python3
"""Are the tests able to fail? Changes the sources a little, one place at a time, and tells which changes no
test notices. Usage: tools/mutants.py [OPTIONS] [FILE...] (files or folders; all of src/tact without)

The changes are drawn by a seeded generator, in proportion to lines of code. They are made in copies of the tree,
under build/mutants, which have build folders of their own (preset quick); your files are never touched. A change
counts if it compiles to different code; `killed` means that a test failed, crashed or did not end.

What makes it affordable: the library is shared, so that a change of a source compiles one file and links one
library; tests run in the order of their chances, those of the file first, then the quick ones, then the slow ones.
Exit code 0: all were killed; 1: some survived; 2: there was trouble."""
import argparse
import dataclasses
import json
import os
import pathlib
import random
import signal
import sys
import threading
import time

from mutant_copy import Copy, Trouble, batches, stop_all
from mutations import Mutation, mutations

# What tests a room: its own program, then those of the rooms above that are quick to run and to link. A filter
# after the colon keeps a program's time down.
ABOVE = "test_world:*/Matrix.*-*Long.*"
PROGRAMS = {
    "base": ["test_base", "test_geometry", "test_flat", "test_traverse"],
    "geometry": ["test_geometry", "test_bounds", "test_contact"],
    "bounds": ["test_bounds", "test_tree", "test_traverse", "test_flat"],
    "deform": ["test_deform", "test_simulate"],
    "io": ["test_io"],
    "tree": ["test_tree", "test_traverse", ABOVE],
    "traverse": ["test_traverse", "test_tree", ABOVE],
    "flat": ["test_flat", ABOVE],
    "contact": ["test_contact", ABOVE],
    "response": ["test_response", "test_simulate"],
    "body": ["test_body", "test_method", ABOVE],
    "method": ["test_method", ABOVE],
    "question": ["test_question"],
    "pair": ["test_pair", "test_safety"],
    "simulate": ["test_simulate", "test_safety"],
    "world": ["test_world", "test_method", "test_safety"],
}
SHORT = "*-*Long.*"  # of a program without a filter


@dataclasses.dataclass
class Verdict:
    """What became of one mutation. `outcome`: killed, survived, same code, no build."""
    mutation: Mutation
    outcome: str
    by: str = ""

    def counts(self):
        return self.outcome in ("killed", "survived")


def examine(copy, mutation, programs, longest):
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
            if copy.code_now(program) == copy.plain[program]:
                continue
            outcome = "survived"
            for names, duration in batches(copy.tree, mutation.file, copy.seconds[program, tests],
                                           longest):
                failed = copy.test(program, names, 3 * duration + 5)
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


def read_report(report):
    """What write_report() wrote."""
    try:
        rows = json.loads(pathlib.Path(report).read_text())
    except (OSError, ValueError) as error:
        raise Trouble(f"{report}: {error}") from error
    fields = [f.name for f in dataclasses.fields(Mutation)]
    return [Verdict(Mutation(*(row[f] for f in fields)), row["outcome"], row["by"]) for row in rows]


class Run:
    """Mutations from a queue, examined by several copies at a time."""

    def __init__(self, options, home):
        self.options, self.home, self.lock = options, home, threading.Lock()
        self.verdicts, self.taken, self.trouble = {}, 0, None  # verdicts by place in the queue
        self.seconds = {}
        self.known = {v.mutation: v for v in read_report(home / "report.json")} if options.go_on else {}
        root = options.root.resolve()
        if options.again:
            survived = [v.mutation for v in read_report(options.again) if v.outcome == "survived"]
            self.queue, self.wanted = iter(survived), None
        else:
            self.queue = drawn(root, sources(root, options.files), options.seed)
            self.wanted = options.count

    def finished(self):
        """Verdicts in the order of the queue, up to the last that is wanted: how many copies there are and which
        is faster makes no difference."""
        found, counted = [], 0
        for place in sorted(self.verdicts):
            if counted == self.wanted:
                break
            found.append(self.verdicts[place])
            counted += found[-1].counts()
        return found, counted

    def take(self):
        """The next mutation and its place, or None."""
        with self.lock:
            enough = self.wanted is not None and sum(v.counts() for v in self.verdicts.values()) >= self.wanted
            mutation = None if enough or self.trouble else next(self.queue, None)
            self.taken += 1
            return mutation and (self.taken, mutation)

    def put(self, place, verdict, seconds):
        with self.lock:
            self.verdicts[place] = verdict
            found, counted = self.finished()
            write_report(self.home, found)
            mutation = verdict.mutation
            print(f"{counted:4} {mutation.file}:{mutation.line}: {mutation.describe()}: {verdict.outcome}"
                  f"{' by ' + verdict.by if verdict.by else ''} ({seconds:.0f} s)", flush=True)

    def examine_all(self, number, ready):
        """What one copy does. The next one starts when this one has built: it finds it in the cache."""
        try:
            copy = Copy(self.options.root.resolve(), self.home / str(number), self.options.jobs,
                        self.seconds)
            while taken := self.take():
                place, mutation = taken
                if mutation in self.known:
                    self.put(place, self.known[mutation], 0)
                    continue
                programs = programs_of(mutation.file, self.options.tests)
                copy.prepare(programs)
                ready.set()
                started = time.monotonic()
                verdict = examine(copy, mutation, programs, self.options.longest)
                self.put(place, verdict, time.monotonic() - started)
        except Exception as error:  # told by the main thread
            self.trouble = self.trouble or error
        finally:
            ready.set()

    def go(self):
        threads = []
        for number in range(self.options.copies):
            ready = threading.Event()
            threads.append(threading.Thread(target=self.examine_all, args=(number, ready), daemon=True))
            threads[-1].start()
            ready.wait()
        for thread in threads:
            thread.join()
        if self.trouble:
            raise self.trouble
        return self.finished()


def work(options):
    home = (options.home or options.root.resolve() / "build" / "mutants").resolve()
    found, counted = Run(options, home).go()
    survived = sum(v.outcome == "survived" for v in found)
    print(f"{counted} mutants, {counted - survived} killed, {survived} survived; not counted: "
          f"{len(found) - counted}. Table: {home / 'report.md'}")
    return 1 if survived else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", metavar="FILE")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=40, help="mutants that count (default 40)")
    parser.add_argument("--tests", action="append", metavar="PROGRAM[:FILTER]",
                        help="run these instead of the room's; may be repeated")
    parser.add_argument("--longest", type=float, default=1e9, metavar="SECONDS",
                        help="leave out tests that take longer")
    parser.add_argument("--again", metavar="REPORT.json", help="only what survived there")
    cores = os.cpu_count() or 1
    parser.add_argument("--copies", type=int, default=min(4, cores), help="mutants at a time")
    parser.add_argument("--go-on", action="store_true", help="keep what the last run found before it was stopped")
    parser.add_argument("--jobs", type=int, default=(cores + 3) // 4, help="of the compiler, for each copy")
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
        stop_all()
        print("mutants: stopped; what was found so far stands in the table", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
