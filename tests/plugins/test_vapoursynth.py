#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""overlace.Draw in VapourSynth: the bytes of ovl_draw.  test_vapoursynth.py PLUGIN LIBRARY PYTHON

PYTHON is an interpreter that has VapourSynth; scripts run in it."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import libovl

PLUGIN, LIBRARY, PYTHON = map(pathlib.Path, sys.argv[1:4])
FRAMES, WIDTH, HEIGHT = 4, 322, 182
# VapourSynth's formats and FFmpeg's names of them; planes of R'G'B' are in another order.
FORMATS = {"GRAY8": "gray", "GRAY16": "gray16", "GRAYS": "grayf32", "YUV420P8": "yuv420p", "YUV422P8": "yuv422p",
           "YUV444P8": "yuv444p", "YUV420P10": "yuv420p10", "YUV444P12": "yuv444p12", "YUV422P16": "yuv422p16",
           "RGB24": "gbrp", "RGB30": "gbrp10", "RGB48": "gbrp16", "RGBS": "gbrpf32"}

# Writes the planes of all frames, before and after, in VapourSynth's order.
SCRIPT = """
import sys, vapoursynth as vs
core = vs.core
core.std.LoadPlugin({plugin!r})
clip = core.std.BlankClip(format=vs.{format}, width={width}, height={height}, length={frames}, fpsnum=25)
clip = clip.std.SetFrameProps({properties})
drawn = core.overlace.Draw(clip, {arguments})
def planes(frame):
    return b"".join(bytes(frame[i]) for i in range(frame.format.num_planes))
for name, made in (("plain", clip), ("drawn", drawn)):
    with open({folder!r} + "/" + name, "wb") as file:
        for frame in made.frames():
            file.write(planes(frame))
"""


class VapourSynth(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.tracks = self.folder / "det.txt"
        self.tracks.write_text("".join(f"{frame},{i},{60 * i + 5 * frame},{30 * i},40,50,0.9,-1,-1,-1\n"
                                       for frame in range(1, FRAMES + 3) for i in (1, 2, 3)))

    def script(self, format="YUV420P8", arguments="", properties="_Range=0", code=0):
        text = SCRIPT.format(plugin=str(PLUGIN), format=format, width=WIDTH, height=HEIGHT, frames=FRAMES,
                             properties=properties, arguments=arguments, folder=str(self.folder))
        run = subprocess.run([PYTHON, "-c", text], capture_output=True, text=True)
        self.assertEqual(run.returncode != 0, code != 0, run.stderr)
        return run.stderr

    def frames(self, name):
        data = (self.folder / name).read_bytes()
        size = len(data) // FRAMES
        return [data[i * size:(i + 1) * size] for i in range(FRAMES)]

    @staticmethod
    def in_order(frame, format):
        """The planes of R'G'B' as libovl has them, or back."""
        third = len(frame) // 3
        r, g, b = frame[:third], frame[third:2 * third], frame[2 * third:]
        return g + b + r if format.startswith("RGB") else frame

    def expect(self, format, graph="boxes", settings=(), first=0, **image):
        with libovl.Renderer(LIBRARY, graph, self.tracks, WIDTH, HEIGHT, settings) as renderer:
            for n, (plain, drawn) in enumerate(zip(self.frames("plain"), self.frames("drawn"))):
                wanted = renderer.draw(first + n, self.in_order(plain, format), FORMATS[format], alpha=2, **image)
                self.assertNotEqual(plain, drawn)
                self.assertTrue(wanted == self.in_order(drawn, format), f"{format}, frame {n}")

    def test_every_format_has_the_bytes_of_the_library(self):
        for format in FORMATS:
            with self.subTest(format):
                full = 1 if format.startswith("RGB") else 0
                self.script(format, f"tracks={str(self.tracks)!r}, device='cpu'", f"_Range={full}")
                self.expect(format, range=2 if full else 1)

    def test_settings_and_start(self):
        self.script(arguments=f"'constellation', {str(self.tracks)!r}, set=['neighbours=1', 'points.size=9'], start=2")
        self.expect("YUV420P8", "constellation", ("neighbours=1", "points.size=9"), first=2, range=1)

    def test_colours_are_those_of_the_frame(self):
        self.script(arguments=f"tracks={str(self.tracks)!r}",
                    properties="_Range=1, _Matrix=9, _Transfer=16, _Primaries=9, _ChromaLocation=2")
        self.expect("YUV420P8", range=2, matrix=3, transfer=1, primaries=1, siting=2)

    def test_frames_without_an_overlay_are_the_same_frames(self):
        self.tracks.write_text("1,1,10,10,40,50,0.9,-1,-1,-1\n")
        self.script(arguments=f"tracks={str(self.tracks)!r}")
        self.assertNotEqual(self.frames("plain")[0], self.frames("drawn")[0])
        self.assertEqual(self.frames("plain")[1:], self.frames("drawn")[1:])

    def test_what_is_wrong_is_said_to_the_script(self):
        for arguments, words in (("'boxs'", "did you mean 'boxes'"), ("tracks='/no/tracks.txt'", "/no/tracks.txt"),
                                 ("device='tpu'", "auto, cpu or cuda"), ("set=['boxes.widht=3']", "widht"),
                                 ("start=1 << 40", "number of a frame")):
            with self.subTest(arguments):
                self.assertIn(words, self.script(arguments=arguments, code=1))
        self.assertIn("not drawn on", self.script("YUV420PS", code=1))
        said = self.script(arguments=f"tracks={str(self.tracks)!r}", properties="_Matrix=8", code=1)
        self.assertIn("_Matrix=8", said)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
