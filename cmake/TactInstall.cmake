# `cmake --install` gives the library, its public headers, a package for find_package(tact), documentation, examples.
include(CMakePackageConfigHelpers)
include(TactHeaders)
set(tact_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/tact")

install(TARGETS tact EXPORT tact_targets)
foreach(header IN LISTS tact_headers)
  cmake_path(GET header PARENT_PATH room)
  install(FILES "${PROJECT_SOURCE_DIR}/src/tact/${header}" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/tact/${room}")
endforeach()
install(EXPORT tact_targets NAMESPACE tact:: FILE tact_targets.cmake DESTINATION "${tact_package_dir}")

configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/tact-config.cmake.in"
  "${PROJECT_BINARY_DIR}/tact-config.cmake" INSTALL_DESTINATION "${tact_package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/tact-config-version.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/tact-config.cmake" "${PROJECT_BINARY_DIR}/tact-config-version.cmake"
  DESTINATION "${tact_package_dir}")

# Pages link to each other and to their pictures as they do in the tree.
foreach(page IN ITEMS README.md CHANGELOG.md CONTRIBUTING.md CITATION.cff LICENSE)
  install(FILES "${PROJECT_SOURCE_DIR}/${page}" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
endforeach()
# papers.md is about sources, which are not installed.
install(DIRECTORY "${PROJECT_SOURCE_DIR}/docs" DESTINATION "${CMAKE_INSTALL_DOCDIR}"
  FILES_MATCHING PATTERN "papers.md" EXCLUDE PATTERN "*.md" PATTERN "*.svg" PATTERN "*.gif" PATTERN "*.png")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/examples" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
