// SPDX-License-Identifier: Apache-2.0
// Controls for constant values, by kind of parameter.
import { useEffect, useState } from "preact/hooks";
import { colorOf, colorText } from "../color";
import type { ParamType } from "../engine";
import type { Json } from "../json";
import { inOtherUnit, isLength, lengthJson, lengthOf, scaleOf } from "../slider";

export interface FieldProps {
  param: ParamType;
  label: string; // for screen readers
  value: Json;
  height: number; // px of the clip, for percentages
  preview: (value: Json) => void; // while it is dragged
  set: (value: Json) => void;
}

export function ConstantField(props: FieldProps) {
  switch (props.param.kind) {
    case "number":
    case "integer":
      return <NumberField {...props} />;
    case "color":
      return <ColorField {...props} />;
    case "boolean":
      return <Switch {...props} />;
    case "choice":
      return <Choice {...props} />;
    case "text_list":
      return <Lines {...props} />;
    case "text":
    case "file":
      return <TextField {...props} />;
  }
}

function NumberField({ param, label, value, height, preview, set }: FieldProps) {
  const length = lengthOf(value) ?? { value: 0, isPercent: false };
  const [dragged, setDragged] = useState<number | null>(null);
  const scale = scaleOf(param, length, height);
  const shown = dragged ?? length.value;
  const json = (number: number) => lengthJson({ value: number, isPercent: length.isPercent });
  const part = ((Math.max(scale.low, Math.min(scale.high, shown)) - scale.low) / (scale.high - scale.low)) * 100;
  const commit = (number: number) => {
    setDragged(null);
    if (Number.isFinite(number) && number !== length.value) set(json(number));
  };
  return (
    <div class="number">
      <input
        type="range" aria-label={label} min={scale.low} max={scale.high} step={scale.step} value={shown} style={{ "--part": `${part}%` }}
        onInput={(event) => { setDragged(Number(event.currentTarget.value)); preview(json(Number(event.currentTarget.value))); }}
        onChange={(event) => commit(Number(event.currentTarget.value))}
      />
      <Entry label={`${label}, typed`} text={String(Number(shown.toPrecision(6)))} commit={(text) => commit(Number(text))} width={7} />
      {isLength(param) ? (
        <button class="unit" title="Switch between pixels and percent of the picture's height; the size stays"
                aria-label={`${length.isPercent ? "%" : param.unit}: unit of ${label}`} onClick={() => set(lengthJson(inOtherUnit(length, height)))}>
          {length.isPercent ? "%" : param.unit}
        </button>
      ) : (
        <span class="unit">{param.unit}</span>
      )}
    </div>
  );
}

/** A line of text that is taken when it is complete: by Enter, or by leaving it. */
export function Entry({ label, text, commit, width }: { label: string; text: string; commit: (text: string) => void; width?: number }) {
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  return (
    <input
      class="entry" aria-label={label} value={typed} data-typed={typed !== text || undefined} spellcheck={false} style={width === undefined ? {} : { width: `${width}ch` }}
      onInput={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => typed !== text && commit(typed)}
      onKeyDown={(event) => {
        if (event.key === "Enter" && typed !== text) commit(typed);
        if (event.key === "Escape") setTyped(text);
      }}
    />
  );
}

function ColorField({ label, value, preview, set }: FieldProps) {
  const text = typeof value === "string" ? value : "#ffffff";
  const color = colorOf(text) ?? { rgb: "#ffffff", alpha: 1 };
  const [alpha, setAlpha] = useState<number | null>(null);
  const shownAlpha = alpha ?? color.alpha;
  return (
    <div class="color">
      <span class="swatch" style={{ "--color": text }}>
        <input type="color" aria-label={label} value={color.rgb}
               onInput={(event) => preview(colorText({ ...color, rgb: event.currentTarget.value }))}
               onChange={(event) => set(colorText({ ...color, rgb: event.currentTarget.value }))} />
      </span>
      <input
        type="range" class="alpha" aria-label={`Opacity of ${label}`} min={0} max={1} step={0.01} value={shownAlpha} style={{ "--part": `${shownAlpha * 100}%` }}
        onInput={(event) => { setAlpha(Number(event.currentTarget.value)); preview(colorText({ ...color, alpha: Number(event.currentTarget.value) })); }}
        onChange={(event) => { setAlpha(null); set(colorText({ ...color, alpha: Number(event.currentTarget.value) })); }}
      />
      <Entry label={`${label}, typed`} text={text} commit={set} width={10} />
    </div>
  );
}

function Switch({ label, value, set }: FieldProps) {
  return <button class="switch" role="switch" aria-label={label} aria-checked={value === true} onClick={() => set(value !== true)}><span /></button>;
}

const mostSegments = 4;

function Choice({ param, label, value, set }: FieldProps) {
  const choices = param.choices ?? [];
  if (choices.length > mostSegments || choices.join("").length > 32) {
    return (
      <select aria-label={label} value={String(value)} onChange={(event) => set(event.currentTarget.value)}>
        {choices.map((choice) => <option key={choice}>{choice}</option>)}
      </select>
    );
  }
  return (
    <div class="segments" role="radiogroup" aria-label={label}>
      {choices.map((choice) => (
        <button key={choice} role="radio" aria-checked={choice === value} onClick={() => set(choice)}>{choice}</button>
      ))}
    </div>
  );
}

function TextField({ label, value, set }: FieldProps) {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return <Entry label={label} text={text.replaceAll("\n", "\\n")} commit={(typed) => set(typed.replaceAll("\\n", "\n"))} />;
}

/** One text a line. */
function Lines({ label, value, set }: FieldProps) {
  const text = Array.isArray(value) ? value.join("\n") : String(value);
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  const commit = () => typed !== text && set(typed.split("\n").map((line) => line.trim()).filter(Boolean));
  return <textarea aria-label={label} rows={Math.min(6, typed.split("\n").length)} value={typed} spellcheck={false}
                   onInput={(event) => setTyped(event.currentTarget.value)} onBlur={commit} />;
}
