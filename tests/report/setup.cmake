# Reads back what pages hold; with zlib, where reports can be written at all.
find_package(nlohmann_json REQUIRED)
find_package(ZLIB QUIET)
target_link_libraries(test_report PRIVATE tact_report tact_scenes nlohmann_json::nlohmann_json)
if(TARGET ZLIB::ZLIB)
  target_link_libraries(test_report PRIVATE ZLIB::ZLIB)
endif()

# The page in a browser, where there is one with what drives it (make web-test). The packages lie in build/.
get_property(have_report GLOBAL PROPERTY TACT_HAVE_REPORT)
find_program(TACT_NODE NAMES node nodejs)
find_program(TACT_CHROMIUM chromium)
mark_as_advanced(TACT_NODE TACT_CHROMIUM)
set(driver "${PROJECT_SOURCE_DIR}/build/web/node_modules/playwright-core/package.json")
if(TARGET tact_program AND have_report AND TACT_NODE AND TACT_CHROMIUM AND EXISTS "${driver}")
  add_test(NAME web/report COMMAND ${TACT_NODE} --test "${CMAKE_CURRENT_LIST_DIR}/browser/test_report.mjs")
  set_tests_properties(web/report PROPERTIES TIMEOUT 600 LABELS web RUN_SERIAL ON
    ENVIRONMENT "TACT_PROGRAM=$<TARGET_FILE:tact_program>;TACT_CHROMIUM=${TACT_CHROMIUM};TACT_WEB=${PROJECT_SOURCE_DIR}/build/web")
endif()
