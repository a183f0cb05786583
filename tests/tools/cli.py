# SPDX-License-Identifier: Apache-2.0
"""What the command line tests share: the program under test, clips, and ffmpeg as the outside judge."""

import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import unittest

# OVERLACE_BINARY puts another build to the test, such as one with sanitizers.
PROGRAM = os.environ.get("OVERLACE_BINARY") or os.environ["OVERLACE_PROGRAM"]
SOURCE = pathlib.Path(os.environ["OVERLACE_SOURCE_DIR"])
DATA = pathlib.Path(os.environ["OVERLACE_TEST_DATA"]) / "pets09-s2l1"
EMPTY_GRAPH = '{"overlace": 1, "nodes": {}, "composite": []}'


def needs_ffmpeg(test):
    return unittest.skipUnless(shutil.which("ffmpeg"), "ffmpeg is not installed")(test)


def needs_footage(test):
    return unittest.skipUnless((DATA / "video.avi").exists(), "the real footage is not here")(test)


def ffmpeg(*arguments):
    subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-y", *map(str, arguments)], check=True)


def sampled(cases, every=3):
    """Every third case or so, and all of them with OVERLACE_LONG_TESTS: for tables whose cases repeat each other."""
    cases = list(cases)
    return cases if os.environ.get("OVERLACE_LONG_TESTS") else cases[::every]


def framemd5(path):
    """One checksum per decoded frame, in order."""
    listing = subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-i", path, "-map", "0:v:0", "-fps_mode", "passthrough",
         "-f", "framemd5", "-"], check=True, capture_output=True, text=True).stdout
    return [line.split(",")[5].strip() for line in listing.splitlines() if not line.startswith("#")]


def probe(path, *entries):
    """ffprobe's answer for the first video stream, as "key=value" lines."""
    return subprocess.run(
        ["ffprobe", "-v", "error", "-select_streams", "v:0", "-count_frames", "-show_entries",
         "stream=" + ",".join(entries), "-of", "default=nw=1", path],
        check=True, capture_output=True, text=True).stdout.split()


class CliTest(unittest.TestCase):
    """A test with a folder of its own."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="overlace-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def run_overlace(self, *arguments, code=0, timeout=300):
        return self.run_program(PROGRAM, *arguments, code=code, timeout=timeout)

    def run_program(self, program, *arguments, code=0, timeout=300):
        done = subprocess.run([program, *map(str, arguments)], cwd=self.folder, capture_output=True,
                              text=True, timeout=timeout, check=False)
        if code is not None:  # the test looks at it
            self.assertEqual(done.returncode, code, f"{arguments}\n{done.stdout}\n{done.stderr}")
        return done

    def write(self, name, text):
        (self.folder / name).write_text(text, encoding="utf-8")
        return self.folder / name

    def clip(self, name="in.mkv", frames=20, size="320x180", pix_fmt="yuv420p", extra=()):
        """A lossless moving test picture with sound."""
        path = self.folder / name
        ffmpeg("-f", "lavfi", "-i", f"testsrc2=s={size}:r=30", "-f", "lavfi", "-i", "sine=440:r=48000",
               "-frames:v", frames, "-t", frames / 30, "-pix_fmt", pix_fmt, "-c:v", "ffv1",
               "-c:a", "flac", *extra, path)
        return path

    def stop_render(self, clip, *options):
        """Interrupts a long render of `clip` once its first frame is drawn; returns the exit code."""
        with subprocess.Popen([PROGRAM, "render", clip, "-g", "neon", "-o", "out.mp4", "--encoder-preset", "veryslow",
                               "--progress", "plain", *options], cwd=self.folder, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL) as run:
            self.addCleanup(run.kill)
            self.assertTrue(run.stdout.readline())
            run.send_signal(signal.SIGINT)
            run.stdout.read()
            return run.wait(timeout=60)

    def folder_names(self):
        return sorted(path.name for path in self.folder.iterdir())
