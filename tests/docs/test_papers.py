#!/usr/bin/env python3
"""What docs/papers.md lists is there: files, what it names in them, and methods.

Usage: test_papers.py ROOT"""
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(sys.argv[1]).resolve()
PAGE = ROOT / "docs/papers.md"
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def dead(link, page=PAGE):
    """Why a link leads nowhere; None if it does not."""
    path, _, what = link.partition("#")
    target = (page.parent / path).resolve() if path else page
    if not target.is_file():
        return f"{link}: no such file"
    if what and not re.search(rf"(?<![\w-]){re.escape(what)}(?![\w])", target.read_text(encoding="utf-8")):
        return f"{link}: {path} has no {what}"
    return None


def rows():
    """The rows of all tables, without their heads."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    for line, below in zip(lines, lines[1:] + [""]):
        if line.startswith("|") and not below.startswith("|---") and not line.startswith("|---"):
            yield [cell.strip() for cell in line.strip("|").split("|")]


def known_methods():
    """Names in the registry's files and in those of the variants; those that end in - go on with a number."""
    files = [*sorted((ROOT / "src/tact/method").glob("*.cpp")), ROOT / "bench/variants.cpp"]
    return {name for file in files for name in re.findall(r'"([a-z][a-z0-9-]*)"', file.read_text(encoding="utf-8"))}


def is_known(method, names):
    stem = re.sub(r"\d+$", "", method)
    return method in names or (stem != method and stem in names)


class Papers(unittest.TestCase):
    def test_no_link_is_dead(self):
        links = LINK.findall(PAGE.read_text(encoding="utf-8"))
        self.assertGreater(len(links), 100)
        self.assertEqual([why for why in map(dead, links) if why], [])

    def test_every_row_leads_somewhere(self):
        found = list(rows())
        self.assertGreater(len(found), 70)
        self.assertEqual([row[0] for row in found if not any(LINK.search(c) for c in row[1:])
                          and row[1:3] != ["not here", "not here"]
                          and not any(re.search(r"`[a-z0-9-]+`", c) for c in row[1:])], [])

    def test_every_method_is_there(self):
        names, missing = known_methods(), []
        for row in rows():
            for cell in row[1:]:
                for method in re.findall(r"`([a-z][a-z0-9-]*)`", cell):
                    if not is_known(method, names):
                        missing.append(method)
        self.assertEqual(missing, [])
        self.assertFalse(is_known("dbvh-of-nobody", names))

    def test_every_published_algorithm_is_listed(self):
        text = PAGE.read_text(encoding="utf-8")
        published = {name for name in known_methods() if "-of-paper" in name and not name.endswith("-")}
        published -= {"boxtree-of-paper-full"}  # a parameter of the sweeps
        self.assertGreater(len(published), 8)
        self.assertEqual([name for name in sorted(published) if f"`{name}`" not in text], [])

    def test_dead_links_are_noticed(self):
        self.assertIsNone(dead("papers.md"))
        self.assertIsNotNone(dead("no-such-file.md"))
        self.assertIsNotNone(dead("../bench/larsson_tables.cpp#no_such_function"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
