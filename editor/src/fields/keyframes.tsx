// SPDX-License-Identifier: Apache-2.0
// A value over time: the value at this frame, and the curve through the keyframes as the engine computes it.
import { useEffect, useState } from "preact/hooks";
import type { ParamType } from "../engine";
import { isObject, type Json, type JsonObject } from "../json";
import { lengthJson, lengthOf } from "../slider";
import type { Workspace } from "../workspace";
import { ConstantField, type FieldProps } from "./constant";

const eases = ["linear", "hold", "in", "out", "in_out"];

export interface Keyframe {
  at: number; // frame
  isTime: boolean; // the document says seconds
  value: Json;
  ease: string;
}

/** The keyframes of a value, with times as frames. */
export function keyframesOf(value: Json, rate: number): Keyframe[] {
  const list = isObject(value) && Array.isArray(value.keyframes) ? value.keyframes : [];
  return list.filter(isObject).map((key) => ({
    at: typeof key.frame === "number" ? key.frame : Number(key.time ?? 0) * rate,
    isTime: typeof key.frame !== "number",
    value: key.value ?? 0,
    ease: typeof key.ease === "string" ? key.ease : "linear",
  }));
}

/** The value of a parameter with these keyframes, in order. */
export function keyframesJson(keys: Keyframe[], rate: number): Json {
  const rows = [...keys].sort((a, b) => a.at - b.at).map((key): JsonObject => ({
    ...(key.isTime ? { time: Number((key.at / rate).toPrecision(9)) } : { frame: Math.round(key.at) }),
    value: key.value,
    ...(key.ease === "linear" ? {} : { ease: key.ease }),
  }));
  return { keyframes: rows };
}

/** With a keyframe at a frame: the one that is there has the value, or a new one. */
function withKey(keys: Keyframe[], at: number, value: Json): Keyframe[] {
  if (keys.some((key) => Math.round(key.at) === at)) return keys.map((key) => (Math.round(key.at) === at ? { ...key, value } : key));
  const before = keys.findLast((key) => key.at <= at) ?? keys[0];
  return [...keys, { at, isTime: before?.isTime ?? false, value, ease: before?.ease ?? "linear" }];
}

/** A constant that a value begins with: that of its first keyframe or stop, or the default. */
export function constantOf(value: Json, param: ParamType): Json {
  if (isObject(value)) {
    const first = keyframesOf(value, 1)[0]?.value ?? (Array.isArray(value.to) ? value.to[0] : undefined);
    return first ?? constantDefault(param);
  }
  return typeof value === "string" && value.startsWith("$") ? constantDefault(param) : value;
}

function constantDefault(param: ParamType): Json {
  if (!isObject(param.default)) return param.default;
  return param.kind === "color" ? "#ffffff" : (param.min ?? 0);
}

/** A value with a keyframe more at this frame, or without the one that is there. */
export function toggledKey(value: Json, param: ParamType, at: number, rate: number, now: Json): Json {
  const keys = keyframesOf(value, rate), rest = keys.filter((key) => Math.round(key.at) !== at);
  if (rest.length === keys.length) return keyframesJson(withKey(keys, at, now), rate);
  return rest.length > 0 ? keyframesJson(rest, rate) : constantOf(value, param);
}

/** The value at this frame, as the engine computes it, in the unit that the keyframes have. */
export function useValueNow(workspace: Workspace, node: string, param: ParamType, value: Json): Json {
  const [found, setFound] = useState<{ of: string; number: number } | null>(null);
  const { clip } = workspace, frame = workspace.frame.value;
  const keys = keyframesOf(value, clip.frame_rate), of = JSON.stringify([value, frame]);
  const here = keys.find((key) => Math.round(key.at) === frame) ?? (keys.length === 1 ? keys[0] : undefined);
  useEffect(() => {
    let isCurrent = true;
    if (here || keys.length === 0 || param.kind !== "number") return;
    workspace.engine.look({ look: "values", text: workspace.text.peek(), node, param: param.name, frames: [frame] })
      .then((look) => isCurrent && look.values?.[0] !== undefined && setFound({ of, number: look.values[0] }), () => undefined);
    return () => { isCurrent = false; };
  }, [of, node]);
  if (here) return here.value;
  const before = keys.findLast((key) => key.at <= frame) ?? keys[0];
  if (!before) return constantOf(value, param);
  const length = lengthOf(before.value);
  if (!found || !length || found.of !== of) return before.value;
  const number = length.isPercent ? (found.number * 100) / clip.height : found.number;
  return lengthJson({ value: Number(number.toPrecision(4)), isPercent: length.isPercent });
}

