# SPDX-License-Identifier: Apache-2.0
"""What the page does with files: exports, drafts, conflicts, and a beginning without any."""

import json
import subprocess

from browser import InBrowser
from cli import PROGRAM
from support import needs_browser


class WithFiles(InBrowser):
    def change(self):
        """Removes the topmost painted node, and waits until the text has changed."""
        self.page.click(".paint .name >> nth=0")
        self.page.keyboard.press("Delete")
        self.page.wait_for_selector("h1 i")


@needs_browser
class Export(WithFiles):
    def test_unsaved_changes_are_exported(self):
        page = self.open()
        self.change()
        page.click(".top button:has-text('Export')")
        self.until("document.querySelector('dialog input[name=name]').value !== ''")
        self.assertEqual(page.input_value("input[name=name]"), "clip-mine.mp4")
        page.fill("input[name=frames]", "0-19")
        page.click("dialog button.primary")
        page.wait_for_selector(".outcome:has-text('clip-mine.mp4')")
        made = (self.editor.folder / "clip-mine.mp4").read_bytes()
        page.click("dialog button.primary")
        page.wait_for_selector("text=clip-mine.mp4 is already there.")
        self.assertEqual((self.editor.folder / "clip-mine.mp4").read_bytes(), made)
        page.keyboard.press("Escape")
        self.save()
        out = self.editor.folder / "same.mp4"
        subprocess.run([PROGRAM, "render", self.editor.video, "-g", self.editor.file, "--tracks", self.editor.tracks, "--frames", "0-19",
                        "-o", out], check=True, capture_output=True, cwd=self.editor.folder)
        self.assertEqual(out.read_bytes(), made)


@needs_browser
class Drafts(WithFiles):
    def crash(self):
        """The editor ends without a word, and another one is started on the same file."""
        self.page.wait_for_timeout(2500)  # until a draft is kept
        self.page.close(run_before_unload=False)
        self.asked.clear()  # the next one has another port
        self.editor.kill()
        self.editor.start(self.editor.video, "-g", self.editor.file, "--tracks", self.editor.tracks)
        self.page = self.page.context.new_page()
        self.page.goto(self.editor.address)
        self.page.wait_for_selector(".node")

    def test_are_restored(self):
        page = self.open()
        painted = page.locator(".paint li").count()
        self.change()
        self.crash()
        self.page.wait_for_selector(".bar:has-text('Unsaved changes of')")
        self.page.click(".bar button:has-text('Restore')")
        self.page.wait_for_selector("h1 i")
        self.until(f"document.querySelectorAll('.paint li').length === {painted - 1}")
        self.assertEqual(len(json.loads(self.save())["composite"]), painted - 1)
        self.assertEqual(self.page.locator(".bar").count(), 0)

    def test_are_discarded(self):
        self.open()
        self.change()
        self.crash()
        self.page.click(".bar button:has-text('Discard')")
        self.page.wait_for_selector(".bar", state="detached")
        self.page.reload()
        self.page.wait_for_selector(".node")
        self.assertEqual(self.page.locator(".bar").count(), 0)

    def test_a_deleted_file_is_told(self):
        page = self.open()
        before = self.editor.text
        self.editor.file.unlink()
        page.click(".bar:has-text('no longer there') button:has-text('Save')")
        page.wait_for_selector(".bar", state="detached")
        self.assertEqual(self.editor.text, before)


@needs_browser
class Conflicts(WithFiles):
    def test_both_are_merged(self):
        page = self.open()
        self.change()
        theirs = self.editor.text.replace('"width": "0.3%"', '"width": "2%"')
        self.editor.file.write_text(theirs, encoding="utf-8")
        page.click(".bar:has-text('The file has changed') button:has-text('Merge')")
        page.wait_for_selector("text=Merged")
        merged = json.loads(self.save())
        self.assertEqual(merged["nodes"]["lines"]["params"]["width"], "2%")
        self.assertEqual(len(merged["composite"]), len(json.loads(theirs)["composite"]) - 1)
        page.keyboard.press("Control+z")  # one step
        self.until("document.querySelectorAll('.paint li').length > 0")


@needs_browser
class Beginning(WithFiles):
    def test_the_gallery_comes_first(self):
        self.open()
        self.page.close()
        self.asked.clear()
        self.editor.kill()
        self.editor.start()
        page = self.page = self.page.context.new_page()
        page.goto(self.editor.address)
        page.wait_for_selector("dialog .gallery")
        page.click(".gallery li:has-text('constellation') button:has-text('Extend')")
        page.wait_for_selector(".node")
        self.picture()
        self.assertEqual(json.loads(self.save())["extends"], "constellation")
        self.assertTrue((self.editor.folder / "untitled.json").exists())

    def save(self):
        self.page.keyboard.press("Control+s")
        self.page.wait_for_selector("text=Saved")
        return (self.editor.folder / "untitled.json").read_text(encoding="utf-8")
