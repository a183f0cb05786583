// SPDX-License-Identifier: Apache-2.0
// Places in texts: engines count bytes of UTF-8, the page counts UTF-16 units.
import type { Checked, Problem, TextEdit } from "./engine";

/** Offsets in UTF-16 units from offsets in bytes of UTF-8. */
class Offsets {
  private readonly isPlain: boolean;
  private readonly bytes: Uint8Array;

  constructor(text: string) {
    this.bytes = new TextEncoder().encode(text);
    this.isPlain = this.bytes.length === text.length;
  }

  at(byte: number): number {
    return this.isPlain ? byte : new TextDecoder("utf-8", { ignoreBOM: true }).decode(this.bytes.subarray(0, byte)).length;
  }
  moved<T extends { begin: number; end: number }>(item: T): T {
    return { ...item, begin: this.at(item.begin), end: this.at(item.end) };
  }
}

/** What an engine found in a text, with places in the page's units. */
export function placedIn(text: string, checked: Checked): Checked {
  const offsets = new Offsets(text);
  return { ...checked, problems: checked.problems.map((problem) => offsets.moved(problem)) };
}

/** An engine's edits of a text, in the page's units. */
export function editsIn(text: string, edits: TextEdit[]): TextEdit[] {
  const offsets = new Offsets(text);
  return edits.map((edit) => offsets.moved(edit));
}

/** A problem of no place. */
export function problemOf(message: string, hint = ""): Problem {
  return { message, hint, pointer: "", line: 0, begin: 0, end: 0 };
}
