#!/usr/bin/env python3
"""Fails on an include that the house does not allow, or on a permission that nobody uses.

Usage: tools/check_rooms.py [ROOT]         checks the includes
       tools/check_rooms.py --house ROOT   also that every permission is used, and that docs/pipeline.md has the table
       tools/check_rooms.py --table        prints that table
       tools/check_rooms.py --graph ROOT   files, lines and includes of each room

Data flows down: a room includes itself and what stands behind it here, nothing else."""
import collections
import pathlib
import re
import sys

ROOMS = {  # room: what it may include, what it holds
    "base": ("", "vectors, transforms, errors, threads, scratch memory, handles, sinks"),
    "geometry": ("base", "mesh views, exact predicates, triangle tests, distances, polygons, maps of deforming bodies"),
    "bounds": ("base geometry", "boxes rounded outward, oriented boxes, spheres; one against eight"),
    "tree": ("base geometry bounds", "the structures: dynamic, fixed, rigid, sphere, BoxTree, Morton"),
    "traverse": ("base bounds tree", "every walk over them"),
    "flat": ("base bounds", "structures and methods without a tree: sweeps, streams, octree"),
    "contact": ("base geometry", "candidates to contacts, moving ones to impacts; the answer to a question"),
    "deform": ("base geometry", "bodies that keep their shape, and the maps they write"),
    "response": ("base", "impulses for contacts, the level of detail at which they are answered"),
    "io": ("base geometry", "mesh files, sequences, point caches"),
    "body": ("base geometry bounds tree traverse flat", "kinds of bodies, what a body owns, the task"),
    "method": ("base bounds tree traverse flat body", "one file a method, the registry"),
    "question": ("base geometry bounds traverse flat contact body", "one file a question about whole bodies"),
    "pair": ("base geometry bounds tree traverse contact body", "two rigid bodies without a world"),
    "simulate": ("base bounds traverse flat contact deform response", "shape-matched bodies that fall, touch and answer"),
    "world": ("base geometry contact body method question", "World, Query: the face"),
}
FACE = ("tact.h", "version.h", "version.cpp")  # above the rooms: what a user includes
OUTSIDE = {"scenes": "", "examples": "", "bench": "scenes", "apps": "scenes bench",
           "tests": "scenes bench apps", "bindings": "scenes"}  # these may include all of tact/
LIBRARIES = {  # top folder or file of the include -> which files may use it
    "hwy": r"(src/tact|bench)/.*(\.cpp|_simd\.h)|tests/.*", "tbb": r"(src/tact/base|bench)/.*\.cpp",
    "boost": r"src/tact/geometry/.*(\.cpp|_impl\.h)|tests/.*", "Eigen": r"src/tact/deform/.*\.cpp|tests/.*",
    "assimp": r"src/tact/io/.*\.cpp|(bench|tests)/.*", "CL": r"src/tact/flat/.*(\.cpp|_impl\.h)",
    "CGAL": r"(bench|tests)/.*", "gmpxx.h": r"tests/.*", "gmp.h": r"tests/.*",
    "gtest": r"tests/.*", "gmock": r"tests/.*", "rapidcheck": r"tests/.*", "rapidcheck.h": r"tests/.*",
    "zlib.h": r"apps/report/.*\.cpp|tests/report/.*", "CLI": r"(apps|bench)/.*", "fmt": r"(apps|bench|tests|bindings)/.*", "nlohmann": r"(apps|bench|tests)/.*",
    "benchmark": r"bench/.*", "fcl": r"bench/.*", "bullet": r"bench/.*", "embree3": r"bench/.*",
    "ode": r"bench/.*", "sys": r".*\.cpp|tests/.*", "emscripten": r"bindings/.*", "pybind11": r"bindings/.*",
}


