#!/usr/bin/env python3
"""Exactly the headers of the list are installed. Usage: test_headers.py ROOT INSTALLED"""
import pathlib
import sys

root, installed = map(pathlib.Path, sys.argv[1:3])
sys.dont_write_bytecode = True
sys.path.insert(0, str(root / "tools"))
import check_face  # noqa: E402

found = {str(path.relative_to(installed / "tact")) for path in (installed / "tact").rglob("*") if path.is_file()}
wanted = set(check_face.installed(root))
for name in sorted(found ^ wanted):
    print(f"{name}: {'installed, but not in the list' if name in found else 'in the list, but not installed'}")
print(f"{len(found)} headers installed")
sys.exit(1 if found != wanted else 0)
