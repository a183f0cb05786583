// SPDX-License-Identifier: Apache-2.0
// What can stand at a place of the document's text, from the registry and the graph.
import { syntaxTree } from "@codemirror/language";
import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import type { EditorState } from "@codemirror/state";
import type { Graph } from "./document";
import type { ParamType, Registry } from "./engine";
import { objectAt } from "./json";

interface Place {
  keys: string[]; // that lead to the object or list around the place
  isKey: boolean; // a member's name is wanted, not a value
  key: string; // of the value that is wanted
  from: number;
  to: number;
  isQuoted: boolean;
}

type Node = ReturnType<typeof syntaxTree>["topNode"];

function nameOf(property: Node, state: EditorState): string {
  const name = property.getChild("PropertyName");
  return name ? state.sliceDoc(name.from + 1, name.to - 1) : "";
}

/** Where in the document a position stands. */
export function placeAt(state: EditorState, position: number): Place {
  const at = syntaxTree(state).resolveInner(position, -1);
  const isName = at.name === "PropertyName", isText = at.name === "String";
  const keys: string[] = [];
  let key = "";
  for (let node: Node | null = at; node; node = node.parent) {
    if (node.name !== "Property") continue;
    if (key === "" && !isName && keys.length === 0 && (isText || position > (node.getChild("PropertyName")?.to ?? 0))) key = nameOf(node, state);
    else if (!(isName && node.firstChild?.from === at.from)) keys.unshift(nameOf(node, state));
  }
  const before = state.sliceDoc(Math.max(0, position - 200), position).trimEnd();
  const inObject = at.name === "Object" && (before.endsWith("{") || before.endsWith(","));
  const isQuoted = isName || isText;
  return { keys, isKey: isName || inObject, key, from: isQuoted ? at.from : position, to: isQuoted ? at.to : position, isQuoted };
}

const documentKeys = ["$schema", "overlace", "title", "doc", "extends", "theme", "knobs", "nodes", "composite", "sound"];
const nodeKeys = ["type", "inputs", "params"];

/** Names and values that fit, with the registry's words. */
export function completions(registry: Registry, graph: Graph, place: Place): Completion[] {
  const [first, node, third] = place.keys;
  const type = registry.nodes.find((known) => known.name === graph.node(node ?? "")?.typeName);
  if (place.isKey) {
    if (place.keys.length === 0) return documentKeys.map((label) => ({ label, type: "property" }));
    if (first === "nodes" && place.keys.length === 2) return nodeKeys.map((label) => ({ label, type: "property" }));
    if (first === "nodes" && third === "params" && type) return type.params.map(paramCompletion);
    if (first === "nodes" && third === "inputs" && type) return type.inputs.map((port) => ({ label: port.name, type: "property", detail: port.stage, info: port.doc }));
    return [];
  }
  if (first === "nodes" && place.key === "type" && place.keys.length === 2)
    return registry.nodes.map((known) => ({ label: known.name, type: "class", detail: known.stage, info: known.doc }));
  if (first === "nodes" && third === "inputs") {
    const port = type?.inputs.find((known) => known.name === place.key), self = graph.node(node ?? "");
    return port && self ? graph.sourcesFor(self, port).map((from) => ({ label: from.name, type: "variable", detail: from.typeName })) : [];
  }
  if (first === "nodes" && third === "params") {
    const param = type?.params.find((known) => known.name === place.key);
    return [
      ...(param?.choices ?? []).map((label) => ({ label, type: "enum" })),
      ...graph.knobs.filter((knob) => knob.kind === param?.kind).map((knob) => ({ label: `$${knob.name}`, type: "variable", info: knob.doc })),
      ...(param?.kind === "color" ? Object.keys(objectAt(graph.merged, "theme")).map((name) => ({ label: `$theme.${name}`, type: "variable" })) : []),
    ];
  }
  if (place.key === "extends") return registry.presets.map((preset) => ({ label: preset.name, type: "class", info: preset.doc }));
  if (place.key === "composite" || first === "composite") return graph.nodes.map((known) => ({ label: known.name, type: "variable", detail: known.typeName }));
  return [];
}

function paramCompletion(param: ParamType): Completion {
  const range = param.min !== undefined && param.max !== undefined ? `${param.min} to ${param.max} ${param.unit ?? ""}`.trim() : (param.choices ?? []).join(", ");
  return { label: param.name, type: "property", detail: range.length > 40 ? param.kind : range || param.kind, info: param.doc };
}

/** For CodeMirror. */
export function completionSource(registry: () => Registry, graph: () => Graph) {
  return (context: CompletionContext): CompletionResult | null => {
    const place = placeAt(context.state, context.pos);
    if (!context.explicit && !place.isQuoted) return null;
    const options = completions(registry(), graph(), place).map((option) => ({ ...option, apply: JSON.stringify(option.label) + (place.isKey && !place.isQuoted ? ": " : "") }));
    const quote = place.isQuoted ? 1 : 0;
    return options.length === 0 ? null : { from: place.from + quote, options: quote ? options.map((option) => ({ ...option, apply: option.label })) : options, validFor: /^[\w$.]*$/ };
  };
}
