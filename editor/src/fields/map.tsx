// SPDX-License-Identifier: Apache-2.0
// A value that follows an attribute of the thing drawn: its stops over the attribute's histogram in this clip.
import { useEffect, useState } from "preact/hooks";
import type { Look, LookAsk } from "../engine";
import { isObject, type Json, type JsonObject } from "../json";
import { lengthOf } from "../slider";
import type { Workspace } from "../workspace";
import { ConstantField, Entry, type FieldProps } from "./constant";

interface Stop {
  at: Json; // a number, a percentage, or a name
  to: Json;
}

type Shape = "stops" | "ramp" | "palette";

function shapeOf(value: JsonObject): Shape {
  return "palette" in value ? "palette" : typeof value.ramp === "string" ? "ramp" : "stops";
}

/** The stops of a map, however it spells them. */
export function stopsOf(value: JsonObject): Stop[] {
  const pairs = Array.isArray(value.stops) ? value.stops : Array.isArray(value.ramp) ? value.ramp : undefined;
  if (pairs) return pairs.filter(Array.isArray).map((pair) => ({ at: pair[0] ?? 0, to: pair[1] ?? 0 }));
  const from = Array.isArray(value.from) ? value.from : [], to = Array.isArray(value.to) ? value.to : [];
  return from.map((at, index) => ({ at, to: to[index] ?? 0 }));
}

export function MapField({ workspace, node, ...field }: FieldProps & { workspace: Workspace; node: string }) {
  const value = isObject(field.value) ? field.value : {};
  const { registry } = workspace;
  const shape = shapeOf(value), stops = stopsOf(value);
  const attribute = typeof value.map === "string" ? value.map : "";
  const look = useLook(workspace, { look: "histogram", text: "", node, attribute }), known = useLook(workspace, { look: "attributes", text: "", node });
  const isColor = field.param.kind === "color";
  const bins = look?.bins && (look.bins.names || look.bins.high > look.bins.low) ? look.bins : undefined;
  const names = bins?.names;

  const list = shape === "palette" ? registry.palettes : registry.ramps;
  const colors = !isColor ? [] : shape === "stops" ? stops.map((stop) => String(stop.to)) : (list.find((one) => one.name === (shape === "palette" ? value.palette : value.ramp))?.colors ?? []);

  const changed = (change: JsonObject, without: string[] = []) => {
    const next = { ...value, ...change };
    for (const key of without) delete next[key];
    return next;
  };
  /** In the spelling that the value has. */
  const withStops = (next: Stop[]): JsonObject => {
    if (Array.isArray(value.stops)) return changed({ stops: next.map((stop) => [stop.at, stop.to]) });
    if (Array.isArray(value.ramp)) return changed({ ramp: next.map((stop) => [stop.at, stop.to]) });
    return changed({ from: next.map((stop) => stop.at), to: next.map((stop) => stop.to) });
  };
  const replaced = (index: number, stop: Partial<Stop>) => withStops(stops.map((old, i) => (i === index ? { ...old, ...stop } : old)));
  const reshape = (next: Shape) => {
    const range: Json[] = bins ? [bins.low, bins.high] : [0, 100];
    if (next === "palette") field.set(changed({ palette: registry.palettes[0]?.name ?? "bright" }, ["from", "to", "ramp", "stops"]));
    else if (next === "ramp") field.set(changed({ ramp: registry.ramps[0]?.name ?? "turbo", from: range }, ["to", "palette", "stops"]));
    else field.set(changed({ from: range, to: isColor ? ["#2f6fd6", "#ff8a3d"] : [field.param.default, field.param.default] }, ["ramp", "palette", "stops"]));
  };

  return (
    <div class="map">
      <Named label={`Attribute for ${field.label}`} names={known?.names ?? []} value={attribute} set={(map) => field.set(changed({ map }))} />
      {isColor && (
        <div class="segments" role="radiogroup" aria-label={`How ${field.label} is mapped`}>
          {(["stops", "ramp", "palette"] as const).map((name) => (
            <button key={name} role="radio" aria-checked={shape === name} onClick={() => shape !== name && reshape(name)}>{name}</button>
          ))}
        </div>
      )}
      {bins && <Histogram bins={bins} stops={shape === "palette" ? [] : stops} />}
      {colors.length > 0 && <div class="gradient" style={{ background: gradient(colors, shape === "palette") }} />}
      {shape === "palette" && <Named label={`Palette of ${field.label}`} names={registry.palettes.map((one) => one.name)} value={value.palette} set={(palette) => field.set(changed({ palette }))} />}
      {shape === "ramp" && <Named label={`Ramp of ${field.label}`} names={registry.ramps.map((one) => one.name)} value={value.ramp} set={(ramp) => field.set(changed({ ramp }))} />}
      {shape !== "palette" && (
        <ul aria-label={`Stops of ${field.label}`}>
          {stops.map((stop, index) => (
            <li key={index}>
              {names ? <Named label={`Name of stop ${index + 1}`} names={names} value={stop.at} set={(at) => field.set(replaced(index, { at }))} />
                     : <Entry label={`Place of stop ${index + 1}`} text={String(stop.at)} width={7}
                              commit={(text) => field.set(replaced(index, { at: typedPlace(text) }))} />}
              {shape === "stops" && <ConstantField {...field} label={`${field.label} at stop ${index + 1}`} value={stop.to}
                                                   preview={(to) => field.preview(replaced(index, { to }))} set={(to) => field.set(replaced(index, { to }))} />}
              {stops.length > 2 && <button class="icon" aria-label={`Remove stop ${index + 1}`} onClick={() => field.set(withStops(stops.filter((_, i) => i !== index)))}>×</button>}
            </li>
          ))}
        </ul>
      )}
      {shape === "stops" && <button onClick={() => field.set(withStops([...stops, { at: nextPlace(stops, bins), to: stops.at(-1)?.to ?? field.param.default }]))}>Add a stop</button>}
    </div>
  );
}

