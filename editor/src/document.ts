// SPDX-License-Identifier: Apache-2.0
// The graph that a document describes, as the page shows it.
import type { NodeType, ParamType, PortType, Registry, Stage } from "./engine";
import { isObject, objectAt, pointer, type Json, type JsonObject } from "./json";

export interface GraphNode {
  name: string;
  type: NodeType | undefined; // undefined: a type that there is none of
  typeName: string;
  inputs: Record<string, string[]>;
  params: JsonObject; // effective, without defaults
  own: JsonObject; // what the text itself says of the node
  isInherited: boolean; // the text says nothing of it
}

export interface Wire {
  from: string;
  to: string;
  port: string;
}

export interface Knob {
  name: string;
  kind: ParamType["kind"];
  value: Json;
  doc: string;
  param: ParamType; // how its value is edited
  isOwn: boolean;
}

/** An entry of the paint order, or of a group in it. */
export interface PaintedNode {
  name: string;
  list: string; // the pointer of the list that it stands in
  index: number; // there, bottom first
  blend: string;
  opacity: Json;
  members: PaintedNode[]; // of a group
}

/** Stages in the order in which a frame travels. */
export const stages: { stage: Stage; title: string }[] = [
  { stage: "audio", title: "Sound" },
  { stage: "tracks", title: "Tracks" },
  { stage: "links", title: "Links" },
  { stage: "curves", title: "Curves" },
  { stage: "display list", title: "Drawing" },
  { stage: "layer", title: "Layers" },
  { stage: "picture", title: "Picture" },
  { stage: "sound", title: "Sonify" },
];

export function accepts(port: PortType, from: NodeType): boolean {
  return port.stage === from.stage || (port.stage === "layer" && from.stage === "display list");
}

/** Whether a node of this type can stand in `composite`. */
export function canBePainted(type: NodeType): boolean {
  return type.stage === "display list" || type.stage === "layer" || type.stage === "picture";
}

/** The port through which a node of this type goes between an output and a port; undefined where it does not fit. */
export function portBetween(type: NodeType, from: NodeType, to: PortType): PortType | undefined {
  return accepts(to, type) ? type.inputs.find((port) => accepts(port, from)) : undefined;
}

/** Why an output does not fit a port; "" where it does. */
export function refusal(port: PortType, from: NodeType): string {
  if (accepts(port, from)) return "";
  const wants = stageTitle(port.stage).toLowerCase(), makes = stageTitle(from.stage).toLowerCase();
  return `"${port.name}" takes ${wants}; ${from.name} makes ${makes}`;
}

export function stageTitle(stage: Stage): string {
  return stages.find((row) => row.stage === stage)?.title ?? stage;
}

export class Graph {
  readonly nodes: GraphNode[] = [];
  readonly wires: Wire[] = [];
  readonly painted: PaintedNode[];
  readonly knobs: Knob[] = [];
  readonly title: string;
  readonly isPatch: boolean;
  private readonly byName = new Map<string, GraphNode>();

  /** `merged` has all that the document inherits, `own` is the text alone. */
  constructor(readonly merged: JsonObject, readonly own: JsonObject, readonly registry: Registry) {
    this.title = typeof merged.title === "string" ? merged.title : "";
    this.isPatch = typeof own.extends === "string";
    const ownNodes = objectAt(own, "nodes");
    for (const [name, value] of Object.entries(objectAt(merged, "nodes"))) {
      if (name === "//" || !isObject(value)) continue;
      const typeName = typeof value.type === "string" ? value.type : "";
      const node: GraphNode = {
        name,
        typeName,
        type: registry.nodes.find((type) => type.name === typeName),
        inputs: {},
        params: objectAt(value, "params"),
        own: objectAt(ownNodes, name),
        isInherited: !(name in ownNodes),
      };
      for (const [port, from] of Object.entries(objectAt(value, "inputs"))) {
        const names = (Array.isArray(from) ? from : [from]).filter((item) => typeof item === "string");
        node.inputs[port] = names;
        for (const source of names) this.wires.push({ from: source, to: name, port });
      }
      this.nodes.push(node);
      this.byName.set(name, node);
    }
    this.painted = this.paintedIn(pointer("composite"), merged.composite, []);
    for (const [name, value] of Object.entries(objectAt(merged, "knobs"))) {
      if (name === "//" || !isObject(value)) continue;
      this.knobs.push(knobOf(name, value, this.usualOf(`$${name}`), name in objectAt(own, "knobs")));
    }
  }

  /** Where values of a knob usually lie: those of the first parameter that it sets. */
  private usualOf(reference: string): ParamType["usual"] {
    for (const node of this.nodes) {
      const name = Object.keys(node.params).find((param) => node.params[param] === reference);
      if (name !== undefined) return node.type?.params.find((param) => param.name === name)?.usual;
    }
    return undefined;
  }

  /** Entries of a list of what is painted; `around` are the groups that it stands in. */
  private paintedIn(list: string, items: Json | undefined, around: string[]): PaintedNode[] {
    return (Array.isArray(items) ? items : []).flatMap((item, index) => {
      const of = typeof item === "string" ? { node: item } : isObject(item) ? item : {};
      if (typeof of.node !== "string") return [];
      const name = of.node, node = this.byName.get(name);
      const port = node?.type?.stage === "layer" ? node.type.inputs.find((candidate) => candidate.many) : undefined;
      const members = port && !around.includes(name)
        ? this.paintedIn(pointer("nodes", name, "inputs", port.name), node?.inputs[port.name], [...around, name]) : [];
      return [{ name, list, index, blend: typeof of.blend === "string" ? of.blend : "normal", opacity: of.opacity ?? 1, members }];
    });
  }

