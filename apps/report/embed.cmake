# Puts files into a program as they are: the assembler reads them. Writes SOURCE, a C++ file, that defines NAME[] and
# NAME_end[] for each NAME FILE; it is compiled again when a file changes.
function(tact_embed source)
  set(text "// Written by CMake (apps/report/embed.cmake).\n")
  set(files "")
  while(ARGN)
    list(POP_FRONT ARGN name file)
    list(APPEND files "${file}")
    string(APPEND text "asm(R\"(.section .rodata\n.global ${name}\n.hidden ${name}\n${name}:\n.incbin \"${file}\"\n"
      ".global ${name}_end\n.hidden ${name}_end\n${name}_end:\n.byte 0\n.text\n)\");\n")
  endwhile()
  file(CONFIGURE OUTPUT "${source}" CONTENT "${text}" @ONLY)
  set_source_files_properties("${source}" PROPERTIES OBJECT_DEPENDS "${files}" SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
