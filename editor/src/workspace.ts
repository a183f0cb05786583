// SPDX-License-Identifier: Apache-2.0
// What is open: the document and its history, the frame, and what is selected. Everything on the screen
// follows from these.
import { batch, computed, signal } from "@preact/signals";
import type { Extension } from "@codemirror/state";
import { Graph, type GraphNode } from "./document";
import { DraftKeeper } from "./drafts";
import { Conflict, Refused, type Act, type Checked, type Clip, type Draft, type Engine, type EngineEvent, type ExportStep, type Lane, type Registry, type TrackEvent } from "./engine";
import { isObject, type Json, type JsonObject } from "./json";
import { TextHistory } from "./text_history";

/** A value while it is dragged: drawn, and not yet in the text. */
export interface Drag {
  target: string; // as `--set` names it
  value: Json;
}

/** When objects are there; or, for too many of them, how many there are. */
export interface Lanes {
  lanes: Lane[];
  density: number[];
  events: TrackEvent[]; // what happened to objects, in the whole document
}

export interface Notice {
  text: string;
  isProblem: boolean;
  stays?: boolean; // until it is closed
}

const nothingChecked: Checked = { problems: [], document: null };

export class Workspace {
  readonly history: TextHistory;
  readonly text = signal("");
  readonly savedText = signal("");
  readonly checked = signal<Checked>(nothingChecked);
  readonly graph = signal<Graph>(undefined as unknown as Graph); // of the last text that had one
  readonly selected = signal("");
  readonly object = signal<number | null>(null); // the id of a track
  readonly frame = signal(0);
  readonly drag = signal<Drag | null>(null);
  readonly solo = signal("");
  readonly notice = signal<Notice | null>(null);
  readonly conflict = signal<Conflict | null>(null);
  readonly lanes = signal<Lanes>({ lanes: [], density: [], events: [] }); // of the tracks that the selected node reads
  readonly draft = signal<Draft | null>(null); // that was found, until somebody says what becomes of it
  readonly isGone = signal(false); // the file is no longer there
  readonly exported = signal<ExportStep | null>(null);
  readonly counts = signal<Record<string, number>>({}); // rows of track nodes
  readonly analysis = signal<{ done: number; of: number } | null>(null);
  readonly canUndo = signal(false);
  readonly canRedo = signal(false);

  readonly isChanged = computed(() => this.text.value !== this.savedText.value);
  readonly isGood = computed(() => this.checked.value.problems.length === 0);
  readonly node = computed<GraphNode | undefined>(() => this.graph.value.node(this.selected.value));

  /** Nodes that are selected together, the one whose parameters are shown first. */
  readonly chosen = computed(() => {
    const { of, names } = this.beside.value, selected = this.selected.value;
    return selected === "" ? [] : of === selected ? [selected, ...names] : [selected];
  });

  drafts: DraftKeeper | undefined; // none: there are no files
  private readonly beside = signal<{ of: string; names: string[] }>({ of: "", names: [] }); // what is selected with another node
  private hash: string;
  private acts: Promise<unknown> = Promise.resolve();
  private checks = 0; // the newest one wins

  private constructor(readonly engine: Engine, readonly registry: Registry, readonly clip: Clip, extensions: Extension) {
    this.history = new TextHistory(clip.text, extensions, () => this.textChanged());
    this.hash = clip.hash;
    this.savedText.value = clip.text;
    this.frame.value = clip.first_frame + (clip.is_example ? Math.round(clip.frame_count / 3) : 0); // where the made people are
    this.graph.value = new Graph({}, {}, registry);
  }

  /** Opens what the engine has. `extensions` are those of the text editor. */
  static async open(engine: Engine, extensions: (workspace: () => Workspace) => Extension): Promise<Workspace> {
    const [registry, clip] = await Promise.all([engine.registry(), engine.clip()]);
    let workspace: Workspace | undefined = undefined;
    const opened = new Workspace(engine, registry, clip, extensions(() => workspace ?? opened));
    workspace = opened;
    engine.listen((event) => opened.heard(event));
    await opened.textChanged();
    opened.draft.value = clip.draft ?? null;
    if (engine.host) opened.drafts = new DraftKeeper(opened, engine.host);
    opened.selected.value = opened.graph.value.painted.at(-1)?.name ?? "";
    return opened;
  }

  /** Selects a node beside those that are selected, or no longer. */
  choose(name: string): void {
    const chosen = this.chosen.peek(), rest = chosen.filter((other) => other !== name);
    const first = chosen.includes(name) && rest[0] !== undefined ? rest[0] : name;
    batch(() => {
      this.selected.value = first;
      this.beside.value = { of: first, names: rest.filter((other) => other !== first) };
    });
  }

  /** Makes acts, one after the other; what is refused is told. Returns whether they were made. */
  act(...acts: Act[]): Promise<boolean> {
    const made = this.acts.then(async () => {
      try {
        this.history.edit(await this.engine.edit(this.text.peek(), acts));
        return true;
      } catch (error) {
        this.tell(error);
        return false;
      }
    });
    this.acts = made;
    return made;
  }

