# Every public header compiles alone, and twice in a row: one generated source per header.
# *_simd.h are left out: Highway re-includes them once per instruction set, on purpose, and they only
# make sense inside foreach_target.
file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}/src"
  "${PROJECT_SOURCE_DIR}/src/tact/*.h")
list(FILTER headers EXCLUDE REGEX "_simd\\.h$")
set(header_sources "")
foreach(header IN LISTS headers)
  string(MAKE_C_IDENTIFIER "${header}" name)
  set(source "${CMAKE_CURRENT_BINARY_DIR}/headers/${name}.cpp")
  file(CONFIGURE OUTPUT "${source}" CONTENT "#include \"@header@\"\n#include \"@header@\"\n" @ONLY)
  list(APPEND header_sources "${source}")
endforeach()

add_library(test_headers OBJECT ${header_sources})
tact_target(test_headers)
target_link_libraries(test_headers PRIVATE tact)
