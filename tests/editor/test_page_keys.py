# SPDX-License-Identifier: Apache-2.0
"""The editor's page without a mouse: every act, and everything that is acted on is reached by Tab."""

import json
import unittest

from browser import InBrowser
from support import needs_browser

# Whether the focus is on an element of a kind, with a text.
IS_THERE = "([kind, text]) => document.activeElement?.matches(kind) === true && document.activeElement.textContent.trim().startsWith(text)"
MOST_STEPS = 400


@needs_browser
class ByKeys(InBrowser):
    def reach(self, kind, text="", key="Tab"):
        """Presses Tab until the focus is there."""
        for _ in range(MOST_STEPS):
            if self.page.evaluate(IS_THERE, [kind, text]):
                return
            self.page.keyboard.press(key)
        self.fail(f"Tab does not lead to {kind} {text}")

    def press(self, kind, text="", key="Tab"):
        self.reach(kind, text, key)
        self.page.keyboard.press("Enter")

    def choose(self, text):
        """Takes what is typed from the menu that is open."""
        self.page.wait_for_selector(".menu input")
        self.page.keyboard.type(text)
        self.page.keyboard.press("Enter")
        self.page.wait_for_selector(".menu", state="detached")

    def changes(self, act):
        """Does what changes the text, and waits for that."""
        before = self.page.evaluate("document.querySelector('[title=\"Ctrl+Z\"]').disabled")
        act()
        if before:
            self.page.wait_for_selector("[title='Ctrl+Z']:not([disabled])")
        self.page.wait_for_timeout(200)

    def params(self, node):
        return self.nodes()[node].get("params", {})

    def test_values(self):
        page = self.open()
        first = self.editor.text
        self.press(".paint .name", "lines")
        page.wait_for_selector('[data-node="lines"].selected')
        self.reach('[data-param="width"] input[type=range]')
        self.changes(lambda: page.keyboard.press("ArrowRight"))
        self.assertNotEqual(self.params("lines")["width"], "0.3%")
        page.keyboard.press("Control+z")
        self.assertEqual(self.save(), first)
        self.reach('[data-param="width"] .entry')
        page.keyboard.press("Control+a")
        page.keyboard.type("2")
        self.changes(lambda: page.keyboard.press("Enter"))
        self.press('[data-param="width"] button.unit')
        self.until("document.querySelector('[data-param=width] .unit').textContent === 'px'")
        self.assertEqual(self.params("lines")["width"], 7.2)
        self.press('[data-param="width"] .reset')
        page.wait_for_selector('[data-param="width"] .reset', state="detached")
        self.press('[data-param="width"] .key', key="Shift+Tab")
        page.wait_for_selector('[data-param="width"] .curve .diamond')
        self.press('[data-param="color"] button.label')
        self.choose("Map")
        page.wait_for_selector('[data-param="color"] .gradient')
        params = self.params("lines")
        self.assertEqual((list(params["width"]), "map" in params["color"]), (["keyframes"], True))
        self.press("button", "Knobs", key="Shift+Tab")
        self.reach('[data-param="neighbours"] .entry')
        page.keyboard.press("Control+a")
        page.keyboard.type("1")
        self.changes(lambda: page.keyboard.press("Enter"))
        self.assertEqual(json.loads(self.save())["knobs"]["neighbours"]["default"], 1)

    def test_nodes(self):
        page = self.open()
        self.reach(".node .face")
        for key in ("ArrowRight", "ArrowRight", "ArrowLeft"):
            page.keyboard.press(key)
            self.assertTrue(page.evaluate("document.activeElement.closest('.node').classList.contains('selected')"), key)
        while page.evaluate("document.activeElement.closest('.node').dataset.node") != "steady":
            page.keyboard.press("ArrowLeft")
            if page.evaluate("document.activeElement.closest('.node').dataset.node") == "people":
                page.keyboard.press("ArrowRight")
        page.keyboard.press("a")
        self.choose("draw_trails")
        page.wait_for_selector('[data-node="trails"].selected')
        page.keyboard.press("i")
        self.choose("track_extend")
        page.wait_for_selector('[data-node="extend"].selected')
        self.assertEqual((self.nodes()["trails"]["inputs"], self.nodes()["extend"]["inputs"]), ({"tracks": "extend"}, {"tracks": "steady"}))
        self.press('[data-node="extend"] .port.in', key="Shift+Tab")
        self.choose("people")
        page.keyboard.press("F2")
        page.keyboard.type("longer")
        page.keyboard.press("Enter")
        page.wait_for_selector('[data-node="longer"]')
        self.assertEqual((self.nodes()["longer"]["inputs"], self.nodes()["trails"]["inputs"]), ({"tracks": "people"}, {"tracks": "longer"}))
        self.press(".paint .name", "trails")
        page.keyboard.press("Alt+ArrowDown")
        self.until("document.querySelectorAll('.paint .name')[1].textContent.startsWith('trails')")
        page.keyboard.press("Control+c")
        page.keyboard.press("Control+v")
        page.wait_for_selector('[data-node="trails_2"]')
        self.press('[aria-label="Do not paint trails_2"]')
        self.press('[aria-label="Paint trails_2"]')
        self.until("document.querySelector('.paint .name').textContent.startsWith('trails_2')")
        page.keyboard.press("Delete")
        page.wait_for_selector('[data-node="trails"]', state="detached")
        document = json.loads(self.save())
        self.assertEqual(document["composite"], ["dim", "lines", "boxes", "points", "labels", "trails_2"])
        self.assertNotIn("trails", document["nodes"])

    def test_time_and_picture(self):
        page = self.open()
        self.press(".paint .name", "boxes")

        def frame():
            return int(page.evaluate("document.querySelector('[aria-label=Frame]').value"))

        for key, wanted in ((".", 1), (".", 2), (",", 1), ("End", 49), ("Home", 0), ("Alt+Period", 49), ("Alt+Comma", 0)):
            page.keyboard.press(key)
            page.wait_for_timeout(100)
            self.assertEqual(frame(), wanted, key)
        for key, mark in (("s", ".node.solo"), ("w", ".wipe"), ("b", 'button[aria-pressed=true]:has-text("Before")')):
            page.keyboard.press(key)
            page.wait_for_selector(mark)
            page.keyboard.press(key)
            page.wait_for_selector(mark, state="detached")
        for key, text in (("1", "1:1"), ("+", "2:1"), ("+", "4:1"), ("-", "2:1")):
            page.keyboard.press(key)
            page.wait_for_selector(f".picture footer button:text-is('{text}')")
        self.reach(".frame")  # arrows scroll it
        page.keyboard.press("End")
        page.keyboard.press("Escape")

    def test_text_gallery_export_and_conflict(self):
        page = self.open()
        page.keyboard.press("Control+e")
        self.reach(".cm-content")
        page.keyboard.press("Control+a")
        page.keyboard.insert_text('{\n  "overlace": 1,\n  "extends": "boxes"\n}\n')
        page.keyboard.press("Control+e")
        page.wait_for_selector('[data-node="boxes"].inherited')
        self.press("button", "Gallery", key="Shift+Tab")
        self.reach('input[aria-label="Search presets"]')
        page.keyboard.type("neon")
        self.press(".gallery button", "Extend")
        page.wait_for_selector(".gallery", state="detached")
        self.assertEqual(json.loads(self.save())["extends"], "neon")
        self.press("button", "Export")
        self.reach('input[name="frames"]')
        page.keyboard.type("0-4")
        self.press("dialog button.primary", "Export")
        page.wait_for_selector("dialog .outcome, dialog .problem")
        self.assertIn("5 frames", page.inner_text("dialog .outcome"))
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")
        page.keyboard.press("Control+z")
        page.wait_for_selector("h1 i")
        self.editor.file.write_text('{"overlace": 1, "title": "Theirs", "extends": "boxes"}', encoding="utf-8")
        page.wait_for_selector("text=The file has changed")
        self.press(".bar button", "Take theirs", key="Shift+Tab")
        page.wait_for_selector("h1:has-text('Theirs')")


if __name__ == "__main__":
    unittest.main()
