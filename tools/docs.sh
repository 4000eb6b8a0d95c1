#!/usr/bin/env bash
# The reference of the interface, of the headers that are installed and no others. Fails on every warning.
# Usage: docs.sh [FOLDER]; without one, build/docs.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
out=${1:-build/docs}
mkdir -p "$out"
headers=$(sed -n 's|^  \(.*\.h\)$|src/tact/\1|p' cmake/TactHeaders.cmake | paste -sd' ')
version=$(sed -n 's/^#define TACT_VERSION_STRING "\(.*\)"/\1/p' src/tact/version.h)
{
  cat docs/Doxyfile
  echo "INPUT = docs/reference.md $headers"
  echo "PROJECT_NUMBER = $version"
  echo "OUTPUT_DIRECTORY = $out"
} | doxygen -
echo "reference: $out/html/index.html"
