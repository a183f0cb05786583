// SPDX-License-Identifier: Apache-2.0
// What is wider than the page can be scrolled with the keyboard, too: only such tables and code blocks are stops of the Tab key.
"use strict";

function markScrollable() {
  for (const part of document.querySelectorAll(".table-wrapper, .highlight pre")) {
    if (part.scrollWidth > part.clientWidth) {
      part.tabIndex = 0;
    } else {
      part.removeAttribute("tabindex");
    }
  }
}

window.addEventListener("load", markScrollable);
window.addEventListener("resize", markScrollable);

// Pages of presets and nodes: a button that draws the picture anew in the page, with sliders. Without WebAssembly, without the
// playground, and where the site is read from a disk, there is only the picture.
async function offerSliders() {
  const places = document.querySelectorAll(".live[data-page]");
  if (places.length === 0 || typeof WebAssembly !== "object" || !location.protocol.startsWith("http")) {
    return;
  }
  const module = new URL("overlace.wasm", new URL(places[0].dataset.page, location.href));
  if (!(await fetch(module, { method: "HEAD" })).ok) {
    return;
  }
  for (const place of places) {
    const button = document.createElement("button");
    button.textContent = "Try it: change values here";
    button.addEventListener("click", () => {
      const frame = document.createElement("iframe");
      frame.src = place.dataset.page;
      frame.title = place.dataset.title;
      place.replaceChildren(frame);
      frame.focus();
    });
    place.append(button);
  }
}

window.addEventListener("load", () => offerSliders().catch(() => undefined));
