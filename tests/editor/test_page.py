# SPDX-License-Identifier: Apache-2.0
"""The editor's page in a browser, used as a designer uses it: by mouse and by keys."""

import json
import unittest

from browser import InBrowser
from support import FRAMES, SIZE, needs_browser


@needs_browser
class Opening(InBrowser):
    def test_is_there_soon(self):
        page = self.open()
        self.assertEqual(page.locator(".node").count(), len(json.loads(self.editor.text)["nodes"]))
        self.assertEqual(page.evaluate("location.hash"), "")
        self.picture()
        self.assertIn("No problems", page.inner_text(".top"))


@needs_browser
class Values(InBrowser):
    def test_a_slider_draws_before_it_is_let_go(self):
        page = self.open()
        page.fill('input[aria-label="Frame"]', "20")
        before, pixels = self.editor.text, self.picture()
        self.select("lines")
        slider = self.row("width").locator("input[type=range]").first
        box = slider.bounding_box()
        drawn = self.drawn()
        page.mouse.move(box["x"] + 8, box["y"] + box["height"] / 2)
        page.mouse.down()
        page.mouse.move(box["x"] + box["width"] * 0.9, box["y"] + box["height"] / 2, steps=6)
        for _ in range(400):
            if self.drawn() != drawn:
                break
            page.wait_for_timeout(50)
        self.assertNotEqual(self.drawn(), drawn)
        self.assertTrue(page.locator("button:has-text('Save')").is_disabled())  # the text has not changed
        page.mouse.up()
        page.wait_for_selector("button:has-text('Save'):not([disabled])")
        changed = self.save()
        lines = [(a, b) for a, b in zip(before.splitlines(), changed.splitlines()) if a != b]
        self.assertEqual([len(lines), len(before.splitlines())], [1, len(changed.splitlines())])
        self.assertNotEqual(self.picture(), pixels)
        page.keyboard.press("Control+z")
        self.assertEqual(self.save(), before)
        self.assertEqual(self.picture(), pixels)

    def test_kinds(self):
        page = self.open()
        self.select("boxes")
        self.row("corner_radius").locator(".entry").fill("7")
        page.keyboard.press("Enter")
        self.row("corner_radius").locator("button.unit").click()
        self.until("document.querySelector('[data-param=corner_radius] .unit').textContent === 'px'")
        self.assertEqual(self.nodes()["boxes"]["params"]["corner_radius"], 25.2)  # 7 % of 360 px
        self.row("corner_radius").locator(".reset").click()
        self.row("style").locator("select, [role=radio]").first.wait_for()
        self.row("fill").locator(".entry").last.fill("#ff000080")
        page.keyboard.press("Enter")
        page.wait_for_timeout(300)
        params = self.nodes()["boxes"]["params"]
        self.assertNotIn("corner_radius", params)
        self.assertEqual(params["fill"], "#ff000080")

    def test_keyframes_are_drawn_as_frame_draws_them(self):
        page = self.open()
        self.select("points")
        for frame, size in ((0, "1"), (20, "9"), (40, "3")):
            page.fill('input[aria-label="Frame"]', str(frame))
            if frame == 0:
                self.row("size").locator(".key").click()
                self.row("size").locator(".curve .diamond").wait_for()
            self.row("size").locator(".entry").fill(size)
            page.keyboard.press("Enter")
            self.until(f"document.querySelectorAll('[data-param=size] .curve .diamond').length === {1 + frame // 20}")
        keys = self.nodes()["points"]["params"]["size"]["keyframes"]
        self.assertEqual([(key["frame"], key["value"]) for key in keys], [(0, "1%"), (20, "9%"), (40, "3%")])
        page.wait_for_selector(".curve polyline", state="attached")
        for frame in (5, 20, 33):
            page.fill('input[aria-label="Frame"]', str(frame))
            self.picture()
            self.assert_shows(self.editor.still(frame))
        page.keyboard.press("Shift+Comma")
        self.until("document.querySelector('[aria-label=Frame]').value === '20'")
        self.row("size").locator(".key").click()
        self.until("document.querySelectorAll('[data-param=size] .curve .diamond').length === 2")

    def test_a_map_shows_the_clip(self):
        page = self.open("boxes")
        node = next(name for name, value in json.loads(self.editor.text)["nodes"].items() if value["type"] == "draw_boxes")
        self.select(node)
        self.row("stroke_width").locator("button.label").click()
        page.keyboard.type("Map")
        page.keyboard.press("Enter")
        self.row("stroke_width").locator("select").first.select_option("x")
        page.wait_for_selector(f'svg[aria-label="Histogram of {3 * FRAMES} rows"]')
        self.assertEqual(self.nodes()[node]["params"]["stroke_width"]["map"], "x")
        for frame in (3, 17, 44):
            page.fill('input[aria-label="Frame"]', str(frame))
            self.picture()
            self.assert_shows(self.editor.still(frame))

    def test_knobs(self):
        page = self.open()
        page.click("button:has-text('Knobs')")
        self.row("neighbours").locator(".entry").fill("1")
        page.keyboard.press("Enter")
        page.wait_for_timeout(300)
        self.assertEqual(json.loads(self.save())["knobs"]["neighbours"]["default"], 1)
        page.click("button:has-text('Knobs')")
        self.select("boxes")
        self.row("opacity").locator("button.label").click()
        page.keyboard.type("Make it")
        page.keyboard.press("Enter")
        page.wait_for_selector("[data-param=opacity] .chip")
        document = json.loads(self.save())
        self.assertEqual(document["nodes"]["boxes"]["params"]["opacity"], "$opacity")
        self.assertEqual(document["knobs"]["opacity"]["default"], 0.75)

    def test_a_patch_takes_one_key_and_gives_it_back(self):
        page = self.open('{\n  "overlace": 1,\n  "extends": "constellation"\n}\n')
        before = self.editor.text
        self.assertIn("inherited", page.locator('[data-node="lines"]').get_attribute("class"))
        self.select("lines")
        self.row("width").locator(".entry").first.fill("1")
        page.keyboard.press("Enter")
        page.wait_for_selector("[data-param=width] .reset")
        self.assertEqual(self.nodes(), {"lines": {"params": {"width": "1%"}}})
        self.row("width").locator(".reset").click()
        page.wait_for_selector("[data-param=width] .reset", state="detached")
        self.assertEqual(json.loads(self.save()), json.loads(before))


