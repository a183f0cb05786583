// SPDX-License-Identifier: Apache-2.0
// The graph: a column for each stage, wires between them.
import { signal } from "@preact/signals";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { accepts, canBePainted, portBetween, refusal, stages, type Graph, type GraphNode, type Wire } from "./document";
import type { Act, NodeType, PortType, Stage } from "./engine";
import { pointer } from "./json";
import { Menu, type MenuItem } from "./menu";
import type { Workspace } from "./workspace";

interface Path extends Wire {
  stage: Stage;
  d: string;
}

/** A wire that is being drawn with the mouse. */
interface Pull {
  from: GraphNode;
  x: number;
  y: number; // px of the canvas
}

interface OpenMenu {
  title: string;
  items: MenuItem[];
  at: { x: number; y: number };
}

const filterFrom = 60; // nodes
const menu = signal<OpenMenu | null>(null);

export function Canvas({ workspace }: { workspace: Workspace }) {
  const graph = workspace.graph.value;
  const canvas = useRef<HTMLDivElement>(null);
  const [paths, setPaths] = useState<Path[]>([]);
  const [pull, setPull] = useState<Pull | null>(null);
  const [filter, setFilter] = useState("");

  useLayoutEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const measure = () => setPaths(pathsIn(element, graph));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    for (const list of element.querySelectorAll("ol")) observer.observe(list);
    return () => observer.disconnect();
  }, [graph, filter]);

  const shown = stages.filter(({ stage }) => graph.nodes.some((node) => (node.type?.stage ?? "display list") === stage));
  const entrance = workspace.node.value ?? graph.nodes[0]; // Tab leads to one node, arrows to the others
  const isShown = (node: GraphNode) => filter === "" || node.name.includes(filter) || node.typeName.includes(filter);
  const place = (event: PointerEvent) => {
    const rect = canvas.current?.getBoundingClientRect();
    return { x: event.clientX - (rect?.left ?? 0), y: event.clientY - (rect?.top ?? 0) };
  };

  const pulling = {
    start: (from: GraphNode, event: PointerEvent) => {
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      setPull({ from, ...place(event) });
    },
    move: (event: PointerEvent) => {
      if (pull) setPull({ ...pull, ...place(event) });
    },
    end: (event: PointerEvent) => {
      if (!pull) return;
      setPull(null);
      const under = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-port], [data-node]");
      dropOn(workspace, pull.from, under, { x: event.clientX, y: event.clientY });
    },
  };

  return (
    <section class="graph" aria-label="Graph" onKeyDown={(event) => moveByKeys(event, workspace)}>
      {graph.nodes.length > filterFrom && (
        <input class="filter" type="search" placeholder="Filter nodes" aria-label="Filter nodes" value={filter}
               onInput={(event) => setFilter(event.currentTarget.value)} />
      )}
      <div class={pull ? "canvas pulling" : "canvas"} ref={canvas}>
        <svg class="wires" aria-hidden="true">
          {paths.map((path) => (
            <g key={`${path.from} ${path.to} ${path.port}`} class={wireClass(path, workspace.selected.value)} data-stage={path.stage}
               onClick={(event) => askToInsert(workspace, { x: event.clientX, y: event.clientY }, [path])}>
              <path class="grip" d={path.d}><title>{`${path.from} into ${path.port} of ${path.to}: click to insert a node`}</title></path>
              <path d={path.d} />
            </g>
          ))}
          {pull && <g class="wire loose" data-stage={pull.from.type?.stage}><path d={loosePath(canvas.current, pull)} /></g>}
        </svg>
        {shown.map(({ stage, title }) => (
          <div class="column" key={stage} data-stage={stage}>
            <h2>{title}</h2>
            <ol aria-label={title}>
              {graph.column(stage).filter(isShown).map((node) => (
                <NodeCard key={node.name} node={node} workspace={workspace} isEntrance={node === entrance} pull={pull} pulling={pulling} />
              ))}
            </ol>
          </div>
        ))}
        <button class="add" onClick={(event) => askForNode(workspace, below(event.currentTarget))}>
          <kbd>A</kbd> Add a node
        </button>
      </div>
      {menu.value && <Menu {...menu.value} close={() => (menu.value = null)} />}
    </section>
  );
}

interface CardProps {
  node: GraphNode;
  isEntrance: boolean;
  workspace: Workspace;
  pull: Pull | null;
  pulling: { start: (from: GraphNode, event: PointerEvent) => void; move: (event: PointerEvent) => void; end: (event: PointerEvent) => void };
}

