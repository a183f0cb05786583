// SPDX-License-Identifier: Apache-2.0
// The worker around the renderer: one question after the other, and what it needs to be answered.
import { openClip, pixelsOfPicture, ShownClip, type PageClip } from "./page_clips";
import { problemOf } from "./offsets";
import type { EngineEvent } from "./engine";
import type { Answer, ClipFacts, FromWorker, Question, ToWorker } from "./page_messages";

/** The renderer; see wasm/page.h. */
export interface PageModule {
  /** The head of the answer, and a picture's pixels. */
  ask(method: string, path: string, body: string): { head: Record<string, unknown>; pixels: Uint8Array } | Promise<{ head: Record<string, unknown>; pixels: Uint8Array }>;
  giveFrame(frame: number, width: number, height: number, pixels: Uint8ClampedArray): void | Promise<void>;
  givePicture(path: string, width: number, height: number, pixels: Uint8ClampedArray): void | Promise<void>;
  /** A file that graphs may name. */
  putFile(path: string, bytes: Uint8Array): void;
}

/** What has to be given before an answer is possible. */
type Needs = { frame: number; width: number; height: number } | { picture: string };

const mostFile = 512 << 20; // bytes
const mostNeeds = 200; // of one question

/** The name of a file in the module's file system. */
function pathOf(file: File): string {
  return `/${file.name.replaceAll("/", "_")}`;
}

class PageWorker {
  private readonly queue: { id: number; question: Question }[] = [];
  private readonly files = new Map<string, File>(); // by the names that documents know
  private readonly shown = new Map<number, (bitmap: ImageBitmap | null) => void>();
  private clip: PageClip | null = null; // null: the test card
  private isBusy = false;
  private shows = 0;
  private tracks: "example" | "own" | "none" = "example";
  private readonly module: Promise<PageModule>;

  constructor(module: Promise<PageModule>, private readonly send: (message: FromWorker, transferred?: Transferable[]) => void) {
    this.module = module.then(withExample);
  }

  heard(message: ToWorker): void {
    if ("shown" in message) {
      this.shown.get(message.shown)?.(message.bitmap);
      this.shown.delete(message.shown);
      return;
    }
    this.replaceWaiting(message.question);
    this.queue.push(message);
    void this.run();
  }

  /** The newest frame that waits takes the others' place. */
  private replaceWaiting(question: Question): void {
    if (question.ask !== "picture" || question.path !== "frame") return;
    for (const [index, { id, question: other }] of [...this.queue.entries()].reverse()) {
      if (other.ask !== "picture" || other.path !== "frame" || isPlain(other.body) !== isPlain(question.body)) continue;
      this.queue.splice(index, 1);
      this.send({ id, answer: { status: 204, head: {}, bitmap: null } });
    }
  }

  private async run(): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    for (let next = this.queue.shift(); next; next = this.queue.shift()) {
      const answer = await this.answer(next.question).catch((error: unknown) => refused(error));
      this.send({ id: next.id, answer }, answer.bitmap ? [answer.bitmap] : []);
    }
    this.isBusy = false;
  }

  private answer(question: Question): Promise<Answer> {
    switch (question.ask) {
      case "json": return this.ask(question.method, question.path, question.body);
      case "picture": return this.ask("POST", question.path, question.body);
      case "clip": return openClip(question.file, question.facts).then((clip) => this.use(clip), (error: unknown) => { throw new Error(`${question.file.name} cannot be opened: ${String(error instanceof Error ? error.message : error)}`); });
      case "element": return this.use(new ShownClip(question.facts, (time) => this.show(time)));
      case "tracks": return this.useTracks(question.file);
      case "file": return this.useFile(question.file);
    }
  }

  private async ask(method: "GET" | "POST" | "PUT" | "DELETE", path: string, body: string): Promise<Answer> {
    const module = await this.module;
    for (let given = 0; ; ++given) {
      const { head, pixels } = await module.ask(method, path, body);
      for (const event of (head.events ?? []) as EngineEvent[]) this.send({ event });
      const status = Number(head.status);
      if (status !== 424 || given === mostNeeds) return { status, head, bitmap: pixels.length > 0 ? await bitmapOf(head, pixels) : null };
      await this.give(module, head.needs as Needs);
    }
  }

  private async give(module: PageModule, needs: Needs): Promise<void> {
    if ("frame" in needs) {
      const { frame, width, height } = needs;
      if (!this.clip) throw new Error("there is no clip");
      await module.giveFrame(frame, width, height, await this.clip.pixels(frame, width, height));
      return;
    }
    const file = this.files.get(needs.picture.replace(/^.*\//, "")), picture = file && (await pixelsOfPicture(file).catch(() => null));
    if (picture) await module.givePicture(needs.picture, picture.width, picture.height, picture.pixels);
    else await module.ask("DELETE", "picture", JSON.stringify({ path: needs.picture }));
  }

  private async use(clip: PageClip): Promise<Answer> {
    const facts: ClipFacts = clip.facts;
    const answer = await this.ask("PUT", "clip", JSON.stringify(facts));
    if (answer.status >= 300) {
      clip.close();
      return answer;
    }
    this.clip?.close();
    this.clip = clip;
    if (this.tracks === "example") {
      this.tracks = "none";
      await this.ask("PUT", "tracks", JSON.stringify({ path: "" }));
    }
    return { ...answer, head: { has_tracks: this.tracks === "own" } };
  }

  private async useTracks(file: File): Promise<Answer> {
    await this.put(file);
    this.tracks = "own";
    return this.ask("PUT", "tracks", JSON.stringify({ path: pathOf(file) }));
  }

  /** One that the document names; what was drawn without it is drawn anew. */
  private async useFile(file: File): Promise<Answer> {
    await this.put(file);
    return this.ask("PUT", "files", "");
  }

  private async put(file: File): Promise<void> {
    if (file.size > mostFile) throw new Error(`${file.name} is too large for a page: overlace on your machine reads it`);
    this.files.set(file.name, file);
    (await this.module).putFile(pathOf(file), new Uint8Array(await file.arrayBuffer()));
  }

  private show(time: number): Promise<ImageBitmap | null> {
    const show = ++this.shows;
    return new Promise((resolve) => {
      this.shown.set(show, resolve);
      this.send({ show, time });
    });
  }
}

/** The test card's tracks. */
async function withExample(module: PageModule): Promise<PageModule> {
  const { head } = await module.ask("GET", "example", ""), path = "/test card.csv";
  module.putFile(path, new TextEncoder().encode(String(head.text)));
  await module.ask("PUT", "tracks", JSON.stringify({ path }));
  return module;
}

/** Whether a question is for the clip's picture without paint: that one does not wait for the other. */
function isPlain(body: string): boolean {
  return (JSON.parse(body) as { plain?: boolean }).plain === true;
}

function bitmapOf(head: Record<string, unknown>, pixels: Uint8Array): Promise<ImageBitmap> {
  const data = new Uint8ClampedArray(pixels.buffer as ArrayBuffer, pixels.byteOffset, pixels.byteLength);
  return createImageBitmap(new ImageData(data, Number(head.width), Number(head.height)));
}

function refused(error: unknown): Answer {
  return { status: 422, head: { problems: [problemOf(error instanceof Error ? error.message : String(error))] }, bitmap: null };
}

/** Makes this worker the one of a page. */
export function serve(module: Promise<PageModule>): void {
  const worker = new PageWorker(module, (message, transferred = []) => self.postMessage(message, { transfer: transferred }));
  self.addEventListener("message", (event: MessageEvent<ToWorker>) => worker.heard(event.data));
}
