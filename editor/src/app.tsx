// SPDX-License-Identifier: Apache-2.0
// The page: what is where, and the keys that work everywhere.
import { signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { Bars } from "./bars";
import { askForNode, askToInsert, Canvas, removeSelected } from "./canvas";
import { Gallery } from "./dialogs";
import { ExportDialog, exportText } from "./export";
import { KeyList, press, type Key } from "./keys";
import { PaintOrder } from "./paint_order";
import { Panel } from "./panel";
import { PictureView, toggleSolo, toggleWipe } from "./picture";
import type { PictureLoop } from "./picture_loop";
import { birthsAndDeaths, framesOfEvents, isPlaying, keyframesOfNode, TimeLine, toNext } from "./time_line";
import { TextView } from "./text";
import { stepZoom, toggleZoom } from "./view";
import type { Workspace } from "./workspace";
import { objectAt, type JsonObject } from "./json";
import { ElsewhereDialog, OpenButton } from "./desk";

const showText = signal(false);
const showKnobs = signal(false);
const showGallery = signal(false);
const showKeys = signal(false);
const showExport = signal(false);

export function App({ workspace, loop }: { workspace: Workspace; loop: PictureLoop }) {
  const keys = useMemo(() => keysOf(workspace, loop), []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event, keys);
    const onLeave = (event: BeforeUnloadEvent) => workspace.isChanged.peek() && event.preventDefault();
    addEventListener("keydown", onKey);
    addEventListener("beforeunload", onLeave);
    const ends = clipboard(workspace);
    showGallery.value = workspace.clip.begins === true;
    return () => {
      removeEventListener("keydown", onKey);
      removeEventListener("beforeunload", onLeave);
      ends();
    };
  }, []);
  useEffect(() => {
    const step = workspace.exported.value;
    if (step?.step === "end" && !showExport.peek())
      workspace.notice.value = { text: step.in_place ? `Exported ${step.output}` : (step.errors ?? []).join("\n"), isProblem: !step.in_place && !step.stopped, stays: true };
  }, [workspace.exported.value]);
  return (
    <>
      <TopBar workspace={workspace} />
      <Bars workspace={workspace} />
      <main class={showText.value ? "with-text" : ""}>
        {showText.value ? <TextView workspace={workspace} /> : <Canvas workspace={workspace} />}
        <PaintOrder workspace={workspace} />
        <PictureView workspace={workspace} loop={loop} />
        <TimeLine workspace={workspace} loop={loop} />
        <Panel workspace={workspace} showKnobs={showKnobs.value} />
      </main>
      {showGallery.value && <Gallery workspace={workspace} close={() => (showGallery.value = false)} />}
      {showKeys.value && <KeyList keys={keys} close={() => (showKeys.value = false)} />}
      {showExport.value && (workspace.engine.host
        ? <ExportDialog workspace={workspace} host={workspace.engine.host} close={() => (showExport.value = false)} />
        : <ElsewhereDialog workspace={workspace} close={() => (showExport.value = false)} />)}
      <Notices workspace={workspace} />
    </>
  );
}

function TopBar({ workspace }: { workspace: Workspace }) {
  const { clip, checked, isChanged, graph, analysis } = workspace;
  const problems = checked.value.problems.length;
  return (
    <header class="top">
      <h1>{graph.value.title || clip.graph}{isChanged.value && <i title="Not saved yet"> •</i>}</h1>
      <nav aria-label="Document">
        <button title="Ctrl+Z" disabled={!workspace.canUndo.value} onClick={() => workspace.undo()}>Undo</button>
        <button title="Ctrl+Shift+Z" disabled={!workspace.canRedo.value} onClick={() => workspace.redo()}>Redo</button>
        {workspace.engine.desk && <OpenButton workspace={workspace} desk={workspace.engine.desk} />}
        <button title="Ctrl+S" disabled={!isChanged.value} onClick={() => void workspace.save()}>Save</button>
      </nav>
      <nav aria-label="Views">
        <button onClick={() => (showGallery.value = true)}>Gallery</button>
        <button aria-pressed={showKnobs.value} onClick={toggle(showKnobs)}>Knobs</button>
        <button aria-pressed={showText.value} title="Ctrl+E" onClick={toggle(showText)}>Text</button>
        <button title="?" onClick={toggle(showKeys)}>Keys</button>
      </nav>
      <p class="clip">{clip.is_example ? `Test card: ${workspace.engine.desk ? "drop" : "name"} a video to see yours` : clip.name} <small>{clip.width}×{clip.height} · {Number(clip.frame_rate.toFixed(3))} fps</small></p>
      {analysis.value && <progress aria-label="Reading the clip" value={analysis.value.done} max={analysis.value.of} />}
      <button class={problems > 0 ? "problems wrong" : "problems"} aria-live="polite" onClick={() => (showText.value = true)}>
        {problems === 0 ? "No problems" : problems === 1 ? "1 problem" : `${problems} problems`}
      </button>
      <button onClick={() => (showExport.value = true)}>{exportText(workspace.exported.value)}</button>
    </header>
  );
}

