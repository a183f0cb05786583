// SPDX-License-Identifier: Apache-2.0
// Clips whose frames a worker decodes.
import { BlobSource, EncodedPacketSink, Input, MATROSKA, MP4, MPEG_TS, QTFF, VideoSampleSink, WEBM, type VideoSample } from "mediabunny";
import type { ClipFacts } from "./page_messages";

/** A clip's frames, as pixels of straight R'G'B'A at any size. */
export interface PageClip {
  readonly facts: ClipFacts;
  pixels(frame: number, width: number, height: number): Promise<Uint8ClampedArray>;
  close(): void;
}

const mostPicture = 4096; // px of a side: larger pictures are scaled down
const mostSkipped = 24; // frames that are decoded on the way to another, rather than sought

/** Draws on a canvas that is kept, and reads it. */
class Scaler {
  private readonly context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });

  pixels(width: number, height: number, draw: (context: OffscreenCanvasRenderingContext2D) => void): Uint8ClampedArray {
    const context = this.context;
    if (!context) throw new Error("this browser has no canvas in workers");
    if (context.canvas.width !== width || context.canvas.height !== height) Object.assign(context.canvas, { width, height });
    else context.clearRect(0, 0, width, height);
    context.imageSmoothingQuality = "high";
    draw(context);
    return context.getImageData(0, 0, width, height).data;
  }
}

/** The pixels of a picture file. Rejects what the browser cannot read. */
export async function pixelsOfPicture(file: Blob): Promise<{ width: number; height: number; pixels: Uint8ClampedArray }> {
  const bitmap = await createImageBitmap(file, { premultiplyAlpha: "none", colorSpaceConversion: "none" });
  const { width, height } = bitmap;
  const pixels = new Scaler().pixels(width, height, (context) => context.drawImage(bitmap, 0, 0));
  bitmap.close();
  return { width, height, pixels };
}

/** A picture, in each of its frames. */
class StillClip implements PageClip {
  private readonly scaler = new Scaler();

  constructor(readonly facts: ClipFacts, private readonly bitmap: ImageBitmap) {}

  pixels(_frame: number, width: number, height: number): Promise<Uint8ClampedArray> {
    return Promise.resolve(this.scaler.pixels(width, height, (context) => context.drawImage(this.bitmap, 0, 0, width, height)));
  }
  close(): void {
    this.bitmap.close();
  }
}

function hasAlpha(pixels: Uint8ClampedArray): boolean {
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 255) return true;
  return false;
}

async function openPicture(file: File, given: Partial<ClipFacts>): Promise<PageClip> {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, mostPicture / Math.max(bitmap.width, bitmap.height));
  const size = { width: Math.round(bitmap.width * scale), height: Math.round(bitmap.height * scale) };
  const clip = new StillClip({ name: file.name, ...size, frame_rate: [25, 1], frame_count: 1, ...given }, bitmap);
  clip.facts.has_alpha = hasAlpha(await clip.pixels(0, size.width, size.height));
  return clip;
}

/** Frames by WebCodecs, each exactly the one that is asked for. */
class DecodedClip implements PageClip {
  private readonly scaler = new Scaler();
  private run: AsyncGenerator<VideoSample, void, unknown> | null = null;
  private next = 0; // frame of the run
  private last: { frame: number; sample: VideoSample } | null = null;

  constructor(readonly facts: ClipFacts, private readonly input: Input, private readonly sink: VideoSampleSink, private readonly stamps: number[]) {}

  async pixels(frame: number, width: number, height: number): Promise<Uint8ClampedArray> {
    const sample = await this.sample(frame);
    return this.scaler.pixels(width, height, (context) => sample.draw(context, 0, 0, width, height));
  }
  close(): void {
    this.last?.sample.close();
    void this.run?.return();
    this.input.dispose();
  }

  private async sample(frame: number): Promise<VideoSample> {
    if (this.last?.frame === frame) return this.last.sample;
    if (!this.run || frame < this.next || frame > this.next + mostSkipped) {
      await this.run?.return();
      this.run = this.sink.samples(this.stamps[frame]);
      this.next = frame;
    }
    while (this.next <= frame) {
      const { value } = await this.run.next();
      if (!value) throw new Error(`frame ${frame} cannot be decoded`);
      this.last?.sample.close();
      this.last = { frame: this.next, sample: value };
      this.next += 1;
    }
    if (!this.last) throw new Error(`frame ${frame} cannot be decoded`);
    return this.last.sample;
  }
}

/** A rate as a ratio: one of NTSC's where it is near. */
function ratioOf(rate: number): [number, number] {
  const ntsc = Math.round((rate * 1001) / 1000);
  if (Math.abs((ntsc * 1000) / 1001 - rate) < 0.002 && Math.abs(Math.round(rate) - rate) > 0.002) return [ntsc * 1000, 1001];
  return [Math.max(1, Math.round(rate * 1000)), 1000];
}

async function openVideo(file: File): Promise<PageClip> {
  const input = new Input({ source: new BlobSource(file), formats: [MP4, QTFF, MATROSKA, WEBM, MPEG_TS] });
  const track = await input.getPrimaryVideoTrack();
  if (!track || !(await track.canDecode())) throw new Error("this browser has no decoder for it");
  const stamps: number[] = [];
  for await (const packet of new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true })) stamps.push(packet.timestamp);
  stamps.sort((a, b) => a - b);
  const shown = stamps.filter((stamp) => stamp >= 0), first = shown[0];
  if (first === undefined) throw new Error("there are no frames in it");
  const { bestGuessFrameRate: rate } = await track.computeFrameRateMetrics();
  const facts: ClipFacts = {
    name: file.name,
    width: await track.getDisplayWidth(),
    height: await track.getDisplayHeight(),
    frame_rate: ratioOf(rate > 0 ? rate : 25),
    frame_count: shown.length,
    times: shown.map((stamp) => stamp - first),
  };
  return new DecodedClip(facts, input, new VideoSampleSink(track), shown);
}

/** A picture, or a video that the browser decodes frame by frame. Rejects anything else. */
export function openClip(file: File, given: Partial<ClipFacts> = {}): Promise<PageClip> {
  return file.type.startsWith("image/") ? openPicture(file, given) : openVideo(file);
}

/** A video that an element of the page shows: `show` brings what is seen at a time in seconds. */
export class ShownClip implements PageClip {
  private readonly scaler = new Scaler();
  private last: { frame: number; bitmap: ImageBitmap } | null = null;

  constructor(readonly facts: ClipFacts, private readonly show: (time: number) => Promise<ImageBitmap | null>) {}

  async pixels(frame: number, width: number, height: number): Promise<Uint8ClampedArray> {
    if (this.last?.frame !== frame) {
      const [num, den] = this.facts.frame_rate;
      const bitmap = await this.show((frame * den) / num);
      if (!bitmap) throw new Error(`frame ${frame} cannot be shown`);
      this.close();
      this.last = { frame, bitmap };
    }
    const { bitmap } = this.last;
    return this.scaler.pixels(width, height, (context) => context.drawImage(bitmap, 0, 0, width, height));
  }
  close(): void {
    this.last?.bitmap.close();
    this.last = null;
  }
}