function NodeCard({ node, isEntrance, workspace, pull, pulling }: CardProps) {
  const tabIndex = isEntrance ? 0 : -1;
  const { selected, checked, counts, solo } = workspace;
  const graph = workspace.graph.value;
  const problems = checked.value.problems.filter((problem) => problem.pointer.startsWith(pointer("nodes", node.name)));
  const count = counts.value[node.name];
  const isSelected = selected.value === node.name, isChosen = workspace.chosen.value.includes(node.name);
  const classes = ["node", isSelected ? "selected" : isChosen && "chosen", node.isInherited && "inherited", problems.length > 0 && "wrong", solo.value === node.name && "solo"];
  const fits = (port: PortType) => !pull || !pull.from.type ? "" : accepts(port, pull.from.type) && !graph.feeds(node.name, pull.from.name) ? "fits" : "unfit";

  return (
    <li class={classes.filter(Boolean).join(" ")} data-node={node.name} data-stage={node.type?.stage}>
      <div class="ports">
        {(node.type?.inputs ?? []).map((port) => (
          <button
            key={port.name} tabIndex={tabIndex} class={`port in ${fits(port)}`} data-node-name={node.name} data-port={port.name} data-stage={port.stage}
            data-wired={(node.inputs[port.name]?.length ?? 0) > 0} title={`${port.name}: ${port.doc}`} aria-label={`Input ${port.name} of ${node.name}`}
            onClick={(event) => askForSource(workspace, node, port, below(event.currentTarget))}
          />
        ))}
      </div>
      <button class="face" tabIndex={tabIndex} aria-pressed={isChosen} title={problems[0]?.message ?? node.type?.doc ?? `There is no node type "${node.typeName}".`}
              onClick={(event) => event.ctrlKey || event.metaKey || event.shiftKey ? workspace.choose(node.name) : (selected.value = node.name)}>
        <b>{node.name}</b>
        <small>{node.typeName}</small>
        {count !== undefined && <i title="Rows or links in the clip">{count.toLocaleString("en")}</i>}
        {problems.length > 0 && <em class="badge">{problems.length}</em>}
      </button>
      <button
        class="port out" tabIndex={tabIndex} data-stage={node.type?.stage} aria-label={`Output of ${node.name}`} title="Drag to an input"
        onClick={(event) => event.detail === 0 && askForTarget(workspace, node, below(event.currentTarget))}
        onPointerDown={(event) => pulling.start(node, event)} onPointerMove={pulling.move} onPointerUp={pulling.end}
      />
    </li>
  );
}

function wireClass(path: Path, selected: string): string {
  return path.from === selected || path.to === selected ? "wire near" : "wire";
}

function below(element: Element): { x: number; y: number } {
  const rect = element.getBoundingClientRect();
  return { x: rect.left, y: rect.bottom + 4 };
}

/** Curves from outputs to inputs; wires within a column go round its left. */
function pathsIn(canvas: HTMLElement, graph: Graph): Path[] {
  const origin = canvas.getBoundingClientRect();
  const middle = (element: Element) => {
    const rect = element.getBoundingClientRect();
    return { x: rect.left + rect.width / 2 - origin.left, y: rect.top + rect.height / 2 - origin.top };
  };
  const cards = new Map([...canvas.querySelectorAll<HTMLElement>("[data-node]")].map((card) => [card.dataset.node, card]));
  return graph.wires.flatMap((wire) => {
    const from = cards.get(wire.from), to = cards.get(wire.to);
    const port = to?.querySelector(`[data-port="${CSS.escape(wire.port)}"]`), out = from?.querySelector(".port.out");
    const stage = graph.node(wire.from)?.type?.stage;
    if (!from || !to || !port || !out || !stage) return [];
    const b = middle(port);
    if (from.parentElement === to.parentElement) {
      const rect = from.getBoundingClientRect(), a = { x: rect.left - origin.left, y: rect.top + rect.height / 2 - origin.top };
      const left = Math.min(a.x, b.x) - 14;
      return [{ ...wire, stage, d: `M${a.x} ${a.y}C${left} ${a.y} ${left} ${b.y} ${b.x} ${b.y}` }];
    }
    return [{ ...wire, stage, d: curve(middle(out), b) }];
  });
}

function curve(a: { x: number; y: number }, b: { x: number; y: number }): string {
  const bend = Math.max(24, Math.abs(b.x - a.x) / 2);
  return `M${a.x} ${a.y}C${a.x + bend} ${a.y} ${b.x - bend} ${b.y} ${b.x} ${b.y}`;
}

