# SPDX-License-Identifier: Apache-2.0
# What files are read with, and fmt. nlohmann's JSON and xxHash are headers: Debian's own.
wasm_library(fmt fmt 9.1.0 SOURCES ${sources}/fmtlib/src/format.cc)
target_include_directories(fmt PRIVATE ${sources}/fmtlib/include)
install(DIRECTORY ${sources}/fmtlib/include/fmt DESTINATION include)

wasm_library(expat expat 2.5.0 SOURCES ${sources}/expat/expat/lib/xmlparse.c ${sources}/expat/expat/lib/xmlrole.c
  ${sources}/expat/expat/lib/xmltok.c)
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/expat/expat_config.h "")
target_include_directories(expat PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/expat)
target_compile_definitions(expat PRIVATE HAVE_ARC4RANDOM_BUF XML_DTD XML_NS XML_CONTEXT_BYTES=1024 BYTEORDER=1234 HAVE_MEMMOVE)
install(FILES ${sources}/expat/expat/lib/expat.h ${sources}/expat/expat/lib/expat_external.h DESTINATION include)

wasm_library(ebur128 libebur128 1.2.6 SOURCES ${sources}/libebur128/ebur128/ebur128.c)
target_include_directories(ebur128 PRIVATE ${sources}/libebur128/ebur128/queue)
install(FILES ${sources}/libebur128/ebur128/ebur128.h DESTINATION include)

install(DIRECTORY /usr/include/nlohmann DESTINATION include)
install(FILES /usr/include/xxhash.h DESTINATION include)
file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/libxxhash.pc "Name: libxxhash\nDescription: headers\nVersion: 0.8.1\nCflags: -I${prefix}/include\n")
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/libxxhash.pc DESTINATION lib/pkgconfig)
