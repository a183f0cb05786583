// SPDX-License-Identifier: Apache-2.0
// The drawn frame. A click selects the node and the object that painted a pixel.
import { batch, signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Look } from "./engine";
import type { AskedPicture, PictureLoop } from "./picture_loop";
import { sameParts, seenPart, toggleZoom, zoom } from "./view";
import type { Workspace } from "./workspace";

const mostDraftWidth = 1920; // px: larger pictures are drawn smaller while something moves

const isWiping = signal(false);
const wipeAt = signal(0.5); // share of the width
const looked = signal<Look | null>(null); // at the last click
const pointed = signal<Pixel | null>(null); // below the pointer

/** A pixel of the clip, and its colour on the screen. */
interface Pixel {
  x: number;
  y: number;
  color: string;
}

export function toggleWipe(): void {
  isWiping.value = !isWiping.value;
}

export function PictureView({ workspace, loop }: { workspace: Workspace; loop: PictureLoop }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const { clip } = workspace;
  const picture = loop.picture.value;
  const isFitted = zoom.value === "fit", magnified = zoom.value === "fit" ? 1 : zoom.value;
  const middle = useRef({ x: 0.5, y: 0.5 }); // of what is seen, as shares of the picture

  useLayoutEffect(() => {
    const element = frame.current, drawn = canvas.current;
    if (!element || !drawn) return;
    element.scrollTo(middle.current.x * drawn.clientWidth - element.clientWidth / 2, middle.current.y * drawn.clientHeight - element.clientHeight / 2);
    const see = () => {
      const fit = Math.min(element.clientWidth / clip.width, element.clientHeight / clip.height) * clip.width;
      const part = isFitted ? null : seenPart(element, drawn, clip);
      batch(() => {
        loop.width.value = isFitted ? Math.min(clip.width, Math.max(64, Math.round(fit * devicePixelRatio))) : Math.min(clip.width, mostDraftWidth);
        if (!sameParts(loop.part.peek(), part)) loop.part.value = part;
      });
      middle.current = part ? { x: (part.x + part.width / 2) / clip.width, y: (part.y + part.height / 2) / clip.height } : { x: 0.5, y: 0.5 };
    };
    const observer = new ResizeObserver(see);
    observer.observe(element);
    element.addEventListener("scroll", see);
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", see);
    };
  }, [zoom.value]);

  useLayoutEffect(() => {
    const element = canvas.current, context = element?.getContext("2d");
    if (!element || !context || !picture || picture !== loop.picture.peek()) return;
    const { bitmap, part } = picture, scale = bitmap.width / part.width;
    const width = Math.round(clip.width * scale), height = Math.round((clip.height * bitmap.height) / part.height);
    if (element.width !== width) element.width = width;
    if (element.height !== height) element.height = height;
    context.drawImage(bitmap, Math.round(part.x * scale), Math.round((part.y * bitmap.height) / part.height));
    element.dataset.drawn = String(picture.frame);
    requestAnimationFrame(() => loop.shown(picture));
  }, [picture]);

  const place = (event: MouseEvent) => {
    const rect = canvas.current?.getBoundingClientRect();
    const part = (at: number, from: number, length: number, size: number) => Math.max(0, Math.min(size - 1, Math.floor(((at - from) / length) * size)));
    return rect ? { x: part(event.clientX, rect.left, rect.width, clip.width), y: part(event.clientY, rect.top, rect.height, clip.height) } : { x: 0, y: 0 };
  };
  const point = (event: MouseEvent) => {
    const { x, y } = place(event);
    pointed.value = picture ? { x, y, color: colorAt(picture, x, y) } : null;
  };
  const look = async (event: MouseEvent) => {
    const { x, y } = place(event);
    try {
      const found = await workspace.engine.look({ look: "pixel", text: workspace.text.peek(), frame: workspace.frame.peek(), x, y });
      looked.value = found;
      if (found.node) workspace.selected.value = found.node;
      const id = found.object?.id;
      workspace.object.value = typeof id === "number" ? id : null;
    } catch (error) {
      workspace.tell(error);
    }
  };

  return (
    <section class="picture" aria-label="Picture">
      <div class={isFitted ? "frame fitted" : "frame"} ref={frame} tabIndex={0} aria-label="Drawn frame" role="img">
        <canvas ref={canvas} onClick={(event) => void look(event)} onPointerMove={point} onPointerLeave={() => (pointed.value = null)} class={picture?.provisional ? "provisional" : ""}
                style={{ aspectRatio: `${clip.width} / ${clip.height}`, ...(isFitted ? {} : { width: `${(magnified * clip.width) / devicePixelRatio}px`, imageRendering: magnified > 1 ? "pixelated" : "auto" }) }} />
        {isWiping.value && <Wipe workspace={workspace} loop={loop} />}
      </div>
      {loop.problem.value && <p class="problem">{loop.problem.value}</p>}
      <footer>
        <button aria-pressed={workspace.solo.value !== ""} title="Paint the selected node alone (S)" onClick={() => toggleSolo(workspace)}>Solo</button>
        <button aria-pressed={loop.plain.value} title="Without paint (B)" onClick={() => (loop.plain.value = !loop.plain.value)}>Before</button>
        <button aria-pressed={isWiping.value} title="Before and after, side by side (W)" onClick={toggleWipe}>Wipe</button>
        <button aria-pressed={!isFitted} title="One pixel for one pixel (1)" onClick={toggleZoom}>{magnified}:1</button>
        <PixelText />
        <output class="state" title="Time in the engine">{picture ? `${loop.isExact.value ? "exact" : picture.provisional ? "near" : "draft"} ${picture.milliseconds.toFixed(0)} ms` : "…"}</output>
      </footer>
    </section>
  );
}

