# SPDX-License-Identifier: Apache-2.0
# The CUDA compiler, if it is there. Sets OVERLACE_HAVE_CUDA, and how overlace_options compiles CUDA.
set(OVERLACE_CUDA AUTO CACHE STRING "Build the CUDA back-end: AUTO (where nvcc is found), ON or OFF")
set(OVERLACE_CUDA_ARCHITECTURES 90 CACHE STRING
  "GPUs to compile for: compute capabilities without dot (86;90), native, or release for Turing to Blackwell")
set_property(CACHE OVERLACE_CUDA PROPERTY STRINGS AUTO ON OFF)

# Sets `reason` to why there is no CUDA compiler, or to nothing.
function(find_cuda_compiler reason)
  find_program(OVERLACE_NVCC nvcc HINTS ENV CUDA_PATH PATHS /usr/local/cuda PATH_SUFFIXES bin)
  mark_as_advanced(OVERLACE_NVCC)
  set(${reason} "no nvcc found" PARENT_SCOPE)
  if(NOT OVERLACE_NVCC AND NOT DEFINED ENV{CUDACXX} AND NOT CMAKE_CUDA_COMPILER)
    return()
  endif()
  if(NOT DEFINED ENV{CUDACXX})
    set(ENV{CUDACXX} ${OVERLACE_NVCC})
  endif()
  include(CheckLanguage)
  check_language(CUDA) # it can be there and not work: with a host compiler that is too new for it
  if(NOT CMAKE_CUDA_COMPILER)
    unset(CMAKE_CUDA_COMPILER CACHE) # look again next time
    set(${reason} "${OVERLACE_NVCC} does not compile, see CMakeFiles/CMakeError.log" PARENT_SCOPE)
    return()
  endif()
  execute_process(COMMAND ${CMAKE_CUDA_COMPILER} --version OUTPUT_VARIABLE version ERROR_QUIET)
  if(NOT version MATCHES "release ([0-9.]+)" OR CMAKE_MATCH_1 VERSION_LESS 12.8)
    set(${reason} "${CMAKE_CUDA_COMPILER} is older than CUDA 12.8" PARENT_SCOPE)
    return()
  endif()
  set(${reason} "" PARENT_SCOPE)
endfunction()

set(OVERLACE_HAVE_CUDA OFF)
if(OVERLACE_CUDA STREQUAL OFF)
  set(no_cuda "switched off")
else()
  find_cuda_compiler(no_cuda)
endif()
if(no_cuda)
  if(OVERLACE_CUDA STREQUAL ON)
    message(FATAL_ERROR "OVERLACE_CUDA is ON, but there is no CUDA back-end: ${no_cuda}")
  endif()
  message(STATUS "CUDA back-end: no (${no_cuda})")
  return()
endif()

# Machine code for each, and PTX of the last one, from which drivers make code for newer GPUs.
if(OVERLACE_CUDA_ARCHITECTURES STREQUAL release)
  set(CMAKE_CUDA_ARCHITECTURES 75-real 80-real 86-real 89-real 90-real 100-real 120)
else()
  set(CMAKE_CUDA_ARCHITECTURES ${OVERLACE_CUDA_ARCHITECTURES})
endif()

# Sets `ptx` to the capabilities whose PTX runs on every newer GPU, and `ptx_only` to those without machine code,
# both with commas: what CMAKE_CUDA_ARCHITECTURES means (its documentation names the forms).
function(compiled_ptx ptx ptx_only)
  set(portable ${CMAKE_CUDA_ARCHITECTURES})
  list(FILTER portable INCLUDE REGEX "^[0-9]+(-virtual)?$")
  list(TRANSFORM portable REPLACE "-virtual" "")
  set(virtual ${CMAKE_CUDA_ARCHITECTURES})
  list(FILTER virtual INCLUDE REGEX "-virtual$")
  list(TRANSFORM virtual REPLACE "[af]?-virtual" "")
  string(REPLACE ";" "," portable "${portable}")
  string(REPLACE ";" "," virtual "${virtual}")
  set(${ptx} "${portable}" PARENT_SCOPE)
  set(${ptx_only} "${virtual}" PARENT_SCOPE)
endfunction()
compiled_ptx(OVERLACE_CUDA_PTX OVERLACE_CUDA_PTX_ONLY)

enable_language(CUDA)
if(NOT DEFINED CMAKE_CUDA20_STANDARD_COMPILE_OPTION) # CMake knows it from 3.26 on
  set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
endif()
set(OVERLACE_HAVE_CUDA ON)
message(STATUS "CUDA back-end: CUDA ${CMAKE_CUDA_COMPILER_VERSION} for ${OVERLACE_CUDA_ARCHITECTURES}")

# The host compiler's options, without -Wpedantic: what nvcc generates for it is not. Then the same roundings
# for the device.
set(host_options ${OVERLACE_CXX_OPTIONS})
list(REMOVE_ITEM host_options -Wpedantic)
if(OVERLACE_SANITIZE)
  list(APPEND host_options ${OVERLACE_SANITIZE_OPTIONS})
endif()
list(TRANSFORM host_options PREPEND -Xcompiler=)
set(device_options -fmad=false -prec-div=true -prec-sqrt=true -ftz=false --expt-relaxed-constexpr
  --Werror=all-warnings)
target_compile_options(overlace_options INTERFACE
  "$<$<COMPILE_LANGUAGE:CUDA>:${device_options};${host_options}>")
