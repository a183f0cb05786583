# SPDX-License-Identifier: Apache-2.0
"""overlace render --hwaccel, on a fake NVIDIA driver: exit codes, notes, nothing left over."""

import ctypes
import os
import pathlib
import shutil
import subprocess
import unittest

from cli import EMPTY_GRAPH, PROGRAM, CliTest, ffmpeg, framemd5, needs_ffmpeg

DRIVER = pathlib.Path(os.environ.get("OVERLACE_FAKE_DRIVER", "/nonexistent"))
FRAMES = 50


def has_library(name):
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


@needs_ffmpeg
@unittest.skipUnless((DRIVER / "libcuda.so.1").exists(), "the fake driver is not built")
class HwAccel(CliTest):
    def setUp(self):
        super().setUp()
        self.write("empty.json", EMPTY_GRAPH)
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=160x90:r=25", "-frames:v", FRAMES, "-pix_fmt", "yuv420p",
               "-c:v", "libx264", "-bf", "2", "-g", "12", "-colorspace", "bt709", self.folder / "in.mp4")
        self.software = framemd5(self.folder / "in.mp4")

    def render(self, *options, driver=DRIVER, fail="", code=0):
        """Runs a lossless render on the CPU; returns the frames' checksums and the lines said."""
        environment = dict(os.environ, LD_LIBRARY_PATH=str(driver), FAKE_DRIVER_FAIL=fail,
                           FAKE_DRIVER_REPORT=str(self.folder / "report"))
        out = self.folder / "out.mkv"
        done = subprocess.run(
            [PROGRAM, "render", "in.mp4", "-g", "empty.json", "-o", out, "--overwrite", "--device", "cpu",
             "--progress", "plain", *options],
            cwd=self.folder, env=environment, capture_output=True, text=True, timeout=120, check=False)
        self.assertEqual(done.returncode, code, done.stderr)
        said = [line for line in done.stderr.splitlines() if line.startswith("overlace: ")]
        return (framemd5(out) if code == 0 else []), said

    def report(self):
        return dict(line.split() for line in (self.folder / "report").read_text().splitlines())

    def test_hardware_decodes_when_asked(self):
        frames, said = self.render("--vcodec", "ffv1", "--hwaccel", "cuda")
        self.assertEqual((len(frames), said), (FRAMES, []))
        self.assertTrue(set(frames).isdisjoint(self.software))
        self.assertEqual(self.report()["live"], "0")
        self.assertEqual(self.report()["cuvidDecodePicture"], str(FRAMES))

    def test_cpu_drawing_decodes_in_software_by_default(self):
        for options in ((), ("--hwaccel", "none"), ("--hwaccel", "auto")):
            frames, said = self.render("--vcodec", "ffv1", *options)
            self.assertEqual((frames, said), (self.software, []))

    def test_what_breaks_is_said_once_and_no_frame_is_lost(self):
        for fail in ("cuInit:1:100", "cuDeviceGetCount:1:100", "cuDevicePrimaryCtxRetain:1:2",
                     "cuvidCreateDecoder:1:2", "cuvidDecodePicture:20:700", "cuvidMapVideoFrame:30+:205",
                     "cuMemcpy2DAsync:33:700", "work:41:719"):
            with self.subTest(fail):
                frames, said = self.render("--vcodec", "ffv1", "--hwaccel", "cuda", fail=fail)
                self.assertEqual(len(frames), FRAMES)
                self.assertEqual(frames[-12:], self.software[-12:])
                self.assertEqual(len(said), 1, said)
                self.assertIn("in software", said[0])
                self.assertEqual(self.report()["live"], "0")
                self.render("--vcodec", "ffv1", "--hwaccel", "required", fail=fail, code=75)
                self.assertEqual(self.report()["live"], "0")

    @unittest.skipIf(has_library("libcuda.so.1"), "this machine has the real libraries")
    def test_missing_libraries(self):
        part = self.folder / "part"
        part.mkdir()
        for options in (("--vcodec", "ffv1"), ()):
            _, said = self.render("--hwaccel", "cuda", *options, driver=part)
            self.assertIn("no NVIDIA driver", "".join(said))
            self.render("--hwaccel", "required", *options, driver=part, code=75)
        shutil.copy(DRIVER / "libcuda.so.1", part)
        frames, said = self.render("--vcodec", "ffv1", "--hwaccel", "cuda", driver=part)
        self.assertEqual(frames, self.software)
        self.assertEqual(len(said), 1, said)
        self.assertIn("nvcuvid", said[0])
        shutil.copy(DRIVER / "libnvcuvid.so.1", part)
        _, said = self.render("--hwaccel", "cuda", driver=part)
        self.assertEqual(len(said), 1, said)
        self.assertIn("encoding in software (libx264)", said[0])
        self.assertIn("libnvidia-encode", said[0])
        self.render("--hwaccel", "required", driver=part, code=75)

    def test_encoder_is_used_when_asked(self):
        _, said = self.render("--hwaccel", "cuda")
        self.assertEqual(said, [])
        self.assertEqual(self.report()["nvEncEncodePicture"], str(FRAMES))
        self.assertEqual(self.report()["live"], "0")


if __name__ == "__main__":
    unittest.main()
