# stream-cl: tested where it was built.
get_property(have_opencl GLOBAL PROPERTY TACT_HAVE_OPENCL)
if(have_opencl)
  target_compile_definitions(test_method PRIVATE TACT_OPENCL)
endif()
