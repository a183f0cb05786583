// SPDX-License-Identifier: Apache-2.0
// What the page asks of the renderer. The page knows no server: an engine may be one, or the renderer
// itself as WebAssembly.
import type { Json, JsonObject } from "./json";

export type Stage = "audio" | "tracks" | "links" | "curves" | "display list" | "layer" | "picture" | "sound";

export interface PortType {
  name: string;
  stage: Stage;
  many: boolean;
  optional: boolean;
  doc: string;
}

export type ParamKind = "number" | "integer" | "color" | "boolean" | "text" | "choice" | "text_list" | "file";

export interface ParamType {
  name: string;
  kind: ParamKind;
  min?: number;
  max?: number;
  usual?: [number, number]; // where most values lie, in the unit of the default
  unit?: string; // "px", "Hz", …; "" for plain numbers
  choices?: string[];
  default: Json;
  animatable: boolean; // takes keyframes and series
  mappable: boolean; // takes attributes of the thing drawn
  doc: string;
}

export interface NodeType {
  name: string;
  stage: Stage;
  doc: string;
  inputs: PortType[];
  params: ParamType[];
}

export interface PresetInfo {
  name: string;
  title: string;
  doc: string;
}

export interface Registry {
  version: string;
  nodes: NodeType[];
  presets: PresetInfo[];
  ramps: NamedColors[];
  palettes: NamedColors[];
}

export interface NamedColors {
  name: string;
  colors: string[]; // "#rrggbb"
}

/** The clip that is drawn on. */
export interface Clip {
  name: string;
  width: number; // px
  height: number;
  frame_rate: number; // nominal, frames per second
  first_frame: number;
  frame_count: number;
  graph: string; // the file's name
  text: string; // the document, as it is in the file
  hash: string; // of that text
  is_example: boolean; // a test card with made tracks
  begins?: boolean; // the document is new, and nobody has chosen a preset yet
  draft?: Draft | null; // unsaved text that was found
}

/** Text that was not saved. */
export interface Draft {
  text: string;
  base: string; // the file's text that it was made from
  time: number; // seconds since 1970
}

export interface ExportFacts {
  folders: string[]; // that may be written to
  name: string; // to begin with
  last: ExportStep | null;
}

export interface ExportAsk {
  text: string;
  folder: number; // of `folders`
  name: string;
  codec: string; // as --vcodec takes it; "": the container's
  crf: number | null;
  frames: string; // as --frames takes them; "": all
  overlay_only: boolean;
  overwrite: boolean;
}

/** How far an export is, as `overlace render --progress json` says it. */
export interface ExportStep {
  event: "export";
  step: "start" | "progress" | "end";
  output: string; // path
  stopped: boolean; // somebody has cancelled it
  pass?: string; // "tracks": the clip is read first
  frames_done?: number;
  frames_total?: number | null;
  fps?: number;
  eta_s?: number | null;
  in_place?: boolean; // the file is there; this and what follows at the end
  errors?: string[];
  frames?: number;
  size_bytes?: number;
  elapsed_s?: number;
}

export interface Problem {
  message: string;
  hint: string;
  pointer: string;
  line: number; // from 1; 0: of no line
  begin: number; // UTF-16 units of the text
  end: number;
}

export interface Checked {
  problems: Problem[];
  /** The document with all that it inherits; null where the text is no JSON object. */
  document: JsonObject | null;
}

/** Replaces the UTF-16 units [begin, end) of a text. */
export interface TextEdit {
  begin: number;
  end: number;
  text: string;
}

/** One change of a document, as `overlace set` and the other programs make it; see docs/graph/documents.md, "Acts". */
export type Act =
  | { act: "set"; target: string; value: Json }
  | { act: "reset"; target: string }
  | { act: "add"; type: string; node?: string; inputs?: Record<string, Json>; params?: JsonObject; show?: boolean }
  | { act: "remove"; node: string }
  | { act: "remove"; item: string } // a pointer
  | { act: "rename"; node: string; to: string }
  | { act: "connect"; from: string; to: string; port?: string; at?: number }
  | { act: "disconnect"; node: string; port: string; from?: string }
  | { act: "move"; item: string; to: number }
  | { act: "make_knob"; param: string; knob?: string }
  | { act: "paste"; fragment: Json };

/** A part of the clip's picture, in px. */
export interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface FrameAsk {
  text: string;
  settings: Record<string, string>; // as `--set` takes them
  frame: number;
  width: number; // px, of the whole picture in a draft
  part: Part | null; // what is seen of it; null: all
  exact: boolean; // a PNG with the bytes of `overlace frame`; else a draft soon, drawn at `width`
  solo: string; // a node to be painted alone; "": the document
  plain: boolean; // the clip's picture without paint
}

