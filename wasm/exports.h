// SPDX-License-Identifier: Apache-2.0
// How functions of C++ become functions of the WebAssembly module, and how bytes leave them.
#pragma once

#include <cstdint>

/// Before a function's definition: it is exported under NAME. Only numbers and addresses go in and
/// out, and no exception. On other machines it is a function of C.
#if defined(__wasm__)
#define OVERLACE_WASM_EXPORT(name) \
  extern "C" [[gnu::visibility("default"), clang::export_name(#name)]]
#else
#define OVERLACE_WASM_EXPORT(name) extern "C"
#endif

namespace overlace::wasm {

/// Bytes that a function hands out: they are its own, and valid until the next call of the same
/// object. The page reads it as two little-endian numbers of 32 bits.
struct ByteSpan {
  const std::uint8_t* data;
  std::uint32_t size;
};

}  // namespace overlace::wasm
