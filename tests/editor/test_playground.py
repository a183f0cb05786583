# SPDX-License-Identifier: Apache-2.0
"""The editor with the renderer in its page: the tests of the editor's page, as far as they apply, and what is its own."""

import json
import pathlib
import subprocess
import unittest

import test_page
import test_page_keys
from browser import InBrowser
from cli import PROGRAM
from playground import SITE, Playground
from support import FRAMES, SIZE, made_clip, needs_browser, preset, write_tracks

TEST_PICTURE = ("-f", "lavfi", "-i", f"testsrc2=s={SIZE[0]}x{SIZE[1]}:r=25")
MIDDLE = """(() => {
    const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    context.drawImage(document.querySelector(".frame > canvas"), 30, 30, 1, 1, 0, 0, 1, 1);
    return context.getImageData(0, 0, 1, 1).data[0];
})()"""  # red, of the pixel at 30, 30
NOTHING = '{"overlace": 1, "nodes": {"boxes": {"type": "track_input", "params": {"path": "$tracks"}}}, "composite": []}'
needs_page = unittest.skipUnless(SITE.is_dir(), "SKIPPED: the playground is not built: tools/setup editor")


def webm():
    """A clip that browsers decode."""
    return made_clip("clip.webm", (*TEST_PICTURE, "-frames:v", FRAMES, "-c:v", "libvpx", "-b:v", "4M"))


class Opened(Playground):
    """A playground onto which a clip, its tracks and a graph are dropped."""

    def __init__(self, graph, name, clip):
        super().__init__()
        self.drop = self.folder / "drop"
        self.drop.mkdir()
        self.file = self.drop / name
        self.text = graph if graph.startswith("{") else preset(graph)
        self.file.write_text(self.text, encoding="utf-8")
        self.tracks, self.clip = write_tracks(self.drop), clip

    def still(self, number):
        """The bytes of `overlace frame`."""
        path = self.folder / "still.png"
        subprocess.run([PROGRAM, "frame", self.clip, "-n", str(number), "-g", self.file, "--tracks", self.tracks, "-o", path, "--overwrite"],
                       check=True, capture_output=True)
        return path.read_bytes()


class OnThePage(InBrowser):
    """Opens what the tests ask for in a playground."""

    def open(self, graph="constellation", name="mine.json", clip=None, **_):
        self.editor = Opened(graph, name, clip or webm())
        self.addCleanup(self.editor.__exit__, None, None, None)
        page = self.show(self.editor.address + "#boxes")
        page.set_input_files('input[aria-label="Files to open"]', [self.editor.file, self.editor.tracks, self.editor.clip])
        page.wait_for_selector(f".clip:has-text('{pathlib.Path(self.editor.clip).name}')")
        page.wait_for_selector(".node")
        return page

    def save(self, seconds=60):
        """Downloads the document."""
        self.page.wait_for_timeout(300)
        if self.page.locator(".top h1 i").count() == 0:
            return self.editor.text
        with self.page.expect_download(timeout=1000 * seconds) as download:
            self.page.keyboard.press("Control+s")
        self.editor.text = pathlib.Path(download.value.path()).read_text(encoding="utf-8")
        self.until("document.querySelector('.top h1 i') === null", seconds)
        return self.editor.text

    def assert_shows(self, png, part=None):
        """Browsers make their own R'G'B' of a video: AtRest compares pictures."""


@needs_page
@needs_browser
class Opening(OnThePage):
    def begin(self, fragment):
        """The playground as an address opens it."""
        self.editor = Playground()
        self.addCleanup(self.editor.__exit__, None, None, None)
        return self.show(self.editor.address + fragment)

    def test_begins_with_the_test_card(self):
        page = self.begin("#constellation")
        self.picture()
        self.assertIn("Test card", page.inner_text(".clip"))
        self.assertIn("No problems", page.inner_text(".top"))
        page.click("button:has-text('Export')")
        self.assertIn("overlace render", page.inner_text("dialog pre"))

    def test_an_address_without_a_preset_shows_the_gallery(self):
        self.begin("")
        self.until("document.querySelectorAll('.gallery canvas').length > 20")

    def test_a_clip_without_tracks_says_what_to_do(self):
        page = self.begin("#boxes")
        page.set_input_files('input[aria-label="Files to open"]', [webm()])
        page.wait_for_selector("text=drop a file of them here")
        self.assertIn(f"{SIZE[0]}×{SIZE[1]} · 25 fps", page.inner_text(".clip"))
        self.assertEqual(page.locator('input[aria-label="Frame"]').get_attribute("max"), str(FRAMES - 1))

    def test_a_picture_and_its_sliders_inside_another_page(self):
        page = self.begin("?live#preset=boxes&frame=30")
        self.picture()
        self.assertEqual([page.locator("main > section").count(), page.locator(".top").count()], [2, 0])
        self.assertGreater(page.locator(".panel input[type=range]").count(), 0)

    def test_a_still_stands_for_a_clip(self):
        """As on pages of presets: the picture is smaller than the clip, whose pixels the tracks count."""
        with Playground() as playground:
            self.editor = playground
            write_tracks(playground.site)
            (playground.site / "still.png").write_bytes(made_clip("still.png", ("-f", "lavfi", "-i", "color=gray:s=320x180", "-frames:v", 1)).read_bytes())
            page = self.show(f"{playground.address}?live#preset=boxes&still=still.png&width={SIZE[0]}&height={SIZE[1]}&frames={FRAMES}&frame=0&tracks=tracks.csv")
            self.picture()
            self.assertEqual(page.evaluate("document.querySelector('.frame > canvas').width"), SIZE[0])
            box = page.locator(".frame > canvas").bounding_box()
            scale = box["width"] / SIZE[0]
            page.mouse.click(box["x"] + 150.5 * scale, box["y"] + 160 * scale)  # the left edge of the second person's box
            page.wait_for_selector(".pixel b")
            self.assertIn("person", page.inner_text(".pixel"))

    def test_what_cannot_be_opened_is_said(self):
        page = self.open()
        broken = self.editor.drop / "broken.mp4"
        broken.write_bytes(b"no video")
        page.set_input_files('input[aria-label="Files to open"]', [broken])
        page.wait_for_selector(".notices .wrong:has-text('broken.mp4 cannot be opened')")


