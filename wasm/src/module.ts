// SPDX-License-Identifier: Apache-2.0
// The module: its functions, its memory, and how bytes and texts get in and out of it.
import type { MemoryFiles } from "./memory_files";
import { wasiImports } from "./wasi";

/** A function of the module. Addresses and sizes are numbers, integers of 64 bits are bigints. */
export type ModuleFunction = (...args: (number | bigint)[]) => number;

export class OverlaceModule {
  private constructor(
    readonly exports: Record<string, ModuleFunction>,
    private readonly linear: WebAssembly.Memory,
    /** What the module sees as its file system. Fonts lie in /fonts. */
    readonly files: MemoryFiles,
  ) {}

  static async load(source: BufferSource | Response | Promise<Response>, files: MemoryFiles): Promise<OverlaceModule> {
    let memory: WebAssembly.Memory | undefined;
    const buffer = () => {
      if (!memory) throw new Error("the module has begun without its memory");
      return memory.buffer;
    };
    const imports = { wasi_snapshot_preview1: wasiImports(files, buffer) } as WebAssembly.Imports;
    const given = await source;
    const bytes = given instanceof Response ? await given.arrayBuffer() : given;
    const { instance } = await WebAssembly.instantiate(bytes, imports);
    memory = instance.exports["memory"] as WebAssembly.Memory;
    const module = new OverlaceModule(instance.exports as Record<string, ModuleFunction>, memory, files);
    module.call("_initialize");
    return module;
  }

  /** Calls a function by its name. */
  call(name: string, ...args: (number | bigint)[]): number {
    const called = this.exports[name];
    if (!called) throw new Error(`the module has no ${name}`);
    return called(...args);
  }

  /** All of the memory. It is another array after a call in which it grew. */
  memory(): Uint8Array {
    return new Uint8Array(this.linear.buffer);
  }
  view(): DataView {
    return new DataView(this.linear.buffer);
  }

  /** An address for so many bytes, until `free`. */
  allocate(size: number): number {
    const pointer = this.call("malloc", Math.max(size, 1)) >>> 0;
    if (pointer === 0) throw new Error(`the module has no memory for ${size} bytes`);
    return pointer;
  }
  free(pointer: number): void {
    this.call("free", pointer);
  }

  /** Calls `use` with a copy of the bytes in the module's memory, which lasts for that call. */
  withBytes<T>(bytes: Uint8Array, use: (pointer: number, size: number) => T): T {
    const pointer = this.allocate(bytes.length);
    try {
      this.memory().set(bytes, pointer);
      return use(pointer, bytes.length);
    } finally {
      this.free(pointer);
    }
  }
  /** The same for a text, as UTF-8 that ends with 0. */
  withText<T>(text: string, use: (pointer: number) => T): T {
    return this.withBytes(new TextEncoder().encode(`${text}\0`), use);
  }

  /** A copy of what a ByteSpan (wasm/exports.h) points to. */
  span(pointer: number): Uint8Array {
    const view = this.view();
    const at = view.getUint32(pointer >>> 0, true);
    return this.memory().slice(at, at + view.getUint32((pointer >>> 0) + 4, true));
  }
  /** A text that ends with 0; "" for no address. */
  text(pointer: number): string {
    const at = pointer >>> 0;
    if (at === 0) return "";
    const memory = this.memory();
    return new TextDecoder().decode(memory.slice(at, memory.indexOf(0, at)));
  }
}
