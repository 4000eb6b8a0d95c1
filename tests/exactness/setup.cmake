# The exact tests against CGAL's exact kernel and against GMP, both for tests only: `make exactness` runs
# all of it, a share is part of every test run.
find_package(CGAL QUIET)
find_path(TACT_GMPXX_INCLUDE gmpxx.h)
find_library(TACT_GMPXX_LIBRARY gmpxx)
find_library(TACT_GMP_LIBRARY gmp)
if(CGAL_FOUND AND TACT_GMPXX_INCLUDE AND TACT_GMPXX_LIBRARY AND TACT_GMP_LIBRARY)
  find_package(Threads REQUIRED)
  add_executable(exactness
    exactness/main.cpp exactness/cgal_oracle.cpp exactness/phases.cpp exactness/rational_oracle.cpp)
  tact_target(exactness)
  set_target_properties(exactness PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
  target_include_directories(exactness PRIVATE "${PROJECT_SOURCE_DIR}")
  target_include_directories(exactness SYSTEM PRIVATE "${TACT_GMPXX_INCLUDE}")
  target_link_libraries(exactness PRIVATE tact_inside tact_scenes CGAL::CGAL
    "${TACT_GMPXX_LIBRARY}" "${TACT_GMP_LIBRARY}" Threads::Threads)
  add_test(NAME exactness/share COMMAND exactness --pairs 1000000)
  set_tests_properties(exactness/share PROPERTIES TIMEOUT 600)
else()
  message(STATUS "CGAL or GMP not found: the exactness checks are left out")
endif()
