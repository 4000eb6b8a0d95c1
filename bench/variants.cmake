# The methods' variants, by themselves: tests use them where the benchmarks are not built.
add_library(tact_variants STATIC bench/variants.cpp)
tact_target(tact_variants)
target_include_directories(tact_variants PUBLIC "${PROJECT_SOURCE_DIR}")
target_link_libraries(tact_variants PUBLIC tact_inside)
