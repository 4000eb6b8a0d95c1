#Its operator new stands in for that of the support library, which is not drawn in beside it.
target_sources(test_safety PRIVATE
               "${CMAKE_CURRENT_SOURCE_DIR}/safety/failing_new.cpp"
               "${CMAKE_CURRENT_SOURCE_DIR}/safety/world_fixture.cpp")
