// SPDX-License-Identifier: Apache-2.0
// WebAssembly's relaxed multiply-add of floats, in modules for engines that round it once.
#pragma once

namespace overlace {

/// Four floats, as WebAssembly has them.
using WasmFloats [[gnu::vector_size(16)]] = float;

/// a x b + c in each lane. Engines may round once or twice, always in the same way on a machine:
/// who loads such a module asks first (`fusesMultiplyAdd` in wasm/src).
[[gnu::always_inline]] inline WasmFloats fma_relaxed(WasmFloats a, WasmFloats b, WasmFloats c) {
  return __builtin_wasm_relaxed_madd_f32x4(a, b, c);
}
[[gnu::always_inline]] inline float fma_relaxed(float a, float b, float c) {
  return fma_relaxed(WasmFloats{a}, WasmFloats{b}, WasmFloats{c})[0];
}

}  // namespace overlace