@needs_browser
class Wiring(InBrowser):
    def test_add_and_wire_by_keys(self):
        page = self.open()
        page.locator('[data-node="steady"] .face').focus()
        page.keyboard.press("Enter")
        page.keyboard.press("a")
        page.keyboard.type("draw_trails")
        page.keyboard.press("Enter")
        page.wait_for_selector('[data-node="trails"]')
        document = json.loads(self.save())
        self.assertEqual(document["nodes"]["trails"], {"type": "draw_trails", "inputs": {"tracks": "steady"}})
        self.assertEqual(document["composite"][-1], "trails")
        page.locator('[data-node="trails"] .port.in').first.focus()
        page.keyboard.press("Enter")
        page.keyboard.type("whole")
        page.keyboard.press("Enter")
        page.wait_for_timeout(300)
        self.assertEqual(self.nodes()["trails"]["inputs"]["tracks"], "whole")
        page.locator(".paint button:has-text('trails')").first.focus()
        page.keyboard.press("Alt+ArrowDown")
        page.wait_for_timeout(300)
        self.assertEqual(json.loads(self.save())["composite"][-2:], ["trails", "labels"])
        page.locator('[data-node="trails"] .face').focus()
        page.keyboard.press("Delete")
        page.wait_for_selector('[data-node="trails"]', state="detached")
        document = json.loads(self.save())
        self.assertNotIn("trails", document["nodes"])
        self.assertNotIn("trails", document["composite"])

    def pull(self, source, port):
        a, b = self.page.locator(source).bounding_box(), self.page.locator(port).bounding_box()
        self.page.mouse.move(a["x"] + a["width"] / 2, a["y"] + a["height"] / 2)
        self.page.mouse.down()
        self.page.mouse.move(b["x"] + b["width"] / 2, b["y"] + b["height"] / 2, steps=5)
        self.page.mouse.up()

    def test_wires_by_mouse_say_why_they_do_not_fit(self):
        page = self.open()
        before = self.editor.text
        self.pull('[data-node="curves"] .port.out', '[data-node="boxes"] .port.in')
        page.wait_for_selector("text=takes tracks")
        self.pull('[data-node="steady"] .port.out', '[data-node="whole"] .port.in')
        page.wait_for_selector("text=would make a loop")
        self.assertTrue(page.locator("button:has-text('Save')").is_disabled())
        self.pull('[data-node="people"] .port.out', '[data-node="boxes"] .port.in')
        page.wait_for_selector("button:has-text('Save'):not([disabled])")
        self.assertEqual(json.loads(self.save())["nodes"]["boxes"]["inputs"]["tracks"], "people")
        page.keyboard.press("Control+z")
        self.assertEqual(self.save(), before)

    def test_tab_adds_and_goes_on(self):
        page = self.open()
        before = self.editor.text
        self.select("steady")
        page.keyboard.press("Tab")
        page.keyboard.type("draw_ellipses")
        page.keyboard.press("Enter")
        page.wait_for_selector('[data-node="ellipses"].selected')
        made = self.save()
        self.assertEqual(json.loads(made)["nodes"]["ellipses"]["inputs"], {"tracks": "steady"})
        kept = [line for line in before.splitlines() if line not in made.splitlines()]
        self.assertLessEqual(len(kept), 2)  # the last node gets a comma, the paint order an entry
        self.select("steady")
        page.keyboard.press("Tab")
        page.wait_for_selector(".menu")
        page.keyboard.press("Tab")
        page.wait_for_selector(".menu", state="detached")
        self.assertEqual(page.evaluate("document.activeElement.className"), "port out")

    def test_a_node_is_inserted_on_a_wire(self):
        page = self.open()
        self.select("boxes")
        page.keyboard.press("i")
        page.keyboard.type("track_extend")
        page.keyboard.press("Enter")
        page.wait_for_selector('[data-node="extend"].selected')
        nodes = self.nodes()
        self.assertEqual((nodes["extend"]["inputs"], nodes["boxes"]["inputs"], nodes["points"]["inputs"]),
                         ({"tracks": "steady"}, {"tracks": "extend"}, {"tracks": "steady"}))
        self.select("boxes")
        page.keyboard.press("i")
        page.keyboard.type("effect_blur")
        page.keyboard.press("Enter")
        page.wait_for_selector('[data-node="blur"].selected')
        self.assertEqual(json.loads(self.save())["composite"], ["dim", "lines", "blur", "points", "labels"])
        page.keyboard.press("Control+z")
        page.keyboard.press("Control+z")
        page.wait_for_selector('[data-node="extend"]', state="detached")

    def test_mixing_in_the_paint_order(self):
        page = self.open()
        self.select("lines")
        page.select_option('[aria-label="blend of lines in the paint order"]', "add")
        page.wait_for_selector("button:has-text('Save'):not([disabled])")
        self.assertEqual(json.loads(self.save())["composite"][1], {"node": "lines", "blend": "add"})
        page.click('[aria-label="Do not paint points"]')
        page.click('[aria-label="Paint points"]')
        self.until("document.querySelector('.paint .name').textContent === 'points'")
        self.assertEqual([entry if isinstance(entry, str) else entry["node"] for entry in json.loads(self.save())["composite"]],
                         ["dim", "lines", "boxes", "labels", "points"])

    def test_an_unknown_key_is_marked_with_the_nearest_name(self):
        page = self.open('{"overlace": 1, "title": "<script>document.title = 1</script>", "nodes": {"boxes": {"type": "draw_boxes", "inputs": {}, "params": {"stroke_wdth": 3}}},'
                         ' "composite": ["boxes"]}')
        page.wait_for_selector('[data-node="boxes"].wrong .badge')
        page.click("button.problems")
        self.assertIn("stroke_width", page.inner_text(".text .problems"))
        self.assertEqual((page.title(), page.inner_text("h1")), ("overlace", "<script>document.title = 1</script>"))

    def test_rename_copy_and_paste(self):
        page = self.open()
        self.select("steady")
        page.fill('input[aria-label="Name of the node"]', "calm")
        page.keyboard.press("Enter")
        page.wait_for_selector('[data-node="calm"]')
        nodes = self.nodes()
        self.assertEqual((nodes["boxes"]["inputs"]["tracks"], "steady" in nodes), ("calm", False))
        self.select("boxes")
        for count in (1, 2):
            page.keyboard.press("Control+c")
            page.keyboard.press("Control+v")
            self.until(f"document.querySelectorAll('.paint li').length === {5 + count}")
        nodes = self.nodes()
        copies = [name for name, node in nodes.items() if node["type"] == "draw_boxes"]
        self.assertEqual(len(copies), 3)
        self.assertEqual({nodes[name]["inputs"]["tracks"] for name in copies}, {"calm"})
        for _ in range(3):
            page.keyboard.press("Control+z")
        page.wait_for_selector('[data-node="steady"]')


    def test_several_nodes_at_once(self):
        page = self.open()
        before = self.editor.text
        self.select("boxes")
        page.click('[data-node="points"] .face', modifiers=["Shift"])
        page.click('[data-node="labels"] .face', modifiers=["Shift"])
        page.click('[data-node="labels"] .face', modifiers=["Shift"])  # and no longer
        self.assertEqual(page.locator(".node.selected, .node.chosen").evaluate_all("nodes => nodes.map((node) => node.dataset.node).sort()"), ["boxes", "points"])
        page.keyboard.press("Control+c")
        page.keyboard.press("Control+v")
        page.wait_for_selector('[data-node="points_2"]')
        page.keyboard.press("Delete")
        page.wait_for_selector('[data-node="points"]', state="detached")
        document = json.loads(self.save())
        self.assertEqual(document["composite"], ["dim", "lines", "labels", "boxes_2", "points_2"])
        self.assertNotIn("boxes", document["nodes"])
        for _ in range(2):
            page.keyboard.press("Control+z")
        page.wait_for_selector('[data-node="points"]')
        self.assertEqual(self.save(), before)


