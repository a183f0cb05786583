// SPDX-License-Identifier: Apache-2.0
// All parameters of the selected node, from the registry alone, or the document's knobs.
import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { formOf, type GraphNode, type Knob, type ValueForm } from "./document";
import type { ParamType } from "./engine";
import { ConstantField, Entry, type FieldProps } from "./fields/constant";
import { constantOf, KeyframesField, keyframesOf, toggledKey, useValueNow } from "./fields/keyframes";
import { MapField } from "./fields/map";
import { isObject, pointer, sameJson, type Json } from "./json";
import { Menu, type MenuItem } from "./menu";
import type { Workspace } from "./workspace";

const menu = signal<{ title: string; items: MenuItem[]; at: { x: number; y: number } } | null>(null);

export function Panel({ workspace, showKnobs }: { workspace: Workspace; showKnobs: boolean }) {
  const node = workspace.node.value;
  return (
    <section class="panel" aria-label={showKnobs ? "Knobs" : "Parameters"}>
      {showKnobs ? <Knobs workspace={workspace} /> : node ? <NodePanel key={node.name} workspace={workspace} node={node} /> : <p class="empty">Choose a node to see its parameters.</p>}
      {menu.value && <Menu {...menu.value} close={() => (menu.value = null)} />}
    </section>
  );
}

function NodePanel({ workspace, node }: { workspace: Workspace; node: GraphNode }) {
  const [onlySet, setOnlySet] = useState(false);
  const [typed, setTyped] = useState("");
  const params = (node.type?.params ?? []).filter((param) => (!onlySet || param.name in node.params) && param.name.includes(typed));
  const rename = async (to: string) => {
    if (await workspace.act({ act: "rename", node: node.name, to })) workspace.selected.value = to;
  };
  return (
    <>
      <header>
        <Entry label="Name of the node" text={node.name} commit={(to) => void rename(to)} width={16} />
        <span class="type" data-stage={node.type?.stage}>{node.typeName}</span>
        <p title={node.type?.doc}>{node.isInherited && <em>inherited. </em>}{node.type?.doc}</p>
        <input type="search" class="filter" placeholder="Filter" aria-label="Filter parameters" value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
        <button aria-pressed={onlySet} onClick={() => setOnlySet(!onlySet)}>Only what is set</button>
      </header>
      <dl>
        {params.map((param) => <ParamRow key={param.name} workspace={workspace} node={node} param={param} />)}
      </dl>
    </>
  );
}

function ParamRow({ workspace, node, param }: { workspace: Workspace; node: GraphNode; param: ParamType }) {
  const target = `${node.name}.${param.name}`;
  const given = node.params[param.name];
  const ownParams = isObject(node.own.params) ? node.own.params : {};
  const isOwn = param.name in ownParams;
  const value = given ?? param.default;
  const form = formOf(value);
  const now = useValueNow(workspace, node.name, param, value);
  const problems = workspace.checked.value.problems.filter((problem) => problem.pointer.startsWith(pointer("nodes", node.name, "params", param.name)));
  const field: FieldProps = {
    param, value, label: param.name, height: workspace.clip.height,
    preview: (next) => workspace.preview(target, next),
    set: (next) => void workspace.set(target, next),
  };
  const open = (event: MouseEvent) => {
    const rect = (event.currentTarget as Element).getBoundingClientRect();
    menu.value = { title: `${param.name} of ${node.name}`, items: formItems(workspace, node, param, value, form, isOwn), at: { x: rect.left, y: rect.bottom + 4 } };
  };
  return (
    <div class={["row", given !== undefined && "set", isOwn && "own", problems.length > 0 && "wrong"].filter(Boolean).join(" ")} data-param={param.name}>
      <dt>
        {param.animatable && <KeyButton workspace={workspace} param={param} value={value} set={() => field.set(toggledKey(value, param, workspace.frame.peek(), workspace.clip.frame_rate, now))} />}
        <button class="label" title={factsOf(param)} onClick={open} aria-label={`${param.name}: ways to give its value`}>{param.name}</button>
      </dt>
      <dd>
        <ValueField workspace={workspace} node={node} field={field} form={form} />
        {isOwn && (
          <button class="icon reset" title={workspace.graph.value.isPatch ? "Back to the inherited value, or the default" : "Back to the default"}
                  aria-label={`Reset ${param.name}`} onClick={() => void workspace.act({ act: "reset", target })}>↺</button>
        )}
        {problems.map((problem) => <p class="problem" key={problem.message}>{problem.message}{problem.hint && `: ${problem.hint}`}</p>)}
      </dd>
    </div>
  );
}

/** A diamond: full where this frame has a keyframe, hollow where others have. */
function KeyButton({ workspace, param, value, set }: { workspace: Workspace; param: ParamType; value: Json; set: () => void }) {
  const frame = workspace.frame.value, frames = keyframesOf(value, workspace.clip.frame_rate).map((key) => Math.round(key.at));
  const isHere = frames.includes(frame);
  return (
    <button class="key" aria-pressed={isHere} title={isHere ? "Remove the keyframe at this frame" : "Keyframe at this frame"}
            aria-label={`Keyframe of ${param.name} at this frame`} onClick={set}>
      <span class={["diamond", isHere ? "here" : frames.length > 0 ? "elsewhere" : "none"].join(" ")} />
    </button>
  );
}

