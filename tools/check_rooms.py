#!/usr/bin/env python3
"""Fails on an include that the house does not allow. Usage: tools/check_rooms.py [ROOT]

Data flows down: a room includes itself and what stands behind it here, nothing else."""
import pathlib
import re
import sys

ROOMS = {  # a name with a dot is one header of a room, not all of it
    "base": "", "geometry": "base", "bounds": "base geometry", "deform": "base geometry",
    "io": "base geometry", "tree": "base geometry bounds", "traverse": "base bounds tree/tree.h tree/rigid_blocks.h tree/sphere_tree.h tree/box_tree_nodes.h",
    "flat": "base bounds", "contact": "base geometry bounds tree/tree.h", "response": "base contact",
    "world": "base geometry bounds deform io tree traverse flat contact response",
}
OUTSIDE = {"scenes": "", "examples": "", "bench": "scenes", "apps": "scenes bench",
           "tests": "scenes bench apps", "bindings": "scenes"}  # these may include all of tact/
LIBRARIES = {  # top folder or file of the include -> which files may use it
    "hwy": r"(src/tact|bench)/.*(\.cpp|_simd\.h)|tests/.*", "tbb": r"(src/tact/base|bench)/.*\.cpp",
    "boost": r"src/tact/geometry/.*(\.cpp|_impl\.h)|tests/.*", "Eigen": r"src/tact/deform/.*\.cpp|tests/.*",
    "assimp": r"src/tact/io/.*\.cpp|(bench|tests)/.*", "CL": r"src/tact/flat/.*(\.cpp|_impl\.h)",
    "CGAL": r"(bench|tests)/.*", "gmpxx.h": r"tests/.*", "gmp.h": r"tests/.*",
    "gtest": r"tests/.*", "gmock": r"tests/.*", "rapidcheck": r"tests/.*", "rapidcheck.h": r"tests/.*",
    "CLI": r"(apps|bench)/.*", "fmt": r"(apps|bench|tests)/.*", "nlohmann": r"(apps|bench|tests)/.*",
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
        if place == "tact.h" or rest.split("/")[0] == place:
            return None
        fine = ROOMS.get(place, "").split()
        if rest.split("/")[0] in fine or rest in fine:
            return None
        return f"room {place} may include [{ROOMS.get(place, 'no such room')}], not {name}"
    if place is None and top in OUTSIDE:
        fine = [path.parts[0]] + OUTSIDE.get(path.parts[0], "").split()
        return None if top in fine else f"{path.parts[0]} may not include {name}"
    return f"\"{name}\": write the path from src/ or from the root"


def main(root):
    errors, files = [], 0
    for path in sorted(p for top in ["src", *OUTSIDE] for p in (root / top).rglob("*")
                       if p.suffix in (".h", ".cpp")):
        files += 1
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            include = re.match(r'\s*#\s*include\s*([<"])([^">]+)', line)
            why = include and problem(path.relative_to(root), include[2], include[1] == '"')
            if why:
                errors.append(f"{path.relative_to(root)}:{number}: {why}")
    print("\n".join(errors) or f"rooms: {files} files, every include allowed", file=sys.stderr if errors else None)
    return 1 if errors or not files else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)))
