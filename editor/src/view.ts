// SPDX-License-Identifier: Apache-2.0
// What is seen of the picture: how large it is, and which part of it.
import { signal } from "@preact/signals";
import type { Clip, Part } from "./engine";

/** Pixels of the screen for one of the clip; "fit": all of the picture is seen. */
export type Zoom = "fit" | number;

const zooms: Zoom[] = ["fit", 1, 2, 4, 8];

export const zoom = signal<Zoom>("fit");

export function toggleZoom(): void {
  zoom.value = zoom.value === "fit" ? 1 : "fit";
}

/** Nearer, or further away. */
export function stepZoom(by: 1 | -1): void {
  const at = zooms.indexOf(zoom.value) + by;
  zoom.value = zooms[Math.max(0, Math.min(zooms.length - 1, at))] ?? "fit";
}

/** The part of a picture that a frame lets through; null for all of it. */
export function seenPart(frame: Element, picture: Element, clip: Clip): Part | null {
  const hole = frame.getBoundingClientRect(), whole = picture.getBoundingClientRect();
  if (whole.width === 0 || whole.height === 0) return null;
  const range = (low: number, high: number, from: number, length: number, size: number) => {
    const first = Math.max(0, Math.floor(((low - from) / length) * size)), last = Math.min(size, Math.ceil(((high - from) / length) * size));
    return { first, length: Math.max(1, last - first) };
  };
  const x = range(hole.left, hole.left + frame.clientWidth, whole.left, whole.width, clip.width);
  const y = range(hole.top, hole.top + frame.clientHeight, whole.top, whole.height, clip.height);
  if (x.length === clip.width && y.length === clip.height) return null;
  return { x: x.first, y: y.first, width: x.length, height: y.length };
}

export function sameParts(a: Part | null, b: Part | null): boolean {
  return a === b || (a !== null && b !== null && a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height);
}