function loosePath(canvas: HTMLElement | null, pull: Pull): string {
  const out = canvas?.querySelector(`[data-node="${CSS.escape(pull.from.name)}"] .port.out`);
  if (!canvas || !out) return "";
  const rect = out.getBoundingClientRect(), origin = canvas.getBoundingClientRect();
  return curve({ x: rect.left + rect.width / 2 - origin.left, y: rect.top + rect.height / 2 - origin.top }, pull);
}

/** Connects, says why not, or offers nodes that fit. */
function dropOn(workspace: Workspace, from: GraphNode, under: HTMLElement | null | undefined, at: { x: number; y: number }): void {
  const graph = workspace.graph.peek();
  const name = under?.dataset.nodeName ?? under?.closest<HTMLElement>("[data-node]")?.dataset.node;
  const node = name === undefined ? undefined : graph.node(name);
  if (!node || !from.type) {
    askForNode(workspace, at, from);
    return;
  }
  if (node === from) return;
  const type = from.type;
  const ports = (node.type?.inputs ?? []).filter((port) => under?.dataset.port === undefined || port.name === under.dataset.port);
  const port = ports.find((candidate) => accepts(candidate, type));
  if (!port) workspace.tell(new Error(ports[0] ? refusal(ports[0], type) : `${node.typeName} has no inputs.`));
  else if (graph.feeds(node.name, from.name)) workspace.tell(new Error(`"${node.name}" feeds "${from.name}": this wire would make a loop.`));
  else connect(workspace, from, node, port);
}

function connect(workspace: Workspace, from: GraphNode, node: GraphNode, port: PortType): void {
  void workspace.act({ act: "connect", from: from.name, to: node.name, port: port.name });
}

/** What may feed an input. */
function askForSource(workspace: Workspace, node: GraphNode, port: PortType, at: { x: number; y: number }): void {
  const wired = node.inputs[port.name] ?? [];
  const items: MenuItem[] = workspace.graph.peek().sourcesFor(node, port).map((from) => ({
    label: from.name,
    detail: wired.includes(from.name) ? "connected: choose to disconnect" : from.typeName,
    choose: () => wired.includes(from.name)
      ? void workspace.act({ act: "disconnect", from: from.name, node: node.name, port: port.name })
      : connect(workspace, from, node, port),
  }));
  menu.value = { title: `${port.name} of ${node.name}`, items, at };
}

/** What an output may feed. */
function askForTarget(workspace: Workspace, from: GraphNode, at: { x: number; y: number }): void {
  const items: MenuItem[] = workspace.graph.peek().portsFor(from).map(({ node, port }) => ({
    label: `${node.name}.${port.name}`,
    detail: node.typeName,
    choose: () => connect(workspace, from, node, port),
  }));
  menu.value = { title: `Connect ${from.name} to`, items, at };
}

/** All node types, those that fit `from` first; the new node is wired and painted. */
export function askForNode(workspace: Workspace, at: { x: number; y: number }, from = workspace.node.peek()): void {
  const port = (type: NodeType) => (from?.type ? type.inputs.find((candidate) => from.type && accepts(candidate, from.type)) : undefined);
  const types = [...workspace.registry.nodes].sort((a, b) => Number(port(b) !== undefined) - Number(port(a) !== undefined));
  const items: MenuItem[] = types.map((type) => ({
    label: type.name,
    detail: type.doc,
    choose: () => void addNode(workspace, type, port(type) ? from : undefined),
  }));
  menu.value = { title: from ? `Add after ${from.name}` : "Add a node", items, at };
}

/** A place where a node can be inserted. */
interface Gap {
  from: GraphNode;
  title: string;
  /** The acts that put a node of a type there; undefined where it does not fit. */
  acts: (type: NodeType, name: string) => Act[] | undefined;
}

function gapOf(graph: Graph, wire: Wire): Gap[] {
  const from = graph.node(wire.from), node = graph.node(wire.to), to = node?.type?.inputs.find((port) => port.name === wire.port);
  if (!from?.type || !node || !to) return [];
  const source = from.type, at = node.inputs[wire.port]?.indexOf(wire.from) ?? 0;
  return [{
    from,
    title: `${wire.from} → ${wire.to}`,
    acts: (type, name) => {
      const port = portBetween(type, source, to);
      return port && [
        { act: "add", node: name, type: type.name, inputs: { [port.name]: port.many ? [wire.from] : wire.from }, show: false },
        ...(to.many ? [{ act: "disconnect", node: wire.to, port: wire.port, from: wire.from } as const] : []),
        { act: "connect", from: name, to: wire.to, port: wire.port, ...(to.many ? { at } : {}) },
      ];
    },
  }];
}

