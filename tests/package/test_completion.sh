#!/usr/bin/env bash
# What the completion of a shell offers. Usage: test_completion.sh PROGRAM FOLDER SHELL
set -euo pipefail
PATH="$(dirname "$1"):$PATH"
script=$2/completion.$3
shell=$3

# Prints what is offered for the last of the words of a command line.
in_bash() {
  # shellcheck disable=SC1090
  source "$script"
  COMP_WORDS=("$@")
  COMP_CWORD=$(($# - 1))
  COMPREPLY=()
  _tact
  printf '%s\n' "${COMPREPLY[@]}"
}

in_zsh() {
  # shellcheck disable=SC2016
  zsh -f -c '
    compadd() { shift; print -l -- "$@" }
    _files() { print files }
    script=$1
    shift
    _tact() { source "$script" }
    words=("$@") CURRENT=$#
    _tact' zsh "$script" "$@"
}

in_fish() {
  # shellcheck disable=SC2016
  fish --no-config -c 'source $argv[1]; complete -C (string join " " -- $argv[2..-1])' "$script" "$@" | cut -f1
}

# offers WORD COMMAND_LINE...
offers() {
  local found
  found=$("in_$shell" "${@:2}")
  grep -qx -e "$1" <<<"$found" || { echo "$shell: '${*:2}' does not offer $1: $found"; exit 1; }
}
lacks() {
  local found
  found=$("in_$shell" "${@:2}")
  if grep -qx -e "$1" <<<"$found"; then echo "$shell: '${*:2}' offers $1"; exit 1; fi
}
offers sequence tact s
lacks play tact s
lacks complete tact c
offers self tact ''
offers --version tact --v
offers help tact h
offers collide tact help c
offers --write-contacts tact collide --w
lacks --pose-a tact self --p
offers dbvh tact self a.obj --method d
lacks octree tact self a.obj --method d
offers json tact self a.obj --format j
offers teapot tact play t
offers pile tact simulate p
offers --budget-ms tact simulate pile --b
offers mdd tact scenes tori --write . --cache m
if [ -x "$(dirname "$1")/tact-bench" ]; then
  offers --processor-time tact bench --p
  offers peers tact bench pe
fi
echo 'completes'
