"""A copy of the tree in which sources are changed, built and tested. Used by tools/mutants.py."""
import hashlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import threading

MEMORY = 4 << 30  # bytes that a test may take: a mutant may ask for anything
QUICK, NEAR = 0.1, 0.5  # seconds of a test that runs before the others, and of one that is about the file
LINKERS = {"lld": "ld.lld", "gold": "ld.gold"}  # the faster first
running = set()  # processes, to be stopped with the tool
stopping = threading.Event()  # then what they say is no verdict
measuring = threading.Lock()  # the tests' times: once for all copies


class Trouble(Exception):
    """What keeps the work from being done, in words for the user."""


def run(command, folder, seconds=None):
    """Exit code and output; the code is None if the time ran out: the processor's, or much more of the clock's,
    which others may slow down."""
    if seconds:
        command = ["prlimit", f"--as={MEMORY}", "--core=0", f"--cpu={round(seconds)}:{round(seconds) + 9}",
                   *command]
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               text=True, errors="replace", start_new_session=True)
    running.add(process)
    try:
        output, _ = process.communicate(timeout=seconds and 5 * seconds + 30)
        if stopping.is_set():
            raise Trouble("stopped")
        return (None if process.returncode == -signal.SIGXCPU else process.returncode), output
    except subprocess.TimeoutExpired:
        stop(process)
        return None, ""
    finally:
        running.discard(process)


def stop_all():
    stopping.set()
    for process in list(running):
        stop(process)


