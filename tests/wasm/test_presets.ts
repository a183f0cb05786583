// SPDX-License-Identifier: Apache-2.0
// Every preset that the native library can draw has the same bytes from the module. Run by Node:
//   test_presets MODULES DRAW_PRESETS
// MODULES is the folder of overlace.wasm and its fonts, DRAW_PRESETS a native program (draw_presets.cpp). With a third argument
// "fused", the faster module is tested, where this Node's relaxed multiply-add rounds once. It also says what a page downloads.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

import { loadNode } from "../../wasm/src/node";
import { fusesMultiplyAdd, Overlace, OverlaceError, type ClipFacts } from "../../wasm/src/overlace";

const clip: ClipFacts = { width: 320, height: 180, frameCount: 31 };
const frame = 15;
const formats = ["rgba", "yuv420p", "yuv420p10"];
const mostDownloaded = 4_000_000; // bytes of a module and its fonts, packed

/** Twenty people who walk, with key points, outlines, ids and scores, as COCO's results. */
function scene(): string {
  const rows: object[] = [];
  for (let image = 1; image <= (clip.frameCount ?? 0); ++image)
    for (let id = 1; id <= 20; ++id) {
      const x = 10 + ((id * 53 + image * (1 + (id % 5))) % 270);
      const y = 8 + ((id * 37 + image * (id % 3)) % 110);
      const [width, height] = [18 + (id % 4) * 5, 30 + (id % 6) * 4];
      const keypoints = Array.from({ length: 17 }, (_, i) => [x + (width * ((i * 7) % 17)) / 17, y + (height * i) / 17, i % 9 === 8 ? 1 : 2]);
      const outline = [x, y + height / 2, x + width / 2, y, x + width, y + height / 2, x + width / 2, y + height];
      rows.push({ image_id: image, category_id: id % 3, bbox: [x, y, width, height], score: 0.5 + (id % 10) / 20,
        track_id: id, keypoints: keypoints.flat(), segmentation: [outline] });
    }
  return JSON.stringify(rows);
}

/** What the native program has drawn, by preset and format; a text where it refused. */
function nativePictures(program: string, tracks: string): Map<string, Buffer | string> {
  const args = [tracks, clip.width, clip.height, clip.frameCount, frame].map(String);
  const { stdout, status, error } = spawnSync(program, [...args, ...formats], { maxBuffer: 1 << 30 });
  if (error || status !== 0) throw error ?? new Error(`${program} ended with ${status}`);
  const pictures = new Map<string, Buffer | string>();
  for (let at = 0; at < stdout.length; ) {
    const end = stdout.indexOf(10, at);
    const [preset, format, bytes, ...why] = stdout.toString("utf8", at, end).split(" ");
    at = end + 1 + Number(bytes);
    pictures.set(`${preset} ${format}`, Number(bytes) > 0 ? stdout.subarray(end + 1, at) : why.join(" "));
  }
  return pictures;
}

function given(size: number): Uint8Array {
  return Uint8Array.from({ length: size }, (_, i) => (i * 31) % 251);
}

async function run(folder: string, program: string, fused: boolean): Promise<string[]> {
  const failures: string[] = [];
  const module = await loadNode(folder, { fused });
  const temporary = mkdtempSync(join(tmpdir(), "overlace-"));
  const tracks = join(temporary, "scene.json");
  writeFileSync(tracks, scene());
  module.files.put(tracks, new TextEncoder().encode(scene()));
  const natively = nativePictures(program, tracks);
  rmSync(temporary, { recursive: true });

  const library = new Overlace(module);
  let equal = 0;
  const drawn = new Set<string>();
  for (const [name, expected] of natively) {
    const [preset = "", format = ""] = name.split(" ");
    try {
      const used = library.program({ graph: preset, clip, tracks });
      const renderer = used.renderer();
      const bytes = given(library.imageBytes(library.format(format), clip.width, clip.height));
      renderer.draw(frame, { format, width: clip.width, height: clip.height, bytes });
      renderer.free();
      used.free();
      if (typeof expected === "string") failures.push(`${name}: drawn, but the native library refuses it: ${expected}`);
      else if (!expected.equals(bytes)) failures.push(`${name}: ${bytes.filter((byte, i) => byte !== expected[i]).length} bytes differ`);
      else if (expected.equals(given(bytes.length))) console.log(`${name}: both draw nothing here`);
      else ++equal, drawn.add(preset);
    } catch (error) {
      if (!(error instanceof OverlaceError)) throw error;
      if (typeof expected !== "string") failures.push(`${name}: refused: ${error.message}`);
      else console.log(`${name}: refused by both: ${expected}`);
    }
  }
  const presets = library.presets().length;
  console.log(`${drawn.size} of ${presets} presets, ${equal} pictures equal to the native library's`);
  if (drawn.size < presets - 1) failures.push("all presets but the one that needs sound should show something");

  const names = [fused ? "overlace-fused.wasm" : "overlace.wasm", ...readdirSync(join(folder, "fonts")).map((font) => join("fonts", font))];
  const sizes = names.map((name) => brotliCompressSync(readFileSync(join(folder, name))).length);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`${total} bytes packed: ${names.map((name, i) => `${name} ${sizes[i]}`).join(", ")}`);
  if (total > mostDownloaded) failures.push(`a page downloads ${total} bytes, more than ${mostDownloaded}`);
  return failures;
}

const [folder = "", program = "", which] = process.argv.slice(2);
if (!existsSync(join(folder, "overlace.wasm"))) {
  console.log("SKIPPED: there is no module: tools/build wasm builds it");
} else if (which === "fused" && !(await fusesMultiplyAdd())) {
  console.log("SKIPPED: relaxed multiply-adds round twice here, or there are none");
} else {
  const failures = await run(folder, program, which === "fused");
  for (const failure of failures) console.log(`FAILED ${failure}`);
  process.exitCode = failures.length > 0 ? 1 : 0;
}