@needs_browser
class Objects(InBrowser):
    def test_a_click_finds_node_and_object(self):
        page = self.open("boxes")
        self.picture()
        box = page.locator(".frame > canvas").bounding_box()
        scale = box["width"] / SIZE[0]
        page.mouse.click(box["x"] + 150.5 * scale, box["y"] + 160 * scale)  # the left edge of the second person's box
        page.wait_for_selector(".pixel b")
        self.assertIn("person", page.inner_text(".pixel"))
        self.assertIn("150, 160", page.inner_text(".pixel"))
        page.keyboard.press("Alt+Period")
        self.until(f"document.querySelector('[aria-label=Frame]').value === '{FRAMES - 1}'")
        page.keyboard.press("Alt+Comma")
        self.until("document.querySelector('[aria-label=Frame]').value === '0'")

    def test_only_what_is_seen_is_sent(self):
        """At four screen pixels for one, a part of the picture comes, with the pixels of the whole frame."""
        page, sizes = self.open(), []
        page.on("response", lambda answer: sizes.append((json.loads(answer.request.post_data), int(answer.headers["content-length"]))) if answer.url.endswith("/frame") else None)
        self.picture()
        for _ in range(3):
            page.keyboard.press("+")
        page.wait_for_selector(".picture footer button:text-is('4:1')")
        page.locator(".frame").evaluate("frame => frame.scrollTo(700, 500)")
        page.wait_for_timeout(100)
        self.picture()
        asked, size = [(question, size) for question, size in sizes if question["exact"]][-1]
        part = asked["part"]
        self.assertLess(part["width"] * part["height"], SIZE[0] * SIZE[1] / 4)
        self.assertTrue(part["x"] <= 175 < part["x"] + part["width"], part)  # 700 px of the screen, 4 for 1
        self.assertLess(size, part["width"] * part["height"] * 3 + 2000)
        self.assert_shows(self.editor.still(0), part)

    def test_solo_wipe_zoom_play_by_keys(self):
        page = self.open()
        self.select("boxes")
        drawn = self.picture()
        for key, mark in (("s", ".node.solo"), ("w", ".wipe"), ("1", ".frame:not(.fitted)"), ("b", 'button[aria-pressed=true]:has-text("Before")')):
            page.keyboard.press(key)
            page.wait_for_selector(mark)
            page.keyboard.press(key)
            page.wait_for_selector(mark, state="detached")
        self.assertEqual(self.picture(), drawn)
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("Space")
        self.until("Number(document.querySelector('[aria-label=Frame]').value) > 3")
        page.keyboard.press("Space")
        page.keyboard.press("?")
        page.wait_for_selector("dialog .keys")


