#!/usr/bin/env bash
# Installs the Debian packages that are missing. Does nothing, and uses no network, when none is.
#
#   tools/setup.sh [--list] SECTION...     sections: build, test, web, lint, docs, python, old-cpu, bench, meshes
#
# --list prints what is missing and installs nothing. TACT_SETUP=skip in the environment skips all of
# it, for systems where the libraries come from elsewhere. Exit 2: packages are missing and cannot be
# installed.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# Prints the packages of the sections named, each once, in the order of the files.
wanted() {
  cat "$here"/packages.txt "$here"/packages-bench.txt | awk -v sections=" $* " '
    /^\[/ { section = substr($1, 2, length($1) - 2); known[section] = 1; next }
    { sub(/#.*/, "") }
    NF && index(sections, " " section " ") && !seen[$1]++ { print $1 }
    END {
      count = split(sections, names, " ")
      for (i = 1; i <= count; ++i)
        if (!(names[i] in known)) { print "setup: no section " names[i] > "/dev/stderr"; exit 2 }
    }'
}

installed() {
  dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null | grep -q '^installed'
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

may_install() {
  [ "$(id -u)" = 0 ] && return
  command -v sudo >/dev/null || return
  # Without a password, or with somebody there to type it.
  sudo -n true 2>/dev/null || [ -t 0 ]
}

install() {
  as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get -o DPkg::Lock::Timeout=600 install -y --no-install-recommends "$@"
}

# True when apt knows a version of every package, so that its lists need not be fetched.
known_to_apt() {
  local package
  for package in "$@"; do
    apt-cache policy "$package" 2>/dev/null | grep -q 'Candidate: [^(]' || return 1
  done
}

main() {
  local list_only=no
  if [ "${1:-}" = --list ]; then list_only=yes; shift; fi
  if [ $# -eq 0 ]; then sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "${BASH_SOURCE[0]}"; exit 2; fi
  [ "${TACT_SETUP:-}" = skip ] && exit 0

  local packages missing=() package
  packages=$(wanted "$@")
  if ! command -v dpkg-query >/dev/null; then
    printf 'setup: this is not Debian. Install the equivalents of\n  %s\nthen use TACT_SETUP=skip.\n' \
      "$(echo "$packages" | paste -sd' ')" >&2
    exit 2
  fi
  for package in $packages; do installed "$package" || missing+=("$package"); done
  [ ${#missing[@]} -eq 0 ] && exit 0
  if [ $list_only = yes ]; then printf '%s\n' "${missing[@]}"; exit 0; fi

  if ! may_install; then
    printf 'setup: packages are missing and only root can install them. As root, run\n  %s\n' \
      "apt-get update && apt-get install -y --no-install-recommends ${missing[*]}" >&2
    exit 2
  fi
  echo "setup: installing ${missing[*]}"
  known_to_apt "${missing[@]}" || as_root apt-get -o DPkg::Lock::Timeout=600 update
  # Lists that are too old name files that are gone: fetch them and try once more.
  install "${missing[@]}" || { as_root apt-get update && install "${missing[@]}"; } || {
    echo "setup: apt-get could not install ${missing[*]}; its messages are above" >&2
    exit 2
  }
}

main "$@"
