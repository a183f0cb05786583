# SPDX-License-Identifier: Apache-2.0
# The licences of what the modules contain, as one file beside them.
set(sources ${CMAKE_SOURCE_DIR}/build/wasm-sources)
set(parts
  overlace ${CMAKE_SOURCE_DIR}/LICENSE
  FreeType ${sources}/freetype/docs/FTL.TXT
  HarfBuzz ${sources}/harfbuzz/COPYING
  FriBidi ${sources}/fribidi/COPYING
  libunistring ${sources}/libunistring/COPYING.LIB
  fmt ${sources}/fmtlib/LICENSE.rst
  expat ${sources}/expat/expat/COPYING
  libebur128 ${sources}/libebur128/COPYING
  xxHash /usr/share/doc/libxxhash-dev/copyright
  "JSON for Modern C++" /usr/share/doc/nlohmann-json3-dev/copyright
  "libc of WASI" ${OVERLACE_ZIG}/lib/libc/wasi/LICENSE
  musl ${OVERLACE_ZIG}/lib/libc/musl/COPYRIGHT
  libc++ ${OVERLACE_ZIG}/lib/libcxx/LICENSE.TXT
  "DejaVu fonts" /usr/share/doc/fonts-dejavu-core/copyright)
set(licences "")
while(parts)
  list(POP_FRONT parts name file)
  file(READ ${file} text)
  string(APPEND licences "---- ${name} ----\n\n${text}\n\n")
endwhile()
file(WRITE ${CMAKE_BINARY_DIR}/bin/licences.txt "${licences}")
