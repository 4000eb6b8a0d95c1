#!/usr/bin/env python3
"""Every link of an installed page leads to what is installed. Usage: test_links.py DOCUMENTATION"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1]).resolve()
pages = sorted(root.rglob("*.md"))
links = broken = 0
for page in pages:
    for link in re.findall(r"\]\(([^)#:\s]+)\)", page.read_text(encoding="utf-8")):
        links += 1
        target = (page.parent / link).resolve()
        if not target.exists() or not target.is_relative_to(root):
            broken += 1
            print(f"{page.relative_to(root)}: {link} is not installed")
print(f"{links} links of {len(pages)} pages")
sys.exit(1 if broken or len(pages) < 20 or links < 50 else 0)
