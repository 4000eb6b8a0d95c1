#!/usr/bin/env python3
"""Every command in the README and in the examples of --help does what it says it can: it runs.

Usage: test_commands.py PROGRAM ROOT. Commands run in a folder of their own in which each mesh file that they
name lies ready. 0 (clear) and 1 (touching) are answers; everything else is trouble. `make TARGET` is
run with -n: it would build the tree that this test is a part of."""
import json
import os
import pathlib
import re
import shlex
import struct
import subprocess
import sys
import tempfile
import unittest

PROGRAM, ROOT = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.M | re.S)


def commands(text):
    """One command per line; comments and prompts dropped, continued lines joined."""
    lines = text.replace("\\\n", " ").splitlines()
    found = (re.sub(r"\s+#.*|^#.*", "", re.sub(r"^\s*\$ ", "", line)).strip() for line in lines)
    return [line for line in found if line]


def help_of(*command):
    run = subprocess.run([PROGRAM, *command, "--help"], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, f"{command} --help: exit {run.returncode}"
    return run.stdout


def examples(text):
    section = re.search(r"^Examples:\n(.*?)(?=^\S|\Z)", text, re.M | re.S)
    return [line for line in commands(section[1]) if line.startswith("tact ")] if section else []


def subcommands():
    section = re.search(r"^(?:Subcommands|Commands):\n(.*?)(?=^\S|\Z)", help_of(), re.M | re.S)
    return re.findall(r"^  (\w[\w-]*)", section[1], re.M)


def tetrahedron(offset):
    corners = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
    vertices = "".join(f"v {x + offset} {y + offset} {z + offset}\n" for x, y, z in corners)
    return vertices + "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"


def in_format(text, suffix):
    """An OBJ text of triangles as another format."""
    lines = [line.split() for line in text.splitlines()]
    points = [" ".join(words[1:]) for words in lines if words[0] == "v"]
    faces = [[int(word) - 1 for word in words[1:]] for words in lines if words[0] == "f"]
    rows = "".join(f"{point}\n" for point in points) + "".join(f"3 {a} {b} {c}\n" for a, b, c in faces)
    if suffix == ".off":
        return f"OFF\n{len(points)} {len(faces)} 0\n{rows}"
    if suffix == ".ply":
        return (f"ply\nformat ascii 1.0\nelement vertex {len(points)}\nproperty double x\nproperty double y\n"
                f"property double z\nelement face {len(faces)}\nproperty list uchar int vertex_indices\nend_header\n{rows}")
    if suffix == ".stl":
        loops = ("\n".join(f"vertex {points[i]}" for i in face) for face in faces)
        return "solid\n" + "".join(f"facet\nouter loop\n{loop}\nendloop\nendfacet\n" for loop in loops) + "endsolid\n"
    return text


def point_cache(frames, mdd):
    """The four corners of a tetrahedron that rises."""
    numbers = [value + 0.01 * frame for frame in range(frames) for value in (0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1)]
    if mdd:
        return struct.pack(f">2i{frames}f{len(numbers)}f", frames, 4, *range(frames), *numbers)
    return struct.pack(f"<12s2i2fi{len(numbers)}f", b"POINTCACHE2", 1, 4, 0, 1, frames, *numbers)


def moving_features():
    """One question with a known answer: a vertex that falls through a triangle."""
    corners = (0, 0, 0, 1, 0, 0, 0, 1, 0)
    return b"tactccd 1\n" + struct.pack("<2B24d", 0, 1, 0.25, 0.25, 1, *corners, 0.25, 0.25, -1, *corners)


def run(command):
    """Exit code and output of one command line, in a fresh folder."""
    with tempfile.TemporaryDirectory() as folder:
        words = shlex.split(command)
        names = [word for before, word in zip([""] + words, words)
                 if word.endswith((".obj", ".ply", ".stl", ".off")) and not before.startswith("--write")
                 and "*" not in word]
        names += [f"walk/{frame}.obj" for frame in range(3) if "walk" in command]
        for mesh, cache in re.findall(r"(\S+):(\S+\.(?:pc2|mdd))", command):
            names.append(mesh)
            pathlib.Path(folder, cache).write_bytes(point_cache(100, cache.endswith(".mdd")))
        for name in re.findall(r"--queries (\S+)", command):
            pathlib.Path(folder, name).write_bytes(moving_features())
        for number, name in enumerate(names):
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(in_format(tetrahedron(0.1 * number), path.suffix))
        place = folder
        if command.startswith("make"):
            command, place = command.replace("make", "make -n", 1), ROOT
        elif re.match(r"(git|cd|cmake|ctest|bash|sh|\./?)\b", command):
            return None  # set-up of a clone, which .ci/run shows to work
        settings = dict(os.environ, PATH=f"{PROGRAM.parent}:{os.environ['PATH']}", MAKEFLAGS="", TERM="dumb")
        done = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=place, env=settings, timeout=280,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr


class Commands(unittest.TestCase):
    def runs(self, lines, at_least):
        ran = 0
        for line in lines:
            with self.subTest(command=line):
                result = run(line)
                ran += result is not None
                if result:
                    self.assertIn(result[0], (0, 1), result[1][-2000:])
        self.assertGreaterEqual(ran, at_least, "found fewer commands than there must be")

    def test_readme(self):
        self.runs([line for block in blocks("sh") for line in commands(block)], at_least=6)

    def test_examples_of_help(self):
        self.runs(examples(help_of()), at_least=2)

    def test_examples_of_each_command(self):
        names = subcommands()
        self.assertLessEqual({"collide", "self", "sequence", "play", "methods", "scenes"}, set(names))
        for name in names:
            with self.subTest(subcommand=name):
                self.runs(examples(help_of(name)), at_least=1)

    def test_a_wrong_command_is_trouble(self):
        self.assertEqual(run("tact collide one.obj missing.xyz")[0], 2)
        self.assertNotIn(run("tact no-such-command")[0], (0, 1))


def known_methods():
    """Names and citations. `stream-cl` has its page whether this build has it or not."""
    code, text = run("tact methods --format json")
    assert code == 0, text
    methods = {method["name"]: method["citation"] for method in json.loads(text)}
    if "stream-cl" not in methods:
        names = list(methods)
        names.insert(names.index("stream") + 1, "stream-cl")
        methods = {name: methods.get(name, methods["stream"]) for name in names}
    return methods


class Methods(unittest.TestCase):
    MOST_LINES = 40
    SECTIONS = ["What", "When to use it", "Cost", "Departures from the paper", "Citation"]

    def test_index_is_the_table_of_the_program(self):
        index = (ROOT / "docs" / "methods.md").read_text(encoding="utf-8")
        rows = re.findall(r"^\| \[`([\w-]+)`\]\(methods/([\w-]+)\.md\) \|[^|\n]*\| *([^|\n]*?) *\|$", index, re.M)
        known, listed = known_methods(), [name for name, _, _ in rows]
        for name in known:
            self.assertIn(name, listed, f"method {name} has no row in docs/methods.md; its place is as in the registry")
        for name in listed:
            self.assertIn(name, known, f"docs/methods.md has a row for {name}, which is no method")
        self.assertEqual(listed, list(known), "docs/methods.md: the order is that of the registry, each method once")
        for name, page, citation in rows:
            self.assertEqual(page, name, f"docs/methods.md: the row of {name} leads to another page")
            self.assertEqual(citation, known[name], f"docs/methods.md: the row of {name} cites another paper")

    def test_every_method_has_a_page_and_every_page_a_method(self):
        pages = {page.stem for page in (ROOT / "docs" / "methods").iterdir()}
        known = known_methods()
        for name in known:
            self.assertIn(name, pages, f"method {name} has no docs/methods/{name}.md")
        for page in sorted(pages):
            self.assertIn(page, known, f"docs/methods/{page}.md is about no method")

    def test_a_page_is_short_and_says_what_it_must(self):
        for name, citation in known_methods().items():
            with self.subTest(page=name):
                page = ROOT / "docs" / "methods" / f"{name}.md"
                if not page.is_file():
                    continue  # which the test before this one says
                text = page.read_text(encoding="utf-8")
                self.assertLessEqual(len(text.splitlines()), self.MOST_LINES)
                self.assertTrue(text.startswith(f"# `{name}`\n"))
                sections = re.findall(r"^## (.*)$", text, re.M)
                self.assertEqual(sections, [s for s in self.SECTIONS if citation or not s.startswith("Departures")])
                self.assertIn(citation or "None.", text[text.index("## Citation"):])

    def test_figures_stand_only_where_a_record_is(self):
        for page in (ROOT / "docs" / "methods").glob("*.md"):
            measured = re.findall(r"\d[\d.,]* ?(?:ms|µs|us|ns)\b|\d[\d.,]* × (?:as|faster|slower|over)\b",
                                  page.read_text(encoding="utf-8"))
            self.assertEqual(measured, [], f"{page.name}: measured figures belong into docs/benchmarks.md")


class Words(unittest.TestCase):
    def test_every_word_is_there_once_in_two_lines_with_its_file(self):
        text = (ROOT / "docs" / "words.md").read_text(encoding="utf-8")
        entries = re.findall(r"^- (.*(?:\n  .*)*)", text, re.M)
        self.assertGreater(len(entries), 50)
        words = [re.match(r"\*\*(.+?)\*\*: ", entry)[1].lower() for entry in entries]
        self.assertEqual(words, sorted(set(words)))
        for entry in entries:
            self.assertLessEqual(entry.count("\n"), 1, entry)
            home = re.search(r"`([\w./]+)`$|\]\(([\w./]+)\)$", entry)
            self.assertIsNotNone(home, entry)
            places = [ROOT / "src" / "tact" / home[1], ROOT / home[1]] if home[1] else [ROOT / "docs" / home[2]]
            place = next((place for place in places if place.is_file()), None)
            self.assertIsNotNone(place, f"there is no file {home[1] or home[2]}")
            said = re.sub(r"\s*\n\s*(?://+)?\s*", " ", place.read_text(encoding="utf-8")).lower()
            for word in re.match(r"\*\*(.+?)\*\*: ", entry)[1].lower().split(", "):
                self.assertIn(word, said, f"{place.relative_to(ROOT)} does not know the word")


class Readme(unittest.TestCase):
    def test_methods_that_it_names_are_methods(self):
        text = re.search(r"^## Methods\n(.*?)(?=^## |\Z)", README, re.M | re.S)[1]
        names = set(re.findall(r"`([a-z-]+)`", text))
        self.assertLessEqual({"auto", "dbvh", "brute"}, names)
        self.assertLessEqual(names, set(known_methods()))

    def test_figures_of_speed_are_those_of_the_record(self):
        rows = re.findall(r"^\| [^|]+ \| `([\w.-]+)` \| `([\w-]+)` \| `([\w-]+)` \| ([\d.]+) × \|$", README, re.M)
        self.assertGreaterEqual(len(rows), 5)
        record = json.loads((ROOT / "bench" / "results" / "epyc-2-cores.json").read_text(encoding="utf-8"))
        duels = {(group["scenario"], duel["threads"]): duel for group in record["groups"] for duel in group["duels"]}
        for scenario, ours, peer, factor in rows:
            duel = duels[scenario, 1]
            self.assertEqual((ours, peer, factor), (duel["ours"], duel["peer"], f"{duel['faster']['median']:.1f}"), scenario)

    def test_first_program_is_the_first_example(self):
        example = (ROOT / "examples" / "01_first.cpp").read_text(encoding="utf-8")
        self.assertIn(blocks("cpp")[0], example)

    def test_links_lead_somewhere(self):
        for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]:
            for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
                self.assertTrue((page.parent / link).exists(), f"{page.relative_to(ROOT)}: {link}")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