def stop(process):
    """Ends a process with all that it started: they share its group."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def digest_of(text):
    return hashlib.sha256(text.encode()).hexdigest()


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.exists() else None


class Copy:
    """A copy of the tree with its own build folder, and the programs of the tests there."""

    def __init__(self, root, home, jobs, seconds):
        self.tree, self.build, self.jobs = home / "tree", home / "build", jobs
        self.plain = {}  # by program: what it is without a change
        self.seconds = seconds  # by program and filter: how long its tests take; all copies share it
        self.update(root)
        self.configure()

    def update(self, root):
        """Brings the copy up to date; files that are equal keep their time, so little is compiled again."""
        listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=root,
                                capture_output=True, text=True)
        if listed.returncode != 0:
            raise Trouble(f"{root} is no git work tree: {listed.stderr.strip()}")
        names = {n for n in listed.stdout.split("\0") if n and (root / n).is_file()}
        for path in [p for p in self.tree.rglob("*") if p.is_file()]:
            if str(path.relative_to(self.tree)) not in names:
                path.unlink()
        for name in names:
            source, copy = root / name, self.tree / name
            if digest(source) != digest(copy):
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_bytes(source.read_bytes())
                copy.chmod(source.stat().st_mode)
        of_programs = sorted(n for n in names if n.startswith(("src/", "tests/", "scenes/")))
        self.version = digest_of("".join(digest(root / n) for n in of_programs))

    def configure(self):
        # Warnings are no errors here: a removed statement leaves many a variable unused.
        options = ["-DTACT_WERROR=OFF", "-DTACT_EXAMPLES=OFF", "-DTACT_UNITY=OFF", "-DBUILD_SHARED_LIBS=ON",
                   "-DTACT_EXPORT_ALL=ON", "-DCMAKE_LINK_DEPENDS_NO_SHARED=ON",
                   "-DCMAKE_GTEST_DISCOVER_TESTS_DISCOVERY_MODE=PRE_TEST"]
        if shutil.which("ccache"):
            options.append("-DCMAKE_CXX_COMPILER_LAUNCHER=ccache")
        linker = next((name for name, program in LINKERS.items() if shutil.which(program)), None)
        if linker:
            options += [f"-DCMAKE_{kind}_LINKER_FLAGS=-fuse-ld={linker}" for kind in ("EXE", "SHARED")]
        code, output = run(["cmake", "--preset", "quick", "-B", str(self.build), *options], self.tree)
        if code != 0:
            raise Trouble(f"cmake failed:\n{output}")

    def make(self, program):
        """Builds one program; whether that worked, and what was said."""
        # Where a copy lies makes no difference to the cache: what one has built, the next need not.
        command = ["env", f"CCACHE_BASEDIR={self.tree.parent}", "CCACHE_SLOPPINESS=pch_defines,time_macros",
                   "ninja", "-C", str(self.build), "-j", str(self.jobs), program]
        code, output = run(command, self.tree)
        return code == 0, output

    def code_now(self, program):
        """What the program consists of, to be compared."""
        return [digest(path) for path in (self.path(program), *sorted((self.build / "src").glob("libtact.*")))]

    def path(self, program):
        return self.build / "tests" / program

    def test(self, program, tests, seconds, *options):
        """The first test that failed, or None."""
        command = [str(self.path(program)), "--gtest_fail_fast", "--gtest_brief=1", *options]
        with tempfile.NamedTemporaryFile("w", suffix=".flags") as flags:  # longer than a command may be
            flags.write(f"--gtest_filter={tests}\n")
            flags.flush()
            code, output = run([*command, f"--gtest_flagfile={flags.name}"], self.build, seconds)
        if code is None:
            return "time"
        failed = re.search(r"\[  FAILED  \] ([\w/]+\.[\w/]+)", output)
        return None if code == 0 else failed[1] if failed else f"exit code {code}"

    def prepare(self, programs):
        """Builds the tests and measures them one by one without a change. They must pass."""
        for program, tests in programs:
            if program not in self.plain:
                made, output = self.make(program)
                if not made:
                    raise Trouble(f"{program} does not build:\n{output[-3000:]}")
                self.plain[program] = self.code_now(program)
            with measuring:
                if (program, tests) not in self.seconds:
                    self.seconds[program, tests] = self.measure(program, tests)

    def measure(self, program, tests):
        """Seconds by name of a test: what was measured before, if that was the same tree."""
        report = self.tree.parents[1] / "times" / f"{program}.{digest_of(self.version + tests)[:16]}.json"
        known = times(report) if report.exists() else None
        if known is None:
            report.unlink(missing_ok=True)
            failed = self.test(program, tests, 3600, f"--gtest_output=json:{report}")
            if failed:
                raise Trouble(f"{program} fails without any change: {failed}")
            known = times(report) if report.exists() else {"*": 0.0}  # no program of GoogleTest
        return known


def times(report):
    """Seconds by name of a test; None if one failed."""
    found = json.loads(report.read_text())
    tests = [t for suite in found["testsuites"] for t in suite["testsuite"] if t["result"] == "COMPLETED"]
    return None if found["failures"] else {f"{t['classname']}.{t['name']}": float(t["time"][:-1]) for t in tests}


def batches(tree, file, seconds, longest):
    """Tests in the order of their chances to notice a change of the file: its own and those whose name has its
    first word, the other quick ones, the slow ones. Each batch with the seconds that it takes."""
    room, word = pathlib.Path(file).parent.name, pathlib.Path(file).stem.split("_")[0]
    own = [p for p in tree.glob(f"tests/{room}/test_*.cpp") if p.stem.split("_")[1] == word]
    suites = {name for p in own for name in re.findall(r"^TEST(?:_[FP])?\((\w+),", p.read_text(), re.M)}
    # Tests that are repeated for every method say so: those of other methods do not call this one.
    methods = {name.split("/")[-1] for name in seconds if name.startswith("Methods/")}
    of_method = word in methods and file.endswith("_method.cpp")
    found = {0: [], 1: [], 2: [], 3: []}
    for name, duration in seconds.items():
        near = word in name.lower() or suites & set(re.split(r"[./]", name))
        batch = (0 if duration < NEAR else 2) if near else (1 if duration < QUICK else 3)
        elsewhere = of_method and not near and name.startswith("Methods/")
        if duration <= longest and not elsewhere:
            found[batch].append(name)
    return [(":".join(names), sum(seconds[n] for n in names)) for names in found.values() if names]
