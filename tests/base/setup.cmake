target_compile_definitions(test_base PRIVATE TACT_PROJECT_VERSION="${PROJECT_VERSION}")
# The library has one thread back-end; the same tests also run with the two it was not built with.
find_package(Threads REQUIRED)
if(TACT_PARALLEL STREQUAL "serial")
  target_compile_definitions(test_base PRIVATE TACT_PARALLEL_SERIAL)
endif()
foreach(backend IN ITEMS threads serial)
  string(TOUPPER ${backend} upper)
  set(target test_parallel_${backend})
  add_executable(${target} "${CMAKE_CURRENT_SOURCE_DIR}/base/test_parallel.cpp"
    "${CMAKE_CURRENT_SOURCE_DIR}/base/test_crew.cpp" "${PROJECT_SOURCE_DIR}/src/tact/base/crew.cpp"
    "${PROJECT_SOURCE_DIR}/src/tact/base/parallel.cpp")
  tact_target(${target})
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/src")
  target_compile_definitions(${target} PRIVATE TACT_PARALLEL_${upper} TACT_TEST_BACKEND="${backend}")
  target_link_libraries(${target} PRIVATE GTest::gtest GTest::gtest_main Threads::Threads)
  gtest_discover_tests(${target} TEST_PREFIX "base/${backend}/" PROPERTIES TIMEOUT 600)
endforeach()
