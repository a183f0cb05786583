// SPDX-License-Identifier: Apache-2.0
// The document as text.
import { autocompletion, closeBrackets, completionKeymap } from "@codemirror/autocomplete";
import { json } from "@codemirror/lang-json";
import { bracketMatching, foldGutter, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import type { Extension } from "@codemirror/state";
import { EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { useEffect, useRef } from "preact/hooks";
import { completionSource } from "./completion";
import type { Workspace } from "./workspace";

const colors = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--ink)" },
  { tag: tags.string, color: "var(--text-string)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--text-number)" },
  { tag: tags.punctuation, color: "var(--dim)" },
]);

/** What the text editor can do. `nonce` allows its style sheet. */
export function textExtensions(workspace: () => Workspace, nonce: string): Extension {
  return [
    lineNumbers(), foldGutter(), bracketMatching(), closeBrackets(), highlightActiveLine(), json(), syntaxHighlighting(colors),
    lintGutter(),
    autocompletion({ override: [completionSource(() => workspace().registry, () => workspace().graph.peek())] }), keymap.of(completionKeymap),
    EditorView.contentAttributes.of({ "aria-label": "The document's text", tabindex: "0" }), EditorView.cspNonce.of(nonce),
  ];
}

/** What is wrong, where it stands in the editor. */
function diagnosticsOf({ checked, history }: Workspace, end: number): Diagnostic[] {
  return checked.peek().problems.map((problem) => {
    const from = Math.min(end, history.toDocument(problem.begin));
    return {
      from, to: Math.min(end, Math.max(from, history.toDocument(problem.end))), severity: "error",
      message: [problem.message, problem.hint].filter(Boolean).join("\n"),
    };
  });
}

export function TextView({ workspace }: { workspace: Workspace }) {
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  useEffect(() => {
    if (!parent.current) return;
    view.current = workspace.history.show(parent.current);
    return () => workspace.history.hide();
  }, []);
  const checked = workspace.checked.value;
  useEffect(() => {
    const editor = view.current;
    editor?.dispatch(setDiagnostics(editor.state, diagnosticsOf(workspace, editor.state.doc.length)));
  }, [checked]);

  const goTo = (begin: number) => {
    const at = workspace.history.toDocument(begin);
    view.current?.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
    view.current?.focus();
  };
  return (
    <section class="text" aria-label="Text">
      <div class="code" ref={parent} />
      {checked.problems.length > 0 && (
        <ul class="problems" aria-label="Problems">
          {checked.problems.map((problem) => (
            <li key={problem.pointer + problem.message}>
              <button onClick={() => goTo(problem.begin)}>
                <b>{problem.line > 0 ? `line ${problem.line}` : problem.pointer || "document"}</b> {problem.message}
                {problem.hint && <small>{problem.hint}</small>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
