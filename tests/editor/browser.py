# SPDX-License-Identifier: Apache-2.0
"""The editor's page in a browser."""

import base64
import hashlib
import json
import re
import unittest

from support import CHROMIUM, Editor


class InBrowser(unittest.TestCase):
    scheme, size = "dark", (1440, 900)
    routes = {}  # answers in place of the server's

    @classmethod
    def setUpClass(cls):
        from playwright.sync_api import sync_playwright
        cls.playwright = sync_playwright().start()
        cls.addClassCleanup(cls.playwright.stop)
        cls.browser = cls.playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        cls.addClassCleanup(cls.browser.close)

    def setUp(self):
        self.logged, self.asked = [], []

    def open(self, graph="constellation", **options):
        """The page of an editor."""
        self.editor = Editor(graph, **options)
        self.addCleanup(self.editor.__exit__, None, None, None)
        return self.show(self.editor.address)

    def show(self, address):
        """The page at an address; what it logs and where it goes is looked at, at the end."""
        context = self.browser.new_context(viewport={"width": self.size[0], "height": self.size[1]}, color_scheme=self.scheme)
        self.addCleanup(context.close)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on("console", lambda message: self.logged.append(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.logged.append(str(error)))
        page.on("request", lambda request: self.asked.append(request.url))
        for pattern, answer in self.routes.items():
            page.route(pattern, answer)
        page.goto(address)
        page.wait_for_selector(".node, main.live")
        self.page = page
        return page

    def tearDown(self):
        elsewhere = [url for url in self.asked if not url.startswith((f"http://127.0.0.1:{self.editor.port}/", "blob:", "data:"))]
        # Browsers log what is refused, too.
        logged = [text for text in self.logged if not re.search("the server responded with a status of (409|422)", text)]
        self.assertEqual((logged, elsewhere), ([], []))

    def until(self, condition, seconds=60):
        """Waits for an expression; the page's policy allows no functions made of texts."""
        for _ in range(20 * seconds):
            if self.page.evaluate(condition):
                return
            self.page.wait_for_timeout(50)
        self.fail(f"never: {condition}")

    def save(self, seconds=60):
        """Saves, once all acts are made that were begun; returns the file's text."""
        self.page.wait_for_timeout(300)  # an act that was just begun
        self.page.keyboard.press("Control+s")
        self.page.wait_for_timeout(100)
        self.until("document.querySelector('.top h1 i') === null", seconds)  # the mark of unsaved changes
        return self.editor.text

    def row(self, param):
        return self.page.locator(f'[data-param="{param}"]')

    def select(self, node):
        self.page.click(f'[data-node="{node}"] .face')

    def picture(self):
        """The pixels on the screen, once they are exact."""
        self.until("document.querySelector('.picture .state').textContent.startsWith('exact')")
        return self.drawn()

    def drawn(self):
        """Names what is on the screen."""
        return hashlib.sha256(self.page.evaluate("document.querySelector('.frame > canvas').toDataURL()").encode()).hexdigest()

    def assert_shows(self, png, part=None):
        """The picture on the screen, or what is seen of it, has exactly the pixels of a PNG."""
        data = base64.b64encode(png).decode()
        differing = self.page.evaluate("""async ([data, part]) => {
            const bytes = Uint8Array.from(atob(data), (digit) => digit.charCodeAt(0));
            const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
            const canvas = document.querySelector(".frame > canvas");
            if (canvas.width !== bitmap.width || canvas.height !== bitmap.height) return "another size";
            const pixels = (image) => {
                const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d", { willReadFrequently: true });
                context.drawImage(image, 0, 0);
                return context.getImageData(part?.x ?? 0, part?.y ?? 0, part?.width ?? bitmap.width, part?.height ?? bitmap.height).data;
            };
            const a = pixels(bitmap), b = pixels(canvas);
            return a.reduce((count, value, i) => count + (value !== b[i]), 0);
        }""", [data, part])
        self.assertEqual(differing, 0)

    def nodes(self):
        return json.loads(self.save())["nodes"]
