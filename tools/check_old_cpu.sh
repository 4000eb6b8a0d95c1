#!/usr/bin/env bash
# Shows that what was built here runs on processors without AVX2, and uses what each of them has: runs test
# programs under qemu's models of them, where an instruction that the model lacks ends the program.
#
#   tools/check_old_cpu.sh [GTEST_FILTER]      programs: build/release/tests/test_*
#
# Emulation is slow: the default filter leaves out suites that are long or large.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
filter=${1:--*Long.*:*All72Orders*:*Random*}

# qemu64: plain x86-64 (2003). Nehalem: SSE4.2 (2008). SandyBridge: AVX (2011). Haswell: AVX2 (2013).
models=(qemu64 Nehalem SandyBridge Haswell)

failed=0
for program in build/release/tests/test_*; do
  if [ ! -x "$program" ] || [ -d "$program" ]; then continue; fi
  for model in "${models[@]}"; do
    # qemu warns about features of the model that it cannot emulate; they are simply not there.
    if output=$(qemu-x86_64-static -cpu "$model" "$program" --gtest_filter="$filter" --gtest_brief=1 2>&1); then
      printf '%-24s %-12s %s\n' "${program##*/}" "$model" "$(grep -E '^\[  PASSED' <<<"$output" || echo 'no tests')"
    else
      printf '%-24s %-12s FAILED\n%s\n' "${program##*/}" "$model" "$output"
      failed=1
    fi
  done
done
exit $failed
