# SPDX-License-Identifier: Apache-2.0
# Precompiled headers: two thirds of what a small file costs is reading the same headers again. They save a third of a
# build from nothing. While one works, a compiler cache that several trees share is worth more, and does not mix with them.
option(OVERLACE_PRECOMPILE "Precompile the headers that many files include" OFF)

# Clang notes the headers' times in what it makes, unless told not to; ccache then never finds a file again.
if(OVERLACE_PRECOMPILE AND CMAKE_CXX_COMPILER_ID STREQUAL Clang)
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>")
endif()
if(OVERLACE_PRECOMPILE AND CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
endif()

# What nearly every file includes.
set(OVERLACE_COMMON_HEADERS <algorithm> <array> <cmath> <cstdint> <functional> <map> <memory> <optional>
  <span> <string> <string_view> <unordered_map> <utility> <variant> <vector>)

# overlace_precompile(TARGET header…): these headers and the common ones, for the files of TARGET. Where all of its
# headers come with another target's, `overlace_precompile(TARGET REUSE_FROM OTHER)`.
function(overlace_precompile target)
  if(NOT OVERLACE_PRECOMPILE)
    return()
  endif()
  if(ARGV1 STREQUAL REUSE_FROM)
    target_precompile_headers(${target} REUSE_FROM ${ARGV2})
  else()
    list(TRANSFORM ARGN PREPEND ${CMAKE_SOURCE_DIR}/ REGEX "^[^<]")
    target_precompile_headers(${target} PRIVATE ${OVERLACE_COMMON_HEADERS} ${ARGN})
  endif()
endfunction()
