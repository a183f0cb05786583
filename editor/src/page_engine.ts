// SPDX-License-Identifier: Apache-2.0
// The engine inside the page: the renderer in a worker. Nothing leaves the machine.
import { Refused, type Act, type Checked, type Clip, type Desk, type Engine, type EngineEvent, type FrameAsk, type Look, type LookAsk, type Part, type Picture, type Registry, type TextEdit } from "./engine";
import { sortedFiles } from "./dropped_files";
import { editsIn, placedIn, problemOf } from "./offsets";
import { problemsIn, type Answer, type ClipFacts, type FromWorker, type Question, type ToWorker } from "./page_messages";
import { VideoElement } from "./video_element";

/** The document that is edited, which lies nowhere but here. */
export interface PageDocument {
  name: string;
  text: string;
  begins: boolean; // nobody has chosen a preset yet
}

const noTracks = "No tracks yet: drop a file of them here (.csv, .json, .txt, …). Finding objects in the picture takes overlace on your machine.";

export class PageEngine implements Engine, Desk {
  readonly desk = this;
  private readonly waiting = new Map<number, (answer: Answer) => void>();
  private listener: (event: EngineEvent) => void = () => undefined;
  private asked = 0;
  private element: VideoElement | null = null;

  /** `changed` is told of another clip, or other tracks: all that follows from them is out of date. `advice` is what to do next, or "". */
  constructor(private readonly worker: Worker, private document: PageDocument, private readonly changed: (advice: string) => void) {
    worker.addEventListener("message", (event: MessageEvent<FromWorker>) => void this.heard(event.data));
    worker.addEventListener("error", (event) => this.tell({ event: "lost", message: `The renderer has ended: ${event.message}. Keep a copy of the text, and load this page again.` }));
  }

  async registry(): Promise<Registry> {
    return (await this.get("registry")) as unknown as Registry;
  }
  async clip(): Promise<Clip> {
    const { name, text, begins } = this.document;
    this.document.begins = false;
    return { ...((await this.get("clip")) as unknown as Clip), graph: name, text, hash: text, begins };
  }
  async check(text: string): Promise<Checked> {
    return placedIn(text, (await this.post("check", { text })) as unknown as Checked);
  }
  async edit(text: string, acts: Act[]): Promise<TextEdit[]> {
    return editsIn(text, (await this.post("edit", { text, acts })).edits as TextEdit[]);
  }
  async look(ask: LookAsk): Promise<Look> {
    return await this.post("look", ask);
  }
  async presetText(name: string): Promise<string> {
    return (await this.post("preset", { name })).text as string;
  }

  async frame(ask: FrameAsk, drawn?: () => void): Promise<Picture | null> {
    const answer = await this.send({ ask: "picture", path: "frame", body: JSON.stringify(ask) });
    if (answer.status === 204 || !answer.bitmap) return null;
    drawn?.();
    const { frame, part, provisional, milliseconds } = answer.head as unknown as Omit<Picture, "bitmap">;
    return { bitmap: answer.bitmap, part: part as Part, frame, provisional, exact: ask.exact && !ask.plain, milliseconds };
  }

  async gallery(frame: number, width: number, show: (preset: string, image: ImageBitmap | null) => void): Promise<void> {
    for (const { name } of (await this.registry()).presets) {
      const { bitmap } = await this.send({ ask: "picture", path: "thumbnail", body: JSON.stringify({ name, frame, width: Math.round(width), patient: true }) });
      show(name, bitmap);
    }
  }

  /** Downloads the document. */
  async save(text: string): Promise<string> {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    link.download = this.document.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    this.document.text = text;
    return Promise.resolve(text);
  }

  async open(files: File[]): Promise<void> {
    const { clip, tracks, graph, others } = await sortedFiles(files);
    for (const file of others) await this.send({ ask: "file", file });
    if (tracks) await this.send({ ask: "tracks", file: tracks });
    const hasTracks = clip ? await this.openClip(clip) : true;
    if (graph) {
      this.document = { ...graph, begins: false };
      this.tell({ event: "opened", text: graph.text });
    }
    if (graph || clip || tracks || others.length > 0) this.changed(hasTracks ? "" : noTracks);
  }

  /** Draws on a picture that stands for a clip, with tracks of that. */
  async openStill(picture: File, facts: Partial<ClipFacts>, tracks: File | null): Promise<void> {
    await this.send({ ask: "clip", file: picture, facts });
    if (tracks) await this.send({ ask: "tracks", file: tracks });
  }

  /** The newest listener alone hears. */
  listen(on: (event: EngineEvent) => void): void {
    this.listener = on;
  }

  /** The worker decodes it frame by frame; where it cannot, an element of the page shows it. Returns whether there are tracks. */
  private async openClip(file: File): Promise<boolean> {
    const before = this.element;
    const answer = await this.send({ ask: "clip", file }).catch(async (error: unknown) => {
      this.element = await VideoElement.open(file).catch(() => null);
      if (!this.element) throw error;
      return this.send({ ask: "element", facts: this.element.facts });
    });
    before?.close();
    return answer.head.has_tracks === true;
  }

  private get(path: string): Promise<Record<string, unknown>> {
    return this.json("GET", path, "");
  }
  private post(path: string, body: unknown): Promise<Record<string, unknown>> {
    return this.json("POST", path, JSON.stringify(body));
  }
  private async json(method: "GET" | "POST", path: string, body: string): Promise<Record<string, unknown>> {
    return (await this.send({ ask: "json", method, path, body })).head;
  }

  private async send(question: Question): Promise<Answer> {
    const id = ++this.asked;
    const answer = await new Promise<Answer>((resolve) => {
      this.waiting.set(id, resolve);
      this.worker.postMessage({ id, question } satisfies ToWorker);
    });
    if (answer.status < 300) return answer;
    const problems = problemsIn(answer);
    throw new Refused(problems.length > 0 ? problems : [problemOf(`the renderer answered ${answer.status}`)]);
  }

  private async heard(message: FromWorker): Promise<void> {
    if ("event" in message) this.tell(message.event);
    if ("answer" in message) {
      this.waiting.get(message.id)?.(message.answer);
      this.waiting.delete(message.id);
    }
    if ("show" in message) {
      const bitmap = (await this.element?.bitmapAt(message.time).catch(() => null)) ?? null;
      this.worker.postMessage({ shown: message.show, bitmap } satisfies ToWorker, bitmap ? [bitmap] : []);
    }
  }

  private tell(event: EngineEvent): void {
    this.listener(event);
  }
}
