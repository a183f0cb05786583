// SPDX-License-Identifier: Apache-2.0
// What the page and its worker say to each other.
import type { EngineEvent, Problem } from "./engine";

/** A clip, as the renderer's `PUT clip` takes it. */
export interface ClipFacts {
  name: string;
  width: number; // px
  height: number;
  frame_rate: [number, number];
  frame_count: number;
  times?: number[]; // seconds from the first frame
  has_alpha?: boolean;
  is_card?: boolean; // the test card, which needs nothing else
}

export type Question =
  | { ask: "json"; method: "GET" | "POST"; path: string; body: string }
  | { ask: "picture"; path: "frame" | "thumbnail"; body: string } // of frames, the newest that waits takes the others' place
  /** A picture, or a video to be decoded frame by frame. `facts` hold in place of the file's own: a picture may stand for a clip. */
  | { ask: "clip"; file: File; facts?: Partial<ClipFacts> }
  | { ask: "element"; facts: ClipFacts } // a video that the page's own element shows
  | { ask: "tracks"; file: File }
  | { ask: "file"; file: File }; // one that the document names

/** What an answer is: a picture's bitmap is null where the preset does not suit the clip. */
export interface Answer {
  status: number; // as of HTTP; 204: a newer question has taken this one's place
  head: Record<string, unknown>;
  bitmap: ImageBitmap | null;
}

export type ToWorker = { id: number; question: Question } | { shown: number; bitmap: ImageBitmap | null };

export type FromWorker =
  | { id: number; answer: Answer }
  | { event: EngineEvent }
  /** Asks for what the page's video element shows at a time, in seconds: answered by `shown`. */
  | { show: number; time: number };

export function problemsIn(answer: Answer): Problem[] {
  return (answer.head.problems ?? []) as Problem[];
}