export interface Picture {
  bitmap: ImageBitmap;
  part: Part; // what the bitmap shows: at least the part that was asked for
  frame: number;
  provisional: boolean; // what is there soon; the same question again brings what was asked for, or the next step to it
  exact: boolean; // the bytes of `overlace frame`
  milliseconds: number; // in the engine
}

export type LookAsk =
  | { look: "pixel"; text: string; frame: number; x: number; y: number } // px of the clip
  | { look: "histogram"; text: string; node: string; attribute: string }
  | { look: "lanes"; text: string; node: string }
  | { look: "attributes"; text: string; node: string } // that maps of the node can follow
  | { look: "values"; text: string; node: string; param: string; frames: number[] };

export interface Lane {
  id: number;
  class: string;
  first: number;
  last: number; // frames
}

/** What happened to an object: it crossed a line, or entered a zone. */
export interface TrackEvent {
  frame: number;
  id: number;
  class: string;
  event: string; // "in", "out", "enter", "leave"
  name: string; // of the line or the zone
}

export interface Look {
  color?: string;
  node?: string;
  object?: Record<string, Json>;
  bins?: { low: number; high: number; counts: number[]; names?: string[] };
  lanes?: Lane[];
  events?: TrackEvent[]; // of the document, with lanes
  density?: number[]; // objects per frame, for more lanes than fit
  values?: number[];
  names?: string[];
}

export type EngineEvent =
  | { event: "file"; text: string; hash: string } // another program wrote the graph's file
  | { event: "analysis"; done: number; of: number }
  /** Another text is drawn: rows of its track nodes in the whole clip, and what was assumed. */
  | { event: "shown"; counts: Record<string, number>; notes: string[] }
  | { event: "gone"; is_gone: boolean } // the graph's file was deleted, or is there again
  | ExportStep
  | { event: "opened"; text: string } // somebody has opened another document
  | { event: "lost"; message: string };

/** The file was changed by somebody else. */
export class Conflict extends Error {
  constructor(readonly theirs: string, readonly hash: string) {
    super("the file has changed");
  }
}

/** What was asked cannot be done; `problems` says why. */
export class Refused extends Error {
  constructor(readonly problems: Problem[]) {
    super(problems.map((problem) => [problem.message, problem.hint].filter(Boolean).join(": ")).join("\n"));
  }
}

/** There is already a file of this name. */
export class Exists extends Error {}

/** What the machine of the files does, beside drawing. */
export interface Host {
  /** One text of two that began with `base`; `both` are pointers of what both changed: there it is `mine`. */
  merge(base: string, mine: string, theirs: string): Promise<{ text: string; both: string[] }>;
  /** `isLast`: the page goes, and does not wait for an answer. */
  keepDraft(text: string, base: string, isLast?: boolean): Promise<void>;
  /** Forgets the draft that was found at the start. */
  dropDraft(): Promise<void>;
  exportFacts(): Promise<ExportFacts>;
  /** Throws Exists where a file would be replaced that may not be. */
  startExport(ask: ExportAsk): Promise<void>;
  cancelExport(): Promise<void>;
}

/** What a page does with files where there is no host: it takes what somebody drops, and gives back the document. */
export interface Desk {
  /** A video, a picture, tracks, a document, files that it names. What came of it is told as events. Throws Refused. */
  open(files: File[]): Promise<void>;
}

export interface Engine {
  readonly host?: Host; // none: there are no files
  readonly desk?: Desk; // where there is no host
  registry(): Promise<Registry>;
  clip(): Promise<Clip>;
  check(text: string): Promise<Checked>;
  /** The edits that make these acts, one after the other, as one list. Throws Refused. */
  edit(text: string, acts: Act[]): Promise<TextEdit[]>;
  /**
   * Throws Refused; null where a newer question has taken this one's place. `drawn` is called when the engine can draw the
   * next one, which may be before this one is here.
   */
  frame(ask: FrameAsk, drawn?: () => void): Promise<Picture | null>;
  look(ask: LookAsk): Promise<Look>;
  presetText(name: string): Promise<string>;
  /** A picture of each preset on the clip's frame, as they are ready. */
  gallery(frame: number, width: number, show: (preset: string, image: ImageBitmap | null) => void): Promise<void>;
  /** Writes the document's file; returns its new hash. Throws Conflict. */
  save(text: string, base: string): Promise<string>;
  listen(on: (event: EngineEvent) => void): void;
}
