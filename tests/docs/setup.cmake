# The commands of the README and of --help, and what the README says of methods and examples.
if(TARGET tact_program)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  add_test(NAME docs/commands COMMAND ${Python3_EXECUTABLE}
    "${CMAKE_CURRENT_SOURCE_DIR}/docs/test_commands.py" "$<TARGET_FILE:tact_program>" "${PROJECT_SOURCE_DIR}")
  set_tests_properties(docs/commands PROPERTIES TIMEOUT 900)
endif()

# What docs/papers.md lists is there.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
add_test(NAME docs/papers COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_SOURCE_DIR}/docs/test_papers.py"
  "${PROJECT_SOURCE_DIR}")