@needs_page
@needs_browser
class AtRest(OnThePage):
    """A picture as a clip: what is at rest has the pixels of `overlace frame`."""

    def test_pixels(self):
        clip = made_clip("clip.png", (*TEST_PICTURE, "-frames:v", 1))
        page = self.open("constellation", clip=clip)
        for name in ("constellation", "boxes", "neon"):
            with self.subTest(preset=name):
                self.editor.file.write_text(preset(name), encoding="utf-8")
                page.evaluate("document.querySelector('.frame > canvas').dataset.before = ''")
                page.set_input_files('input[aria-label="Files to open"]', [self.editor.file])
                self.until("document.querySelector('.frame > canvas:not([data-before])')?.dataset.drawn === '0'")
                self.picture()
                InBrowser.assert_shows(self, self.editor.still(0))


def without_decoder(route):
    """The worker of a browser that plays videos, and hands out no decoder."""
    answer = route.fetch()
    route.fulfill(response=answer, body="delete self.VideoDecoder;" + answer.text())


@needs_page
@needs_browser
class Sought(OnThePage):
    routes = {"**/playground_worker.js": without_decoder}

    def test_a_video_is_sought_in_an_element(self):
        clip = made_clip("steps.webm", ("-f", "lavfi", "-i", "color=black:s=64x64:r=25,geq=lum='16+4*N':cb=128:cr=128", "-frames:v", FRAMES, "-c:v", "libvpx", "-b:v", "2M"))
        page = self.open(NOTHING, clip=clip)
        self.assertTrue(page.workers[0].evaluate("self.VideoDecoder === undefined"))
        for frame in (33, 7, 40):
            page.fill('input[aria-label="Frame"]', str(frame))
            self.until(f"document.querySelector('.frame > canvas').dataset.drawn === '{frame}'")
            self.picture()
            self.assertAlmostEqual(page.evaluate(MIDDLE), 4 * frame * 255 / 219, delta=3, msg=f"frame {frame}")


@needs_page
@needs_browser
class AnyOrder(OnThePage):
    """Each frame of a video is the one that is asked for: B-frames lie in another order in the file, and times vary."""

    def test_frames_have_their_own_brightness(self):
        clip = made_clip("steps.mp4", ("-f", "lavfi", "-i", "color=black:s=64x64:r=25,geq=lum='16+4*N':cb=128:cr=128,setpts='(N+gt(N,20)*10)/25/TB'", "-frames:v", FRAMES,
                                       "-fps_mode", "vfr", "-c:v", "libx264", "-bf", "3", "-g", "12", "-qp", "0", "-pix_fmt", "yuv420p"))
        page = self.open(NOTHING, clip=clip)
        for frame in (33, 7, 8, 9, 49, 0, 21, 20, 48):
            page.fill('input[aria-label="Frame"]', str(frame))
            self.until(f"document.querySelector('.frame > canvas').dataset.drawn === '{frame}'")
            self.picture()
            self.assertAlmostEqual(page.evaluate(MIDDLE), 4 * frame * 255 / 219, delta=2, msg=f"frame {frame}")


@needs_page
class Values(OnThePage, test_page.Values):
    pass


@needs_page
class Wiring(OnThePage, test_page.Wiring):
    pass


@needs_page
class Text(OnThePage, test_page.Text):
    pass


@needs_page
class Objects(OnThePage, test_page.Objects):
    test_only_what_is_seen_is_sent = None  # nothing is sent


@needs_page
class ByKeys(OnThePage, test_page_keys.ByKeys):
    test_text_gallery_export_and_conflict = None  # nothing is exported, and no file changes


@needs_page
class Readers(OnThePage):
    def test_nothing_serious(self):
        import os
        page = self.open()
        self.picture()
        page.evaluate(pathlib.Path(os.environ["OVERLACE_AXE"]).read_text(encoding="utf-8"))
        for view in (None, "Text", "Gallery"):
            if view:
                page.click(f"button:has-text('{view}')")
            found = page.evaluate("axe.run()")["violations"]
            self.assertEqual([rule["id"] for rule in found if rule["impact"] in ("serious", "critical")], [])


if __name__ == "__main__":
    unittest.main()
