"""`python -m tact` is the program `tact`: the one beside this package, or the first on the PATH."""
import os
import pathlib
import shutil
import sys


def main():
    beside = pathlib.Path(__file__).parent / "bin" / "tact"
    program = str(beside) if beside.is_file() else shutil.which("tact")
    if program is None:
        print("tact: the program is not installed: it lies neither beside the module nor on the PATH", file=sys.stderr)
        return 2
    os.execv(program, ["tact", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
