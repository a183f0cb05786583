// SPDX-License-Identifier: Apache-2.0
// Whether this machine's relaxed multiply-add rounds once. Only then is the faster module's picture the right one.

/** (func (export "f") (param f32 f32 f32) (result f32)): lane 0 of f32x4.relaxed_madd. */
const asking = new Uint8Array([
  0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00,
  0x01, 0x08, 0x01, 0x60, 0x03, 0x7d, 0x7d, 0x7d, 0x01, 0x7d, // type
  0x03, 0x02, 0x01, 0x00, // function
  0x07, 0x05, 0x01, 0x01, 0x66, 0x00, 0x00, // export
  0x0a, 0x16, 0x01, 0x14, 0x00, // code
  0x20, 0x00, 0xfd, 0x13, 0x20, 0x01, 0xfd, 0x13, 0x20, 0x02, 0xfd, 0x13, // f32x4.splat of each
  0xfd, 0x85, 0x02, // f32x4.relaxed_madd
  0xfd, 0x1f, 0x00, 0x0b, // f32x4.extract_lane 0
]);

/** Asks for (1 + 2^-12)^2 - (1 + 2^-11), which is 2^-24 if rounded once, and 0 if the product is rounded, too. */
export async function fusesMultiplyAdd(): Promise<boolean> {
  try {
    const { instance } = await WebAssembly.instantiate(asking);
    const multiplyAdd = instance.exports["f"] as (a: number, b: number, c: number) => number;
    return multiplyAdd(1 + 2 ** -12, 1 + 2 ** -12, -(1 + 2 ** -11)) === 2 ** -24;
  } catch {
    return false; // no relaxed arithmetic at all
  }
}