def problem(path, name, quoted):
    """Why the file at `path` may not include `name`; None if it may."""
    top, _, rest = name.partition("/")
    place = path.parts[2] if path.parts[:2] == ("src", "tact") else None
    if not quoted and top != "tact":
        allowed = LIBRARIES.get(top, "" if rest else ".*")
        return None if re.fullmatch(allowed, path.as_posix()) else f"<{name}> does not belong here"
    if top == "tact" and place is None:
        return None  # a program may use any room
    if top == "tact" and place:
        if place in FACE or rest.split("/")[0] == place:
            return None
        fine = ROOMS[place][0] if place in ROOMS else "no such room"
        if rest.split("/")[0] in fine.split():
            return None
        return f"room {place} may include [{fine}], not {name}"
    if place is None and top in OUTSIDE:
        fine = [path.parts[0]] + OUTSIDE.get(path.parts[0], "").split()
        return None if top in fine else f"{path.parts[0]} may not include {name}"
    return f"\"{name}\": write the path from src/ or from the root"


def includes(path):
    """Line number, name and whether in quotes, of each include of a file."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        include = re.match(r'\s*#\s*include\s*([<"])([^">]+)', line)
        if include:
            yield number, include[2], include[1] == '"'


def graph(root):
    """How many includes of each other room the files of a room have; its files and lines."""
    edges, sizes = collections.defaultdict(collections.Counter), {}
    for room in ROOMS:
        files = [p for p in sorted((root / "src/tact" / room).rglob("*")) if p.suffix in (".h", ".cpp")]
        sizes[room] = len(files), sum(len(p.read_text(encoding="utf-8").splitlines()) for p in files)
        for path in files:
            for _, name, _ in includes(path):
                parts = name.split("/")
                if parts[0] == "tact" and len(parts) > 2 and parts[1] != room:
                    edges[room][parts[1]] += 1
    return edges, sizes


def table():
    outside = {"base": "the standard library, Highway, oneTBB"}
    lines = ["| room | includes | holds |", "|---|---|---|"]
    for room, (below, holds) in ROOMS.items():
        lines.append(f"| `{room}` | {outside.get(room) or ', '.join(f'`{r}`' for r in below.split())} | {holds} |")
    return "\n".join(lines)


def check_house(root):
    """What the house promises beyond single includes."""
    edges, _ = graph(root)
    for room, (below, _) in ROOMS.items():
        for other in below.split():
            if not edges[room][other]:
                yield f"tools/check_rooms.py: room {room} may include {other}, and no file of it does"
    if table() not in (root / "docs/pipeline.md").read_text(encoding="utf-8"):
        yield "docs/pipeline.md: its table of rooms is not what tools/check_rooms.py --table prints"


def check_includes(root):
    errors, files = [], 0
    for path in sorted(p for top in ["src", *OUTSIDE] for p in (root / top).rglob("*")
                       if p.suffix in (".h", ".cpp")):
        files += 1
        for number, name, quoted in includes(path):
            why = problem(path.relative_to(root), name, quoted)
            if why:
                errors.append(f"{path.relative_to(root)}:{number}: {why}")
    return errors, files


def main(arguments):
    options = [a for a in arguments if a.startswith("--")]
    roots = [a for a in arguments if not a.startswith("--")]
    unknown = set(options) - {"--table", "--graph", "--house"}
    if unknown or len(roots) > 1:
        print(f"check_rooms.py: what is {', '.join(sorted(unknown) or roots[1:])}?", file=sys.stderr)
        return 2
    root = pathlib.Path(roots[0] if roots else pathlib.Path(__file__).parent.parent)
    if "--table" in options:
        print(table())
        return 0
    if "--graph" in options:
        edges, sizes = graph(root)
        for room, (files, lines) in sizes.items():
            print(f"{room} {files} files {lines} lines:", *(f"{r} {n}" for r, n in sorted(edges[room].items())))
        return 0
    errors, files = check_includes(root)
    if "--house" in options:
        errors += check_house(root)
    print("\n".join(errors) or f"rooms: {files} files, every include allowed", file=sys.stderr if errors else None)
    return 1 if errors or not files else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
