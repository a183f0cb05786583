#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The frei0r filter in FFmpeg and melt: the bytes of ovl_draw.  test_frei0r.py PLUGINS LIBRARY"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import libovl

PLUGINS, LIBRARY = map(pathlib.Path, sys.argv[1:3])
FRAMES, RATE = 4, 25
WIDTH, HEIGHT = 320, 180
ENVIRONMENT = {**os.environ, "FREI0R_PATH": str(PLUGINS), "MLT_FREI0R_PLUGIN_PATH": str(PLUGINS)}


def run(*command, code=0, **options):
    done = subprocess.run([str(part) for part in command], capture_output=True, env=ENVIRONMENT, **options)
    assert done.returncode == code, done.stderr.decode(errors="replace")[-2000:]
    return done


def testsrc(width, height):
    return ["-f", "lavfi", "-i", f"testsrc2=s={width}x{height}:r={RATE}", "-frames:v", FRAMES]


class Frei0r(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.tracks = self.folder / "det.txt"
        self.tracks.write_text("".join(f"{frame},{i},{60 * i + 5 * frame},{30 * i},40,50,0.9,-1,-1,-1\n"
                                       for frame in range(1, FRAMES + 3) for i in (1, 2, 3)))

    def filtered(self, parameters, width=WIDTH, height=HEIGHT, options=()):
        """What FFmpeg makes of its test picture, and what it says."""
        done = run("ffmpeg", "-v", "error", *options, *testsrc(width, height), "-vf", f"format=rgba,frei0r=overlace:{parameters}",
                   "-f", "rawvideo", "-pix_fmt", "rgba", "-")
        return done.stdout, done.stderr.decode()

    def expected(self, width=WIDTH, height=HEIGHT, graph="boxes", settings=(), first=0):
        plain = run("ffmpeg", "-v", "error", *testsrc(width, height), "-vf", "format=rgba", "-f", "rawvideo", "-").stdout
        size = width * height * 4
        with libovl.Renderer(LIBRARY, graph, self.tracks, width, height, settings) as renderer:
            drawn = b"".join(renderer.draw(first + n, plain[n * size:(n + 1) * size], "rgba", alpha=libovl.STRAIGHT)
                             for n in range(FRAMES))
        self.assertNotEqual(drawn, plain)
        return drawn

    def test_ffmpeg_has_the_bytes_of_the_library(self):
        for width, height in ((320, 180), (720, 576), (1920, 1080)):
            with self.subTest(width=width):
                drawn, said = self.filtered(f"boxes|{self.tracks}", width, height)
                self.assertEqual(said, "")
                self.assertTrue(drawn == self.expected(width, height))

    def test_rows_that_ffmpeg_pads_are_not_drawn_on(self):
        for width in (854, 1366):
            for processor in ("sse2", "avx2"):  # its registers decide how FFmpeg pads
                with self.subTest(width=width, processor=processor):
                    _, said = self.filtered(f"boxes|{self.tracks}", width, 180, ("-cpuflags", processor))
                    self.assertEqual(said.count("multiple of 16"), 1, said)

    def test_settings_and_start(self):
        drawn, _ = self.filtered(f"constellation|{self.tracks}|neighbours=1&points.size=9|25|2")
        self.assertTrue(drawn == self.expected(graph="constellation", settings=("neighbours=1", "points.size=9"), first=2))

    def test_what_is_wrong_passes_the_picture_and_is_told_once(self):
        plain = run("ffmpeg", "-v", "error", *testsrc(WIDTH, HEIGHT), "-vf", "format=rgba", "-f", "rawvideo", "-").stdout
        for parameters, words in ((f"boxs|{self.tracks}", "did you mean 'boxes'"), ("boxes|/no/tracks.txt", "/no/tracks.txt"),
                                  (f"boxes|{self.tracks}||zero", "frames per second"),
                                  (f"boxes|{self.tracks}||25|x", "number of a frame"),
                                  (f"boxes|{self.tracks}||25|0|noon", "auto, s, ms"),
                                  (f"boxes|{self.tracks}||25|0|auto|tpu", "cpu or cuda")):
            with self.subTest(parameters):
                drawn, said = self.filtered(parameters)
                self.assertTrue(drawn == plain)
                self.assertEqual(said.count(words), 1, said)

    @unittest.skipUnless(shutil.which("melt"), "melt is not installed")
    def test_melt_has_the_bytes_of_the_library(self):
        clip = self.folder / "in.nut"
        run("ffmpeg", "-v", "error", *testsrc(WIDTH, HEIGHT), "-pix_fmt", "rgba", "-c:v", "rawvideo", clip)

        def melted(name, *filters):
            # melt 7.12 hangs or aborts at its end every few runs, with the filter and without.
            for _ in range(5):
                out = self.folder / name
                try:
                    subprocess.run(["melt", "-quiet", clip, *filters, "-profile", self.profile(), "-consumer",
                                    f"avformat:{out}", "f=nut", "vcodec=rawvideo", "pix_fmt=rgba",
                                    "mlt_image_format=rgba", "real_time=0", "an=1"], capture_output=True,
                                   env=ENVIRONMENT, timeout=20)
                except subprocess.TimeoutExpired:
                    continue
                pixels = subprocess.run(["ffmpeg", "-v", "error", "-i", out, "-f", "rawvideo", "-pix_fmt", "rgba", "-"],
                                        capture_output=True).stdout
                if len(pixels) >= 3 * size:
                    return pixels
            self.skipTest("melt does not come to its end here")

        size = WIDTH * HEIGHT * 4
        plain = melted("plain.nut")
        drawn = melted("drawn.nut", "-filter", "frei0r.overlace", "0=boxes", f"1={self.tracks}")
        frames = min(len(plain), len(drawn)) // size
        with libovl.Renderer(LIBRARY, "boxes", self.tracks, WIDTH, HEIGHT) as renderer:
            expected = b"".join(renderer.draw(n, plain[n * size:(n + 1) * size], "rgba", alpha=libovl.STRAIGHT)
                                for n in range(frames))
        self.assertNotEqual(plain, drawn)
        self.assertTrue(drawn[:frames * size] == expected)

    def profile(self):
        path = self.folder / "profile"
        path.write_text(f"description=test\nframe_rate_num={RATE}\nframe_rate_den=1\nwidth={WIDTH}\nheight={HEIGHT}\n"
                        "progressive=1\nsample_aspect_num=1\nsample_aspect_den=1\ndisplay_aspect_num=16\n"
                        "display_aspect_den=9\ncolorspace=709\n")
        return path


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