export function KeyframesField({ workspace, node, ...field }: FieldProps & { workspace: Workspace; node: string }) {
  const { clip } = workspace, frame = workspace.frame.value, rate = clip.frame_rate;
  const keys = keyframesOf(field.value, rate);
  const now = useValueNow(workspace, node, field.param, field.value);
  const at = keys.findLastIndex((key) => Math.round(key.at) <= frame), segment = keys[Math.max(0, at)];
  const change = (next: Keyframe[]) => field.set(keyframesJson(next, rate));

  return (
    <div class="keyframes">
      <ConstantField {...field} label={`${field.label} at frame ${frame}`} value={now}
                     preview={(value) => field.preview(keyframesJson(withKey(keys, frame, value), rate))} set={(value) => change(withKey(keys, frame, value))} />
      <Curve workspace={workspace} node={node} param={field.param.name} value={field.value} keys={keys} />
      {segment && (
        <label class="ease">
          <span>{Math.round(segment.at)} → {keys[Math.max(0, at) + 1] ? Math.round(keys[Math.max(0, at) + 1]?.at ?? 0) : "end"}</span>
          <select aria-label={`Ease after frame ${Math.round(segment.at)}`} value={segment.ease}
                  onChange={(event) => change(keys.map((key) => (key === segment ? { ...key, ease: event.currentTarget.value } : key)))}>
            {eases.map((ease) => <option key={ease}>{ease}</option>)}
          </select>
        </label>
      )}
    </div>
  );
}

const samples = 96;

/** The value over the whole clip, and its keyframes. */
function Curve({ workspace, node, param, value, keys }: { workspace: Workspace; node: string; param: string; value: Json; keys: Keyframe[] }) {
  const [values, setValues] = useState<number[]>([]);
  const { clip, frame, text } = workspace;
  const last = clip.first_frame + clip.frame_count - 1;
  useEffect(() => {
    let isCurrent = true;
    const frames = Array.from({ length: samples }, (_, i) => Math.round(clip.first_frame + ((last - clip.first_frame) * i) / (samples - 1)));
    workspace.engine.look({ look: "values", text: text.peek(), node, param, frames })
      .then((look) => isCurrent && setValues(look.values ?? []), () => isCurrent && setValues([]));
    return () => { isCurrent = false; };
  }, [JSON.stringify(value), node, param]);

  const low = Math.min(...values), high = Math.max(...values), range = high - low;
  const x = (at: number) => ((at - clip.first_frame) / Math.max(1, last - clip.first_frame)) * 100;
  const y = (number: number) => (range > 0 ? 92 - ((number - low) / range) * 84 : 50);
  const yAt = (at: number) => (values.length === 0 ? 50 : y(values[Math.round((x(at) / 100) * (samples - 1))] ?? low));
  return (
    <div class="curve">
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {values.length > 0 && <polyline points={values.map((number, i) => `${(i / (values.length - 1)) * 100},${y(number)}`).join(" ")} />}
        <line x1={x(frame.value)} x2={x(frame.value)} y1={0} y2={100} />
      </svg>
      {keys.map((key, index) => (
        <button key={index} class={Math.round(key.at) === frame.value ? "diamond here" : "diamond"} style={{ left: `${x(key.at)}%`, top: `${yAt(key.at)}%` }}
                title={`${Math.round(key.at)}: ${JSON.stringify(key.value)}, ${key.ease}`} aria-label={`Keyframe of ${param} at frame ${Math.round(key.at)}`}
                onClick={() => workspace.goTo(key.at)} />
      ))}
    </div>
  );
}
