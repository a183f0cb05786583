// SPDX-License-Identifier: Apache-2.0
// The C library (api/overlace.h) as classes over a module. What a class holds in the module is given back by its free().
import { MemoryFiles } from "./memory_files";
import { OverlaceModule } from "./module";
import { Struct } from "./struct";

export { fusesMultiplyAdd } from "./fused";
export { MemoryFiles, OverlaceModule };

/** All that was wrong, as `overlace check` tells it. */
export class OverlaceError extends Error {
  constructor(
    readonly code: number, // ovl_code
    text: string,
    readonly problems: Problem[],
  ) {
    super(text);
  }
}

export interface Problem {
  message: string;
  hint: string; // may be ""
  file: string;
  pointer: string; // a JSON pointer
  line: number; // from 1; 0: unknown
}

/** The clip whose pictures are drawn on. */
export interface ClipFacts {
  width: number; // px
  height: number;
  frameCount?: number;
  rate?: [number, number]; // frames per second as a ratio
  firstFrame?: number;
  scale?: number; // px of a picture per px of document and tracks
}

export interface ProgramSettings {
  graph: string; // a preset, a file, or a document's text
  clip: ClipFacts;
  settings?: string[]; // "NODE.PARAM=VALUE" or "KNOB=VALUE"
  tracks?: string; // a file among the module's
  overlayOnly?: boolean; // pictures are empty
  log?: never; // the module has no way to call back yet
}

/** The library within one module. */
export class Overlace {
  constructor(readonly module: OverlaceModule) {}

  version(): number {
    return this.module.call("ovl_version");
  }
  presets(): string[] {
    const names: string[] = [];
    for (let pointer; (pointer = this.module.call("ovl_preset", names.length)) !== 0; ) names.push(this.module.text(pointer));
    return names;
  }
  /** The document of a preset. */
  presetText(name: string): string {
    return this.module.withText(name, (at) => this.module.text(this.module.call("ovl_preset_text", at)));
  }
  /** All node types, the documents' JSON Schema, or what the library can do here, as JSON. */
  describe(what: "nodes" | "schema" | "features"): string {
    return this.module.text(this.module.call("ovl_text", ["nodes", "schema", "features"].indexOf(what)));
  }
  /** Throws an OverlaceError with all problems of a document. */
  check(graph: string, settings: string[] = []): void {
    this.withTexts(settings, (list) =>
      this.module.withText(graph, (at) => this.checked((error) => this.module.call("ovl_check", at, list, settings.length, error))));
  }
  /** A document's text with one value changed; null takes the value away. */
  edit(text: string, target: string, value: string | null): string {
    const { module } = this;
    const call = (valueAt: number) =>
      module.withText(text, (at) =>
        module.withText(target, (to) => this.made((out, error) => module.call("ovl_edit", at, 0, to, valueAt, out, error))));
    return this.taken(value === null ? call(0) : module.withText(value, call));
  }
  /** A graph as SVG. */
  graphSvg(graph: string): string {
    return this.taken(this.module.withText(graph, (at) => this.made((out, error) => this.module.call("ovl_graph_svg", at, out, error))));
  }

  program(options: ProgramSettings): Program {
    const { module } = this;
    const { clip, settings = [], tracks } = options;
    const clipStruct = new Struct()
      .u32(0).u32(clip.width).u32(clip.height).u32(clip.frameCount ?? 0)
      .i64(BigInt(clip.rate?.[0] ?? 0)).i64(BigInt(clip.rate?.[1] ?? 0))
      .u32(clip.firstFrame ?? 0).f32(clip.scale ?? 0).sized();
    const create = (graphAt: number, list: number, clipAt: number, tracksAt: number) => {
      const fields = new Struct()
        .u32(0).u8(options.overlayOnly ? 1 : 0).u8(0).u8(0)
        .u32(graphAt).u32(list).u32(settings.length).u32(clipAt)
        .u32(tracksAt).u32(0).u32(0).u32(0).u32(0).i64(0n) // format, sequence, size, frame_base
        .u32(0).u32(0).u32(0).u32(0).u32(0) // rows, row_count, row_size, class_names, class_count
        .u32(0).u32(0).u32(0).u32(0).sized(); // log, log_data, files_below, table
      return module.withBytes(fields, (at) => this.made((out, error) => module.call("ovl_program_create", at, out, error)));
    };
    const pointer = module.withText(options.graph, (graphAt) =>
      this.withTexts(settings, (list) =>
        module.withBytes(clipStruct, (clipAt) =>
          tracks === undefined ? create(graphAt, list, clipAt, 0) : module.withText(tracks, (at) => create(graphAt, list, clipAt, at)))));
    return new Program(this, pointer, clip);
  }

