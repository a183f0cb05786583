// SPDX-License-Identifier: Apache-2.0
// A page without a host: files are dropped onto it, and what it cannot do is said.
import { useEffect, useRef } from "preact/hooks";
import { Dialog } from "./dialogs";
import type { Desk } from "./engine";
import type { Workspace } from "./workspace";

/** Opens files that are chosen, or dropped anywhere on the page. */
export function OpenButton({ workspace, desk }: { workspace: Workspace; desk: Desk }) {
  const input = useRef<HTMLInputElement>(null);
  const open = (files: FileList | null | undefined) => {
    if (files && files.length > 0) desk.open([...files]).catch((error: unknown) => workspace.tell(error));
  };
  useEffect(() => {
    const over = (event: DragEvent) => event.dataTransfer?.types.includes("Files") && event.preventDefault();
    const drop = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      open(event.dataTransfer.files);
    };
    addEventListener("dragover", over);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", over);
      removeEventListener("drop", drop);
    };
  }, [workspace]);
  return (
    <>
      <button title="A video or a picture, its tracks, a graph: or drop them anywhere" onClick={() => input.current?.click()}>Open</button>
      <input type="file" multiple hidden ref={input} aria-label="Files to open" onChange={(event) => { open(event.currentTarget.files); event.currentTarget.value = ""; }} />
    </>
  );
}

/** What a page cannot do, and what to do instead. */
export function ElsewhereDialog({ workspace, close }: { workspace: Workspace; close: () => void }) {
  const { clip } = workspace;
  return (
    <Dialog title="Export" close={close}>
      <p>This page draws pictures. It writes no video, hears and makes no sound, and finds no objects in the picture: overlace on your machine does. Save the document, and give it to</p>
      <pre>overlace render {clip.is_example ? "IN.mp4" : clip.name} -g {clip.graph} --tracks TRACKS.csv -o OUT.mp4</pre>
      <p>Nothing that you open here leaves your machine.</p>
      <footer>
        <button class="primary" onClick={() => { void workspace.save(); close(); }}>Save the document</button>
      </footer>
    </Dialog>
  );
}
