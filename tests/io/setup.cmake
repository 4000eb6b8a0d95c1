# Not a test: figures of docs/files.md. `cmake --build --preset release --target measure_files`
add_executable(measure_files EXCLUDE_FROM_ALL "${CMAKE_CURRENT_SOURCE_DIR}/io/measure_files.cpp")
tact_target(measure_files)
target_link_libraries(measure_files PRIVATE tact_inside)
if(TARGET PkgConfig::assimp)
  target_link_libraries(measure_files PRIVATE PkgConfig::assimp)
  target_compile_definitions(measure_files PRIVATE TACT_ASSIMP)
  # A program with a logger of its own.
  target_link_libraries(test_io PRIVATE PkgConfig::assimp)
  target_compile_definitions(test_io PRIVATE TACT_ASSIMP)
endif()
set_target_properties(measure_files PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
