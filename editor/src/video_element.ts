// SPDX-License-Identifier: Apache-2.0
// A video that the browser plays but does not let us decode: an element that is sought, one frame after the other.
import type { ClipFacts } from "./page_messages";

const assumedRate = 25; // frames per second: the element does not tell

export class VideoElement {
  private constructor(private readonly element: HTMLVideoElement, readonly facts: ClipFacts) {}

  /** Rejects what the browser cannot play. */
  static async open(file: File): Promise<VideoElement> {
    const element = document.createElement("video");
    element.muted = true;
    element.preload = "auto";
    element.src = URL.createObjectURL(file);
    await new Promise((resolve, reject) => {
      element.addEventListener("loadeddata", resolve, { once: true });
      element.addEventListener("error", () => reject(new Error(element.error?.message)), { once: true });
    });
    const { videoWidth: width, videoHeight: height, duration } = element;
    if (width === 0 || !Number.isFinite(duration)) throw new Error("there is no picture in it");
    const frames = Math.max(1, Math.floor(duration * assumedRate));
    return new VideoElement(element, { name: file.name, width, height, frame_rate: [assumedRate, 1], frame_count: frames });
  }

  /** What is seen at a time, in seconds. */
  async bitmapAt(time: number): Promise<ImageBitmap> {
    const inside = time + 0.5 / assumedRate; // of the frame, and not at its edge
    if (Math.abs(this.element.currentTime - inside) > 1e-4) {
      const isThere = new Promise((resolve) => this.element.addEventListener("seeked", resolve, { once: true }));
      this.element.currentTime = inside;
      await isThere;
    }
    return createImageBitmap(this.element);
  }

  close(): void {
    URL.revokeObjectURL(this.element.src);
    this.element.removeAttribute("src");
  }
}
