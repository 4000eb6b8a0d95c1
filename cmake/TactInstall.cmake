# `cmake --install` gives the library, its public headers and a package for find_package(tact).
include(CMakePackageConfigHelpers)
set(tact_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/tact")

install(TARGETS tact EXPORT tact_targets)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/src/tact" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
  FILES_MATCHING PATTERN "*.h" PATTERN "*_impl.h" EXCLUDE PATTERN "*_simd.h" EXCLUDE)
install(EXPORT tact_targets NAMESPACE tact:: FILE tact_targets.cmake DESTINATION "${tact_package_dir}")

configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/tact-config.cmake.in"
  "${PROJECT_BINARY_DIR}/tact-config.cmake" INSTALL_DESTINATION "${tact_package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/tact-config-version.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/tact-config.cmake" "${PROJECT_BINARY_DIR}/tact-config-version.cmake"
  DESTINATION "${tact_package_dir}")
