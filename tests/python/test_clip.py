# SPDX-License-Identifier: Apache-2.0
"""Clips: the bytes of the program, on any thread, in any order."""

import concurrent.futures
import pathlib
import shutil
import subprocess
import tempfile
import threading
import unittest

import numpy as np

import overlace
from cli import PROGRAM, ffmpeg, needs_ffmpeg
from support import SIZE, boxes, detections

WIDTH, HEIGHT = SIZE
FRAMES = 30


def track_file(folder):
    lines = ["frame,id,x,y,w,h,class,score"]
    for frame in range(FRAMES):
        for row, (left, top, right, bottom) in enumerate(boxes(frame)):
            lines.append(f"{frame},{row + 1},{left},{top},{right - left},{bottom - top},{'person' if row % 2 else 'car'},0.9")
    path = pathlib.Path(folder, "tracks.csv")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def raw_frames(video):
    """All pictures of a video as the decoder gives them: N x H x W x 3 in the order R, G, B."""
    pixels = subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-i", video, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"],
        check=True, capture_output=True,
    ).stdout  # fmt: skip
    return np.frombuffer(pixels, np.uint8).reshape(-1, HEIGHT, WIDTH, 3)


class WithFolder(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="overlace-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.tracks = track_file(self.folder)


@needs_ffmpeg
class Program(WithFolder):
    """The pictures of `overlace render` and `overlace frame`, byte for byte."""

    def setUp(self):
        super().setUp()
        self.video = self.folder / "in.mkv"
        ffmpeg("-f", "lavfi", "-i", f"testsrc2=s={WIDTH}x{HEIGHT}:r=25", "-frames:v", FRAMES, "-pix_fmt", "gbrp",
               "-c:v", "ffv1", self.video)  # fmt: skip

    def clip(self, graph, **options):
        return overlace.Clip(graph, self.tracks, size=SIZE, frames=FRAMES, **options)

    def test_frame(self):
        for preset in ("boxes", "constellation", "neon"):
            still = self.folder / f"{preset}.png"
            subprocess.run([PROGRAM, "frame", self.video, "-n", "12", "-g", preset, "--tracks", self.tracks, "-o", still],
                           check=True, capture_output=True)  # fmt: skip
            frame = raw_frames(self.video)[12].copy()
            np.testing.assert_array_equal(self.clip(preset).draw(frame, 12, order="rgb"), raw_frames(still)[0], preset)

    def test_render_of_every_preset_that_needs_no_pixels(self):
        source, drawn = raw_frames(self.video), []
        for preset in overlace.presets():
            try:
                clip = self.clip(preset)
            except overlace.Error:
                continue  # needs pixels, sound, key points or other files than these tracks
            out = self.folder / f"{preset}.mkv"
            run = subprocess.run(
                [PROGRAM, "render", self.video, "-g", preset, "--tracks", self.tracks, "-o", out, "--vcodec", "ffv1",
                 "--frames", "5-24", "--progress", "none"], capture_output=True, text=True, check=False)  # fmt: skip
            if "the graph needs a value" in run.stderr:
                continue  # a render does not begin without it; one picture says so
            self.assertEqual(run.returncode, 0, f"{preset}: {run.stderr}")
            expected = raw_frames(out)
            for number in range(5, 25):
                frame = clip.draw(source[number].copy(), number, order="rgb")
                with self.subTest(preset=preset, frame=number):
                    self.assertTrue((frame == expected[number - 5]).all())
            drawn.append(preset)
        self.assertGreater(len(drawn), 35, drawn)

    def test_settings_and_knobs(self):
        still = self.folder / "set.png"
        settings = ["--set", "links.k=1", "--set", "accent=#ff0000", "--set", "boxes.stroke_width=5"]
        subprocess.run([PROGRAM, "frame", self.video, "-n", "3", "-g", "constellation", "--tracks", self.tracks, "-o", still,
                        *settings], check=True, capture_output=True)  # fmt: skip
        clip = self.clip("constellation", settings={"links.k": 1, "boxes.stroke_width": 5}, accent="#ff0000")
        frame = raw_frames(self.video)[3].copy()
        np.testing.assert_array_equal(clip.draw(frame, 3, order="rgb"), raw_frames(still)[0])


class Frames(WithFolder):
    def setUp(self):
        super().setUp()
        self.clip = overlace.Clip("boxes", self.tracks, size=SIZE)

    def drawn(self, number, **options):
        return self.clip.draw(np.full((HEIGHT, WIDTH, 3), 50, np.uint8), number, **options)

    def test_order_does_not_matter(self):
        forwards = [self.drawn(number) for number in range(FRAMES)]
        for number in reversed(range(FRAMES)):
            np.testing.assert_array_equal(self.drawn(number), forwards[number])

    def test_frames_are_those_with_tracks_or_those_that_were_given(self):
        self.assertEqual(self.clip.frames, range(FRAMES))
        self.assertEqual(overlace.Clip("boxes", self.tracks, size=SIZE, first_frame=1001, frames=7).frames, range(1001, 1008))

    def test_a_part_is_cut_from_the_whole(self):
        whole = self.drawn(4)
        part = self.clip.draw(np.full((60, 90, 3), 50, np.uint8), 4, part=(10, 15))
        np.testing.assert_array_equal(part, whole[15:75, 10:100])
        self.assertTrue((part != 50).any())

    def test_bounds_contain_what_is_painted(self):
        x, y, width, height = self.clip.bounds(4)
        painted = (self.drawn(4) != 50).any(axis=2)
        self.assertTrue(painted[y : y + height, x : x + width].any())
        painted[y : y + height, x : x + width] = False
        self.assertFalse(painted.any())
        self.assertIsNone(self.clip.bounds(FRAMES + 100))

    def test_overlay_is_premultiplied(self):
        overlay = self.clip.overlay(4)
        self.assertEqual((overlay.shape, overlay.dtype), ((HEIGHT, WIDTH, 4), np.uint8))
        self.assertTrue((overlay[..., :3] <= overlay[..., 3:]).all())
        self.assertEqual((overlay[..., 3] > 0).tolist(), (self.drawn(4) != 50).any(axis=2).tolist())
        deep = self.clip.overlay(4, dtype="float32")
        self.assertLess(np.abs(deep * 255 - overlay).max(), 1.01)
        np.testing.assert_array_equal(self.clip.overlay(4, order="bgra"), overlay[..., [2, 1, 0, 3]])
        with self.assertRaisesRegex(ValueError, "floats are"):
            self.clip.overlay(4, order="bgra", dtype="float16")

    def test_an_overlay_of_a_graph_that_changes_pixels_is_refused(self):
        clip = overlace.Clip("redact", self.tracks, size=SIZE)
        with self.assertRaises(overlace.UsageError):
            clip.overlay(4)

    def test_notes_say_what_was_assumed(self):
        self.assertTrue(any("tracks.csv" in note for note in self.clip.notes), self.clip.notes)

    def test_a_closed_clip_says_so(self):
        with self.clip as clip:
            self.drawn(1)
        with self.assertRaisesRegex(ValueError, "closed"):
            clip.draw(np.zeros((HEIGHT, WIDTH, 3), np.uint8), 1)
        clip.close()

    def test_numbers_are_checked(self):
        for number in (1.5, "1", None):
            with self.assertRaisesRegex(TypeError, "whole number"):
                self.drawn(number)
        with self.assertRaisesRegex(ValueError, "number"):
            self.drawn(2**40)
        self.drawn(np.int64(3))

    def test_a_notebook_shows_a_png(self):
        data = self.clip._repr_png_()
        self.assertEqual(data[:8], b"\x89PNG\r\n\x1a\n")
        if shutil.which("ffmpeg"):
            path = self.folder / "clip.png"
            path.write_bytes(data)
            expected = self.clip.draw(np.full((HEIGHT, WIDTH, 3), 40, np.uint8), FRAMES // 2, order="rgb")
            np.testing.assert_array_equal(raw_frames(path)[0], expected)


class Threads(WithFolder):
    def test_threads_share_a_clip(self):
        clip = overlace.Clip("constellation", self.tracks, size=SIZE, threads=1)

        def draw(number):
            return clip.draw(np.full((HEIGHT, WIDTH, 3), 50, np.uint8), number)

        alone = [draw(number) for number in range(FRAMES)]
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            for _ in range(5):
                for found, expected in zip(pool.map(draw, range(FRAMES)), alone):
                    np.testing.assert_array_equal(found, expected)

    def test_a_clip_may_be_closed_while_others_draw(self):
        clip = overlace.Clip("boxes", self.tracks, size=SIZE, threads=1)
        problems = []

        def draw():
            try:
                for number in range(1000):
                    clip.draw(np.zeros((HEIGHT, WIDTH, 3), np.uint8), number % FRAMES)
            except overlace.UsageError:
                pass  # closed
            except BaseException as error:  # noqa: BLE001
                problems.append(error)

        threads = [threading.Thread(target=draw) for _ in range(4)]
        for thread in threads:
            thread.start()
        clip.close()
        for thread in threads:
            thread.join()
        self.assertEqual(problems, [])


class Refused(WithFolder):
    def refused(self, *words, kind=ValueError, graph="boxes", tracks="", **options):
        with self.assertRaises(kind) as caught:
            overlace.Clip(graph, self.tracks if tracks == "" else tracks, **{"size": SIZE, **options})
        for word in words:
            self.assertIn(word, str(caught.exception))

    def test_arguments(self):
        self.refused("boxs", "did you mean", graph="boxs")
        self.refused("size", size=(320,))
        self.refused("width", "0", size=(0, 180))
        self.refused("fps", fps=0)
        self.refused("fps", fps="fast")
        self.refused("device", 'device "gpu"', "cuda:N", device="gpu")
        self.refused("threads", threads=-1)
        self.refused("accnt", accnt="#fff")
        self.refused("stroke_width", settings={"boxes.stroke_wdth": 3})
        self.refused("accent", "None", accent=None)
        self.refused("neither tracks nor pixels", tracks=None)
        self.refused("the graph is an int", kind=TypeError, graph=3)
        self.refused("the tracks are an int", kind=TypeError, tracks=3)

    def test_files(self):
        self.refused("nowhere.csv", kind=OSError, tracks="nowhere.csv")
        self.refused("missing.json", graph=pathlib.Path("missing.json"), kind=overlace.Error)

    def test_devices_that_are_not_there(self):
        if overlace.features()["gpus"]:
            self.skipTest("this machine has a GPU")
        self.refused("", device="cuda", kind=overlace.UnavailableError)


if __name__ == "__main__":
    unittest.main()