function Notices({ workspace }: { workspace: Workspace }) {
  const notice = workspace.notice.value;
  useEffect(() => {
    if (!notice || notice.isProblem || notice.stays) return;
    const timer = setTimeout(() => (workspace.notice.value = null), 4000);
    return () => clearTimeout(timer);
  }, [notice]);
  return (
    <div class="notices">
      {notice && (
        <div role={notice.isProblem ? "alert" : "status"} class={notice.isProblem ? "wrong" : ""}>
          {notice.text}
          <button class="icon" aria-label="Close" onClick={() => (workspace.notice.value = null)}>×</button>
        </div>
      )}
    </div>
  );
}

/** What the keys do. */
function keysOf(workspace: Workspace, loop: PictureLoop): Key[] {
  const step = (by: number) => () => workspace.goTo(workspace.frame.peek() + by);
  const { first_frame: first, frame_count: count } = workspace.clip;
  return [
    { keys: ["Ctrl+S"], does: "Save", whileTyping: true, run: () => void workspace.save() },
    { keys: ["Ctrl+Z"], does: "Undo", run: () => workspace.undo() },
    { keys: ["Ctrl+Shift+Z", "Ctrl+Y"], does: "Redo", run: () => workspace.redo() },
    { keys: ["Ctrl+E"], does: "The graph, or its text", whileTyping: true, run: toggle(showText) },
    { keys: ["A"], does: "Add a node that the selected one feeds", run: () => askForNode(workspace, inGraph()) },
    { keys: ["I"], does: "Insert a node on a wire into the selected one", run: () => askToInsert(workspace, inGraph()) },
    { keys: ["F2"], does: "Rename the selected node", run: () => document.querySelector<HTMLInputElement>('[aria-label="Name of the node"]')?.select() },
    { keys: ["Delete", "Backspace"], does: "Remove what is selected", run: () => removeSelected(workspace) },
    { keys: ["S"], does: "The selected node alone", run: () => toggleSolo(workspace) },
    { keys: ["B"], does: "The clip without paint", run: toggle(loop.plain) },
    { keys: ["W"], does: "Before and after, side by side", run: toggleWipe },
    { keys: ["1"], does: "One pixel for one pixel", run: toggleZoom },
    { keys: ["+", "Shift++", "="], does: "Nearer: two, four and eight pixels of the screen for one", run: () => stepZoom(1) },
    { keys: ["-"], does: "Further away", run: () => stepZoom(-1) },
    { keys: ["Space"], does: "Play", run: toggle(isPlaying) },
    { keys: [","], does: "One frame back", run: step(-1) },
    { keys: ["."], does: "One frame on", run: step(1) },
    { keys: ["Shift+,"], does: "The keyframe before", run: () => toNext(workspace, -1, keyframesOfNode(workspace)) },
    { keys: ["Shift+."], does: "The next keyframe", run: () => toNext(workspace, 1, keyframesOfNode(workspace)) },
    { keys: ["Alt+,"], does: "The birth or death before: of the selected object, or of any", run: () => toNext(workspace, -1, birthsAndDeaths(workspace)) },
    { keys: ["Alt+."], does: "The next birth or death", run: () => toNext(workspace, 1, birthsAndDeaths(workspace)) },
    { keys: ["Shift+E"], does: "The event before: of the selected object, or of any", run: () => toNext(workspace, -1, framesOfEvents(workspace)) },
    { keys: ["E"], does: "The next event, such as a line that is crossed", run: () => toNext(workspace, 1, framesOfEvents(workspace)) },
    { keys: ["Home"], does: "The first frame", run: () => workspace.goTo(first) },
    { keys: ["End"], does: "The last frame", run: () => workspace.goTo(first + count - 1) },
    { keys: ["?"], does: "This list", run: toggle(showKeys) },
  ];
}

function toggle(flag: { value: boolean; peek(): boolean }): () => void {
  return () => (flag.value = !flag.peek());
}

/** Where menus that belong to no element open. */
function inGraph(): { x: number; y: number } {
  return { x: innerWidth / 4, y: 96 };
}

/** Copies the selected nodes as plain JSON, and pastes nodes from anywhere. */
function clipboard(workspace: Workspace): () => void {
  const isElsewhere = (event: Event) => event.target instanceof HTMLElement && event.target.closest("input, textarea, .cm-editor, dialog") !== null;
  const copy = (event: ClipboardEvent) => {
    const graph = workspace.graph.peek(), all = objectAt(graph.merged, "nodes"), chosen = workspace.chosen.peek().filter((name) => name in all);
    if (isElsewhere(event) || chosen.length === 0 || String(getSelection()) !== "") return;
    const nodes = Object.fromEntries(Object.entries(all).filter(([name]) => chosen.includes(name)));
    const composite = graph.painted.map((item) => item.name).filter((name) => chosen.includes(name));
    event.clipboardData?.setData("text/plain", JSON.stringify({ nodes, ...(composite.length > 0 ? { composite } : {}) }, null, 2));
    event.preventDefault();
  };
  const paste = (event: ClipboardEvent) => {
    if (isElsewhere(event)) return;
    event.preventDefault();
    try {
      const fragment = JSON.parse(event.clipboardData?.getData("text/plain") ?? "") as JsonObject;
      void workspace.act({ act: "paste", fragment });
    } catch {
      workspace.tell(new Error("The clipboard holds no nodes: copy one here, or JSON such as {\"nodes\": {\"name\": {\"type\": …}}}."));
    }
  };
  addEventListener("copy", copy);
  addEventListener("paste", paste);
  return () => {
    removeEventListener("copy", copy);
    removeEventListener("paste", paste);
  };
}
