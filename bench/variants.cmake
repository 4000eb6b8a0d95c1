# The methods' variants, by themselves: tests use them where the benchmarks are not built.
file(GLOB tact_of_paper_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/bench/of_paper/*.cpp")
add_library(tact_variants STATIC bench/variants.cpp ${tact_of_paper_sources})
tact_target(tact_variants)
tact_compile_together(tact_variants)
target_include_directories(tact_variants PUBLIC "${PROJECT_SOURCE_DIR}")
target_link_libraries(tact_variants PUBLIC tact_inside)
