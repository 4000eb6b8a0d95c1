find_package(Python3 REQUIRED COMPONENTS Interpreter)
add_test(NAME rooms/order COMMAND ${Python3_EXECUTABLE} "${PROJECT_SOURCE_DIR}/tools/check_rooms.py" --house)
add_test(NAME rooms/check_finds_violations
  COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_SOURCE_DIR}/rooms/test_check_rooms.py")
