# SPDX-License-Identifier: Apache-2.0
"""Pictures of the editor's server: exact at rest, whatever order frames are asked for in, and soon while they are not."""

import json
import random
import subprocess
import unittest

import numpy as np

from cli import EMPTY_GRAPH, PROGRAM
from support import FRAMES, Editor

X264 = "-c:v libx264 -preset veryfast -threads 1 -x264-params ".split()
SMALL = (160, 90)
NUMBERED = """{"overlace": 1, "nodes": {"number": {"type": "draw_text", "params": {"text": "{frame}", "size": "40%"}}},
 "composite": ["number"]}"""


def pixels(pngs, size):
    """Decoded by FFmpeg, all at once: pictures, rows, columns, R G B."""
    raw = subprocess.run(["ffmpeg", "-v", "error", "-f", "image2pipe", "-c:v", "png", "-i", "-", "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt",
                          "rgb24", "-"], input=b"".join(pngs), check=True, capture_output=True).stdout
    return np.frombuffer(raw, np.uint8).reshape(len(pngs), size[1], size[0], 3)


def rendered(editor, numbers):
    """The pictures that `overlace render` makes of a clip in one run, by frame."""
    folder = editor.folder / "rendered"
    folder.mkdir()
    done = subprocess.run([PROGRAM, "render", editor.video, "-g", editor.file, "--tracks", editor.tracks, "-o", folder / "%05d.png",
                           "--frames", ",".join(map(str, numbers)), "--progress", "none"], cwd=editor.folder, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 3):  # complete, or from a damaged clip
        raise AssertionError(done.stderr)
    return {int(path.stem): path.read_bytes() for path in sorted(folder.iterdir())}


class AtRest(unittest.TestCase):
    def test_twenty_frames_of_five_presets(self):
        numbers = list(range(0, FRAMES, 5)) + list(range(1, FRAMES, 5))
        for preset in ("boxes", "constellation", "neon", "heat_recent", "crowd"):
            with self.subTest(preset), Editor(preset) as editor:
                expected = rendered(editor, sorted(numbers))
                shown = [editor.frame(editor.text, number)[2] for number in numbers]
                differing = pixels(shown, (640, 360)) != pixels([expected[number] for number in numbers], (640, 360))
                self.assertEqual(np.count_nonzero(differing), 0)


class AtRestAlone(unittest.TestCase):
    """The same against `overlace frame` itself, which opens the clip each time."""

    def test_twenty_frames_of_five_presets(self):
        for preset in ("boxes", "constellation", "neon", "heat_recent", "crowd"):
            with self.subTest(preset), Editor(preset) as editor:
                numbers = range(0, FRAMES, FRAMES // 20)[:20]
                shown = [editor.frame(editor.text, number)[2] for number in numbers]
                expected = [editor.still(number) for number in numbers]
                self.assertEqual(np.count_nonzero(pixels(shown, (640, 360)) != pixels(expected, (640, 360))), 0)


class AnyOrder(unittest.TestCase):
    """200 frames in a random order are those of a run from the start."""

    def check(self, name, *arguments, frames=75, damage=False):
        with Editor(NUMBERED, clip=(name, ("-f", "lavfi", "-i", f"testsrc2=s={SMALL[0]}x{SMALL[1]}:r=25:d=3", *arguments))) as editor:
            if damage:
                data = bytearray(editor.video.read_bytes())
                for at in range(len(data) // 3, len(data) * 2 // 3, 997):
                    data[at] ^= 0x55
                editor.video.write_bytes(data)
            expected = rendered(editor, range(frames))
            self.assertGreater(len(expected), frames // 2)
            choose = random.Random(11)
            shown, wanted = [], []
            for number in (choose.choice(sorted(expected)) for _ in range(200)):
                status, headers, body = editor.frame(editor.text, number)
                self.assertEqual((status, headers["overlace-frame"]), (200, str(number)))
                shown.append(body)
                wanted.append(expected[number])
            self.assertEqual(np.count_nonzero(pixels(shown, SMALL) != pixels(wanted, SMALL)), 0)

    def test_frames_stored_in_another_order(self):
        self.check("clip.mp4", *X264, "keyint=24:bframes=3")

    def test_open_groups(self):
        self.check("clip.mkv", *X264, "open-gop=1:keyint=12:bframes=4:b-pyramid=normal")

    def test_variable_rate(self):
        self.check("clip.mkv", "-vf", "select=mod(n\\,7)*mod(n\\,5)", "-fps_mode", "vfr", *X264, "keyint=20:bframes=2", frames=51)

    def test_damage(self):
        self.check("clip.ts", *X264, "keyint=12:bframes=2", damage=True)


class Drafts(unittest.TestCase):
    def test_a_far_frame_comes_step_by_step(self):
        clip = ("clip.mp4", ("-f", "lavfi", "-i", "testsrc2=s=1280x720:r=25:d=20", *X264, "keyint=200:scenecut=0"))
        with Editor("boxes", clip=clip) as editor:
            question = {"text": editor.text, "frame": 390, "width": 320, "exact": False, "solo": "", "plain": False, "settings": {}}
            came = []
            while True:
                status, headers, body = editor.request("POST", "/frame", question)
                self.assertEqual((status, headers["content-type"], body[:2]), (200, "image/jpeg", b"\xff\xd8"))
                came.append(int(headers["overlace-frame"]))
                if headers["overlace-provisional"] != "1":
                    break
            self.assertGreaterEqual(came[0], 200)  # not before the key frame
            self.assertEqual((came, came[-1]), (sorted(set(came)), 390))
            _, headers, _ = editor.request("POST", "/frame", question)
            self.assertEqual(headers["overlace-frame"], "390")

    def test_lines_keep_their_share_of_the_picture(self):
        """A draft is drawn at its size: what it adds to its picture is what the exact one adds, scaled."""
        def small(picture):
            raw = subprocess.run(["ffmpeg", "-v", "error", "-i", "-", "-vf", "scale=320:180:flags=area", "-f", "rawvideo", "-pix_fmt", "gray", "-"],
                                 input=picture, check=True, capture_output=True).stdout
            return np.frombuffer(raw, np.uint8).reshape(180, 320).astype(int)
        with Editor("spotlight") as editor:
            exact, draft, plain = (small(editor.frame(editor.text, 20, **how)[2]) for how in (
                {}, {"exact": False, "width": 320}, {"exact": False, "width": 320, "plain": True}))
            bare = small(editor.frame(EMPTY_GRAPH, 20)[2])
            added, drafted = exact - bare, draft - plain
            self.assertGreater(abs(added).mean(), 5)
            self.assertLess(abs(added - drafted).mean(), 0.2 * abs(added).mean())

    def test_wrong_graphs_leave_the_last_one(self):
        with Editor("boxes") as editor:
            self.assertEqual(editor.frame(editor.text, 3, exact=False)[0], 200)
            document = json.loads(editor.text)
            document["composite"] = ["nobody"]
            self.assertEqual(editor.frame(json.dumps(document), 3, exact=False)[0], 422)
            self.assertEqual(editor.frame(editor.text, 4, exact=False)[0], 200)


if __name__ == "__main__":
    unittest.main()
