// SPDX-License-Identifier: Apache-2.0
// The clip's frames: where it is, who is there, and keyframes of the selected node.
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Lane } from "./engine";
import { keyframesJson, keyframesOf } from "./fields/keyframes";
import type { PictureLoop } from "./picture_loop";
import type { Lanes, Workspace } from "./workspace";

export const isPlaying = signal(false);

/** Seconds as "00:00:04:20": hours, minutes, seconds, frames. */
export function timeText(frame: number, rate: number): string {
  const second = Math.floor(frame / rate + 1e-6), rest = Math.round(frame - second * rate);
  return [Math.floor(second / 3600), Math.floor(second / 60) % 60, second % 60, rest].map((part) => String(part).padStart(2, "0")).join(":");
}

export function TimeLine({ workspace, loop }: { workspace: Workspace; loop: PictureLoop }) {
  const { clip, frame } = workspace;
  const last = clip.first_frame + clip.frame_count - 1;
  useLanes(workspace);
  usePlaying(workspace, loop);
  const share = (at: number) => (at - clip.first_frame) / Math.max(1, last - clip.first_frame);

  return (
    <section class="time" aria-label="Time">
      <div class="buttons">
        <button class="icon" aria-label="First frame" title="Home" onClick={() => workspace.goTo(clip.first_frame)}>|‹</button>
        <button class="icon" aria-label="Frame before" title="," onClick={() => workspace.goTo(frame.value - 1)}>‹</button>
        <button class="icon" aria-label="Play" aria-pressed={isPlaying.value} title="Space" onClick={() => (isPlaying.value = !isPlaying.value)}>{isPlaying.value ? "❚❚" : "▶"}</button>
        <button class="icon" aria-label="Next frame" title="." onClick={() => workspace.goTo(frame.value + 1)}>›</button>
        <p class="clock">
          <output>{frame.value}<small> / {last}</small></output>
          <output class="seconds">{timeText(frame.value - clip.first_frame, clip.frame_rate)}</output>
        </p>
      </div>
      <div class="track">
        <LaneRows workspace={workspace} share={share} />
        <Events workspace={workspace} share={share} />
        <Diamonds workspace={workspace} share={share} />
        <input type="range" aria-label="Frame" min={clip.first_frame} max={last} value={frame.value} style={{ "--part": `${share(frame.value) * 100}%` }}
               onInput={(event) => workspace.goTo(Number(event.currentTarget.value))} />
      </div>
    </section>
  );
}

/** Frames of all keyframes of the selected node. */
export function keyframesOfNode(workspace: Workspace): number[] {
  const params = workspace.node.value?.params ?? {};
  const frames = Object.values(params).flatMap((value) => keyframesOf(value, workspace.clip.frame_rate).map((key) => Math.round(key.at)));
  return [...new Set(frames)].sort((a, b) => a - b);
}

/** First and last frames of the selected object, or of all. */
export function birthsAndDeaths(workspace: Workspace): number[] {
  const { lanes } = workspace.lanes.peek(), id = workspace.object.peek();
  const own = lanes.filter((lane) => lane.id === id);
  const frames = (own.length > 0 ? own : lanes).flatMap((lane) => [lane.first, lane.last]);
  return [...new Set(frames)].sort((a, b) => a - b);
}

/** When something happened to the selected object, or to any. */
export function framesOfEvents(workspace: Workspace): number[] {
  const { events } = workspace.lanes.peek(), id = workspace.object.peek();
  const own = events.filter((mark) => mark.id === id);
  return [...new Set((own.length > 0 ? own : events).map((mark) => mark.frame))].sort((a, b) => a - b);
}

/** Goes to the nearest of some frames, in order, before or after this one. */
export function toNext(workspace: Workspace, step: 1 | -1, frames: number[]): void {
  const frame = workspace.frame.peek();
  const next = step > 0 ? frames.find((at) => at > frame) : frames.findLast((at) => at < frame);
  if (next !== undefined) workspace.goTo(next);
}

