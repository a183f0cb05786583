// SPDX-License-Identifier: Apache-2.0
// Opens the document of the engine whose address and token the page was given.
import { render } from "preact";
import { App } from "./app";
import { HttpEngine } from "./http_engine";
import { PictureLoop } from "./picture_loop";
import { textExtensions } from "./text";
import { Workspace } from "./workspace";

/** The token stands in the address's fragment, which is never sent, and is taken out of it at once. */
function takeToken(): string {
  const token = location.hash.slice(1) || sessionStorage.getItem("token") || "";
  sessionStorage.setItem("token", token);
  history.replaceState(null, "", location.pathname);
  return token;
}

const root = document.querySelector<HTMLElement>("#app");
const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? "";
if (root) {
  try {
    const workspace = await Workspace.open(new HttpEngine(takeToken()), (of) => textExtensions(of, nonce));
    root.replaceChildren();
    render(<App workspace={workspace} loop={new PictureLoop(workspace)} />, root);
  } catch (error) {
    root.textContent = `The editor cannot be reached: ${error instanceof Error ? error.message : String(error)}`;
  }
}
