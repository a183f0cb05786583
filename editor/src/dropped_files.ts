// SPDX-License-Identifier: Apache-2.0
// What files that somebody drops are for.
import { isObject, type Json } from "./json";

export interface SortedFiles {
  clip: File | null; // a video, or a picture
  tracks: File | null;
  graph: { name: string; text: string } | null;
  others: File[]; // that a document may name
}

const mostText = 64 << 20; // bytes of a document or of tracks that are looked at

/** The kinds by type and ending, of JSON by its content. Of several of a kind, the last one counts. */
export async function sortedFiles(files: File[]): Promise<SortedFiles> {
  const sorted: SortedFiles = { clip: null, tracks: null, graph: null, others: [] };
  const pictures = files.filter((file) => file.type.startsWith("image/"));
  const hasVideo = files.some(isVideo);
  for (const file of files) {
    if (isVideo(file)) sorted.clip = file;
    else if (pictures.includes(file)) (hasVideo || file.type === "image/svg+xml" ? sorted.others : []).push(file);
    else if (/\.(cube|ttf|otf|onnx)$/i.test(file.name)) sorted.others.push(file);
    else {
      const text = /\.json$/i.test(file.name) && file.size <= mostText ? await file.text() : "";
      if (isGraph(text)) sorted.graph = { name: file.name, text };
      else sorted.tracks = file;
    }
  }
  if (!hasVideo) {
    const named = pictures.filter((file) => file.type !== "image/svg+xml" && !sorted.graph?.text.includes(file.name));
    sorted.clip = named.at(-1) ?? null;
    sorted.others.push(...pictures.filter((file) => file !== sorted.clip && file.type !== "image/svg+xml"));
  }
  return sorted;
}

function isVideo(file: File): boolean {
  return file.type.startsWith("video/") || /\.(mp4|m4v|mov|mkv|webm|ts|m2ts|avi)$/i.test(file.name);
}

/** Whether a text is a document of ours, and no table of tracks. */
function isGraph(text: string): boolean {
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) && (value.overlace !== undefined && (isObject(value.nodes) || typeof value.extends === "string"));
  } catch {
    return false;
  }
}
