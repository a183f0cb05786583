// SPDX-License-Identifier: Apache-2.0
// When a hand moved and when its picture was on the screen: marks in the browser's performance timeline.

/** Steps of one question for a picture: `input` is missing where nobody waits for it. */
export type Step = "input" | "request" | "response" | "decoded" | "shown";

/** What a mark "overlace STEP" says in its detail. */
export interface MarkDetail {
  ask: number; // the question, counted from 1
  frame?: number; // shown, if it is the one that was asked for
}

const mostAsks = 2000; // whose marks are kept

let lastInput = 0; // ms, as performance.now()
addEventListener("input", (event) => (lastInput = event.timeStamp), { capture: true });

/** When the hand moved that changed what is asked for, if that was since `since`; else now. */
export function inputTime(since: number): number {
  return lastInput > since ? lastInput : performance.now();
}

export function mark(step: Step, detail: MarkDetail, at = performance.now()): void {
  if (step === "request" && detail.ask % mostAsks === 0) performance.clearMarks();
  performance.mark(`overlace ${step}`, { detail, startTime: at });
}
