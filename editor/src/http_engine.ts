// SPDX-License-Identifier: Apache-2.0
// The engine behind `overlace edit`, over HTTP on this machine.
import {
  Conflict, Exists, Refused,
  type Act, type Checked, type Clip, type Engine, type EngineEvent, type ExportAsk, type ExportFacts, type FrameAsk, type Host, type Look, type LookAsk, type Part, type Picture,
  type Problem, type Registry, type TextEdit,
} from "./engine";
import { editsIn, placedIn, problemOf } from "./offsets";

const mostAfterPage = 20_000; // characters of a request that outlives the page: browsers send 64 KiB

export class HttpEngine implements Engine, Host {
  readonly host = this;
  private asked = 0; // frames
  private newest = 0; // of those, the last one that came

  constructor(private readonly token: string) {}

  async registry(): Promise<Registry> {
    return (await this.get("registry")) as Registry;
  }
  async clip(): Promise<Clip> {
    return (await this.get("clip")) as Clip;
  }

  async check(text: string): Promise<Checked> {
    return placedIn(text, (await this.post("check", { text })) as Checked);
  }

  async edit(text: string, acts: Act[]): Promise<TextEdit[]> {
    const { edits } = (await this.post("edit", { text, acts })) as { edits: TextEdit[] };
    return editsIn(text, edits);
  }

  async frame(ask: FrameAsk, drawn?: () => void): Promise<Picture | null> {
    const asked = ++this.asked;
    const answer = await this.send("POST", "frame", JSON.stringify(ask));
    if (answer.status === 204) return null;
    const bytes = await answer.blob();
    drawn?.();
    const bitmap = await createImageBitmap(bytes);
    if (asked < this.newest) {
      bitmap.close();
      return null;
    }
    this.newest = asked;
    const header = (name: string) => answer.headers.get(`overlace-${name}`) ?? "";
    const isProvisional = header("provisional") === "1";
    return {
      bitmap,
      part: JSON.parse(header("part")) as Part,
      frame: Number(header("frame")),
      provisional: isProvisional,
      exact: ask.exact && !isProvisional,
      milliseconds: Number(header("milliseconds")),
    };
  }

  async look(ask: LookAsk): Promise<Look> {
    return (await this.post("look", ask)) as Look;
  }

  async presetText(name: string): Promise<string> {
    return ((await this.post("preset", { name })) as { text: string }).text;
  }

  async gallery(frame: number, width: number, show: (preset: string, image: ImageBitmap | null) => void): Promise<void> {
    for await (const line of this.lines("gallery", { frame, width })) {
      const { preset, image } = line as { preset: string; image?: string };
      show(preset, image ? await createImageBitmap(jpegOf(image)) : null);
    }
  }

  async save(text: string, base: string): Promise<string> {
    const answer = await this.send("PUT", "document", JSON.stringify({ text, base }), [409]);
    const saved = (await answer.json()) as { hash: string; text?: string };
    if (answer.status === 409) throw new Conflict(saved.text ?? "", saved.hash);
    return saved.hash;
  }

  async merge(base: string, mine: string, theirs: string): Promise<{ text: string; both: string[] }> {
    return (await this.post("merge", { base, mine, theirs })) as { text: string; both: string[] };
  }
  async keepDraft(text: string, base: string, isLast = false): Promise<void> {
    await this.send("PUT", "draft", JSON.stringify({ text, base }), [], isLast);
  }
  async dropDraft(): Promise<void> {
    await this.send("DELETE", "draft");
  }
  async exportFacts(): Promise<ExportFacts> {
    return (await this.get("export")) as ExportFacts;
  }
  async startExport(ask: ExportAsk): Promise<void> {
    const answer = await this.send("POST", "export", JSON.stringify(ask), [409]);
    if (answer.status === 409) throw new Exists(ask.name);
  }
  async cancelExport(): Promise<void> {
    await this.send("DELETE", "export");
  }

  listen(on: (event: EngineEvent) => void): void {
    const run = async () => {
      for await (const event of this.lines("events", {})) on(event as EngineEvent);
      on({ event: "lost", message: "The editor has ended. Keep a copy of the text, and start it again." });
    };
    run().catch((error: unknown) => on({ event: "lost", message: `The editor does not answer: ${String(error)}` }));
  }

  private async get(path: string): Promise<unknown> {
    return (await this.send("GET", path)).json();
  }
  private async post(path: string, body: unknown): Promise<unknown> {
    return (await this.send("POST", path, JSON.stringify(body))).json();
  }

  private async send(method: string, path: string, body?: string, expected: number[] = [], outlivesPage = false): Promise<Response> {
    const answer = await fetch(path, {
      method,
      keepalive: outlivesPage && (body ?? "").length < mostAfterPage,
      headers: { "overlace-token": this.token, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body }),
      cache: "no-store",
      credentials: "omit",
    });
    if (answer.ok || expected.includes(answer.status)) return answer;
    const text = await answer.text();
    throw new Refused(problemsOf(text, answer.status));
  }

  /** The lines of an answer that comes bit by bit, each JSON. */
  private async *lines(path: string, body: unknown): AsyncGenerator<unknown> {
    const answer = await this.send("POST", path, JSON.stringify(body));
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
      if (done || value === undefined) return;
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line) yield JSON.parse(line);
    }
  }
}

function jpegOf(base64: string): Blob {
  return new Blob([Uint8Array.from(atob(base64), (digit) => digit.charCodeAt(0))], { type: "image/jpeg" });
}

function problemsOf(text: string, status: number): Problem[] {
  try {
    return (JSON.parse(text) as { problems: Problem[] }).problems;
  } catch {
    return [problemOf(`the editor answered ${status}`, text.slice(0, 200))];
  }
}
