# Peers that are installed: each is optional, compiled by itself, and linked into the benchmarks only.
function(tact_peer name target)
  string(TOUPPER ${name} upper)
  if(TARGET ${target})
    message(STATUS "Peer ${name}: found")
    add_library(tact_peer_${name} OBJECT "${CMAKE_CURRENT_SOURCE_DIR}/peers/${name}.cpp")
    tact_target(tact_peer_${name})
    # Peers get the compiler's full optimisation: what guards our exact tests is not for them.
    target_compile_options(tact_peer_${name} PRIVATE -ftree-slp-vectorize)
    target_link_libraries(tact_peer_${name} PRIVATE tact_inside tact_scenes ${target} ${ARGN})
    target_include_directories(tact_peer_${name} PRIVATE "${PROJECT_SOURCE_DIR}")
    target_link_libraries(tact_bench PRIVATE tact_peer_${name})
    target_compile_definitions(tact_bench PRIVATE TACT_HAVE_${upper})
  else()
    message(STATUS "Peer ${name}: not found, left out of tact bench")
  endif()
endfunction()

find_package(embree 3 QUIET)
tact_peer(embree embree)

find_package(fcl QUIET)
tact_peer(fcl fcl)
if(TARGET tact_peer_fcl)
  target_sources(tact_peer_fcl PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}/peers/fcl_planner.cpp")
endif()
if(TARGET tact_peer_fcl AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # gcc follows FCL's templates into branches that are never taken.
  target_compile_options(tact_peer_fcl PRIVATE -Wno-maybe-uninitialized)
endif()

pkg_check_modules(bullet QUIET IMPORTED_TARGET bullet)
tact_peer(bullet PkgConfig::bullet)
if(TARGET tact_peer_bullet)
  target_sources(tact_peer_bullet PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}/peers/bullet_broad.cpp"
    "${CMAKE_CURRENT_SOURCE_DIR}/peers/bullet_soft.cpp")
endif()

pkg_check_modules(ode QUIET IMPORTED_TARGET ode)
tact_peer(ode PkgConfig::ode)

find_package(CGAL QUIET)
tact_peer(cgal CGAL::CGAL)
if(TARGET tact_peer_cgal)
  target_sources(tact_peer_cgal PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}/peers/cgal_triangles.cpp"
    "${CMAKE_CURRENT_SOURCE_DIR}/peers/cgal_broad.cpp")
endif()
if(TARGET tact_peer_cgal AND TARGET TBB::tbb)
  target_link_libraries(tact_peer_cgal PRIVATE TBB::tbb TBB::tbbmalloc)
  target_compile_definitions(tact_peer_cgal PRIVATE CGAL_LINKED_WITH_TBB)
endif()
