// SPDX-License-Identifier: Apache-2.0
// Presets on the clip's frame.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Workspace } from "./workspace";

export function Dialog({ title, close, children }: { title: string; close: () => void; children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector("input")?.focus();
  }, []);
  return (
    <dialog ref={dialog} aria-label={title} onClose={close} onCancel={close}>
      <header>
        <h2>{title}</h2>
        <button class="icon" aria-label="Close" onClick={close}>×</button>
      </header>
      {children}
    </dialog>
  );
}

const thumbnailWidth = 240; // px

export function Gallery({ workspace, close }: { workspace: Workspace; close: () => void }) {
  const [images, setImages] = useState(new Map<string, ImageBitmap | null>());
  const [typed, setTyped] = useState("");
  useEffect(() => {
    let isCurrent = true;
    workspace.engine.gallery(workspace.frame.peek(), thumbnailWidth * devicePixelRatio, (preset, image) => {
      if (isCurrent) setImages((before) => new Map(before).set(preset, image));
    }).catch((error: unknown) => workspace.tell(error));
    return () => { isCurrent = false; };
  }, []);
  const apply = async (preset: string) => {
    workspace.history.replace(await workspace.engine.presetText(preset));
    close();
  };
  const extend = (preset: string) => {
    workspace.history.replace(JSON.stringify({ $schema: "./overlace-graph.schema.json", overlace: 1, extends: preset }, null, 2) + "\n");
    close();
  };
  const shown = workspace.registry.presets.filter((preset) => `${preset.name} ${preset.title} ${preset.doc}`.toLowerCase().includes(typed.toLowerCase()));
  return (
    <Dialog title="Gallery" close={close}>
      <p>Presets on your frame. “Copy” takes the whole graph; “Extend” keeps the preset and lets you change single values. Both can be undone.</p>
      <input type="search" placeholder="Search" aria-label="Search presets" value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
      <ul class="gallery">
        {shown.map((preset) => (
          <li key={preset.name}>
            <Thumbnail image={images.get(preset.name)} />
            <h3>{preset.title || preset.name} <small>{preset.name}</small></h3>
            <p>{preset.doc}</p>
            <div><button onClick={() => void apply(preset.name)}>Copy</button> <button onClick={() => extend(preset.name)}>Extend</button></div>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** undefined: not drawn yet; null: not on this clip. */
function Thumbnail({ image }: { image: ImageBitmap | null | undefined }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!canvas.current || !image) return;
    canvas.current.width = image.width;
    canvas.current.height = image.height;
    canvas.current.getContext("2d")?.drawImage(image, 0, 0);
  }, [image]);
  return <div class="thumbnail">{image === null ? <span>Needs more than this clip has</span> : <canvas ref={canvas} />}</div>;
}
