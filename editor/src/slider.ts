// SPDX-License-Identifier: Apache-2.0
// How far a slider goes, and in which steps, for a parameter that may be nearly anything.
import type { ParamType } from "./engine";
import type { Json } from "./json";

export interface Scale {
  low: number;
  high: number;
  step: number;
}

/** A number with its unit: pixels, or percent of the picture's height. */
export interface Length {
  value: number;
  isPercent: boolean;
}

export function lengthOf(value: Json | undefined): Length | undefined {
  if (typeof value === "number") return { value, isPercent: false };
  if (typeof value !== "string") return undefined;
  const match = /^\s*(-?[\d.]+(?:e-?\d+)?)\s*(%?)\s*$/i.exec(value);
  return match ? { value: Number(match[1]), isPercent: match[2] === "%" } : undefined;
}

export function lengthJson(length: Length): Json {
  const value = Number(length.value.toPrecision(6));
  return length.isPercent ? `${value}%` : value;
}

export function isLength(param: ParamType): boolean {
  return param.unit === "px" || param.unit === "px/s";
}

/** The same size in the other unit. */
export function inOtherUnit(length: Length, height: number): Length {
  const value = length.isPercent ? (length.value * height) / 100 : (length.value * 100) / height;
  return { value: Number(value.toPrecision(3)), isPercent: !length.isPercent };
}

/** 1, 2 or 5 times a power of ten, at least `value`. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((digit) => digit * power).find((round) => round >= value * 0.999999) ?? value;
}

/** The usual part of a range, as the registry has it, and further where the value lies beyond. */
export function scaleOf(param: ParamType, length: Length, height: number): Scale {
  const perUnit = length.isPercent ? 100 / height : 1;
  const least = (param.min ?? -1e9) * perUnit, most = (param.max ?? 1e9) * perUnit;
  const isOtherUnit = (lengthOf(param.default)?.isPercent ?? false) !== length.isPercent;
  const factor = !isOtherUnit ? 1 : length.isPercent ? 100 / height : height / 100;
  const [low, high] = (param.usual ?? [0, 0]).map((end) => end * factor) as [number, number];
  const reach = roundUp(1.5 * Math.abs(length.value) || perUnit);
  const from = Math.max(least, length.value < low ? -reach : low), to = Math.min(most, length.value > high || low === high ? reach : high);
  const step = param.kind === "integer" ? 1 : roundUp((to - from) / 400);
  return { low: Number(from.toPrecision(6)), high: Number(to.toPrecision(6)), step };
}
