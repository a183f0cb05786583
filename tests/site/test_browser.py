# SPDX-License-Identifier: Apache-2.0
"""The site in a browser: its search finds what people type, its pages can be used by all, and no other host is asked."""

import contextlib
import functools
import http.server
import importlib.util
import shutil
import threading
import unittest
from collections.abc import Iterator
from typing import Any

from built_site import SITE, build, needs_sphinx

CHROMIUM = shutil.which("chromium")
needs_browser = unittest.skipUnless(
    CHROMIUM and all(importlib.util.find_spec(name) for name in ("playwright", "axe_playwright_python")), "run tools/setup site"
)
PAGES = ("index", "running", "tutorials/first-video", "looks/index", "looks/neon", "nodes/index", "nodes/draw_boxes", "commands/render",
         "track-formats", "python-reference")


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files without a word."""

    def log_message(self, *_: object) -> None:
        pass


@contextlib.contextmanager
def browsing() -> Iterator[tuple[Any, str, list[str]]]:
    """A page of a browser, the address of the served site, and what the browser asked for."""
    import playwright.sync_api

    build()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(SITE)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    asked: list[str] = []
    try:
        with playwright.sync_api.sync_playwright() as play:
            browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            page = browser.new_page()
            page.set_default_timeout(120_000)
            page.on("request", lambda request: asked.append(request.url))
            yield page, f"http://127.0.0.1:{server.server_port}", asked
            browser.close()
    finally:
        server.shutdown()
        server.server_close()


@needs_sphinx
@needs_browser
class Search(unittest.TestCase):
    """The search, as it is typed."""

    def test_what_is_looked_for_comes_first(self) -> None:
        with browsing() as (page, address, _):
            for text, pages in (("corner_radius", "nodes"), ("MOTChallenge", "track-formats"), ("exit code 75", "help/exit-codes")):
                with self.subTest(text=text):
                    page.goto(f"{address}/search.html?q={text.replace(' ', '+')}")
                    first = page.locator("#search-results ul.search li a").first
                    first.wait_for()
                    page.wait_for_function("document.querySelector('#search-results .search-summary')?.textContent.includes('ound')")
                    self.assertIn(f"{address}/{pages}", first.evaluate("link => link.href"))

    def test_unknown_word(self) -> None:
        with browsing() as (page, address, _):
            page.goto(f"{address}/search.html?q=xylophonist")
            page.get_by_text("did not match").first.wait_for()
            self.assertEqual(page.locator("#search-results ul.search li a").count(), 0)


@needs_sphinx
@needs_browser
class Access(unittest.TestCase):
    """axe's rules on ten pages, and the hosts that these ask."""

    def test_nothing_serious(self) -> None:
        import axe_playwright_python.sync_playwright

        axe = axe_playwright_python.sync_playwright.Axe()
        with browsing() as (page, address, asked):
            for name in PAGES:
                page.goto(f"{address}/{name}.html")
                found = axe.run(page).response["violations"]
                serious = [(rule["id"], [node["html"][:200] for node in rule["nodes"][:3]]) for rule in found
                           if rule["impact"] in ("serious", "critical")]
                with self.subTest(page=name):
                    self.assertEqual(serious, [])
            self.assertEqual([url for url in asked if not url.startswith((address, "data:"))], [])


if __name__ == "__main__":
    unittest.main()
