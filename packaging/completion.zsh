#compdef tact
# Completion of the tact program for zsh. What may follow is asked of the program itself, so it is
# always that of the version that is installed.
local -a tact_offers
tact_offers=(${(f)"$(tact complete "${(@Q)words[2,CURRENT]}" 2>/dev/null)"})
if (( $#tact_offers )); then
  compadd -- $tact_offers
else
  _files
fi
