# SPDX-License-Identifier: Apache-2.0
"""Benchmarks on small pictures: their rows, what they check, and that a seed says it all."""

import json
import os
import subprocess
import unittest

import cli

ROWS = ("empty", "outline", "filled", "labels", "replay", "10x", "100x", "1080p", "8k", "dots", "crowd", "blur", "plate",
        "bgr", "links", "planning", "sliders", "live", "library")
SMALL = ("--size", "322x182", "--frames", "7", "--json")


def rows_of(text):
    return {row["name"]: row for row in map(json.loads, text.splitlines())}


class BenchTest(cli.CliTest):
    def bench(self, *arguments, code=0):
        return self.run_program(os.environ["OVERLACE_BENCH"], *arguments, code=code)


class Rows(BenchTest):
    def rows(self, *arguments):
        return rows_of(self.bench(*SMALL, *arguments).stdout)

    def test_every_row_is_measured_and_right(self):
        rows = self.rows("--rows", "empty,outline,filled,labels,replay,10x,dots,crowd,blur,plate,bgr,links,planning,library")
        for name in ("copy of the picture", "figures, at the start", "figures, at the end",
                     "empty 322x182", "outline 322x182", "filled 322x182", "labels 322x182",
                     "replay 322x182", "10 x primitives", "10 x primitives / 1 x", "blurred dots everywhere",
                     "300 small boxes", "one large blur", "annotated 100 on 10-bit 4:2:2", "annotated 100 on BGR24",
                     "links of 100 points",
                     "links of 100000 points", "planning of 10000 boxes", "replay of 10000 boxes",
                     "ovl_draw / Replay::draw", "program and renderer again",
                     "cached open of 10000 boxes"):
            self.assertIn(name, rows)
            self.assertIn(rows[name]["status"], ("ok", "missed"))
        for name, row in rows.items():
            self.assertTrue(row.get("correct", True), name)
        self.assertIn("reliable", rows["figures, at the start"])
        self.assertEqual(rows["empty 322x182"]["bytes_written"], 0)
        filled = rows["filled 322x182"]
        self.assertGreaterEqual(filled["median_ms"], filled["least_ms"])
        self.assertGreater(filled["copies"], 0)
        self.assertTrue(588 <= filled["primitives"] <= 612)
        self.assertTrue(5880 <= rows["10 x primitives"]["primitives"] <= 6120)
        self.assertGreater(filled["bytes_written"], rows["outline 322x182"]["bytes_written"])

    def test_a_seed_draws_the_same_whatever_draws_it(self):
        def hashes(*arguments):
            rows = self.rows("--rows", "filled,replay", *arguments)
            return [rows[name]["hash"] for name in ("filled 322x182", "replay 322x182")]

        first = hashes("--seed", "5")
        self.assertEqual(first, hashes("--seed", "5", "--threads", "1", "--simd", "scalar"))
        other = hashes("--seed", "6")
        self.assertNotEqual(first[0], other[0])
        self.assertNotEqual(first[1], other[1])

    def test_the_seed_is_drawn_and_told(self):
        seeds = {self.rows("--rows", "empty")["seed"]["seed"] for _ in range(2)}
        self.assertEqual(len(seeds), 2)

    def test_rows_are_named_in_the_help_and_others_refused(self):
        text = " ".join(self.bench("--help-all").stdout.split())
        self.assertIn(",".join(ROWS), text.replace(", ", ","))
        refused = self.bench("--rows", "filed", code=2)
        self.assertIn("'filled'", refused.stderr)

    def test_every_effect_has_a_row_and_is_right(self):
        rows = rows_of(self.bench("effects", *SMALL).stdout)
        nodes = json.loads(self.run_overlace("nodes", "--json").stdout)
        names = [node["name"] for node in nodes if node["name"].startswith(("effect_", "picture_"))]
        self.assertGreater(len(names), 10)
        for name in names:
            self.assertTrue([row for row in rows if row.split(",")[0] == name], name)
        for name, row in rows.items():
            self.assertTrue(row.get("correct", True), name)
        self.assertIn("no effect", rows)
        refused = self.bench("effects", "--rows", "effect_blurr", code=2)
        self.assertIn("'effect_blur'", refused.stderr)

    def test_every_look_is_right(self):
        rows = rows_of(self.bench("looks", *SMALL).stdout)
        for name in ("nothing", "annotated 100", "labels that avoid", "heat that fades", "spotlight", "cells"):
            self.assertTrue(rows[name]["correct"], name)
        refused = self.bench("looks", "--rows", "spotligt", code=2)
        self.assertIn("'spotlight'", refused.stderr)

    def test_sound_is_analysed_and_right(self):
        rows = rows_of(self.bench("audio", "--minutes", 1, "--rounds", 1, "--json").stdout)
        for name in ("stft", "mel", "cqt", "vqt", "nsgt", "levels", "onsets", "levels + stft"):
            self.assertTrue(rows[name]["correct"], name)


