// SPDX-License-Identifier: Apache-2.0
// The editor with the renderer in the page, on what the address asks for.
import { render } from "preact";
import { App } from "./app";
import { Live } from "./live";
import { openedBy, type Opened } from "./page_address";
import { PageEngine } from "./page_engine";
import { PictureLoop } from "./picture_loop";
import { textExtensions } from "./text";
import { Workspace } from "./workspace";

/** Shows one clip after the other. */
class Shown {
  private workspace: Workspace | undefined;
  private loop: PictureLoop | undefined;

  constructor(private readonly root: HTMLElement, private readonly opened: Opened) {}

  /** Begins with the engine's clip; the text stays, and the frame if the clip does. */
  async begin(engine: PageEngine, advice = ""): Promise<void> {
    const before = this.workspace, workspace = await Workspace.open(engine, (of) => textExtensions(of, ""));
    this.loop?.end();
    if (before) {
      workspace.history.replace(before.text.peek());
      if (before.clip.name === workspace.clip.name) workspace.goTo(before.frame.peek());
    } else {
      this.beginFirst(workspace);
    }
    if (advice) workspace.notice.value = { text: advice, isProblem: false, stays: true };
    this.workspace = workspace;
    this.loop = new PictureLoop(workspace);
    const key = `${workspace.clip.name} ${performance.now()}`, shown = { workspace, loop: this.loop };
    render(this.opened.isLive ? <Live key={key} {...shown} showKnobs={this.opened.node === ""} /> : <App key={key} {...shown} />, this.root);
  }

  private beginFirst(workspace: Workspace): void {
    const { frame, node } = this.opened;
    this.root.replaceChildren();
    if (frame !== null) workspace.goTo(frame);
    if (node) workspace.selected.value = node;
  }
}

const root = document.querySelector<HTMLElement>("#app");
if (root) {
  try {
    const opened = await openedBy(location), shown = new Shown(root, opened);
    const worker = new Worker("playground_worker.js", { type: "module" });
    const engine: PageEngine = new PageEngine(worker, opened.document, (advice) => void shown.begin(engine, advice));
    if (opened.still) await engine.openStill(opened.still.picture, opened.still.facts, opened.still.tracks);
    await shown.begin(engine);
  } catch (error) {
    root.textContent = `The renderer cannot be started here: ${error instanceof Error ? error.message : String(error)}`;
  }
}