function usePlaying(workspace: Workspace, loop: PictureLoop): void {
  const playing = isPlaying.value;
  useEffect(() => {
    if (!playing) return;
    const began = performance.now(), from = workspace.frame.peek();
    const { first_frame: first, frame_count: count, frame_rate: rate } = workspace.clip;
    let handle = 0;
    const step = () => {
      const at = from + Math.floor(((performance.now() - began) / 1000) * rate);
      workspace.frame.value = first + ((at - first) % count);
      handle = requestAnimationFrame(step);
    };
    handle = requestAnimationFrame(step);
    return () => cancelAnimationFrame(handle);
  }, [playing, loop]);
}

/** Lanes of the tracks that the selected node reads, or of the last that there are. */
function useLanes(workspace: Workspace): void {
  const graph = workspace.graph.value, isGood = workspace.isGood.value;
  const read = graph.tracksOf(workspace.selected.value)?.name ?? graph.nodes.findLast((node) => node.type?.stage === "tracks")?.name ?? "";
  const counts = workspace.counts.value; // another table has come
  useEffect(() => {
    let isCurrent = true;
    if (read === "" || !isGood) return;
    workspace.engine.look({ look: "lanes", text: workspace.text.peek(), node: read }).then((look) => {
      if (isCurrent) workspace.lanes.value = { lanes: look.lanes ?? [], density: look.density ?? [], events: look.events ?? [] };
    }, () => undefined);
    return () => { isCurrent = false; };
  }, [read, isGood, counts]);
}

interface PlacedLane extends Lane {
  row: number;
}

/** As few rows as there can be: a lane goes into the first row that is free. */
function inRows(lanes: Lane[]): PlacedLane[] {
  const ends: number[] = [];
  return [...lanes].sort((a, b) => a.first - b.first).map((lane) => {
    const free = ends.findIndex((end) => end < lane.first), row = free < 0 ? ends.length : free;
    ends[row] = lane.last;
    return { ...lane, row };
  });
}

/** One line for each object, or how many there are. A click goes there and selects the object. */
function LaneRows({ workspace, share }: { workspace: Workspace; share: (frame: number) => number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const lanes = workspace.lanes.value, object = workspace.object.value;
  const placed = useRef<PlacedLane[]>([]);
  placed.current = inRows(lanes.lanes);
  const rows = Math.max(1, ...placed.current.map((lane) => lane.row + 1));
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const draw = () => paint(element, lanes, placed.current, object, share);
    draw();
    const observer = new ResizeObserver(draw), scheme = matchMedia("(prefers-color-scheme: light)");
    observer.observe(element);
    scheme.addEventListener("change", draw);
    return () => {
      observer.disconnect();
      scheme.removeEventListener("change", draw);
    };
  }, [lanes, object]);

  const laneAt = (event: MouseEvent) => {
    const rect = (event.currentTarget as Element).getBoundingClientRect();
    const frame = workspace.clip.first_frame + ((event.clientX - rect.left) / rect.width) * (workspace.clip.frame_count - 1);
    const row = Math.floor(((event.clientY - rect.top) / rect.height) * rows);
    return { frame, lane: placed.current.find((lane) => lane.row === row && frame >= lane.first - 2 && frame <= lane.last + 2) };
  };
  return (
    <canvas
      class="lanes" ref={canvas} role="img" aria-label={lanes.density.length > 0 ? "Objects over time" : `Lanes of ${lanes.lanes.length} objects`}
      onPointerMove={(event) => { const { lane } = laneAt(event); event.currentTarget.title = lane ? `${lane.id} ${lane.class}: frames ${lane.first} to ${lane.last}` : ""; }}
      onClick={(event) => { const { frame, lane } = laneAt(event); workspace.goTo(frame); workspace.object.value = lane?.id ?? null; }}
    />
  );
}

