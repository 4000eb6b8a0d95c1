target_link_libraries(test_geometry PRIVATE tact_scenes)
# Only to show that its matrices are read in place (test_eigen.cpp); the library knows nothing of it.
find_package(Eigen3 QUIET NO_MODULE)
if(TARGET Eigen3::Eigen)
  target_link_libraries(test_geometry PRIVATE Eigen3::Eigen)
endif()
