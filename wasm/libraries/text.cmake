# SPDX-License-Identifier: Apache-2.0
# FreeType, HarfBuzz, FriBidi, and of libunistring where lines may break.
set(sources ${OVERLACE_WASM_SOURCES})

# FreeType with the formats of fonts that have outlines, without those of compressed files.
wasm_library(freetype freetype2 24.3.18 FLAGS -I${prefix}/include/freetype2 SOURCES
  ${sources}/freetype/src/base/ftbase.c
  ${sources}/freetype/src/base/ftbitmap.c
  ${sources}/freetype/src/base/ftdebug.c
  ${sources}/freetype/src/base/ftglyph.c
  ${sources}/freetype/src/base/ftinit.c
  ${sources}/freetype/src/base/ftmm.c
  ${sources}/freetype/src/base/ftsystem.c
  ${sources}/freetype/src/cff/cff.c
  ${sources}/freetype/src/psaux/psaux.c
  ${sources}/freetype/src/pshinter/pshinter.c
  ${sources}/freetype/src/psnames/psnames.c
  ${sources}/freetype/src/sfnt/sfnt.c
  ${sources}/freetype/src/smooth/smooth.c
  ${sources}/freetype/src/truetype/truetype.c)
target_compile_definitions(freetype PRIVATE FT2_BUILD_LIBRARY
  FT_CONFIG_MODULES_H=<${CMAKE_CURRENT_LIST_DIR}/freetype_modules.h> FT_CONFIG_OPTIONS_H=<${CMAKE_CURRENT_LIST_DIR}/freetype_options.h>)
target_include_directories(freetype PRIVATE ${sources}/freetype/include)
install(DIRECTORY ${sources}/freetype/include/ DESTINATION include/freetype2)

wasm_library(harfbuzz harfbuzz 6.0.0 FLAGS -I${prefix}/include/harfbuzz SOURCES ${sources}/harfbuzz/src/harfbuzz.cc)
target_compile_definitions(harfbuzz PRIVATE HB_NO_MMAP HB_NO_MT HB_NO_SETLOCALE)
file(GLOB harfbuzz_headers ${sources}/harfbuzz/src/hb*.h)
install(FILES ${harfbuzz_headers} DESTINATION include/harfbuzz)

file(GLOB fribidi_sources ${sources}/fribidi/lib/*.c)
set(PACKAGE fribidi)
set(PACKAGE_NAME "GNU FriBidi")
set(FRIBIDI_VERSION 1.0.8)
set(FRIBIDI_MAJOR_VERSION 1)
set(FRIBIDI_MINOR_VERSION 0)
set(FRIBIDI_MICRO_VERSION 8)
set(FRIBIDI_INTERFACE_VERSION 4)
set(SIZEOF_INT 4)
configure_file(${sources}/fribidi/lib/fribidi-config.h.in ${CMAKE_CURRENT_BINARY_DIR}/fribidi/fribidi-config.h @ONLY)
wasm_library(fribidi fribidi ${FRIBIDI_VERSION} FLAGS -I${prefix}/include/fribidi SOURCES ${fribidi_sources})
target_compile_definitions(fribidi PRIVATE HAVE_STRINGIZE HAVE_STDLIB_H HAVE_STRING_H HAVE_MEMORY_H DONT_HAVE_FRIBIDI_CONFIG_H=0)
target_include_directories(fribidi PRIVATE ${sources}/fribidi/lib ${CMAKE_CURRENT_BINARY_DIR}/fribidi)
file(GLOB fribidi_headers ${sources}/fribidi/lib/fribidi*.h)
install(FILES ${fribidi_headers} ${CMAKE_CURRENT_BINARY_DIR}/fribidi/fribidi-config.h DESTINATION include/fribidi)

# Debian's headers are the same on every machine, but for types that any C library has by now.
set(unistring ${sources}/libunistring/lib)
foreach(header unilbrk.h unistr.h unitypes.h unistring)
  file(COPY /usr/include/${header} DESTINATION ${CMAKE_CURRENT_BINARY_DIR}/unistring)
endforeach()
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/unistring/unistring/stdint.h "#include <stdint.h>\n")
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/unistring/config.h "")
wasm_library(unistring libunistring 1.0 SOURCES
  ${unistring}/unilbrk/lbrktables.c
  ${unistring}/unilbrk/u8-possible-linebreaks.c
  ${unistring}/unistr/u8-mbtouc-unsafe-aux.c)
target_compile_definitions(unistring PRIVATE IN_LIBUNISTRING)
target_include_directories(unistring PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/unistring ${unistring})
install(DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/unistring/ DESTINATION include PATTERN config.h EXCLUDE)
