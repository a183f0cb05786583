// SPDX-License-Identifier: Apache-2.0
// A module in Node, from the folder that it was built into.
import { webcrypto } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { MemoryFiles } from "./memory_files";
import { OverlaceModule } from "./module";

/** Loads the module of a folder, with the fonts beside it. */
export async function loadNode(folder: string, { fused = false } = {}): Promise<OverlaceModule> {
  globalThis.crypto ??= webcrypto as Crypto; // Node 18 has it under this name alone
  const files = new MemoryFiles();
  for (const font of readdirSync(join(folder, "fonts"))) files.put(`/fonts/${font}`, readFileSync(join(folder, "fonts", font)));
  return OverlaceModule.load(readFileSync(join(folder, fused ? "overlace-fused.wasm" : "overlace.wasm")), files);
}