/** What a parameter means, its range and its default. */
function factsOf(param: ParamType): string {
  const unit = param.unit ? ` ${param.unit}` : "";
  const range = param.min !== undefined && param.max !== undefined ? `${param.min} to ${param.max}${unit}` : (param.choices ?? []).join(", ");
  return [param.doc, range, `default ${typeof param.default === "string" ? param.default || '""' : JSON.stringify(param.default)}`].filter(Boolean).join("\n");
}

function ValueField({ workspace, node, field, form }: { workspace: Workspace; node: GraphNode; field: FieldProps; form: ValueForm }) {
  const { value, label, set } = field;
  if (form === "keyframes") return <KeyframesField {...field} workspace={workspace} node={node.name} />;
  if (form === "map") return <MapField {...field} workspace={workspace} node={node.name} />;
  if (form === "knob") {
    const knob = workspace.graph.value.knobs.find((known) => `$${known.name}` === value);
    if (knob) return <><KnobChip name={knob.name} /><KnobField workspace={workspace} knob={knob} /></>;
  }
  if (form === "expr" && isObject(value))
    return <Entry label={`Expression of ${label}`} text={String(value.expr)} commit={(text) => set({ ...value, expr: text })} />;
  if (form === "series" && isObject(value))
    return <Entry label={`Series of ${label}`} text={String(value.series)} commit={(text) => set({ ...value, series: text })} />;
  if (form !== "constant") return <Entry label={label} text={String(value)} commit={set} />;
  return <ConstantField {...field} />;
}

function KnobChip({ name }: { name: string }) {
  return <span class="chip" title="The value of a knob: it changes wherever the knob is used">knob {name}</span>;
}

function KnobField({ workspace, knob }: { workspace: Workspace; knob: Knob }) {
  return <ConstantField param={knob.param} label={knob.name} value={knob.value} height={workspace.clip.height}
                        preview={(next) => workspace.preview(knob.name, next)} set={(next) => void workspace.set(knob.name, next)} />;
}

function Knobs({ workspace }: { workspace: Workspace }) {
  const { knobs } = workspace.graph.value;
  return (
    <>
      <header><h2>Knobs</h2><p>What whoever uses this document may change. A parameter becomes a knob by the menu on its name.</p></header>
      <dl>
        {knobs.map((knob) => (
          <div class={knob.isOwn ? "row set own" : "row set"} key={knob.name} data-param={knob.name}>
            <dt><span class="label" title={knob.doc}>{knob.name}</span></dt>
            <dd><KnobField workspace={workspace} knob={knob} /></dd>
          </div>
        ))}
      </dl>
      {knobs.length === 0 && <p class="empty">This document has no knobs.</p>}
    </>
  );
}

/** The ways to give a parameter's value. */
function formItems(workspace: Workspace, node: GraphNode, param: ParamType, value: Json, form: ValueForm, isOwn: boolean): MenuItem[] {
  const target = `${node.name}.${param.name}`;
  const set = (next: Json) => () => void workspace.set(target, next);
  const plain = constantOf(value, param);
  const { frame, graph } = workspace;
  const isNumber = param.kind === "number" || param.kind === "color";
  const items: MenuItem[] = [];
  if (form !== "constant") items.push({ label: "Constant", detail: JSON.stringify(plain), choose: set(plain) });
  if (param.animatable && form !== "keyframes")
    items.push({
      label: "Keyframes", detail: "over time",
      choose: set({ keyframes: [{ frame: frame.peek(), value: plain }] }),
    });
  if (param.mappable && form !== "map")
    items.push({
      label: "Map", detail: "follows an attribute of the object",
      choose: set(param.kind === "color" ? { map: "id", palette: workspace.registry.palettes[0]?.name ?? "bright" } : { map: "speed", from: [0, 100], to: [plain, plain] }),
    });
  if (isNumber && (param.animatable || param.mappable) && form !== "expr" && param.kind === "number")
    items.push({ label: "Expression", detail: "arithmetic over attributes and series", choose: set({ expr: String(typeof plain === "number" ? plain : 0) }) });
  for (const knob of graph.peek().knobs.filter((known) => known.kind === param.kind && `$${known.name}` !== value))
    items.push({ label: `Knob ${knob.name}`, detail: knob.doc, choose: set(`$${knob.name}`) });
  if (form === "constant")
    items.push({ label: "Make it a knob", detail: "so that whoever uses the document can change it", choose: () => void workspace.act({ act: "make_knob", param: target }) });
  if (isOwn) items.push({ label: "Reset", detail: "the default, or what is inherited", choose: () => void workspace.act({ act: "reset", target }) });
  return items.filter((item) => !(item.label === "Constant" && sameJson(value, plain)));
}