function paint(element: HTMLCanvasElement, lanes: Lanes, placed: PlacedLane[], object: number | null, share: (frame: number) => number): void {
  const context = element.getContext("2d");
  if (!context) return;
  const width = (element.width = element.clientWidth * devicePixelRatio), height = (element.height = element.clientHeight * devicePixelRatio);
  const style = getComputedStyle(element), quiet = style.getPropertyValue("--stage-tracks"), strong = style.getPropertyValue("--accent");
  context.fillStyle = quiet;
  if (lanes.density.length > 0) {
    const most = Math.max(1, ...lanes.density);
    lanes.density.forEach((count, i) => context.fillRect((i / lanes.density.length) * width, height * (1 - count / most), width / lanes.density.length + 0.5, height));
    return;
  }
  const rows = Math.max(1, ...placed.map((lane) => lane.row + 1)), step = height / rows, thick = Math.max(1, Math.min(step - 1, 6 * devicePixelRatio));
  for (const lane of placed) {
    const isChosen = lane.id === object, x = share(lane.first) * width, y = (lane.row + 0.5) * step - thick / 2;
    const end = Math.max(x + 2, share(lane.last) * width);
    context.fillStyle = isChosen ? strong : quiet;
    context.globalAlpha = isChosen ? 1 : object === null ? 0.5 : 0.3;
    context.fillRect(x, y, end - x, thick);
    context.globalAlpha = 1;
    context.fillRect(x, y, devicePixelRatio, thick); // its birth
    context.fillRect(end - devicePixelRatio, y, devicePixelRatio, thick); // its death
  }
}

/** What happened to objects. A click goes there and selects the object. */
function Events({ workspace, share }: { workspace: Workspace; share: (frame: number) => number }) {
  const { lanes, object } = workspace;
  return (
    <div class="events">
      {lanes.value.events.map((mark, at) => (
        <button
          key={at} tabIndex={-1} class={mark.id === object.value ? "own" : ""} style={{ left: `${share(mark.frame) * 100}%` }}
          title={`${mark.frame}: ${mark.class} ${mark.id} ${mark.event} ${mark.name}`} aria-label={`Frame ${mark.frame}: ${mark.class} ${mark.id} ${mark.event} ${mark.name}`}
          onClick={() => { workspace.goTo(mark.frame); object.value = mark.id; }}
        />
      ))}
    </div>
  );
}

/** Keyframes of the selected node, to go to and to drag. */
function Diamonds({ workspace, share }: { workspace: Workspace; share: (frame: number) => number }) {
  const isMoved = useRef(false);
  const { clip } = workspace, node = workspace.node.value;
  const frameAt = (event: PointerEvent) => {
    const rect = (event.currentTarget as Element).parentElement?.getBoundingClientRect();
    return rect ? Math.round(clip.first_frame + ((event.clientX - rect.left) / rect.width) * (clip.frame_count - 1)) : 0;
  };
  const end = (event: PointerEvent, from: number) => {
    const to = Math.max(clip.first_frame, Math.min(clip.first_frame + clip.frame_count - 1, frameAt(event)));
    if (!isMoved.current || to === from || !node) return workspace.goTo(from);
    const acts = Object.entries(node.params).flatMap(([param, value]) => {
      const keys = keyframesOf(value, clip.frame_rate);
      if (!keys.some((key) => Math.round(key.at) === from)) return [];
      const rest = keys.filter((key) => Math.round(key.at) !== to || to === from);
      const next = rest.map((key) => (Math.round(key.at) === from ? { ...key, at: to } : key));
      return [{ act: "set", target: `${node.name}.${param}`, value: keyframesJson(next, clip.frame_rate) } as const];
    });
    void workspace.act(...acts).then(() => workspace.goTo(to));
  };
  return (
    <div class="diamonds">
      {keyframesOfNode(workspace).map((at) => (
        <button
          key={at} class={at === workspace.frame.value ? "diamond here" : "diamond"} style={{ left: `${share(at) * 100}%` }} tabIndex={-1}
          title={`Keyframe at ${at}: drag it`} aria-label={`Keyframe at frame ${at}`}
          onPointerDown={(event) => { event.currentTarget.setPointerCapture(event.pointerId); isMoved.current = false; }}
          onPointerMove={(event) => {
            if (event.buttons !== 1) return;
            const to = frameAt(event);
            if (to === at && !isMoved.current) return;
            isMoved.current = true;
            event.currentTarget.style.left = `${Math.max(0, Math.min(1, share(to))) * 100}%`;
          }}
          onPointerUp={(event) => end(event, at)}
        />
      ))}
    </div>
  );
}
