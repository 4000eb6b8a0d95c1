# The two commands that matter are `make run` and `make test`; `make help` lists the others. This file
# only strings together tools/setup.sh, the CMake presets and ctest: each of them also works alone.
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory
.NOTPARALLEL:

CORES := $(shell nproc 2>/dev/null || echo 2)
SCENE ?= spheres
# Compiler cache, where there is one: saves the rebuild in a fresh clone.
LAUNCHER = $(if $(shell command -v ccache),-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
BUILD = cmake --build --preset $(1) --parallel $(CORES)
CTEST = ctest --test-dir build/$(1) --output-on-failure --parallel $(CORES) --timeout 1200

# The sanitizers' memory layout does not fit every kernel's address randomisation; do without it
# where that is allowed. TARGETS, TESTS and SKIP narrow `make asan` and `make tsan` down.
FIXED_ADDRESSES = $(shell setarch -R true 2>/dev/null && echo setarch -R)
ONLY_TARGETS = $(if $(TARGETS),--target $(TARGETS))
ONLY_TESTS = $(if $(TESTS),--no-tests=error -R '$(TESTS)') $(if $(SKIP),-E '$(SKIP)')

# Configures once; from then on ninja runs CMake itself when its files change.
build/%/build.ninja:
	cmake --preset $* $(LAUNCHER)

# The program alone needs no package of the tests; whoever wants those turns them on, and nothing that
# has been built is built again.
build/release/build.ninja:
	cmake --preset release $(LAUNCHER) -DTACT_TESTS=OFF -DTACT_EXAMPLES=OFF
WITH_TESTS = grep -q TACT_TESTS:BOOL=ON build/release/CMakeCache.txt || \
	cmake --preset release -DTACT_TESTS=ON -DTACT_EXAMPLES=ON

.PHONY: help run test test-long web-test mutants exactness bench lint rooms format asan tsan clang build old-cpu clean
.PHONY: docs fresh python setup setup-test setup-lint setup-bench

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' Makefile

run: setup build/release/build.ninja ## install what is missing, build, show bodies that move and break
	@$(call BUILD,release) --target tact_program
	@build/release/bin/tact play $(SCENE); status=$$?; test $$status -le 1

test: build ## install what is missing, build, run every test but the long ones
	@$(call CTEST,release) -LE '^long$$'

test-long: build ## the long tests
	@$(call CTEST,release) -L '^long$$' --no-tests=error --timeout 7200

# The tests are there where their driver was when the build was configured; afterwards `make test` runs them, too.
web-test: setup build/release/build.ninja ## reports in a browser: Debian's Chromium, driven by npm's playwright-core
	@tools/setup.sh web
	@command -v npm >/dev/null || tools/setup.sh meshes
	@test -e build/web/node_modules/playwright-core/package.json || npm install --prefix build/web --no-save --no-audit \
		--no-fund --loglevel=error playwright-core@1.65.1 >/dev/null
	@tools/setup.sh test
	@cmake --preset release -DTACT_TESTS=ON -DTACT_EXAMPLES=ON >/dev/null
	@$(call BUILD,release) --target tact_program
	@$(call CTEST,release) -L '^web$$' --no-tests=error

# FILES (files or folders, all of src/tact without), SEED, COUNT; AGAIN=build/mutants/report.json: its survivors.
mutants: setup setup-test ## do the tests notice small changes of the sources? FILES=, SEED=, COUNT=
	@tools/mutants.py $(if $(SEED),--seed $(SEED)) $(if $(COUNT),--count $(COUNT)) $(if $(AGAIN),--again $(AGAIN)) $(FILES)

exactness: setup setup-test build/release/build.ninja ## exact predicates against CGAL and GMP, 10^8 pairs
	@$(WITH_TESTS)
	@$(call BUILD,release) --target exactness
	@build/release/bin/exactness

bench: setup setup-test setup-bench build/bench/build.ninja ## tables of the papers and the peers, in one run
	@$(call BUILD,bench) --target tact_bench_program
	@tools/fetch_meshes.sh build/meshes
	@build/bench/bin/tact-bench --meshes build/meshes --json build/bench/record.json \
		--report build/bench/report.html --disagreements build/bench/disagreements $(SUITES)
	@echo 'report: build/bench/report.html'

build: setup setup-test build/release/build.ninja ## the library, the program, tests and examples (release)
	@$(WITH_TESTS)
	@$(call BUILD,release)

lint: setup setup-test setup-lint build/lint/build.ninja ## layout, names, traps, room order, scripts
	@tools/lint.sh

rooms: ## which room includes which
	@tools/check_rooms.py --house

docs: ## the reference of the interface: build/docs/html/index.html; what is not described is an error
	@tools/setup.sh docs
	@tools/docs.sh

# Debian's interpreter, for which Debian's NumPy is; PYTHON=... takes another that has NumPy, pybind11 and pytest.
PYTHON ?= /usr/bin/python3
python: setup build/release/build.ninja ## the Python module and its tests: build/release/python
	@tools/setup.sh python
	@cmake --preset release -DTACT_PYTHON=ON -DPython_EXECUTABLE=$(PYTHON) >/dev/null
	@$(call BUILD,release) --target tact_python tact_program
	@PATH="$(CURDIR)/build/release/bin:$$PATH" PYTHONPATH="$(CURDIR)/build/release/python" \
		$(PYTHON) -m pytest -q -p no:cacheprovider bindings/python

format: setup-lint ## lay out all sources
	@git ls-files '*.h' '*.cpp' | xargs --no-run-if-empty clang-format -i

asan: setup setup-test setup-lint build/asan/build.ninja ## tests under the address and undefined-behaviour sanitizers
	@$(FIXED_ADDRESSES) $(call BUILD,asan) $(ONLY_TARGETS)
	@LSAN_OPTIONS=use_tls=0:print_suppressions=0:suppressions=$(CURDIR)/tools/leaks.txt \
		$(FIXED_ADDRESSES) $(call CTEST,asan) -LE '^long$$' $(ONLY_TESTS)

tsan: setup setup-test setup-lint build/tsan/build.ninja ## tests under the thread sanitizer
	@$(FIXED_ADDRESSES) $(call BUILD,tsan) $(ONLY_TARGETS)
	@$(FIXED_ADDRESSES) $(call CTEST,tsan) -LE '^long$$' $(ONLY_TESTS)

clang: setup setup-test setup-lint build/clang/build.ninja ## build everything with clang, warnings are errors
	@$(call BUILD,clang) $(ONLY_TARGETS)

old-cpu: build ## run the tests on models of older processors
	@tools/setup.sh old-cpu
	@tools/check_old_cpu.sh

fresh: ## the two commands in a minimal Debian root of their own, twice, then without a network
	@tools/setup.sh fresh
	@tools/check_fresh.sh

clean: ## remove all that was built
	rm -rf build

setup:
	@tools/setup.sh build

setup-test:
	@tools/setup.sh test

setup-lint:
	@tools/setup.sh lint

setup-bench:
	@tools/setup.sh bench
