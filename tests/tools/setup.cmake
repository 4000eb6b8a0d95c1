find_package(Python3 REQUIRED COMPONENTS Interpreter)
add_test(NAME tools/mutants COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_SOURCE_DIR}/tools/test_mutants.py")
