// SPDX-License-Identifier: Apache-2.0
// The worker of a page where no module is built: the same renderer, compiled for this machine, behind the test's server.
import { serve, type PageModule } from "../../editor/src/page_worker";

async function post(path: string, body: BodyInit): Promise<{ head: Record<string, unknown>; pixels: Uint8Array }> {
  const answer = await fetch(`stand-in/${path}`, { method: "POST", body });
  const bytes = new Uint8Array(await answer.arrayBuffer()), size = Number(answer.headers.get("head-size"));
  const head = new TextDecoder().decode(bytes.subarray(0, size));
  return { head: (head ? JSON.parse(head) : {}) as Record<string, unknown>, pixels: bytes.subarray(size) };
}

const module: PageModule = {
  ask: (method, path, body) => post(`ask/${method}/${path}`, body),
  giveFrame: async (frame, width, height, pixels) => void (await post(`frame/${frame}/${width}/${height}`, new Uint8Array(pixels))),
  givePicture: async (path, width, height, pixels) => void (await post(`picture/${width}/${height}/${encodeURIComponent(path)}`, new Uint8Array(pixels))),
  putFile: (path, bytes) => void post(`file${encodeURI(path)}`, new Uint8Array(bytes)),
};

serve(Promise.resolve(module));
