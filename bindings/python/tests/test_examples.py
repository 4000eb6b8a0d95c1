"""Each example runs, and says what it is expected to say."""
import pathlib
import re
import subprocess
import sys

import pytest

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent / "examples"
EXPECTED = {
    "cloth.py": r"frame  0: clear +0 contacts\n(.*\n)*frame 10: touching +\d{2,} contacts",
    "arm.py": r"\d+ of 1000 configurations are free",
    "animation.py": r"first contact in frame \d+, most in frame \d+: \d+ pairs",
}


def test_all_examples_are_tried():
    assert {p.name for p in EXAMPLES.glob("*.py")} == set(EXPECTED)


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_example(name):
    run = subprocess.run([sys.executable, EXAMPLES / name], capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr
    assert re.search(EXPECTED[name], run.stdout), run.stdout
