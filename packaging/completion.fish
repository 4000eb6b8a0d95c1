# Completion of the tact program for fish. What may follow is asked of the program itself, so it is
# always that of the version that is installed.
function __tact_offers
    set -l words (commandline -opc) (commandline -ct)
    tact complete $words[2..-1] 2>/dev/null
end
complete -c tact -a '(__tact_offers)'