  /** Drawings and layers that neither the paint order nor another node uses. */
  unpainted(): GraphNode[] {
    const used = new Set([...this.painted.map((item) => item.name), ...this.wires.map((wire) => wire.from)]);
    return this.nodes.filter((node) => node.type && canBePainted(node.type) && !used.has(node.name));
  }

  node(name: string): GraphNode | undefined {
    return this.byName.get(name);
  }

  /** Nodes of a stage, sources before what they feed, near to what they are wired to. */
  column(stage: Stage): GraphNode[] {
    const depth = new Map<string, number>();
    const depthOf = (node: GraphNode, open: Set<string>): number => {
      const known = depth.get(node.name);
      if (known !== undefined || open.has(node.name)) return known ?? 0;
      open.add(node.name);
      let most = 0;
      for (const source of Object.values(node.inputs).flat()) {
        const from = this.byName.get(source);
        if (from?.type && from.type.stage === node.type?.stage) most = Math.max(most, depthOf(from, open) + 1);
      }
      depth.set(node.name, most);
      return most;
    };
    const members = this.nodes.filter((node) => (node.type?.stage ?? "display list") === stage);
    const painted = new Map(this.painted.map((item) => [item.name, item.index]));
    const order = (node: GraphNode) => depthOf(node, new Set()) * 10_000 + (painted.get(node.name) ?? 5_000);
    return members.map((node, at) => ({ node, key: order(node), at })).sort((a, b) => a.key - b.key || a.at - b.at).map((row) => row.node);
  }

  /** Whether `node` feeds `other`, over any number of wires. */
  feeds(node: string, other: string): boolean {
    const seen = new Set<string>(), open = [node];
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      if (name === other) return true;
      if (seen.has(name)) continue;
      seen.add(name);
      for (const wire of this.wires) if (wire.from === name) open.push(wire.to);
    }
    return false;
  }

  /** The tracks that a node makes, or reads first, over any number of wires. */
  tracksOf(name: string): GraphNode | undefined {
    const seen = new Set<string>(), open = [name];
    for (let at = open.shift(); at !== undefined; at = open.shift()) {
      const node = this.byName.get(at);
      if (node?.type?.stage === "tracks") return node;
      if (!node || seen.has(at)) continue;
      seen.add(at);
      open.push(...Object.values(node.inputs).flat());
    }
    return undefined;
  }

  /** Ports that a node's output fits, without loops. */
  portsFor(from: GraphNode): { node: GraphNode; port: PortType }[] {
    const type = from.type;
    if (!type) return [];
    return this.nodes.flatMap((node) =>
      (node.type?.inputs ?? []).filter((port) => accepts(port, type) && !this.feeds(node.name, from.name)).map((port) => ({ node, port })));
  }

  /** Nodes whose output fits a port, without loops. */
  sourcesFor(node: GraphNode, port: PortType): GraphNode[] {
    return this.nodes.filter((from) => from.type && accepts(port, from.type) && !this.feeds(node.name, from.name));
  }

  /** A name that no node has. */
  freeName(wanted: string): string {
    if (!this.byName.has(wanted)) return wanted;
    for (let count = 2; ; ++count) if (!this.byName.has(`${wanted}_${count}`)) return `${wanted}_${count}`;
  }
}

function knobOf(name: string, value: JsonObject, usual: ParamType["usual"], isOwn: boolean): Knob {
  const kinds = ["number", "integer", "color", "boolean", "text", "choice"] as const;
  const kind = kinds.find((known) => known === value.type) ?? "text";
  const param: ParamType = {
    name, kind, default: value.default ?? "", animatable: false, mappable: false,
    doc: typeof value.doc === "string" ? value.doc : "",
    ...(typeof value.min === "number" ? { min: value.min } : {}),
    ...(typeof value.max === "number" ? { max: value.max } : {}),
    ...(usual ? { usual } : {}),
    ...(typeof value.default === "string" && value.default.endsWith("%") ? { unit: "px" } : {}),
    ...(Array.isArray(value.choices) ? { choices: value.choices.filter((choice) => typeof choice === "string") } : {}),
  };
  return { name, kind, value: value.default ?? "", doc: param.doc, param, isOwn };
}

export type ValueForm = "constant" | "knob" | "theme" | "keyframes" | "map" | "series" | "expr";

/** How a parameter's value is given. */
export function formOf(value: Json | undefined): ValueForm {
  if (typeof value === "string" && value.startsWith("$theme.")) return "theme";
  if (typeof value === "string" && value.startsWith("$")) return "knob";
  if (isObject(value)) {
    if ("keyframes" in value) return "keyframes";
    if ("map" in value) return "map";
    if ("series" in value) return "series";
    if ("expr" in value) return "expr";
  }
  return "constant";
}

/** A value as `--set` takes it for a target: at a pointer, JSON. */
export function settingText(target: string, value: Json): string {
  return typeof value === "string" && !target.startsWith("/") ? value : JSON.stringify(value);
}