  /** Draws with a value that is not in the text yet. */
  preview(target: string, value: Json): void {
    this.drag.value = { target, value };
  }

  /** Ends a drag: the value goes into the text, once. */
  async set(target: string, value: Json): Promise<boolean> {
    const made = await this.act({ act: "set", target, value });
    this.drag.value = null;
    return made;
  }

  undo(): void {
    this.history.undo();
  }
  redo(): void {
    this.history.redo();
  }

  async save(): Promise<boolean> {
    await this.acts;
    const text = this.text.peek();
    try {
      this.hash = await this.engine.save(text, this.hash);
      this.savedText.value = text;
      this.isGone.value = false;
      this.notice.value = { text: `Saved ${this.clip.graph}`, isProblem: false };
      return true;
    } catch (error) {
      if (error instanceof Conflict) this.conflict.value = error;
      else await this.tellUnsaved(error);
      return false;
    }
  }

  /** Ends a conflict: keeps what is here, takes what is in the file, or joins both. */
  async settle(keep: "mine" | "theirs" | "merge"): Promise<void> {
    const conflict = this.conflict.peek(), host = this.engine.host;
    if (!conflict) return;
    try {
      const merged = keep === "merge" && host ? await host.merge(this.savedText.peek(), this.text.peek(), conflict.theirs) : null;
      this.conflict.value = null;
      this.hash = conflict.hash;
      if (keep === "mine") {
        await this.save();
        return;
      }
      this.savedText.value = conflict.theirs;
      this.history.replace(merged?.text ?? conflict.theirs);
      if (merged) this.notice.value = { text: mergedText(merged.both), isProblem: false, stays: merged.both.length > 0 };
    } catch (error) {
      this.tell(error); // a text that is no JSON cannot be merged
    }
  }

  /** Goes on with a draft. If the file has changed since, that is a conflict. */
  restore(draft: Draft): void {
    const saved = this.savedText.peek();
    this.history.replace(draft.text);
    if (draft.base === saved || draft.text === saved) return;
    this.savedText.value = draft.base;
    this.conflict.value = new Conflict(saved, this.hash);
  }

  goTo(frame: number): void {
    const { first_frame: first, frame_count: count } = this.clip;
    this.frame.value = Math.max(first, Math.min(first + count - 1, Math.round(frame)));
  }

  tell(error: unknown): void {
    const text = error instanceof Refused || error instanceof Error ? error.message : String(error);
    this.notice.value = { text, isProblem: true };
  }

  /** The file cannot be written. */
  private async tellUnsaved(error: unknown): Promise<void> {
    const isKept = await this.drafts?.keep();
    const why = error instanceof Error ? error.message : String(error);
    this.notice.value = {
      text: `Not saved: ${why}\n${isKept ? "Your text stays here, and is kept as a draft." : "Your text stays here: copy it before you close this page."}`,
      isProblem: true,
    };
  }

  private async textChanged(): Promise<void> {
    const text = this.history.text, check = ++this.checks;
    batch(() => {
      this.text.value = text;
      this.canUndo.value = this.history.canUndo;
      this.canRedo.value = this.history.canRedo;
    });
    try {
      const checked = await this.engine.check(text);
      if (check !== this.checks) return;
      batch(() => {
        this.checked.value = checked;
        if (checked.document) this.graph.value = new Graph(checked.document, parsed(text), this.registry);
      });
    } catch (error) {
      if (check === this.checks) this.tell(error);
    }
  }

  private heard(event: EngineEvent): void {
    if (event.event === "file") this.fileChanged(event.text, event.hash);
    if (event.event === "analysis") this.analysis.value = event.done < event.of ? event : null;
    if (event.event === "shown") this.counts.value = event.counts;
    if (event.event === "gone") this.isGone.value = event.is_gone;
    if (event.event === "export") this.exported.value = event;
    if (event.event === "opened") this.open(event.text);
    if (event.event === "lost") this.notice.value = { text: event.message, isProblem: true };
  }

  /** Another document takes this one's place; that can be undone. */
  private open(text: string): void {
    this.savedText.value = text;
    this.history.replace(text);
  }

  /** Unchanged text follows its file; changed text does not, before somebody says so. */
  private fileChanged(text: string, hash: string): void {
    if (hash === this.hash) return;
    if (this.isChanged.peek()) {
      this.conflict.value = new Conflict(text, hash);
    } else {
      this.hash = hash;
      this.savedText.value = text;
      this.history.replace(text);
    }
  }
}

function mergedText(both: string[]): string {
  if (both.length === 0) return "Merged: both changes are here. Save to write them.";
  return `Merged. Both had changed these; yours are kept:\n${both.map((pointer) => pointer || "the whole document").join("\n")}`;
}

function parsed(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    return isObject(value as Json) ? (value as JsonObject) : {};
  } catch {
    return {};
  }
}
