// SPDX-License-Identifier: Apache-2.0
// Asks for pictures: the engine draws one at a time, the newest next, and an exact one when all is at rest.
import { effect, signal } from "@preact/signals";
import { settingText } from "./document";
import type { FrameAsk, Part, Picture } from "./engine";
import { inputTime, mark } from "./latency";
import type { Workspace } from "./workspace";

const restMs = 200;

/** A picture, and the question that it answers. */
export interface AskedPicture extends Picture {
  ask: number;
}

export class PictureLoop {
  readonly picture = signal<AskedPicture | null>(null);
  readonly problem = signal("");
  readonly width = signal(960); // px of the screen that the picture has
  readonly part = signal<Part | null>(null); // what is seen of the picture; null: all of it
  readonly plain = signal(false);
  readonly isExact = signal(false); // the picture is what was asked for last, to the last bit

  private wanted: FrameAsk | null = null;
  private wantedSince = 0; // ms
  private asks = 0;
  private isAsking = false;
  private lastGood = ""; // the text that was drawn last
  private rest: ReturnType<typeof setTimeout> | undefined;
  private readonly unfollow: () => void;

  constructor(private readonly workspace: Workspace) {
    this.unfollow = effect(() => this.ask(this.question()));
  }

  /** Asks for nothing more. */
  end(): void {
    this.unfollow();
    clearTimeout(this.rest);
    this.wanted = null;
  }

  /** The picture is on the screen. */
  shown(picture: AskedPicture): void {
    mark("shown", { ask: picture.ask, ...(picture.provisional ? {} : { frame: picture.frame }) });
  }

  private question(): FrameAsk {
    const { text, frame, drag, solo, isGood } = this.workspace;
    const dragged = drag.value;
    return {
      text: isGood.value ? text.value : this.lastGood,
      settings: dragged ? { [dragged.target]: settingText(dragged.target, dragged.value) } : {},
      frame: frame.value,
      width: this.width.value,
      part: this.part.value,
      exact: false,
      solo: solo.value,
      plain: this.plain.value,
    };
  }

  private ask(question: FrameAsk): void {
    clearTimeout(this.rest);
    if (question.text === "") return; // nothing was ever good
    this.wanted = question;
    this.wantedSince = inputTime(this.wantedSince);
    this.isExact.value = false;
    void this.run();
  }

  /** While a picture is decoded and shown here, the engine draws the next. */
  private async run(): Promise<void> {
    if (this.isAsking) return;
    this.isAsking = true;
    while (this.wanted) {
      const question: FrameAsk = this.wanted, ask = ++this.asks;
      this.wanted = null;
      if (!question.exact) mark("input", { ask }, this.wantedSince);
      mark("request", { ask });
      await new Promise<void>((isFree) => void this.answer(question, ask, isFree).finally(isFree));
    }
    this.isAsking = false;
  }

  private async answer(question: FrameAsk, ask: number, isFree: () => void): Promise<void> {
    try {
      const picture = await this.workspace.engine.frame(question, () => {
        mark("response", { ask });
        isFree();
      });
      if (picture) {
        mark("decoded", { ask });
        this.picture.peek()?.bitmap.close();
        this.picture.value = { ...picture, ask };
        if (!question.plain) this.lastGood = question.text;
      }
      this.problem.value = "";
      if (this.wanted || ask !== this.asks) return;
      this.isExact.value = picture?.exact ?? false;
      if (picture?.provisional) this.askAgain(question);
      else if (!question.exact && !this.workspace.drag.peek()) this.rest = setTimeout(() => this.askAgain({ ...question, exact: true }), restMs);
    } catch (error) {
      this.problem.value = error instanceof Error ? error.message : String(error);
    }
  }

  private askAgain(question: FrameAsk): void {
    this.wanted = question;
    void this.run();
  }
}
