# Completion of the tact program for bash. What may follow is asked of the program itself, so it is
# always that of the version that is installed.
_tact() {
  mapfile -t COMPREPLY < <(tact complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _tact tact
