// SPDX-License-Identifier: Apache-2.0
// Structs of C as the module lays them out: members in order, each at a multiple of its size.

export class Struct {
  private readonly members: { at: number; put: (view: DataView, at: number) => void }[] = [];
  private end = 0;
  private alignment = 1;

  u8(value: number): this {
    return this.member(1, (view, at) => view.setUint8(at, value));
  }
  /** A number of 32 bits: an enum, a size, an address, or a signed number. */
  u32(value: number): this {
    return this.member(4, (view, at) => view.setUint32(at, value >>> 0, true));
  }
  f32(value: number): this {
    return this.member(4, (view, at) => view.setFloat32(at, value, true));
  }
  i64(value: bigint): this {
    return this.member(8, (view, at) => view.setBigInt64(at, value, true));
  }
  f64(value: number): this {
    return this.member(8, (view, at) => view.setFloat64(at, value, true));
  }

  /** Its bytes, with room at the end for what members there are more. */
  bytes(): Uint8Array {
    const bytes = new Uint8Array(Math.ceil(this.end / this.alignment) * this.alignment);
    const view = new DataView(bytes.buffer);
    for (const { at, put } of this.members) put(view, at);
    return bytes;
  }
  /** The same for a struct that begins with its size, which is given as 0. */
  sized(): Uint8Array {
    const bytes = this.bytes();
    new DataView(bytes.buffer).setUint32(0, bytes.length, true);
    return bytes;
  }

  private member(size: number, put: (view: DataView, at: number) => void): this {
    const at = Math.ceil(this.end / size) * size;
    this.members.push({ at, put });
    this.end = at + size;
    this.alignment = Math.max(this.alignment, size);
    return this;
  }
}
