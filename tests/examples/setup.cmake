# Each example prints what the comment at its end says.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
file(GLOB examples CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/examples/*.cpp")
foreach(source IN LISTS examples)
  get_filename_component(name "${source}" NAME_WE)
  if(TARGET example_${name})
    add_test(NAME examples/${name} COMMAND ${Python3_EXECUTABLE}
      "${CMAKE_CURRENT_SOURCE_DIR}/examples/check_output.py" "${source}" "$<TARGET_FILE:example_${name}>")
  endif()
endforeach()
