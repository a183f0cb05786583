// SPDX-License-Identifier: Apache-2.0
// Renders the document as it is on the screen to a video file.
import { useEffect, useState } from "preact/hooks";
import { Dialog } from "./dialogs";
import { Exists, type ExportAsk, type ExportFacts, type ExportStep, type Host } from "./engine";
import type { Workspace } from "./workspace";

/** Codecs by the names that `--vcodec` takes; "" is that of the container. */
const codecs = [["", "Usual for the ending"], ["h264", "H.264"], ["hevc", "H.265"], ["av1", "AV1"], ["vp9", "VP9"], ["prores", "ProRes"], ["ffv1", "FFV1, lossless"]] as const;

type Choice = Omit<ExportAsk, "text" | "overwrite">;

export function ExportDialog({ workspace, host, close }: { workspace: Workspace; host: Host; close: () => void }) {
  const [facts, setFacts] = useState<ExportFacts | null>(null);
  const [choice, setChoice] = useState<Choice>({ folder: 0, name: "", codec: "", crf: null, frames: "", overlay_only: false });
  const [problem, setProblem] = useState("");
  const [exists, setExists] = useState(false);
  const step = workspace.exported.value;

  useEffect(() => {
    host.exportFacts().then((found) => {
      setFacts(found);
      setChoice((before) => ({ ...before, name: before.name || found.name }));
      if (found.last?.step !== "end") workspace.exported.value = found.last;
    }, (error: unknown) => setProblem(String(error)));
  }, []);

  const change = (part: Partial<Choice>) => {
    setExists(false);
    setProblem("");
    setChoice({ ...choice, ...part });
  };
  const start = async (overwrite: boolean) => {
    setExists(false);
    setProblem("");
    try {
      workspace.exported.value = null;
      await host.startExport({ ...choice, text: workspace.text.peek(), overwrite });
    } catch (error) {
      if (error instanceof Exists) setExists(true);
      else setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  const overlayOnly = (on: boolean) =>
    change({ overlay_only: on, name: on ? choice.name.replace(/\.mp4$/, ".mov") : choice.name });

  if (step && step.step !== "end") return <Running step={step} host={host} close={close} />;
  const { clip } = workspace;
  return (
    <Dialog title="Export" close={close}>
      <p>Renders the graph as it is here, saved or not, as <code>overlace render</code> does.</p>
      {step && <Outcome step={step} />}
      <form class="export" onSubmit={(event) => { event.preventDefault(); void start(false); }}>
        <label>File <input class="entry" name="name" required value={choice.name} onInput={(event) => change({ name: event.currentTarget.value })} /></label>
        <label>Folder
          <select name="folder" value={choice.folder} onChange={(event) => change({ folder: Number(event.currentTarget.value) })}>
            {facts?.folders.map((folder, index) => <option key={folder} value={index}>{folder}</option>)}
          </select>
        </label>
        <label>Codec
          <select name="codec" value={choice.codec} onChange={(event) => change({ codec: event.currentTarget.value })}>
            {codecs.map(([name, title]) => <option key={name} value={name}>{title}</option>)}
          </select>
        </label>
        <label>Quality (CRF) <input class="entry" name="crf" inputMode="decimal" placeholder="the encoder's" value={choice.crf ?? ""}
          onInput={(event) => change({ crf: event.currentTarget.value.trim() === "" ? null : Number(event.currentTarget.value) })} /></label>
        <label>Frames <input class="entry" name="frames" placeholder={`all: ${clip.first_frame}-${clip.first_frame + clip.frame_count - 1}`} value={choice.frames}
          onInput={(event) => change({ frames: event.currentTarget.value.trim() })} /></label>
        <label class="check"><input type="checkbox" name="overlay_only" checked={choice.overlay_only} onChange={(event) => overlayOnly(event.currentTarget.checked)} /> The overlay alone, with alpha</label>
        {problem && <p class="problem" role="alert">{problem}</p>}
        <footer>
          {exists && <p role="alert">{choice.name} is already there.</p>}
          {exists && <button type="button" onClick={() => void start(true)}>Replace it</button>}
          <button class="primary" disabled={!facts || exists || Number.isNaN(choice.crf)}>Export</button>
        </footer>
      </form>
    </Dialog>
  );
}

function Running({ step, host, close }: { step: ExportStep; host: Host; close: () => void }) {
  const { frames_done: done = 0, frames_total: total, fps = 0, eta_s: left } = step;
  return (
    <Dialog title="Export" close={close}>
      <p>{step.output}</p>
      <progress class="wide" aria-label="Exported" {...(total ? { value: done, max: total } : {})} />
      <footer>
        <output>{[
          step.pass === "tracks" ? "reading the clip" : "rendering",
          total ? `frame ${done} of ${total}` : `frame ${done}`,
          fps > 0 && `${fps.toFixed(0)} fps`,
          left != null && `${duration(left)} left`,
        ].filter(Boolean).join("  ·  ")}</output>
        <button onClick={() => void host.cancelExport()}>Cancel</button>
        <button class="primary" onClick={close}>Go on meanwhile</button>
      </footer>
    </Dialog>
  );
}

function Outcome({ step }: { step: ExportStep }) {
  if (step.in_place)
    return <p class="outcome" role="status">Written: <b>{step.output}</b> <small>{step.frames} frames, {size(step.size_bytes ?? 0)}, {duration(step.elapsed_s ?? 0)}</small>{step.errors?.map((text) => <small key={text}>{text}</small>)}</p>;
  if (step.stopped) return <p class="outcome" role="status">Cancelled. Nothing was left.</p>;
  return <p class="problem" role="alert">{step.errors?.join("\n") || "The export failed."}</p>;
}

/** What the button in the top bar says. */
export function exportText(step: ExportStep | null): string {
  if (!step || step.step === "end") return "Export";
  const share = step.frames_total ? (step.frames_done ?? 0) / step.frames_total : 0;
  return `Export ${Math.floor(share * 100)} %`;
}

function duration(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
function size(bytes: number): string {
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(0)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
