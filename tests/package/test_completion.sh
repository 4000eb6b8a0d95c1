#!/usr/bin/env bash
# What the completion offers. Usage: test_completion.sh PROGRAM COMPLETION
set -euo pipefail
PATH="$(dirname "$1"):$PATH"
# shellcheck disable=SC1090
source "$2"
offers() {
  COMP_WORDS=("${@:2}")
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  COMPREPLY=()
  _tact
  [[ " ${COMPREPLY[*]} " == *" $1 "* ]] || { echo "'${*:2}' does not offer $1: ${COMPREPLY[*]}"; exit 1; }
}
offers sequence tact s
offers --version tact --v
offers help tact h
offers collide tact help c
offers --write-contacts tact collide --w
offers dbvh tact self a.obj --method d
offers json tact self a.obj --format j
offers teapot tact play t
offers pile tact simulate p
offers --budget-ms tact simulate pile --b
echo 'completes'
