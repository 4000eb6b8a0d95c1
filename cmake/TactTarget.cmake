# What every target of the project shares: language, warnings, floating point, sanitizers.
if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()
if(PROJECT_IS_TOP_LEVEL)
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
endif()
# One instruction set, the widest that is common, shows sanitizers and mutants what there is to be
# seen; all of them take minutes for a kernel.
if(TACT_SANITIZE)
  set(TACT_ONE_INSTRUCTION_SET ON)
endif()
if(TACT_ONE_INSTRUCTION_SET AND EXISTS /proc/cpuinfo)
  file(STRINGS /proc/cpuinfo tact_avx2 REGEX "[ \t]avx2[ \t]" LIMIT_COUNT 1)
  if(tact_avx2)
    set(TACT_MACHINE_HAS_AVX2 ON)
  endif()
endif()

function(tact_target target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON)
  # Exact predicates and hashes rely on the operations as written: no contraction, never fast-math.
  target_compile_options(${target} PRIVATE -ffp-contract=off
    -Wall -Wextra -Wpedantic -Wconversion -Wshadow)
  # gcc 12 loses the rounding of double to float and back where it packs two of them into a vector.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -fno-tree-slp-vectorize)
    # gcc 12 takes the concatenation of short strings for overlapping copies (its bug 105651).
    target_compile_options(${target} PRIVATE -Wno-restrict)
  endif()
  if(TACT_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(TACT_ONE_INSTRUCTION_SET)
    if(TACT_MACHINE_HAS_AVX2)
      # Highway takes AVX2 only together with AES and carry-less products, which Haswell's name leaves out:
      # without them it falls back to SSSE3 and says nothing.
      target_compile_options(${target} PRIVATE -march=haswell -maes -mpclmul)
      target_compile_definitions(${target} PRIVATE HWY_COMPILE_ONLY_STATIC)
    else()
      target_compile_definitions(${target} PRIVATE
        "HWY_DISABLED_TARGETS=(HWY_SSSE3|HWY_SSE4|HWY_AVX3|HWY_AVX3_DL)")
    endif()
  else()
    # SSE2, SSE4, AVX2 and AVX-512: what lies between adds no instruction that the kernels use.
    target_compile_definitions(${target} PRIVATE "HWY_DISABLED_TARGETS=(HWY_SSSE3|HWY_AVX3_DL)")
  endif()
  if(TACT_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${TACT_SANITIZE} -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=${TACT_SANITIZE})
    if(TACT_SANITIZE MATCHES "undefined")
      target_compile_options(${target} PRIVATE -fno-sanitize-recover=undefined)
    endif()
  endif()
  if(TACT_FUZZ)  # what is fuzzed must say which way it went
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
    if(NOT TACT_SANITIZE)  # meant to be fast: every comparison of numbers looked at takes a third more
      target_compile_options(${target} PRIVATE -fno-sanitize-coverage=trace-cmp)
      # Nor do the branches of arithmetic lead anywhere: its functions are left out.
      target_compile_options(${target} PRIVATE
        "-fsanitize-coverage-ignorelist=${PROJECT_SOURCE_DIR}/tests/fuzz/uncounted.txt")
    endif()
  endif()
endfunction()

# Optimises little: for targets whose time is spent in the library that they call. They compile in half
# the time.
function(tact_compile_quickly target)
  target_compile_options(${target} PRIVATE -O1)
endfunction()

# Compiles the sources of a folder together, about `most` at a time: parsing the same headers for every file
# anew is half of a build. Highway's kernels include themselves once per instruction set and so stay alone.
# Within a folder names must be unique for it, those of anonymous namespaces too. That each of the
# library's also stands alone, as an embedder compiles it, is seen by tools/check_alone.py.
function(tact_compile_together target)
  if(NOT TACT_UNITY)
    return()
  endif()
  set(most 8)
  get_target_property(folder_of_target ${target} SOURCE_DIR)
  get_target_property(sources ${target} SOURCES)
  set(folders "")
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${folder_of_target}")
    file(STRINGS "${source}" kernel REGEX "foreach_target\\.h" LIMIT_COUNT 1)
    get_source_file_property(alone "${source}" SKIP_UNITY_BUILD_INCLUSION)
    if(NOT kernel AND NOT alone)
      cmake_path(GET source PARENT_PATH folder)
      cmake_path(GET folder FILENAME folder)
      list(APPEND folders ${folder})
      list(APPEND sources_in_${folder} "${source}")
    endif()
  endforeach()
  list(REMOVE_DUPLICATES folders)
  foreach(folder IN LISTS folders)
    list(LENGTH sources_in_${folder} count)
    math(EXPR batches "(${count} + ${most} - 1) / ${most}")
    set(i 0)
    foreach(source IN LISTS sources_in_${folder})
      math(EXPR batch "${i} * ${batches} / ${count}")
      set_source_files_properties("${source}" PROPERTIES UNITY_GROUP ${folder}_${batch})
      math(EXPR i "${i} + 1")
    endforeach()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
