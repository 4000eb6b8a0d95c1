# Installs the library into a folder of the build tree and builds a user's project against it.
set(prefix "${CMAKE_CURRENT_BINARY_DIR}/package/prefix")
add_test(NAME package/install
  COMMAND ${CMAKE_COMMAND} --install "${PROJECT_BINARY_DIR}" --prefix "${prefix}")
add_test(NAME package/find_package
  COMMAND ${CMAKE_CTEST_COMMAND} --build-and-test
    "${CMAKE_CURRENT_SOURCE_DIR}/package/user" "${CMAKE_CURRENT_BINARY_DIR}/package/user"
    --build-generator ${CMAKE_GENERATOR} --build-project user
    --build-options -DCMAKE_PREFIX_PATH=${prefix} -DCMAKE_BUILD_TYPE=Release
      -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
    --test-command user)
set_tests_properties(package/install PROPERTIES FIXTURES_SETUP package)
set_tests_properties(package/find_package PROPERTIES FIXTURES_REQUIRED package)
