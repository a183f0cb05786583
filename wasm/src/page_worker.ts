// SPDX-License-Identifier: Apache-2.0
// The worker of a page: the module, the faster one where the browser's arithmetic allows it.
import { serve, type PageModule } from "../../editor/src/page_worker";
import { fusesMultiplyAdd } from "./fused";
import { MemoryFiles } from "./memory_files";
import { OverlaceModule } from "./module";

/** A Page of the module; see wasm/page_exports.cpp. */
class ModulePage implements PageModule {
  private readonly page: number;

  constructor(private readonly module: OverlaceModule) {
    this.page = this.call("page_create");
  }

  ask(method: string, path: string, body: string): { head: Record<string, unknown>; pixels: Uint8Array } {
    const { module } = this;
    const spans = module.withText(method, (of) => module.withText(path, (at) =>
      module.withBytes(new TextEncoder().encode(body), (pointer, size) => this.call("page_ask", this.page, of, at, pointer, size))));
    const head = new TextDecoder().decode(module.span(spans));
    return { head: JSON.parse(head) as Record<string, unknown>, pixels: module.span(spans + 8) };
  }

  giveFrame(frame: number, width: number, height: number, pixels: Uint8ClampedArray): void {
    this.give(pixels, (pointer, size) => this.call("page_give_frame", this.page, frame, width, height, pointer, size));
  }
  givePicture(path: string, width: number, height: number, pixels: Uint8ClampedArray): void {
    this.module.withText(path, (named) =>
      this.give(pixels, (pointer, size) => this.call("page_give_picture", this.page, named, width, height, pointer, size)));
  }
  putFile(path: string, bytes: Uint8Array): void {
    this.module.files.put(path, bytes);
  }

  /** Throws why the pixels are refused. */
  private give(pixels: Uint8ClampedArray, call: (pointer: number, size: number) => number): void {
    const bytes = new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.byteLength);
    const why = new TextDecoder().decode(this.module.span(this.module.withBytes(bytes, call)));
    if (why) throw new Error(why);
  }

  private call(name: string, ...values: number[]): number {
    return this.module.call(name, ...values) >>> 0;
  }
}

const fonts = ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSansMono.ttf"]; // that come along

/** A file beside the worker. */
async function fetched(path: string): Promise<Response> {
  const answer = await fetch(new URL(path, self.location.href));
  if (!answer.ok) throw new Error(`the site has no ${path}`);
  return answer;
}

async function load(): Promise<PageModule> {
  const files = new MemoryFiles(), name = (await fusesMultiplyAdd()) ? "overlace-fused.wasm" : "overlace.wasm";
  const module = fetched(name);
  await Promise.all(fonts.map(async (font) => files.put(`/fonts/${font}`, new Uint8Array(await (await fetched(`fonts/${font}`)).arrayBuffer()))));
  return new ModulePage(await OverlaceModule.load(module, files));
}

serve(load());
