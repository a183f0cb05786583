// SPDX-License-Identifier: Apache-2.0
// Unsaved text is kept outside of the page every two seconds, for the case that all ends badly.
import { effect } from "@preact/signals";
import type { Host } from "./engine";
import type { Workspace } from "./workspace";

const restMs = 2000;

export class DraftKeeper {
  private kept: string; // what the host knows: a draft, or what the file holds
  private timer: ReturnType<typeof setTimeout> | undefined;
  private hasFailed = false;

  constructor(private readonly workspace: Workspace, private readonly host: Host) {
    this.kept = workspace.text.peek();
    effect(() => {
      if (workspace.text.value !== this.kept) this.timer ??= setTimeout(() => void this.keep(), restMs);
    });
    addEventListener("pagehide", () => void this.keep(true));
  }

  /** Keeps the text now. Returns whether that is done; what is in the way is told once. */
  async keep(isLast = false): Promise<boolean> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const text = this.workspace.text.peek();
    if (text === this.kept) return true;
    try {
      await this.host.keepDraft(text, this.workspace.savedText.peek(), isLast);
      this.kept = text;
      this.hasFailed = false;
    } catch (error) {
      if (!this.hasFailed) this.workspace.tell(error);
      this.hasFailed = true;
    }
    if (this.workspace.text.peek() !== this.kept) this.timer ??= setTimeout(() => void this.keep(), restMs);
    return !this.hasFailed;
  }

  /** Ends an offer: the draft that was found becomes the text, or goes. */
  async settle(restore: boolean): Promise<void> {
    const draft = this.workspace.draft.peek();
    this.workspace.draft.value = null;
    if (restore && draft) {
      this.workspace.restore(draft);
      await this.keep(); // before the one that was found goes
    } else {
      this.kept = ""; // one of this editor's, left by a page that is gone, goes with the next one
      await this.keep();
    }
    await this.host.dropDraft().catch((error: unknown) => this.workspace.tell(error));
  }
}
