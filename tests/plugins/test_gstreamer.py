#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The GStreamer element in pipelines: the bytes of ovl_draw.  test_gstreamer.py PLUGINS LIBRARY"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import libovl

PLUGINS, LIBRARY = map(pathlib.Path, sys.argv[1:3])
FRAMES, RATE = 4, 25
ENVIRONMENT = {**os.environ, "GST_PLUGIN_PATH": str(PLUGINS), "GST_REGISTRY_FORK": "no"}
FULL_RANGE, CENTER = 2, 1
# GStreamer's name, libovl's, and what its customary caps say.
FORMATS = {"I420": ("yuv420p", {"siting": CENTER}), "NV12": ("nv12", {"siting": CENTER}), "Y444_10LE": ("yuv444p10", {}),
           "P010_10LE": ("p010", {"siting": CENTER}), "GBR": ("gbrp", {}),
           "A420": ("yuva420p", {"siting": CENTER, "alpha": libovl.STRAIGHT}),
           "A444_10LE": ("yuva444p10", {"alpha": libovl.STRAIGHT}), "GRAY8": ("gray", {"range": FULL_RANGE}), "RGB": ("rgb24", {}), "BGRx": ("bgr0", {}),
           "RGBA": ("rgba", {"alpha": libovl.STRAIGHT}), "RGBA64_LE": ("rgba64", {"alpha": libovl.STRAIGHT})}
RGBA = f"video/x-raw,format=RGBA,width=64,height=48,framerate={RATE}/1"


class Pipelines(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.environment = {**ENVIRONMENT, "GST_REGISTRY": str(self.folder / "registry.bin")}
        self.tracks = self.folder / "det.txt"
        self.tracks.write_text("".join(f"{frame},{i},{14 * i + 3 * frame},{8 * i},14,20,0.9,-1,-1,-1\n"
                                       for frame in range(1, FRAMES + 8) for i in (1, 2)))

    def launch(self, *filters, caps, code=0):
        """The raw frames that come out of a pipeline, and what it says."""
        out = self.folder / "out.raw"
        pipeline = ["videotestsrc", f"num-buffers={FRAMES}", "pattern=smpte75", "!", caps, *filters, "!", "filesink",
                    f"location={out}"]
        with (self.folder / "said").open("w+b") as said:
            process = subprocess.Popen(["gst-launch-1.0", *pipeline], stdout=said, stderr=said, env=self.environment)
            try:
                ended = process.wait(timeout=15 if code else 120)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                # After an error, gst-launch 1.22 does not always end; not for `identity error-after=1` either.
                ended = code if code else "never"
            said.seek(0)
            text = said.read().decode()
        self.assertEqual(ended, code, text)
        self.assertEqual("ERROR" in text, code != 0, text)
        return out.read_bytes(), text

    def expected(self, plain, name, size, graph="boxes", settings=(), first=0, **members):
        bytes_of_frame = len(plain) // FRAMES
        with libovl.Renderer(LIBRARY, graph, self.tracks, *size, settings) as renderer:
            drawn = b"".join(renderer.draw(first + n, plain[n * bytes_of_frame:(n + 1) * bytes_of_frame], name, **members)
                             for n in range(FRAMES))
        self.assertNotEqual(drawn, plain)
        return drawn

    def test_is_installed_where_gstreamer_looks(self):
        build, prefix = PLUGINS.parent.parent, self.folder / "usr"
        subprocess.run(["cmake", "--install", build, "--prefix", prefix, "--component", "gstreamer1.0-overlace"],
                       capture_output=True, check=True)
        places = subprocess.run(["pkg-config", f"--define-variable=prefix={prefix}", "--variable=pluginsdir",
                                 "gstreamer-1.0"], capture_output=True, text=True, check=True)
        self.assertTrue((pathlib.Path(places.stdout.strip()) / "libgstoverlace.so").is_file(), places.stdout)

    def test_formats_have_the_bytes_of_the_library(self):
        for theirs, (ours, members) in FORMATS.items():
            with self.subTest(format=theirs):
                caps = RGBA.replace("RGBA", theirs)
                plain, _ = self.launch(caps=caps)
                drawn, _ = self.launch("!", "overlace", f"tracks={self.tracks}", caps=caps)
                self.assertTrue(drawn == self.expected(plain, ours, (64, 48), **members))

    def test_odd_sizes_have_padded_rows(self):
        caps = RGBA.replace("RGBA", "RGB").replace("64", "61").replace("48", "47")
        plain, _ = self.launch(caps=caps)
        drawn, _ = self.launch("!", "overlace", f"tracks={self.tracks}", caps=caps)
        stride, row, frame = 184, 183, 184 * 47
        rows = [plain[n * frame + y * stride:n * frame + y * stride + row] for n in range(FRAMES) for y in range(47)]
        expected = self.expected(b"".join(rows), "rgb24", (61, 47))
        got = b"".join(drawn[n * frame + y * stride:n * frame + y * stride + row] for n in range(FRAMES) for y in range(47))
        self.assertTrue(got == expected)

    def test_start_frame_and_settings(self):
        plain, _ = self.launch(caps=RGBA)
        drawn, _ = self.launch("!", "overlace", f"tracks={self.tracks}", "start-frame=3", "set=boxes.stroke_width=3&title=x",
                               caps=RGBA, code=1)
        self.assertEqual(drawn, b"")
        drawn, _ = self.launch("!", "overlace", f"tracks={self.tracks}", "start-frame=3", "graph=constellation",
                               "set=neighbours=1&points.size=9", caps=RGBA)
        self.assertTrue(drawn == self.expected(plain, "rgba", (64, 48), "constellation", ("neighbours=1", "points.size=9"),
                                               first=3, alpha=libovl.STRAIGHT))

    def test_a_misspelt_graph_ends_the_stream_and_names_the_nearest(self):
        _, said = self.launch("!", "overlace", "graph=boxs", caps=RGBA, code=1)
        self.assertIn("did you mean 'boxes'", said)

    def test_or_the_pictures_pass(self):
        plain, _ = self.launch(caps=RGBA)
        passed, said = self.launch("!", "overlace", "graph=boxs", "on-error=pass", caps=RGBA)
        self.assertTrue(passed == plain)
        self.assertEqual(len(re.findall("did you mean 'boxes'", said)), 1, said)

    def test_four_at_once(self):
        caps = RGBA.replace("RGBA", "I420")
        one, _ = self.launch("!", "overlace", f"tracks={self.tracks}", caps=caps)
        out = [self.folder / f"{n}.raw" for n in range(4)]
        branches = [word for n in range(4) for word in
                    ("videotestsrc", f"num-buffers={FRAMES}", "pattern=smpte75", "!", caps, "!", "overlace",
                     f"tracks={self.tracks}", "!", "filesink", f"location={out[n]}")]
        subprocess.run(["gst-launch-1.0", "-q", *branches], check=True, env=self.environment, timeout=120)
        for path in out:
            self.assertTrue(path.read_bytes() == one)


if __name__ == "__main__":
    if subprocess.run(["sh", "-c", "command -v gst-launch-1.0"], capture_output=True, check=False).returncode != 0:
        print("OK (skipped=1): gst-launch-1.0 is not installed", file=sys.stderr)
        sys.exit(0)
    unittest.main(argv=sys.argv[:1])