  /** The number of a pixel format such as "yuv420p" or "rgba". */
  format(name: string): number {
    return this.module.withText(name, (at) => this.module.call("ovl_format_of", at));
  }
  /** Bytes of a picture without gaps. */
  imageBytes(format: number, width: number, height: number): number {
    return this.module.call("ovl_image_bytes", format, width, height) >>> 0;
  }

  /** Calls what takes an error's address, and throws the error that it makes. */
  checked(call: (error: number) => number): void {
    const { module } = this;
    module.withBytes(new Uint8Array(4), (error) => {
      const code = call(error);
      const pointer = module.view().getUint32(error, true);
      if (code !== 0) throw this.errorAt(pointer, code);
      if (pointer !== 0) module.call("ovl_error_free", pointer);
    });
  }
  /** Calls what also takes the address of a result, and returns that. */
  made(call: (out: number, error: number) => number): number {
    const { module } = this;
    return module.withBytes(new Uint8Array(4), (out) => {
      this.checked((error) => call(out, error));
      return module.view().getUint32(out, true);
    });
  }

  /** Calls `use` with an array of texts' addresses, 0 for none. */
  private withTexts<T>(texts: string[], use: (list: number) => T, pointers: number[] = []): T {
    const next = texts[pointers.length];
    if (next !== undefined) return this.module.withText(next, (at) => this.withTexts(texts, use, [...pointers, at]));
    if (pointers.length === 0) return use(0);
    return this.module.withBytes(new Uint8Array(Uint32Array.from(pointers).buffer), use);
  }
  /** A text that the library has made, which is given back. */
  private taken(pointer: number): string {
    const text = this.module.text(pointer);
    this.module.call("ovl_string_free", pointer);
    return text;
  }
  private errorAt(pointer: number, code: number): OverlaceError {
    const { module } = this;
    const text = (of: string, i: number) => module.text(module.call(`ovl_error_${of}`, pointer, i));
    const count = module.call("ovl_error_count", pointer);
    const problems = Array.from({ length: count }, (_, i) => ({
      message: text("message", i), hint: text("hint", i), file: text("file", i), pointer: text("pointer", i),
      line: module.call("ovl_error_line", pointer, i),
    }));
    const error = new OverlaceError(code, module.text(module.call("ovl_error_text", pointer)), problems);
    module.call("ovl_error_free", pointer);
    return error;
  }
}

/** A document, checked and compiled for a clip with its tracks. */
export class Program {
  constructor(
    readonly library: Overlace,
    readonly pointer: number,
    readonly clip: ClipFacts,
  ) {}

  renderer(): Renderer {
    const { library } = this;
    return new Renderer(library, library.made((out, error) => library.module.call("ovl_renderer_create", this.pointer, 0, out, error)));
  }
  free(): void {
    this.library.module.call("ovl_program_unref", this.pointer);
  }
}

/** A picture in an array of bytes, without gaps; alpha is straight. */
export interface Picture {
  format: string; // "rgba", "yuv420p" …
  width: number; // px
  height: number;
  bytes: Uint8Array;
}

/** Draws frames of a program, in any order. */
export class Renderer {
  constructor(
    private readonly library: Overlace,
    private readonly pointer: number,
  ) {}

  /** Draws the overlay of a frame onto a picture, in place. */
  draw(frame: number, picture: Picture): void {
    const { library } = this;
    const { module } = library;
    const format = library.format(picture.format);
    const size = library.imageBytes(format, picture.width, picture.height);
    if (size !== picture.bytes.length) throw new Error(`the picture has ${picture.bytes.length} bytes, not ${size}`);
    const straight = 1; // OVL_ALPHA_STRAIGHT
    const fields = new Struct().u32(0).u32(format).u8(0).u8(0).u8(0).u8(0).u8(0).u8(straight).u8(0).u8(0)
      .u32(0).u32(0).u32(picture.width).u32(picture.height);
    for (let plane = 0; plane < 4; ++plane) fields.u32(0).i64(0n);
    const image = fields.f64(0).sized();
    module.withBytes(picture.bytes, (pixels) =>
      module.withBytes(image, (at) => {
        library.checked((error) => module.call("ovl_image_place", at, pixels, error));
        library.checked((error) => module.call("ovl_draw", this.pointer, frame, at, 0, error));
        picture.bytes.set(module.memory().subarray(pixels, pixels + size));
      }));
  }
  free(): void {
    this.library.module.call("ovl_renderer_free", this.pointer);
  }
}