const probe = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });

/** The colour of a picture at a pixel of the clip. */
function colorAt({ bitmap, part }: AskedPicture, x: number, y: number): string {
  const at = (place: number, from: number, length: number, size: number) => Math.floor(((place + 0.5 - from) / length) * size);
  probe?.drawImage(bitmap, at(x, part.x, part.width, bitmap.width), at(y, part.y, part.height, bitmap.height), 1, 1, 0, 0, 1, 1);
  const rgb = probe?.getImageData(0, 0, 1, 1).data.slice(0, 3) ?? [];
  return "#" + [...rgb].map((part) => part.toString(16).padStart(2, "0")).join("");
}

export function toggleSolo(workspace: Workspace): void {
  workspace.solo.value = workspace.solo.peek() ? "" : workspace.selected.peek();
}

/** The pixel below the pointer, and what the last click found. */
function PixelText() {
  const pixel = pointed.value, look = looked.value;
  const facts = Object.entries(look?.object ?? {}).map(([name, value]) => (name === "id" ? `${String(value)}` : name === "score" ? Number(value).toFixed(2) : String(value)));
  return (
    <output class="pixel">
      <span aria-live="polite">{look && (look.node ? <><b>{look.node}</b> {facts.join(" ")}</> : "no paint")}</span>
      {pixel && <span class="place">{pixel.x}, {pixel.y} <i style={{ background: pixel.color }} />{pixel.color}</span>}
    </output>
  );
}

/** The clip's own picture over the left part. */
function Wipe({ workspace, loop }: { workspace: Workspace; loop: PictureLoop }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const frame = workspace.frame.value;
  useEffect(() => {
    let isCurrent = true;
    const ask = { text: workspace.text.peek(), settings: {}, frame, width: loop.width.peek(), part: null, exact: false, solo: "", plain: true };
    workspace.engine.frame(ask).then((picture) => {
      const element = canvas.current;
      if (!isCurrent || !picture || !element) return;
      element.width = picture.bitmap.width;
      element.height = picture.bitmap.height;
      element.getContext("2d")?.drawImage(picture.bitmap, 0, 0);
    }, (error: unknown) => workspace.tell(error));
    return () => { isCurrent = false; };
  }, [frame]);
  const pull = (event: PointerEvent) => {
    const rect = canvas.current?.getBoundingClientRect();
    if (rect && event.buttons === 1) wipeAt.value = Math.max(0, Math.min(1, (event.clientX - rect.left) / rect.width));
  };
  return (
    <div class="wipe">
      <div class="frames" style={{ "--at": `${wipeAt.value * 100}%`, aspectRatio: `${workspace.clip.width} / ${workspace.clip.height}` }}>
        <canvas ref={canvas} aria-hidden="true" />
        <div class="edge" onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)} onPointerMove={pull}>
          <input type="range" min={0} max={1} step={0.005} value={wipeAt.value} aria-label="Where the drawn part begins"
                 onInput={(event) => (wipeAt.value = Number(event.currentTarget.value))} />
        </div>
      </div>
    </div>
  );
}