@needs_browser
class Text(InBrowser):
    def test_an_error_keeps_the_picture_and_marks_the_line(self):
        page = self.open()
        pixels = self.picture()
        page.keyboard.press("Control+e")
        page.click(".cm-content")
        page.keyboard.press("Control+Home")
        for _ in range(11):
            page.keyboard.press("ArrowDown")
        page.keyboard.press("End")
        page.keyboard.type("x")
        page.wait_for_selector(".text .problems b:has-text('line 12')")
        page.wait_for_selector(".cm-lintRange-error, .cm-lintPoint-error", state="attached")
        page.wait_for_selector(".cm-lint-marker-error")
        self.assertTrue(page.locator(".text .problems button").evaluate("button => button.getBoundingClientRect().bottom <= button.closest('ul').getBoundingClientRect().bottom"))
        self.assertEqual(self.picture(), pixels)
        page.fill('input[aria-label="Frame"]', "20")  # other frames are drawn, too
        self.picture()
        page.fill('input[aria-label="Frame"]', "0")
        self.assertEqual(self.picture(), pixels)
        page.click(".cm-content")
        page.keyboard.press("Control+Home")
        for _ in range(11):
            page.keyboard.press("ArrowDown")
        page.keyboard.press("End")
        page.keyboard.press("Backspace")
        page.wait_for_selector("text=No problems")

    def test_the_graph_follows(self):
        page = self.open('{"overlace": 1, "extends": "boxes"}')
        page.keyboard.press("Control+e")
        page.click(".cm-content")
        page.keyboard.press("Control+a")
        page.keyboard.insert_text('{"overlace": 1, "nodes": {"shade": {"type": "draw_fill"}}, "composite": ["shade"]}')
        page.keyboard.press("Control+e")
        page.wait_for_selector('[data-node="shade"]')
        self.assertEqual(page.locator(".node").count(), 1)


@needs_browser
class Files(InBrowser):
    def test_another_program_changes_the_file(self):
        page = self.open()
        self.editor.file.write_text('{"overlace": 1, "title": "Theirs", "extends": "boxes"}', encoding="utf-8")
        page.wait_for_selector("h1:has-text('Theirs')")
        page.click(".paint .name >> nth=0")
        page.keyboard.press("Delete")
        page.wait_for_selector("h1 i")
        self.editor.file.write_text('{"overlace": 1, "title": "Again", "extends": "boxes"}', encoding="utf-8")
        page.wait_for_selector("text=The file has changed")
        page.click("text=Take theirs")
        page.wait_for_selector("h1:has-text('Again')")

    def test_gallery(self):
        page = self.open()
        page.click("button:has-text('Gallery')")
        self.until("document.querySelectorAll('.gallery canvas').length > 40 || document.querySelectorAll('.gallery li').length > 40")
        page.fill('input[aria-label="Search presets"]', "neon")
        page.click(".gallery button:has-text('Extend') >> nth=0")
        page.wait_for_selector("button:has-text('Save'):not([disabled])")
        self.assertEqual(json.loads(self.save())["extends"], "neon")


if __name__ == "__main__":
    unittest.main()
