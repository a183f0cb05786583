// SPDX-License-Identifier: Apache-2.0
// Keys that work wherever nothing is typed: one table for what they do and for the list of them.
import { Dialog } from "./dialogs";

export interface Key {
  keys: string[]; // as `nameOf` spells them; the first one is shown
  does: string;
  whileTyping?: true; // in entries, too
  run: () => void;
}

/** Keys of parts of the page, which those parts look after. */
const elsewhere: [string, string][] = [
  ["Arrows", "Along wires, and within a column; with Shift, select both"],
  ["Tab", "On a node: add one that it feeds; once more goes on"],
  ["Enter", "On a port: what fits"],
  ["Alt+Up, Alt+Down", "In the paint order: move"],
  ["Ctrl+C, Ctrl+V", "Copy nodes as JSON, paste nodes"],
];

/** "Ctrl+Shift+Z", "Alt+.", "Space", "F2". Period and comma are where they are, whatever Shift and Alt make of them. */
export function nameOf(event: KeyboardEvent): string {
  const isShifted = event.shiftKey && !["?", "<", ">"].includes(event.key);
  const plain: Record<string, string> = { Comma: ",", Period: "." };
  const key = event.key === " " ? "Space" : event.key === "<" ? "Shift+," : event.key === ">" ? "Shift+."
    : isShifted || event.altKey ? (plain[event.code] ?? event.key) : event.key;
  const modifiers = [event.ctrlKey || event.metaKey ? "Ctrl" : "", event.altKey ? "Alt" : "", isShifted ? "Shift" : ""];
  return [...modifiers.filter(Boolean), key.length === 1 ? key.toUpperCase() : key].join("+");
}

/** Whether an element needs a key itself. */
function isTaken(name: string, target: Element): boolean {
  if (target.closest("dialog, .menu, textarea, select, .cm-editor")) return true;
  if (target.closest("button")) return name === "Space";
  if (target.matches("input[type=range]")) return name === "Home" || name === "End";
  const isWhole = target.matches(".entry:not([data-typed])"); // nothing was typed that could be undone
  return target.matches("input:not([type=color])") && !(isWhole && name.startsWith("Ctrl+"));
}

/** Runs what a key does here. */
export function press(event: KeyboardEvent, keys: Key[]): void {
  const name = nameOf(event), key = keys.find((known) => known.keys.includes(name));
  if (!key || event.defaultPrevented) return;
  if (!key.whileTyping && event.target instanceof Element && isTaken(name, event.target)) return;
  event.preventDefault();
  key.run();
}

export function KeyList({ keys, close }: { keys: Key[]; close: () => void }) {
  const rows = [...elsewhere, ...keys.map((key): [string, string] => [key.keys[0] ?? "", key.does])];
  return (
    <Dialog title="Keys" close={close}>
      <dl class="keys">
        {rows.map(([key, does]) => <div key={key}><dt>{key.split(", ").map((one) => <kbd key={one}>{one}</kbd>)}</dt><dd>{does}</dd></div>)}
      </dl>
    </Dialog>
  );
}
