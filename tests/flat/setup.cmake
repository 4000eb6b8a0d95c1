# stream-cl: tested where it was built.
get_property(have_opencl GLOBAL PROPERTY TACT_HAVE_OPENCL)
if(have_opencl)
  target_compile_definitions(test_flat PRIVATE TACT_OPENCL)
  # The kernels, by a second compiler: no warnings in OpenCL 1.2.
  find_program(tact_clang NAMES clang clang-14)
  if(tact_clang)
    add_test(NAME flat/StreamKernels.CompileWithoutWarnings COMMAND ${tact_clang} -x cl -cl-std=CL1.2
      -Xclang -finclude-default-header -Wall -Wextra -Wconversion -Werror -fsyntax-only
      "${PROJECT_SOURCE_DIR}/src/tact/flat/stream.cl")
  endif()
  find_program(tact_oclgrind oclgrind)
  if(tact_oclgrind)
    add_test(NAME flat/StreamKernels.RunWithoutRacesOrReadsOutOfBounds COMMAND ${tact_oclgrind}
      --data-races --check-api $<TARGET_FILE:test_flat>
      --gtest_filter=StreamDevice.EveryKernelOnOneTile)
    set_tests_properties(flat/StreamKernels.RunWithoutRacesOrReadsOutOfBounds PROPERTIES
      FAIL_REGULAR_EXPRESSION "data race|Invalid|error|FAILED" TIMEOUT 600)
  endif()
endif()
