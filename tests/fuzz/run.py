#!/usr/bin/env python3
"""Runs the libFuzzer targets one after another, each for so many seconds of processor time.

Build them first: cmake --preset fuzz && cmake --build --preset fuzz --target fuzz_obj fuzz_ply … What is found stays in
BUILD/corpus/NAME for the next run; an input that fails is left in BUILD/corpus as crash-*.

    tests/fuzz/run.py --build build/fuzz-fast --jobs 2 --operations 100000000 world

drives worlds by scripts until so many operations were done: preset fuzz-fast has assertions and no sanitizers."""
import argparse
import os
import pathlib
import random
import re
import subprocess
import sys

SEEDS = pathlib.Path(__file__).resolve().parent / "seeds"
# Any bytes are a script; long ones reach more, so that libFuzzer need not begin with short ones.
OPTIONS = {"world": ["-len_control=0", "-entropic=0", "-timeout=300"]}


def plant(folder):
    """Scripts of random bytes to begin with."""
    source = random.Random(1)
    for i in range(32):
        (folder / f"random-{i}").write_bytes(source.randbytes(4096))


class Count:
    """What was done so far: seconds of processor time, inputs, and operations where a program counts them."""

    def __init__(self):
        self.used, self.tried, self.operations = 0.0, 0, 0

    def add(self, usage, text):
        self.used += usage.ru_utime + usage.ru_stime
        self.tried += sum(int(n) for n in re.findall(r"number_of_executed_units: +(\d+)", text))
        counts = re.findall(r"^(\d+) operations", text, re.MULTILINE)
        self.operations += int(counts[-1]) if counts else 0

    def text(self):
        return f"{self.tried} inputs" + (f", {self.operations} operations" if self.operations else "") + f" in {self.used:.0f} s of processor time"


def turn(program, name, corpus, folders, seconds, jobs, count):
    """Runs the program once, or several times at once on one corpus. Did all go well?"""
    children = []
    for job in range(jobs):
        # The limit is one of wall time: on a busy machine it takes several turns.
        command = [str(program.resolve()), f"-max_total_time={max(1, round(seconds))}", "-print_final_stats=1", "-max_len=4096", "-verbosity=1",
                   f"-artifact_prefix={corpus}/crash-{name}-", *OPTIONS.get(name, []), *folders]
        log = corpus / f"{name}-{job}.log"
        with open(log, "wb") as out:
            children.append((subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT), log))
    well = True
    for child, log in children:
        _, status, usage = os.wait4(child.pid, 0)
        text = log.read_text(errors="replace")
        count.add(usage, text)
        if status != 0:
            print(text[-2000:])
            well = False
    return well


def run(program, corpus, options):
    """What was done, and whether all went well."""
    name = program.name.removeprefix("fuzz_")
    own = corpus / name
    own.mkdir(parents=True, exist_ok=True)
    if name == "world" and not any(own.iterdir()):
        plant(own)
    folders = [str(own)] + ([str(SEEDS / name)] if (SEEDS / name).is_dir() else [])
    count = Count()
    while count.operations < options.operations if options.operations else count.used < options.seconds:
        seconds = options.turn if options.operations else (options.seconds - count.used) / options.jobs
        if not turn(program, name, corpus, folders, seconds, options.jobs, count):
            return count, False
        if options.operations:
            print(f"{program.name}: {count.text()}", flush=True)
            if count.operations == 0:
                sys.exit(f"{program.name} counts no operations")
    return count, True


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--build", type=pathlib.Path, default=SEEDS.parent.parent.parent / "build/fuzz")
    arguments.add_argument("--seconds", type=float, default=600, help="of processor time, for each (default: 600)")
    arguments.add_argument("--operations", type=int, default=0, help="until so many were done, whatever the time (world only)")
    arguments.add_argument("--turn", type=float, default=600, help="seconds between two counts of operations (default: 600)")
    arguments.add_argument("--jobs", type=int, default=1, help="how many of a program run at once (default: 1)")
    arguments.add_argument("names", nargs="*", help="such as obj, pc2 or world (default: all that were built)")
    options = arguments.parse_args()
    programs = sorted(p for p in (options.build / "bin").glob("fuzz_*") if not options.names or p.name.removeprefix("fuzz_") in options.names)
    failed = 0
    for program in programs:
        count, well = run(program, options.build.resolve() / "corpus", options)
        failed += not well
        print(f"{program.name}: {count.text()}, {'nothing found' if well else 'FAILED'}", flush=True)
    return 1 if failed or not programs else 0


if __name__ == "__main__":
    sys.exit(main())
