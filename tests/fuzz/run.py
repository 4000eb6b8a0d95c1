#!/usr/bin/env python3
"""Runs the libFuzzer targets one after another, each for so many seconds of processor time.

Build them first: cmake --preset fuzz && cmake --build --preset fuzz --target fuzz_obj fuzz_ply … What is found stays in
BUILD/corpus/NAME for the next run; an input that fails is left in BUILD/corpus as crash-*."""
import argparse
import os
import pathlib
import re
import subprocess
import sys

SEEDS = pathlib.Path(__file__).resolve().parent / "seeds"


def run(program, corpus, seconds):
    """Processor time used, inputs tried, and whether all went well."""
    name = program.name.removeprefix("fuzz_")
    own = corpus / name
    own.mkdir(parents=True, exist_ok=True)
    folders = [str(own)] + ([str(SEEDS / name)] if (SEEDS / name).is_dir() else [])
    used, tried = 0.0, 0
    while used < seconds:
        # The limit is one of wall time: on a busy machine it takes several turns.
        command = [str(program.resolve()), f"-max_total_time={max(1, round(seconds - used))}", "-print_final_stats=1", "-max_len=4096", "-verbosity=1",
                   f"-artifact_prefix={corpus}/crash-{name}-", *folders]
        log = open(corpus / f"{name}.log", "wb")
        child = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT)
        _, status, usage = os.wait4(child.pid, 0)
        log.close()
        text = (corpus / f"{name}.log").read_text(errors="replace")
        used += usage.ru_utime + usage.ru_stime
        tried += sum(int(n) for n in re.findall(r"number_of_executed_units: (\d+)", text))
        if status != 0:
            print(text[-2000:])
            return used, tried, False
    return used, tried, True


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    arguments.add_argument("--build", type=pathlib.Path, default=SEEDS.parent.parent.parent / "build/fuzz")
    arguments.add_argument("--seconds", type=float, default=600, help="of processor time, for each (default: 600)")
    arguments.add_argument("names", nargs="*", help="such as obj or pc2 (default: all that were built)")
    options = arguments.parse_args()
    programs = sorted(p for p in (options.build / "bin").glob("fuzz_*") if not options.names or p.name.removeprefix("fuzz_") in options.names)
    failed = 0
    for program in programs:
        used, tried, well = run(program, options.build.resolve() / "corpus", options.seconds)
        failed += not well
        print(f"{program.name}: {tried} inputs in {used:.0f} s of processor time, {'nothing found' if well else 'FAILED'}", flush=True)
    return 1 if failed or not programs else 0


if __name__ == "__main__":
    sys.exit(main())