/** Between a node and the paint order: an effect on what it draws. */
function gapToPaint(graph: Graph, from: GraphNode): Gap[] {
  const item = graph.painted.find((painted) => painted.name === from.name), source = from.type;
  if (!item || !source) return [];
  const place = pointer("composite", item.index), isPlain = item.blend === "normal" && item.opacity === 1;
  return [{
    from,
    title: `${from.name} → paint`,
    acts: (type, name) => {
      const port = canBePainted(type) ? type.inputs.find((candidate) => !candidate.optional && accepts(candidate, source)) : undefined;
      return port && [
        { act: "add", node: name, type: type.name, inputs: { [port.name]: port.many ? [from.name] : from.name }, show: false },
        { act: "set", target: place, value: isPlain ? name : { node: name, blend: item.blend, opacity: item.opacity } },
      ];
    },
  }];
}

/** What fits on a wire: on these, or on those into the selected node and to its paint. */
export function askToInsert(workspace: Workspace, at: { x: number; y: number }, wires?: Wire[]): void {
  const graph = workspace.graph.peek(), node = workspace.node.peek();
  const gaps = wires ? wires.flatMap((wire) => gapOf(graph, wire))
    : node ? [...graph.wires.filter((wire) => wire.to === node.name).flatMap((wire) => gapOf(graph, wire)), ...gapToPaint(graph, node)] : [];
  const items = gaps.flatMap((gap) => workspace.registry.nodes.flatMap((type): MenuItem[] => {
    const name = graph.freeName(nameFor(type)), acts = gap.acts(type, name);
    if (!acts) return [];
    return [{
      label: type.name,
      detail: gaps.length > 1 ? gap.title : type.doc,
      choose: () => void workspace.act(...acts).then((made) => made && (workspace.selected.value = name)),
    }];
  }));
  menu.value = { title: gaps.length === 1 && gaps[0] ? `Insert: ${gaps[0].title}` : "Insert on a wire", items, at };
}

/** "boxes" for draw_boxes. */
function nameFor(type: NodeType): string {
  return type.name.replace(/^[a-z]+_/, "");
}

async function addNode(workspace: Workspace, type: NodeType, from: GraphNode | undefined): Promise<void> {
  const graph = workspace.graph.peek();
  const name = graph.freeName(nameFor(type));
  const inputs: Record<string, string | string[]> = {};
  for (const port of type.inputs) {
    const source = from?.type && accepts(port, from.type) ? from : port.optional ? undefined : graph.nodes.findLast((node) => node.type && accepts(port, node.type));
    if (source) inputs[port.name] = port.many ? [source.name] : source.name;
    if (source === from) from = undefined;
  }
  if (await workspace.act({ act: "add", node: name, type: type.name, inputs })) workspace.selected.value = name;
}

/** Takes out the selected nodes. */
export function removeSelected(workspace: Workspace): void {
  const acts = workspace.chosen.peek().map((node) => ({ act: "remove", node }) as const);
  if (acts.length > 0) void workspace.act(...acts).then((made) => made && (workspace.selected.value = ""));
}

/** Arrows go along wires and within a column; with Shift, they select on the way. */
function moveByKeys(event: KeyboardEvent, workspace: Workspace): void {
  const target = event.target as HTMLElement;
  if (target.tagName === "INPUT" || menu.peek()) return;
  const graph = workspace.graph.peek(), node = workspace.node.peek();
  const column = node?.type ? graph.column(node.type.stage) : [];
  const at = column.findIndex((other) => other === node);
  const next: Record<string, () => string | undefined> = {
    ArrowRight: () => graph.wires.find((wire) => wire.from === node?.name)?.to,
    ArrowLeft: () => graph.wires.find((wire) => wire.to === node?.name)?.from,
    ArrowDown: () => column[at + 1]?.name,
    ArrowUp: () => column[at - 1]?.name,
  };
  const go = next[event.key];
  if (go) {
    const name = go() ?? (node ? undefined : graph.nodes[0]?.name);
    event.preventDefault();
    if (name === undefined) return;
    if (event.shiftKey) workspace.choose(name);
    else workspace.selected.value = name;
    document.querySelector<HTMLElement>(`[data-node="${CSS.escape(name)}"] .face`)?.focus();
  } else if (event.key === "Tab" && !event.shiftKey && target.matches(".face")) {
    askForNode(workspace, below(target));
  } else {
    return;
  }
  event.preventDefault();
}
