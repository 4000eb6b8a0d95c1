#!/usr/bin/env bash
# Layout, names and traps, room order, scripts, changelog: all of it, then one verdict. `make lint`
# installs what it needs first. With TACT_LINT_BASE set to a commit, a change of the library or the program
# since then without a line in CHANGELOG.md is a finding.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 2
failed=()

check() {
  local name=$1
  shift
  echo "-- $name"
  "$@" || failed+=("$name")
}

# Also those that are not added yet, and none that is deleted.
sources() {
  git ls-files --cached --others --exclude-standard -- "$@" | while IFS= read -r name; do
    if [ -f "$name" ]; then printf '%s\n' "$name"; fi
  done
}

layout() {
  sources '*.h' '*.cpp' | xargs --no-run-if-empty clang-format --dry-run -Werror
}

# Files and functions have a hard stop; predicates may be longer (they are case tables).
lengths() {
  sources '*.h' '*.cpp' | grep -v predicates | xargs wc -l |
    awk '$2 != "total" && $1 > 400 { print $2 ": " $1 " lines, the hard stop is 400"; bad = 1 } END { exit bad }'
}

scripts() {
  sources '*.sh' .ci/run | xargs --no-run-if-empty shellcheck
}

changelog() {
  awk '/^## /{ open = /Unreleased/ } open && /^- /{ entries++ } END { exit !entries }' CHANGELOG.md ||
    { echo 'CHANGELOG.md: nothing under [Unreleased]'; return 1; }
  [ -z "${TACT_LINT_BASE:-}" ] && return
  local changed
  changed=$(git diff --name-only "$TACT_LINT_BASE" --)
  if grep -qE '^(src|apps)/' <<<"$changed" && ! grep -qx CHANGELOG.md <<<"$changed"; then
    echo "CHANGELOG.md: src or apps changed since $TACT_LINT_BASE, the changelog did not"
    return 1
  fi
}

check 'layout (clang-format)' layout
check 'length of files' lengths
check 'rooms' tools/check_rooms.py --house
check 'face' tools/check_face.py
check 'files alone' tools/check_alone.py
check 'scripts (shellcheck)' scripts
check 'changelog' changelog
check 'names and traps (clang-tidy)' tools/tidy.py "$@"

if [ ${#failed[@]} -gt 0 ]; then
  printf 'lint: failed: %s\n' "${failed[@]}"
  exit 1
fi
echo 'lint: clean'
