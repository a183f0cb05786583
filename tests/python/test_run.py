# SPDX-License-Identifier: Apache-2.0
"""Whole videos by the program: progress, reports, refusals, Ctrl-C."""

import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from unittest import mock

import overlace
from cli import ffmpeg, framemd5, needs_ffmpeg
from support import SIZE, detections


@needs_ffmpeg
class Case(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="overlace-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.video, self.out = self.folder / "in.mkv", self.folder / "out.mkv"
        ffmpeg("-f", "lavfi", "-i", f"testsrc2=s={SIZE[0]}x{SIZE[1]}:r=25", "-frames:v", 20, "-pix_fmt", "yuv420p",
               "-c:v", "ffv1", self.video)  # fmt: skip
        self.tracks = overlace.Tracks()
        for frame in range(20):
            self.tracks.put(frame, detections(frame))


class Rendered(Case):
    def test_a_video(self):
        seen = []
        report = overlace.render(self.video, self.out, "boxes", self.tracks, vcodec="ffv1", progress=seen.append)
        self.assertEqual((report.output, report.frames, report.losses), (str(self.out), 20, []))
        self.assertEqual(report.size_bytes, self.out.stat().st_size)
        self.assertEqual((seen[-1].part, seen[-1].frames_done, seen[-1].frames_total), ("render", 20, 20))
        self.assertTrue(all(before != after for before, after in zip(framemd5(self.video), framemd5(self.out))))

    def test_options_and_settings(self):
        overlace.render(self.video, self.out, "boxes", self.tracks, vcodec="ffv1")
        plain = framemd5(self.out)
        report = overlace.render(
            self.video, self.out, "boxes", self.tracks, settings={"boxes.stroke_width": 6}, vcodec="ffv1", overwrite=True, frames="3-5"
        )
        self.assertEqual(report.frames, 3)
        self.assertTrue(set(plain).isdisjoint(framemd5(self.out)))

    def test_graphs_of_each_kind(self):
        document = {"overlace": 1, "nodes": {"all": {"type": "draw_fill", "params": {"color": "#f00"}}}, "composite": ["all"]}
        g = overlace.Graph()
        g.composite(g.draw_fill(color="#f00", node="all"))
        sums = []
        for graph in (document, g, g.text):
            overlace.render(self.video, self.out, graph, vcodec="ffv1", overwrite=True)
            sums.append(framemd5(self.out))
        self.assertEqual(sums[0], sums[1])
        self.assertEqual(sums[0], sums[2])

    def test_refusals_have_the_programs_text(self):
        self.out.write_text("mine")
        with self.assertRaises(overlace.UsageError) as caught:
            overlace.render(self.video, self.out, "boxes", self.tracks)
        self.assertEqual(str(caught.exception), f"{self.out}: exists already; replace it with --overwrite")
        self.assertEqual(self.out.read_text(), "mine")
        with self.assertRaisesRegex(overlace.UsageError, "--nonsense"):
            overlace.render(self.video, self.folder / "x.mkv", nonsense=3)
        with self.assertRaises(overlace.InputError) as caught:
            overlace.render(self.folder / "nowhere.mkv", self.folder / "x.mkv")
        self.assertIsInstance(caught.exception, OSError)

    def test_an_error_in_progress_ends_the_render(self):
        def stop(_):
            raise LookupError("enough")

        with self.assertRaises(LookupError):
            overlace.render(self.video, self.out, "boxes", self.tracks, progress=stop)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["in.mkv"])

    def test_a_loss_is_a_warning(self):
        whole, damaged = self.folder / "whole.mp4", self.folder / "damaged.mp4"
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=320x180:r=30", "-frames:v", 60, "-c:v", "mpeg4", "-g", 15, whole)
        data = bytearray(whole.read_bytes())
        hole = slice(len(data) * 40 // 100, len(data) * 55 // 100)
        data[hole] = bytes(hole.stop - hole.start)
        damaged.write_bytes(data)
        with self.assertWarns(overlace.LossWarning):
            report = overlace.render(damaged, self.out, "boxes", self.tracks, vcodec="ffv1")
        self.assertTrue(report.losses)
        self.assertTrue(self.out.exists())

    def test_ctrl_c_ends_it_and_leaves_nothing(self):
        long = self.folder / "long.mkv"
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=1280x720:r=25", "-frames:v", 500, "-c:v", "mpeg4", long)
        code = "import overlace, sys; overlace.render(sys.argv[1], sys.argv[2], 'neon', encoder_preset='veryslow', progress=lambda p: print(p, flush=True))"
        run = subprocess.Popen([sys.executable, "-B", "-c", code, long, self.folder / "out.mp4"], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)  # fmt: skip
        self.assertTrue(run.stdout.readline())
        begin = time.monotonic()
        run.send_signal(signal.SIGINT)
        _, errors = run.communicate(timeout=60)
        self.assertLess(time.monotonic() - begin, 20)
        self.assertIn("KeyboardInterrupt", errors)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["in.mkv", "long.mkv"])


class Tracked(Case):
    def test_detections_are_tracked(self):
        given = self.folder / "given.json"
        self.tracks.write(given)
        made = overlace.track(self.video, tracks=given)
        self.assertEqual(made.frames, self.tracks.frames)
        kept = overlace.track(self.video, self.folder / "made.csv", tracks=given)
        self.assertEqual(len(kept), len(made))
        self.assertTrue((self.folder / "made.csv").exists())

    def test_refusals(self):
        with self.assertRaisesRegex(overlace.UsageError, "unknown"):
            overlace.track(self.video, self.folder / "x.unknown")


class Missing(unittest.TestCase):
    def refusal(self, **environment):
        with mock.patch.dict(os.environ, environment):
            with self.assertRaises(overlace.UnavailableError) as caught:
                overlace.render("in.mp4", "out.mp4")
        self.assertIn("tools/build", caught.exception.problems[0].hint)
        return str(caught.exception)

    def test_a_missing_program_is_explained(self):
        self.assertIn("not on the path; build it", self.refusal(OVERLACE_PROGRAM="", PATH="/nowhere"))

    def test_what_is_no_program_is_named(self):
        self.assertIn("/nowhere/overlace", self.refusal(OVERLACE_PROGRAM="/nowhere/overlace"))
        self.assertIn(__file__, self.refusal(OVERLACE_PROGRAM=__file__))


if __name__ == "__main__":
    unittest.main()
