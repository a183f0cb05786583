// SPDX-License-Identifier: Apache-2.0
// The document's text and its history, with or without a text editor on the screen.
import { defaultKeymap, history, historyKeymap, isolateHistory, redo, redoDepth, undo, undoDepth } from "@codemirror/commands";
import { EditorState, type Extension, type Transaction } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import type { TextEdit } from "./engine";

const mostSteps = 10_000; // that can be undone; the library's own limit is 100

export class TextHistory {
  private state: EditorState;
  private view: EditorView | undefined;
  private readonly extensions: Extension;

  /** `changed` is called after each change of the text. */
  constructor(text: string, extensions: Extension, private readonly changed: () => void) {
    this.extensions = [history({ minDepth: mostSteps }), keymap.of([...historyKeymap, ...defaultKeymap]), extensions];
    this.state = this.stateOf(text);
  }

  get text(): string {
    return this.state.doc.sliceString(0, undefined, this.lineBreak);
  }
  get canUndo(): boolean {
    return undoDepth(this.state) > 0;
  }
  get canRedo(): boolean {
    return redoDepth(this.state) > 0;
  }

  /** One step of the history. Offsets are of `text`. */
  edit(edits: TextEdit[]): void {
    if (edits.length === 0) return;
    const at = (offset: number) => this.toDocument(offset);
    const changes = edits.map((edit) => ({ from: at(edit.begin), to: at(edit.end), insert: this.state.toText(edit.text) }));
    this.dispatch([this.state.update({ changes, annotations: isolateHistory.of("full"), userEvent: "input.act" })]);
  }

  /** Another text in place of this one, as one step. */
  replace(text: string): void {
    this.dispatch([this.state.update({
      changes: { from: 0, to: this.state.doc.length, insert: this.state.toText(text) },
      annotations: isolateHistory.of("full"),
    })]);
  }

  undo(): void {
    undo({ state: this.state, dispatch: (transaction) => this.dispatch([transaction]) });
  }
  redo(): void {
    redo({ state: this.state, dispatch: (transaction) => this.dispatch([transaction]) });
  }

  /** Shows the text in an element; returns what ends that. */
  show(parent: HTMLElement): EditorView {
    this.view = new EditorView({ state: this.state, parent, dispatchTransactions: (transactions) => this.dispatch(transactions) });
    return this.view;
  }
  hide(): void {
    this.view?.destroy();
    this.view = undefined;
  }

  /** The offset in `text` of a position in the editor. */
  toText(position: number): number {
    return position + (this.lineBreak.length - 1) * (this.state.doc.lineAt(position).number - 1);
  }

  /** The position in the editor of an offset in `text`. */
  toDocument(offset: number): number {
    if (this.lineBreak.length === 1) return Math.min(offset, this.state.doc.length);
    let low = 0, high = this.state.doc.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.toText(middle) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private get lineBreak(): string {
    return this.state.lineBreak;
  }

  private stateOf(text: string): EditorState {
    const lineBreak = text.includes("\r\n") ? "\r\n" : "\n";
    return EditorState.create({ doc: text, extensions: [this.extensions, EditorState.lineSeparator.of(lineBreak)] });
  }

  private dispatch(transactions: readonly Transaction[]): void {
    if (this.view) this.view.update(transactions);
    this.state = this.view?.state ?? transactions.at(-1)?.state ?? this.state;
    if (transactions.some((transaction) => transaction.docChanged)) this.changed();
  }
}
