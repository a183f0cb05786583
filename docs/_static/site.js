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
