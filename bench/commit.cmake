# Writes a source (OUT) that says at which commit SOURCE stands; leaves it alone if it says so already.
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND git -C "${SOURCE}" describe --always --dirty --abbrev=12
  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
  set(commit "unknown")
endif()
file(CONFIGURE OUTPUT "${OUT}" @ONLY CONTENT
"#include \"bench/machine.h\"\nnamespace tact::bench {\nconst char* source_commit() { return \"@commit@\"; }\n}\n")
