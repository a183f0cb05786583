// SPDX-License-Identifier: Apache-2.0
// What is painted, the topmost first, as layers are listed everywhere; groups fold.
import { signal } from "@preact/signals";
import { canBePainted, type PaintedNode } from "./document";
import { ConstantField } from "./fields/constant";
import { isObject, pointer, type Json, type JsonObject } from "./json";
import type { Workspace } from "./workspace";

const dragged = signal<PaintedNode | null>(null);
const over = signal<string>(""); // the pointer of the entry that the dragged one would replace
const folded = signal<ReadonlySet<string>>(new Set()); // names of groups

function pointerOf(item: PaintedNode): string {
  return item.list + pointer(item.index);
}

export function PaintOrder({ workspace }: { workspace: Workspace }) {
  const graph = workspace.graph.value;
  const unpainted = graph.unpainted();
  return (
    <section class="paint" aria-label="Paint order">
      <h2>Paint</h2>
      <Entries workspace={workspace} items={graph.painted} label="Paint order" />
      {graph.painted.length === 0 && <p class="empty">Nothing is painted yet.</p>}
      {unpainted.length > 0 && (
        <>
          <h2>Not painted</h2>
          <ul>
            {unpainted.map(({ name }) => (
              <li key={name} class="off">
                <div class="entry-row">
                  <button class="name" aria-pressed={workspace.selected.value === name} onClick={() => (workspace.selected.value = name)}>{name}</button>
                  <button class="icon" aria-label={`Paint ${name}`} title="Paint it on top"
                          onClick={() => void workspace.act({ act: "set", target: pointer("composite"), value: [...paintList(graph.merged), name] })}>+</button>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function paintList(document: JsonObject): Json[] {
  return Array.isArray(document.composite) ? document.composite : [];
}

function Entries({ workspace, items, label }: { workspace: Workspace; items: PaintedNode[]; label: string }) {
  return <ol aria-label={label}>{[...items].reverse().map((item) => <Entry key={`${item.name} ${item.index}`} workspace={workspace} item={item} last={items.length - 1} />)}</ol>;
}

function Entry({ workspace, item, last }: { workspace: Workspace; item: PaintedNode; last: number }) {
  const { name, index, blend, opacity, members } = item;
  const isSelected = workspace.selected.value === name, isFolded = folded.value.has(name), isTop = item.list === pointer("composite");
  const move = (from: number, to: number) => {
    if (to >= 0 && to <= last && from !== to) void workspace.act({ act: "move", item: item.list + pointer(from), to });
  };
  const end = () => {
    dragged.value = null;
    over.value = "";
  };
  const takes = () => dragged.value !== null && dragged.value.list === item.list;
  const classes = [dragged.value === item && "dragged", over.value === pointerOf(item) && dragged.value !== item && "over"];
  const notes = [blend !== "normal" && blend, opacity !== 1 && JSON.stringify(opacity)].filter(Boolean).join(" ");
  return (
    <li class={classes.filter(Boolean).join(" ")}>
      <div
        class="entry-row" draggable
        onDragStart={() => (dragged.value = item)} onDragEnd={end}
        onDragOver={(event) => { if (takes()) { event.preventDefault(); over.value = pointerOf(item); } }}
        onDrop={() => { if (dragged.value && takes()) move(dragged.value.index, index); end(); }}
      >
        {members.length > 0 && (
          <button class="icon fold" aria-expanded={!isFolded} aria-label={`Members of ${name}`}
                  onClick={() => (folded.value = new Set(isFolded ? [...folded.value].filter((other) => other !== name) : [...folded.value, name]))}>{isFolded ? "▸" : "▾"}</button>
        )}
        <button
          class="name" aria-pressed={isSelected} title="Drag it, or Alt+Up and Alt+Down" onClick={() => (workspace.selected.value = name)}
          onKeyDown={(event) => {
            const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
            if (!event.altKey || step === undefined) return;
            event.preventDefault();
            move(index, index + step);
          }}
        >
          {name}{notes && !isSelected && <small>{notes}</small>}
        </button>
        <button class="icon" aria-pressed={workspace.solo.value === name} aria-label={`S: show ${name} alone`} title="Show alone (S)"
                onClick={() => (workspace.solo.value = workspace.solo.value === name ? "" : name)}>S</button>
        <button class="icon" aria-label={`Do not paint ${name}`} title="Do not paint it; the node stays" onClick={() => void workspace.act({ act: "remove", item: pointerOf(item) })}>×</button>
      </div>
      {isSelected && isTop && <Mixing workspace={workspace} item={item} />}
      {members.length > 0 && !isFolded && <Entries workspace={workspace} items={members} label={`Members of ${name}`} />}
    </li>
  );
}

/** How an entry goes onto what is below it: the same as for a group, so a group's type says what there is. */
function Mixing({ workspace, item }: { workspace: Workspace; item: PaintedNode }) {
  const group = workspace.registry.nodes.find((type) => type.stage === "layer" && type.inputs.some((port) => port.many) && canBePainted(type));
  const params = ["blend", "opacity"].flatMap((name) => group?.params.find((param) => param.name === name) ?? []);
  const values: Record<string, Json> = { blend: item.blend, opacity: item.opacity };
  const target = pointerOf(item);
  const withValue = (name: string, value: Json): Json => {
    const next: JsonObject = { node: item.name };
    for (const param of params) {
      const given = param.name === name ? value : (values[param.name] ?? param.default);
      if (given !== param.default) next[param.name] = given;
    }
    return Object.keys(next).length === 1 ? item.name : next;
  };
  return (
    <div class="mixing">
      {params.filter((param) => !isObject(values[param.name])).map((param) => (
        <div key={param.name}><span>{param.name}</span>
          <ConstantField param={param} label={`${param.name} of ${item.name} in the paint order`} value={values[param.name] ?? param.default} height={workspace.clip.height}
                         preview={(value) => workspace.preview(target, withValue(param.name, value))} set={(value) => void workspace.set(target, withValue(param.name, value))} />
        </div>
      ))}
    </div>
  );
}
