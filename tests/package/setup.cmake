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
# The same without CMake.
add_test(NAME package/pkg_config COMMAND sh -c
  "PKG_CONFIG_PATH=$(dirname $(find ${prefix} -name tact.pc)) && export PKG_CONFIG_PATH && \
   ${CMAKE_CXX_COMPILER} -std=c++20 ${CMAKE_CURRENT_SOURCE_DIR}/package/user/main.cpp \
   -o ${prefix}/user $(pkg-config --cflags tact) $(pkg-config --libs tact) && ${prefix}/user")
set_tests_properties(package/pkg_config PROPERTIES FIXTURES_REQUIRED package)
if(TARGET tact_program)
  find_program(dpkg_program dpkg)
  find_program(dpkg_shlibdeps_program dpkg-shlibdeps)
  if(dpkg_program AND dpkg_shlibdeps_program)
    add_test(NAME package/deb COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/package/test_deb.sh"
      "${PROJECT_BINARY_DIR}" "${CMAKE_CURRENT_BINARY_DIR}/package/deb")
  endif()
  foreach(shell IN ITEMS bash zsh fish)
    find_program(${shell}_program ${shell})
    if(${shell}_program)
      add_test(NAME package/completion_${shell}
        COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/package/test_completion.sh" "$<TARGET_FILE:tact_program>"
          "${PROJECT_SOURCE_DIR}/packaging" ${shell})
    endif()
  endforeach()
endif()
set_tests_properties(package/install PROPERTIES FIXTURES_SETUP package)
set_tests_properties(package/find_package PROPERTIES FIXTURES_REQUIRED package)
