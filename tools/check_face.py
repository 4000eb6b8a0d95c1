#!/usr/bin/env python3
"""The headers that users get (cmake/TactHeaders.cmake): few, closed, and marked for a shared library.

Usage: tools/check_face.py [--library SHARED] [ROOT]

Fails if there are more than 30, if one includes a header that is not installed, or if what one declares and does
not define lacks TACT_API. With --library, also if that library shows a name of tact's that the headers do not mark.
Relies on the layout that clang-format gives: what belongs to a namespace begins a line, what belongs to a class is
indented by two."""
import pathlib
import re
import subprocess
import sys

MOST = 30
INLINE = ("inline ", "constexpr ", "template", "friend ", "using ", "static_assert", "#")


def installed(root):
    text = (root / "cmake/TactHeaders.cmake").read_text(encoding="utf-8")
    return re.search(r"set\(tact_headers\n(.*?)\)", text, re.S)[1].split()


def code(text):
    """Without comments, and with the lines of a declaration joined; pairs of line number and text."""
    lines = [re.sub(r"\s*//.*", "", line) for line in text.splitlines()]
    joined, start = "", 0
    for number, line in enumerate(lines, 1):
        if not joined:
            start = number
        joined = f"{joined} {line.strip()}" if joined else line
        if not joined.strip():
            joined = ""
        elif joined.count("(") <= joined.count(")") and not joined.rstrip().endswith((",", "=", "&&", "||")):
            yield start, joined
            joined = ""


def declares_only(line):
    """Is it a function that is defined elsewhere?"""
    text = line.strip()
    if text.startswith(INLINE) or "operator=" not in text and " = " in text.partition("(")[0]:
        return False
    return re.search(r"\w\(.*\)( const| noexcept| override| final| &{1,2})*;$", text) is not None


def unmarked(text):
    """Lines of declarations that a user could not link against, each with its name; then all names that are marked."""
    outer = None  # line, name and mark of the class that the lines belong to
    guilty, marked, template = [], set(), False
    for number, line in code(text):
        head = re.match(r"(template .*> )?(class|struct) (TACT_API )?(\w+)(?: final)?(?: :[^:].*)? \{", line)
        if head:
            outer = (number, head[4], bool(head[3]) or bool(head[1]) or template)
            if head[3]:
                marked.add(head[4])
        elif line.startswith("};"):
            outer = None
        elif outer and re.match(r"  [\w~\[]", line) and declares_only(line):
            if not outer[2] and outer not in guilty:
                guilty.append(outer)
        elif re.match(r"[\w\[]", line) and declares_only(line) and not template:
            name = re.search(r"([\w=<>!+*-]+)\(", line)[1]
            (marked.add(name) if "TACT_API " in line else guilty.append((number, name, False)))
        template = line.startswith("template")
    return [(number, name) for number, name, _ in guilty], marked


def shown(library):
    """Names of tact's that a shared library shows, as the first one after the namespace."""
    out = subprocess.run(["nm", "--dynamic", "--demangle", "--defined-only", library], check=True,
                         capture_output=True, text=True).stdout
    for line in out.splitlines():
        symbol = line.split(" ", 2)[2]
        symbol = re.sub(r"^(typeinfo name for|typeinfo for|vtable for|VTT for|non-virtual thunk to|guard variable for) ", "", symbol)
        name = re.match(r"(?:[\w:<>, *&]+ )?tact::(~?\w+)", symbol)
        if name:
            yield name[1], symbol


def check(root, library):
    headers = installed(root)
    if len(headers) > MOST:
        yield f"cmake/TactHeaders.cmake: {len(headers)} headers, and {MOST} are the most"
    names = set()
    for header in headers:
        text = (root / "src/tact" / header).read_text(encoding="utf-8")
        for name in re.findall(r'^\s*#\s*include\s*"tact/([^"]+)"', text, re.M):
            if name not in headers:
                yield f"src/tact/{header}: includes {name}, which is not installed"
        guilty, marked = unmarked(text)
        names |= marked
        for number, name in guilty:
            yield f"src/tact/{header}:{number}: {name} is not marked TACT_API"
    if library:
        for name, symbol in shown(library):
            if name not in names:
                yield f"{library}: shows {symbol}"


def main(arguments):
    library = None
    if "--library" in arguments:
        at = arguments.index("--library")
        library = arguments[at + 1]
        del arguments[at:at + 2]
    root = pathlib.Path(arguments[0] if arguments else pathlib.Path(__file__).parent.parent)
    errors = list(check(root, library))
    print("\n".join(errors) or f"face: {len(installed(root))} headers", file=sys.stderr if errors else None)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
