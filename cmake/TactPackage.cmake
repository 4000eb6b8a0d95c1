# The program with its manual page and completion, pkg-config, and a Debian package of all of it:
# `cpack --config build/release/CPackConfig.cmake -B build/package`.
if(TARGET tact_program)
  install(TARGETS tact_program)
  install(TARGETS tact_bench_program OPTIONAL)  # where it was built
  install(FILES "${PROJECT_SOURCE_DIR}/packaging/tact.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
  install(FILES "${PROJECT_SOURCE_DIR}/packaging/completion.bash" RENAME tact
    DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions")
  # Debian's zsh looks into the first of these below /usr, every zsh into the second below /usr/local.
  foreach(place IN ITEMS vendor-completions site-functions)
    install(FILES "${PROJECT_SOURCE_DIR}/packaging/completion.zsh" RENAME _tact
      DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/${place}")
  endforeach()
  install(FILES "${PROJECT_SOURCE_DIR}/packaging/completion.fish" RENAME tact.fish
    DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")
endif()

# What a static library leaves to whoever links it, and Debian's packages of that.
set(tact_pc_requires "Requires: libhwy")
set(tact_deb_recommends "pkgconf, libhwy-dev")
if(BUILD_SHARED_LIBS)
  set(tact_pc_requires "Requires.private: libhwy")
endif()
if(TACT_PARALLEL STREQUAL "tbb")
  string(APPEND tact_pc_requires ", tbb")
  string(APPEND tact_deb_recommends ", libtbb-dev")
endif()
if(TARGET PkgConfig::assimp)
  string(APPEND tact_pc_requires ", assimp")
  string(APPEND tact_deb_recommends ", libassimp-dev")
endif()
get_property(have_opencl GLOBAL PROPERTY TACT_HAVE_OPENCL)
if(have_opencl)
  string(APPEND tact_pc_requires ", OpenCL")
  string(APPEND tact_deb_recommends ", ocl-icd-opencl-dev")
endif()
# Written when it is installed: only then the prefix is known.
install(CODE "set(CMAKE_INSTALL_LIBDIR \"${CMAKE_INSTALL_LIBDIR}\")
set(CMAKE_INSTALL_INCLUDEDIR \"${CMAKE_INSTALL_INCLUDEDIR}\")
set(PROJECT_DESCRIPTION \"${PROJECT_DESCRIPTION}\")
set(PROJECT_VERSION \"${PROJECT_VERSION}\")
set(tact_pc_requires \"${tact_pc_requires}\")
configure_file(\"${PROJECT_SOURCE_DIR}/cmake/tact.pc.in\" \"${PROJECT_BINARY_DIR}/tact.pc\" @ONLY)
file(INSTALL \"${PROJECT_BINARY_DIR}/tact.pc\"
  DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}/pkgconfig\")")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" RENAME copyright
  DESTINATION "${CMAKE_INSTALL_DOCDIR}")

set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)  # packing does not build the tests
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tact)
set(CPACK_PACKAGE_CONTACT "tact contributors <tact@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "${tact_deb_recommends}")
include(CPack)
