# SPDX-License-Identifier: Apache-2.0
# fmt::fmt of wasm/libraries.
if(NOT TARGET fmt::fmt)
  add_library(fmt::fmt STATIC IMPORTED GLOBAL)
  set_target_properties(fmt::fmt PROPERTIES IMPORTED_LOCATION ${OVERLACE_WASM_PREFIX}/lib/libfmt.a
    INTERFACE_INCLUDE_DIRECTORIES ${OVERLACE_WASM_PREFIX}/include)
endif()
set(fmt_FOUND TRUE)
