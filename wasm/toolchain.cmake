# SPDX-License-Identifier: Apache-2.0
# CMake's toolchain file for WebAssembly: the compiler in `toolchain`, ziglang's linker and libc, and in CMAKE_INSTALL_PREFIX or
# OVERLACE_WASM_PREFIX the libraries of `libraries`.
set(CMAKE_SYSTEM_NAME WASI)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER ${CMAKE_CURRENT_LIST_DIR}/toolchain/clang)
set(CMAKE_CXX_COMPILER ${CMAKE_CURRENT_LIST_DIR}/toolchain/clang++)
list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR}/cmake)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG" CACHE STRING "")
set(CMAKE_C_FLAGS_RELEASE "-O2 -DNDEBUG" CACHE STRING "")

file(GLOB OVERLACE_ZIG ${CMAKE_CURRENT_LIST_DIR}/../build/zig/lib/python3*/site-packages/ziglang)
if(NOT OVERLACE_ZIG)
  message(FATAL_ERROR "build/zig has no ziglang: `tools/setup wasm` installs it")
endif()
foreach(language C CXX)
  set(CMAKE_${language}_ARCHIVE_CREATE "${OVERLACE_ZIG}/zig ar qc <TARGET> <LINK_FLAGS> <OBJECTS>")
  set(CMAKE_${language}_ARCHIVE_APPEND "${OVERLACE_ZIG}/zig ar q <TARGET> <LINK_FLAGS> <OBJECTS>")
  set(CMAKE_${language}_ARCHIVE_FINISH "${OVERLACE_ZIG}/zig ranlib <TARGET>")
  # zig compiles its libc where it first links. A module is a library: it has functions to call, and no main().
  set(CMAKE_${language}_LINK_EXECUTABLE
    "${CMAKE_COMMAND} -E env ZIG_LOCAL_CACHE_DIR=${CMAKE_BINARY_DIR}/zig-cache ZIG_GLOBAL_CACHE_DIR=${CMAKE_CURRENT_LIST_DIR}/../build/zig-cache ${OVERLACE_ZIG}/zig cc -target wasm32-wasi -mexec-model=reactor -g0 <LINK_FLAGS> <OBJECTS> -o <TARGET> <LINK_LIBRARIES>")
endforeach()

# What is found is what was built for WebAssembly; programs are this machine's.
set(CMAKE_FIND_ROOT_PATH ${OVERLACE_WASM_PREFIX})
set(CMAKE_PREFIX_PATH ${OVERLACE_WASM_PREFIX})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_LIBDIR} ${OVERLACE_WASM_PREFIX}/lib/pkgconfig)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES OVERLACE_WASM_PREFIX)
