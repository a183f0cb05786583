# SPDX-License-Identifier: Apache-2.0
"""Redaction fails closed: an overlay alone is refused, gaps are listed, and --strict-redaction makes them a loss.
ffmpeg decodes the output: where a box was, nothing of the picture is left."""

import json
import subprocess

from cli import CliTest, ffmpeg, needs_ffmpeg

# MOT rows: frame, id, left, top, width, height, score, -1, -1, -1; frames count from 1.
GAPPY = [(f, 1, 40 + 2 * f, 40, 40, 60) for f in (3, 4, 5, 9, 10)]


@needs_ffmpeg
class Redaction(CliTest):
    def setUp(self):
        super().setUp()
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=320x180:r=10", "-frames:v", 14, "-c:v", "ffv1", self.folder / "in.mkv")
        rows = [",".join(map(str, row)) + ",1,-1,-1,-1" for row in GAPPY]
        (self.folder / "det.txt").write_text("\n".join(rows) + "\n", encoding="utf-8")

    def redact(self, *options, graph="redact", code=0):
        return self.run_overlace("render", "in.mkv", "-g", graph, "--tracks", "det.txt", "-o", "out.mkv", "--vcodec",
                                 "ffv1", "--overwrite", "--report", "r.json", *options, code=code)

    def report(self):
        return json.loads((self.folder / "r.json").read_text())["outcome"]

    def gray(self, path):
        raw = subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-i", self.folder / path, "-f", "rawvideo", "-pix_fmt",
                              "gray", "-"], check=True, capture_output=True).stdout
        return [raw[i:i + 320 * 180] for i in range(0, len(raw), 320 * 180)]

    def test_every_box_is_black_with_its_margin_and_its_gap(self):
        self.redact()
        before, after = self.gray("in.mkv"), self.gray("out.mkv")
        self.assertEqual(self.report()["redaction"],
                         [{"node": "cover", "objects": 1, "boxes": 14, "boxes_without_id": 0, "gaps": [],
                           "rows_lost": []}])
        for frame in range(2, 10):  # of the clip, from 0: one less than in the file; the gap is 5 to 7
            left, top = 40 + 2 * (frame + 1), 40
            for y in (top - 5, top, top + 30, top + 64):  # 10 % of 60 and 2 px more on every side
                row = after[frame][y * 320 + left - 5:y * 320 + left + 45]
                self.assertEqual(set(row), {min(row)}, (frame, y))
                self.assertLessEqual(max(row), 16, (frame, y))
            self.assertEqual(after[frame][:30 * 320], before[frame][:30 * 320])
        for frame in (0, 1, 10, 13):  # extended at both ends
            self.assertNotEqual(after[frame], before[frame], frame)

    def test_gaps_are_listed_and_strictly_a_loss(self):
        loose = ("--set", "max_gap=1")
        self.redact(*loose)
        self.assertEqual(self.report()["redaction"][0]["gaps"], [{"id": 1, "first": 5, "last": 7}])
        done = self.redact(*loose, "--strict-redaction", code=3)
        self.assertIn("track 1 in frames 5-7", done.stderr)
        self.assertIn("'cover' cannot be known to hide all: 1 gap in tracks", done.stderr)
        self.assertEqual(self.report()["exit"], 3)
        self.assertTrue(self.report()["in_place"])
        self.redact("--strict-redaction")
        explained = self.run_overlace("explain", "redact", "--tracks", "det.txt", "--input", "in.mkv", *loose).stdout
        self.assertIn("track 1: no box in frames 5-7", explained)

    def test_a_gap_counts_in_the_frames_that_are_written(self):
        loose = ("--set", "max_gap=1", "--strict-redaction")
        for frames, code in (("0-4", 0), ("8-13", 0), ("0-5", 3), ("7", 3), ("0-12x4", 0)):
            done = self.redact(*loose, "--frames", frames, code=code)
            self.assertEqual("in frames 5-7" in done.stderr, code == 3, frames)

    def test_a_still_and_a_dry_run_tell_of_gaps(self):
        loose = ("--set", "max_gap=1")
        for frame, told in ((4, False), (5, True), (8, False)):
            done = self.run_overlace("frame", "in.mkv", "-g", "redact", "--tracks", "det.txt", "-n", frame, "-o", "s.png",
                                     "--overwrite", *loose)
            self.assertEqual("nothing hides track 1 in frames 5-7" in done.stderr, told, frame)
        done = self.redact(*loose, "--strict-redaction", "--dry-run", code=3)
        self.assertIn("nothing hides track 1 in frames 5-7", done.stdout)
        self.assertFalse((self.folder / "out.mkv").exists())

    def test_rows_that_hide_nobody_are_strictly_a_loss(self):
        whole = (self.folder / "det.txt").read_text()
        late = "".join(f"{int(row.split(',')[0]) + 50},{row.split(',', 1)[1]}\n" for row in whole.splitlines())
        for rows, words in ((late, ("no box in the clip", "1 track file longer than the clip")),
                            (whole + "11,1,60,40,-40,60,1,-1,-1,-1\n", ("1 row left out",)),
                            (whole + "40,2,60,40,40,60,1,-1,-1,-1\n", ("1 track file longer than the clip",))):
            self.write("det.txt", rows)
            done = self.redact("--strict-redaction", code=3)
            for word in words:
                self.assertIn(word, done.stderr)

    def test_an_overlay_alone_is_refused(self):
        done = self.redact("--overlay-only", code=2)
        self.assertIn("an overlay alone leaves them in it", done.stderr)
        self.assertFalse((self.folder / "out.mkv").exists())

    def test_strictness_wants_something_to_hide(self):
        done = self.redact("--strict-redaction", graph="boxes", code=2)
        self.assertIn("redacts nothing", done.stderr)
