"""Every public C++ name is bound or stands on the list of those that are not; stubs say what there is."""
import ast
import pathlib
import re
import subprocess
import sys

import tact
import tact._core

HERE = pathlib.Path(__file__).resolve().parent.parent
ROOT = HERE.parent.parent


def installed_headers():
    text = (ROOT / "cmake/TactHeaders.cmake").read_text()
    return [ROOT / "src/tact" / name for name in re.findall(r"^  (\S+\.h)$", text, re.M)]


def public_names():
    """Types and free functions that the installed headers declare."""
    names = set()
    for header in installed_headers():
        text = re.sub(r"//.*", "", header.read_text())
        names |= set(re.findall(r"^(?:enum class|struct|class)(?: TACT_API)? (\w+)(?: final)?\s*(?::[^;{]*)?\{", text, re.M))
        names |= set(re.findall(r"^TACT_API [^;{()]*?\b(\w+)\(", text, re.M))
    return names


def unbound():
    """Name and reason, a line each."""
    lines = (HERE / "unbound.txt").read_text().splitlines()
    return dict(line.split(None, 1) for line in lines if line and not line.startswith("#"))


def test_every_public_name_is_bound_or_listed():
    names, listed = public_names(), unbound()
    assert {"World", "collide", "PairTracker", "ContactKind"} <= names
    missing = sorted(n for n in names if not hasattr(tact, n) and n not in listed)
    assert missing == [], "neither bound nor in unbound.txt"
    stale = sorted(n for n in listed if n not in names)
    assert stale == [], "in unbound.txt, but in no header"
    assert sorted(n for n in listed if hasattr(tact, n)) == [], "in unbound.txt, but bound"


def test_stubs_name_what_there_is():
    tree = ast.parse((HERE / "tact/__init__.pyi").read_text())
    told = {}
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            told[node.name] = {n.name for n in node.body if isinstance(n, ast.FunctionDef)}
            told[node.name] |= {n.target.id for n in node.body if isinstance(n, ast.AnnAssign)}
        elif isinstance(node, ast.FunctionDef):
            told[node.name] = None
        elif isinstance(node, ast.AnnAssign):
            told[node.target.id] = None
    public = {n for n in dir(tact) if not n.startswith("_") and n not in ("manager",)} | {"__version__"}
    assert public == set(told)
    for name, members in told.items():
        thing = getattr(tact, name)
        if members is None or not isinstance(thing, type) or issubclass(thing, Exception):
            continue
        there = {m for m in dir(thing) if not m.startswith("_")}
        assert there - members == set(), f"{name}: not in the stubs"
        assert {m for m in members if not m.startswith("_")} - there == set(), f"{name}: only in the stubs"


def test_version_is_the_librarys():
    text = (ROOT / "src/tact/version.h").read_text()
    assert tact.__version__ == re.search(r'TACT_VERSION_STRING "(.*)"', text).group(1)


def test_docstrings_are_true():
    import doctest
    import tact.manager
    for module in (tact, tact.manager):
        failed, tried = doctest.testmod(module)
        assert failed == 0 and tried > 3


def test_the_program():
    run = subprocess.run([sys.executable, "-m", "tact", "--version"], capture_output=True, text=True)
    assert run.returncode == 0 and tact.__version__ in run.stdout
    assert subprocess.run([sys.executable, "-m", "tact", "nonesuch"], capture_output=True).returncode == 2
