find_package(nlohmann_json REQUIRED)
target_link_libraries(test_apps PRIVATE tact_report tact_scenes nlohmann_json::nlohmann_json)
target_compile_definitions(test_apps PRIVATE TACT_PROGRAM="$<TARGET_FILE:tact_program>")
add_dependencies(test_apps tact_program tact_bench_program)