class Tracks(BenchTest):
    def test_formats_are_timed_and_right(self):
        text = self.bench("tracks", "--megabytes", 1, "--rounds", 1).stdout
        for name in ("mot ", "mot_gt ", "csv ", "kitti_tracking "):
            self.assertIn(name, text)
        self.assertNotIn("failed", text)


@cli.needs_ffmpeg
class Video(BenchTest):
    def test_decoder_alone_and_drawn_upon(self):
        cli.ffmpeg("-f", "lavfi", "-i", "testsrc2=s=160x90:r=25", "-frames:v", 50, "-c:v", "libx264", "-pix_fmt", "yuv420p",
                   self.folder / "in.mp4")
        rows = rows_of(self.bench("video", "in.mp4", "--device", "cpu", "--rounds", 2, "--json").stdout)
        self.assertTrue(rows["drawn / decoded: pictures"]["value"].startswith("50 drawn on"))
        self.assertEqual(rows["nothing drawn / decoded: pictures"]["value"], "0 drawn on, 0 copied, 0 converted, of 50")
        self.assertIn("decode h264 160x90", rows)


class Peers(unittest.TestCase):
    """All libraries that this machine has draw about what we draw."""

    def peers(self, *arguments, code=0):
        done = subprocess.run([os.environ["OVERLACE_PEERS"], *arguments], capture_output=True, text=True,
                              timeout=600, check=False)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout

    def test_peers_draw_the_same_scene(self):
        rows = rows_of(self.peers("--no-effects", "--size", "1280x720", "--rounds", "2", "--points", "1000", "--json"))
        self.assertEqual(rows["overlace, with composite"]["status"], "ok")
        for points in (100, 1000):
            self.assertTrue(rows[f"overlace, {points} points"]["exact"])
        for name, row in rows.items():
            if "correlation" in row:
                self.assertGreater(row["correlation"], 0.9, name)

    def test_peers_make_the_same_effects(self):
        """A peer that makes something else is a failed row, and an error of the program."""
        rows = rows_of(self.peers("--effects", "--size", "640x360", "--rounds", "2", "--threads", "1", "--seed", "5", "--json"))
        compared = {name for name, row in rows.items() if "difference" in row}
        for peer, effects in (("OpenCV", ("GaussianBlur", "remap")), ("FFmpeg filters", ("gblur", "pixelize")),
                              ("libvips", ("gaussblur, integer", "gaussblur, float", "shrink, zoom", "mapim")),
                              ("Halide", ("separable Gaussian",))):
            for effect in effects if rows[peer]["present"] else ():
                self.assertTrue(any(effect in name for name in compared), f"{peer}: {effect}")

    def test_peers_are_listed(self):
        for name in ("OpenCV", "Cairo", "Blend2D", "FFmpeg overlay", "FFmpeg drawbox", "FFmpeg filters", "libvips", "Halide",
                     "FAISS flat", "nanoflann"):
            self.assertRegex(self.peers("--list"), f"{name} +(present|absent)")

    def test_the_scene_as_text(self):
        path = cli.pathlib.Path(cli.tempfile.mkdtemp()) / "scene.txt"
        self.addCleanup(cli.shutil.rmtree, path.parent)
        self.peers("--write-scene", str(path), "--frames", "2", "--seed", "1", "--size", "1920x1080")
        lines = [line.split() for line in path.read_text().splitlines()]
        self.assertEqual(lines[:3], [["overlace-scene", "1"], ["size", "1920", "1080"], ["frame", "0"]])
        curves = [line for line in lines if line[0] == "curve"]
        boxes = [line for line in lines if line[0] == "box"]
        self.assertEqual(len(curves), 5 * len(boxes))
        self.assertTrue(196 <= len(boxes) <= 204)
        self.assertEqual({len(line) for line in curves}, {12})
        self.assertEqual({len(line) for line in boxes}, {15})

    def test_odd_sizes_are_refused(self):
        self.peers("--size", "641x361", code=2)


if __name__ == "__main__":
    unittest.main()
