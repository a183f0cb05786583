# SPDX-License-Identifier: Apache-2.0
# libc++, its ABI, and how exceptions and longjmp unwind. ziglang compiles the first two without exceptions and without files.
set(zig ${OVERLACE_ZIG}/lib)
file(GLOB runtime_sources ${zig}/libcxx/src/*.cpp ${zig}/libcxx/src/filesystem/*.cpp ${zig}/libcxx/src/ryu/*.cpp
  ${zig}/libcxxabi/src/*.cpp)
list(FILTER runtime_sources EXCLUDE REGEX
  "libcxx/src/(new|strstream)\\.cpp|int128_builtins|cxa_(noexception|thread_atexit)\\.cpp")
add_library(cxx STATIC ${runtime_sources} ${zig}/libunwind/src/Unwind-wasm.c exception_tags.c missing.c
  ${zig}/libc/wasi/libc-top-half/musl/src/setjmp/wasm32/rt.c)
set_target_properties(cxx PROPERTIES CXX_STANDARD 23)
target_compile_definitions(cxx PRIVATE _LIBCPP_BUILDING_LIBRARY LIBCXX_BUILDING_LIBCXXABI _LIBCXXABI_BUILDING_LIBRARY
  LIBC_NAMESPACE=__llvm_libc_common_utils _LIBCPP_HAS_NO_PRAGMA_SYSTEM_HEADER _LIBUNWIND_HAS_NO_THREADS)
target_include_directories(cxx PRIVATE ${zig}/libcxx/src ${zig}/libcxx/libc ${zig}/libcxxabi/src ${zig}/libunwind/include
  ${zig}/libunwind/src)
# WASI's libc is musl without copy_file_range.
set_source_files_properties(${zig}/libcxx/src/filesystem/operations.cpp PROPERTIES COMPILE_DEFINITIONS _LIBCPP_HAS_MUSL_LIBC=0)
set_source_files_properties(${zig}/libunwind/src/Unwind-wasm.c PROPERTIES COMPILE_OPTIONS -fdeclspec)
install(TARGETS cxx ARCHIVE DESTINATION lib)
