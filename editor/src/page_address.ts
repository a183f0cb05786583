// SPDX-License-Identifier: Apache-2.0
// What the playground's address asks for: #PRESET, or #NAME=VALUE&… with names of the members of `Opened`.
import type { PageDocument } from "./page_engine";
import type { ClipFacts } from "./page_messages";

/** A picture that stands for a clip. */
export interface Still {
  picture: File;
  facts: Partial<ClipFacts>;
  tracks: File | null;
}

export interface Opened {
  document: PageDocument;
  still: Still | null; // null: the test card
  frame: number | null; // null: one that shows something
  node: string; // that is selected; "": the last one that is painted
  isLive: boolean; // the picture and its sliders alone, inside another page
}

/** A document of one's own that extends a preset. */
function extending(preset: string): string {
  return JSON.stringify({ $schema: "./overlace-graph.schema.json", overlace: 1, extends: preset }, null, 2) + "\n";
}

/** A file of this site. Rejects one that is not there. */
async function fileAt(address: string): Promise<File> {
  const answer = await fetch(new URL(address, location.href));
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  const bytes = await answer.blob();
  return new File([bytes], address.replace(/^.*\//, ""), { type: bytes.type });
}

async function stillOf(asked: URLSearchParams): Promise<Still | null> {
  const still = asked.get("still"), tracks = asked.get("tracks");
  if (!still) return null;
  const number = (name: string, usual: number) => Number(asked.get(name) ?? usual);
  return {
    picture: await fileAt(still),
    facts: { width: number("width", 1280), height: number("height", 720), frame_rate: [number("rate", 25), 1], frame_count: number("frames", 1) },
    tracks: tracks ? await fileAt(tracks) : null,
  };
}

async function documentOf(asked: URLSearchParams): Promise<PageDocument> {
  const preset = asked.get("preset") ?? "", address = asked.get("document");
  if (!address) return { name: preset ? `${preset}.json` : "untitled.json", text: extending(preset || "boxes"), begins: !preset };
  const file = await fileAt(address);
  return { name: file.name, text: await file.text(), begins: false };
}

/** Reads an address. Rejects files that are not there. */
export async function openedBy({ hash, search }: Location): Promise<Opened> {
  const text = hash.slice(1), asked = new URLSearchParams(text.includes("=") ? text : { preset: decodeURIComponent(text) });
  const frame = asked.get("frame");
  return {
    document: await documentOf(asked),
    still: await stillOf(asked),
    frame: frame === null ? null : Number(frame),
    node: asked.get("node") ?? "",
    isLive: search === "?live",
  };
}
