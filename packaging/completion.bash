# Completion of the tact program for bash. Commands, options and names are asked of the program
# itself, so they are always those of the version that is installed.
_tact() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}
  local words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="$(tact --help 2>/dev/null | sed -n '/^Subcommands:/,/^$/s/^  \([a-z][a-z-]*\).*/\1/p') help --help --version"
  elif [ "$COMP_CWORD" -eq 2 ] && [ "$command" = help ]; then
    words="$(tact --help 2>/dev/null | sed -n '/^Subcommands:/,/^$/s/^  \([a-z][a-z-]*\).*/\1/p')"
  elif [ "$previous" = --method ]; then
    words=$(tact methods --format csv 2>/dev/null | tail -n +2 | cut -d, -f1)
  elif [ "$previous" = --format ]; then
    words="text json csv"
  elif [ "$COMP_CWORD" -eq 2 ] && { [ "$command" = play ] || [ "$command" = scenes ]; } && [ "${current#-}" = "$current" ]; then
    words=$(tact scenes --format csv 2>/dev/null | tail -n +2 | cut -d, -f1)
  elif [ "$COMP_CWORD" -eq 2 ] && [ "$command" = simulate ] && [ "${current#-}" = "$current" ]; then
    words=$(tact simulate --list --format csv 2>/dev/null | tail -n +2 | cut -d, -f1)
  elif [ "${current#-}" != "$current" ]; then
    words=$(tact "$command" --help 2>/dev/null | grep -o -- '--[a-z][a-z-]*' | sort -u)
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}
complete -o default -F _tact tact