function typedPlace(text: string): Json {
  const length = lengthOf(text);
  return length && !length.isPercent ? length.value : text;
}

function Named({ label, names, value, set }: { label: string; names: string[]; value: Json | undefined; set: (name: string) => void }) {
  const known = typeof value === "string" && !names.includes(value) ? [value, ...names] : names;
  return (
    <select aria-label={label} value={String(value)} onChange={(event) => set(event.currentTarget.value)}>
      {known.map((name) => <option key={name}>{name}</option>)}
    </select>
  );
}

/** What the engine finds about a node's objects in the clip. */
function useLook(workspace: Workspace, ask: LookAsk): Look | undefined {
  const [look, setLook] = useState<Look>();
  useEffect(() => {
    let isCurrent = true;
    workspace.engine.look({ ...ask, text: workspace.text.peek() }).then((found) => isCurrent && setLook(found), () => isCurrent && setLook(undefined));
    return () => { isCurrent = false; };
  }, [JSON.stringify(ask)]);
  return look;
}

type Bins = NonNullable<Look["bins"]>;

/** A place that no stop has yet: a name, or beyond the last. */
function nextPlace(stops: Stop[], bins: Bins | undefined): Json {
  if (bins?.names) return bins.names.find((name) => stops.every((stop) => stop.at !== name)) ?? bins.names[0] ?? "";
  const last = Number(lengthOf(stops.at(-1)?.at)?.value ?? 0);
  return bins && bins.high > last ? Number(bins.high.toPrecision(3)) : last + 1;
}

/** Colours side by side, or one into the other. */
function gradient(colors: string[], isStepped: boolean): string {
  const width = 100 / colors.length;
  const stops = isStepped ? colors.map((color, i) => `${color} ${i * width}% ${(i + 1) * width}%`) : colors;
  return `linear-gradient(90deg, ${stops.length === 1 ? `${stops[0]}, ${stops[0]}` : stops.join(", ")})`;
}

function Histogram({ bins, stops }: { bins: Bins; stops: Stop[] }) {
  const most = Math.max(1, ...bins.counts), width = 100 / bins.counts.length;
  const total = bins.counts.reduce((sum, count) => sum + count, 0);
  const places = stops.map((stop) => lengthOf(stop.at)).filter((length) => length !== undefined && !length.isPercent);
  const shown = (value: number) => Number(value.toPrecision(3)).toString();
  return (
    <figure class="histogram" title={`${total.toLocaleString("en")} rows`}>
      <svg viewBox="0 0 100 24" preserveAspectRatio="none" role="img" aria-label={`Histogram of ${total} rows`}>
        {bins.counts.map((count, i) => <rect key={i} x={i * width} width={width * 0.9} y={24 - (count / most) * 24} height={(count / most) * 24} />)}
        {!bins.names && places.map((length, i) => {
          const x = (((length?.value ?? 0) - bins.low) / (bins.high - bins.low || 1)) * 100;
          return <line key={i} x1={x} x2={x} y1={0} y2={24} />;
        })}
      </svg>
      <figcaption>{bins.names ? bins.names.map((name) => <span key={name}>{name}</span>) : <><span>{shown(bins.low)}</span><span>{shown(bins.high)}</span></>}</figcaption>
    </figure>
  );
}
