# Installs the library into a folder of the build tree and builds a user's project against it.
set(prefix "${CMAKE_CURRENT_BINARY_DIR}/package/prefix")
add_test(NAME package/install
  COMMAND ${CMAKE_COMMAND} --install "${PROJECT_BINARY_DIR}" --prefix "${prefix}")
function(tact_package_build name source)
  add_test(NAME package/${name}
    COMMAND ${CMAKE_CTEST_COMMAND} --build-and-test "${source}" "${CMAKE_CURRENT_BINARY_DIR}/package/${name}"
      --build-generator ${CMAKE_GENERATOR} --build-project ${name}
      --build-options -DCMAKE_PREFIX_PATH=${prefix} -DCMAKE_BUILD_TYPE=Release
        -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
      ${ARGN})
endfunction()
tact_package_build(find_package "${CMAKE_CURRENT_SOURCE_DIR}/package/user" --test-command user)
# The examples as they are installed; one of them, since all are built in the tree.
tact_package_build(examples "${prefix}/${CMAKE_INSTALL_DOCDIR}/examples" --build-target example_07_own_method)
# The same without CMake.
add_test(NAME package/pkg_config COMMAND sh -c
  "PKG_CONFIG_PATH=$(dirname $(find ${prefix} -name tact.pc)) && export PKG_CONFIG_PATH && \
   ${CMAKE_CXX_COMPILER} -std=c++20 ${CMAKE_CURRENT_SOURCE_DIR}/package/user/main.cpp \
   -o ${prefix}/user $(pkg-config --cflags tact) $(pkg-config --libs tact) && ${prefix}/user")
set_tests_properties(package/install PROPERTIES FIXTURES_SETUP package)
set_tests_properties(package/find_package package/examples package/pkg_config PROPERTIES FIXTURES_REQUIRED package)

# The face: the list of headers, and what it says of the names that a shared library shows.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
add_test(NAME package/face COMMAND ${Python3_EXECUTABLE} "${PROJECT_SOURCE_DIR}/tools/check_face.py")
add_test(NAME package/face_finds_violations
  COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_SOURCE_DIR}/package/test_check_face.py")
add_test(NAME package/headers COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_SOURCE_DIR}/package/test_headers.py"
  "${PROJECT_SOURCE_DIR}" "${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
add_test(NAME package/links COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_SOURCE_DIR}/package/test_links.py"
  "${prefix}/${CMAKE_INSTALL_DOCDIR}")
set_tests_properties(package/headers package/links PROPERTIES FIXTURES_REQUIRED package)

# The shared library: users link and run with it, and it shows the names of the face alone.
if(TARGET tact_shared)
  add_test(NAME package/shared_names COMMAND ${Python3_EXECUTABLE} "${PROJECT_SOURCE_DIR}/tools/check_face.py"
    --library "$<TARGET_FILE:tact_shared>")
  add_executable(shared_user "${CMAKE_CURRENT_SOURCE_DIR}/package/shared_user.cpp")
  tact_target(shared_user)
  set_target_properties(shared_user PROPERTIES CXX_VISIBILITY_PRESET hidden)
  target_include_directories(shared_user PRIVATE "${PROJECT_SOURCE_DIR}/src")
  target_link_libraries(shared_user PRIVATE tact_shared)
  add_test(NAME package/shared_user COMMAND shared_user)
endif()

add_test(NAME package/parent COMMAND ${CMAKE_COMMAND} --fresh -G ${CMAKE_GENERATOR}
  -S "${CMAKE_CURRENT_SOURCE_DIR}/package/parent" -B "${CMAKE_CURRENT_BINARY_DIR}/package/parent"
  -DTACT_SOURCE=${PROJECT_SOURCE_DIR} -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER})

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
