# SPDX-License-Identifier: Apache-2.0
"""Names of files: any bytes, signs that also stand for numbers, and all lengths that a file system takes."""

import csv
import io
import json
import os
import pathlib
import shutil
import subprocess
import unittest

from cli import PROGRAM, CliTest, EMPTY_GRAPH, ffmpeg, needs_ffmpeg

OVERRIDE = "\u202e"
ODD = (b"caf\xe9", b"\xff\xfe", b"cut\xe2\x82", b"over\xc0\xaf", b"half\xed\xa0\x80", b"like \\xE9 this", b"both \\xE9 \xe9",
       "turned".encode() + OVERRIDE.encode() + b"gnp", b"bell\x07", b"quote\"d", "映像".encode())


def shown(name):
    """A name as reports spell it."""
    text = ""
    escaped = name.replace(b"\\xE9", b"\\x5CxE9")
    while escaped:
        for size in (1, 2, 3, 4):
            try:
                text += escaped[:size].decode("utf-8")
                escaped = escaped[size:]
                break
            except UnicodeDecodeError:
                continue
        else:
            text += f"\\x{escaped[0]:02X}"
            escaped = escaped[1:]
    return text


class NamesTest(CliTest):
    def run_bytes(self, *words, code=0):
        done = subprocess.run([PROGRAM, *words], cwd=self.folder, capture_output=True, timeout=300, check=False)
        if code is not None:
            self.assertEqual(done.returncode, code, done.stderr)
        return done

    def place(self, name):
        """A file of the test's folder, whose name may be any bytes."""
        return os.path.join(os.fsencode(self.folder), name)


@needs_ffmpeg
class Bytes(NamesTest):
    def test_a_render_reports_them_as_utf8(self):
        master = self.clip("in.mkv", frames=2)
        for name in ODD:
            with self.subTest(name):
                shutil.copy(master, self.place(name + b".mkv"))
                done = self.run_bytes("render", name + b".mkv", "-g", EMPTY_GRAPH, "-o", b"o-" + name + b".mkv", "--vcodec",
                                      "ffv1", "--progress", "json", "--report", "r.json", "--overwrite")
                self.assertTrue(os.path.exists(self.place(b"o-" + name + b".mkv")))
                events = [json.loads(line) for line in done.stdout.decode("utf-8").splitlines()]
                report = json.loads((self.folder / "r.json").read_bytes().decode("utf-8"))
                for told in (events[0], report):
                    self.assertEqual(told["input"], shown(name) + ".mkv")
                    self.assertEqual(told["output"], "o-" + shown(name) + ".mkv")

    def test_what_is_printed_cannot_turn_the_text_of_a_terminal(self):
        master = self.clip("in.mkv", frames=2)
        name = f"a{OVERRIDE}b\u2067c\x1b[31m"
        shutil.copy(master, self.folder / f"{name}.mkv")
        for words, code in ((("render", f"{name}.mkv", "-g", EMPTY_GRAPH, "-o", f"{name}-o.mkv"), 0),
                            (("render", f"{name}.mkv", "-g", EMPTY_GRAPH, "-o", "o.mkv", "--dry-run"), 0),
                            (("frame", f"{name}.mkv", "-g", EMPTY_GRAPH, "-o", f"{name}.png"), 0),
                            (("render", f"{name}.txt", "-g", EMPTY_GRAPH, "-o", "x.mkv"), 4),
                            (("render", f"--{name}"), 2), (("check", f"{name}.json"), 2),
                            (("tracks", "info", f"{name}.mkv"), None)):
            with self.subTest(words):
                done = self.run_bytes(*words, code=code)
                printed = (done.stdout + done.stderr).decode("utf-8")
                self.assertFalse(set(printed) & {OVERRIDE, "\u2067", "\x1b"}, printed)
                self.assertIn("a?b?c", printed)

    def test_a_batch_finds_them_again(self):
        master = self.clip("master.mkv", frames=2)
        (self.folder / "in").mkdir()
        for name in ODD:
            shutil.copy(master, self.place(b"in/" + name + b".mkv"))
        plan = self.run_bytes("batch", "plan", "in", "-o", "out/{stem}.mkv", "-g", EMPTY_GRAPH, "--vcodec", "ffv1").stdout
        rows = [json.loads(line) for line in plan.decode("utf-8").splitlines()[1:]]
        self.assertEqual({row["id"] for row in rows}, {shown(name) + ".mkv" for name in ODD})
        (self.folder / "plan.jsonl").write_bytes(plan)
        self.run_bytes("batch", "export", "plan.jsonl", "--engine", "slurm", "-o", "job")
        self.assertEqual((self.folder / "job/plan.jsonl").read_bytes(), plan)
        state = ("--state", "state")
        done = self.run_bytes("batch", "run", "job/plan.jsonl", *state, "--progress", "json", "--report", "rows.csv")
        done.stdout.decode("utf-8")
        made = {name for name in os.listdir(self.place(b"out")) if name.endswith(b".mkv")}
        self.assertEqual(made, {name + b".mkv" for name in ODD})
        again = self.run_bytes("batch", "run", "job/plan.jsonl", *state, "--progress", "json").stdout.decode("utf-8")
        self.assertEqual(json.loads(again.splitlines()[-1])["frames"], 0)
        for text in ((self.folder / "rows.csv").read_bytes(), self.run_bytes("batch", "report", "--csv", *state).stdout):
            table = list(csv.DictReader(io.StringIO(text.decode("utf-8"), newline="")))
            self.assertEqual({row["id"] for row in table}, {shown(name) + ".mkv" for name in ODD})
        for receipt in pathlib.Path(self.folder, "out/.overlace").glob("*.json"):
            json.loads(receipt.read_bytes().decode("utf-8"))
        for spelt in (b"caf\xe9.mkv", b"caf\\xE9.mkv"):  # as it is, and as reports show it
            self.assertIn(b"done", self.run_bytes("batch", "status", "--why", spelt, *state).stdout)
            self.run_bytes("batch", "retry", spelt, *state)


@needs_ffmpeg
class Patterns(NamesTest):
    def test_only_names_of_pictures_are_patterns(self):
        master = self.clip("in.mkv", frames=2)
        (self.folder / "in").mkdir()
        names = ("cat #shorts", "100%d fun", "###", "%04d", "a%%b", "50%", "%010d x #1")
        for name in names:
            shutil.copy(master, self.folder / "in" / f"{name}.mkv")
            with self.subTest(name):
                self.run_overlace("render", f"in/{name}.mkv", "-g", EMPTY_GRAPH, "-o", f"{name}.mkv", "--vcodec", "ffv1")
                self.assertTrue((self.folder / f"{name}.mkv").is_file())
        self.run_overlace("batch", "run", "in", "-o", "out/{stem}.mkv", "-g", EMPTY_GRAPH, "--vcodec", "ffv1", "--state", "s")
        self.assertEqual({path.stem for path in (self.folder / "out").glob("*.mkv")}, set(names))

    def test_a_picture_that_is_called_like_a_pattern(self):
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x64", "-frames:v", 1, "-update", 1, self.folder / "shot #1.png")
        self.run_overlace("render", "shot #1.png", "-g", EMPTY_GRAPH, "-o", "o.mkv", "--vcodec", "ffv1")
        self.run_overlace("batch", "run", "shot #1.png", "-o", "out/x.mkv", "-g", EMPTY_GRAPH, "--vcodec", "ffv1",
                          "--state", "s")

    def test_numbers_have_the_width_of_printf(self):
        for width in (1, 2, 9, 10, 12, 99):
            with self.subTest(width):
                folder = self.folder / f"w{width}"
                folder.mkdir()
                for number in (3, 4, 5):
                    ffmpeg("-f", "lavfi", "-i", "testsrc2=s=64x64", "-frames:v", 1, "-update", 1,
                           folder / ("%0*d.png" % (width, number)))
                pattern = f"w{width}/%0{width}d.png" if width > 1 else f"w{width}/%d.png"
                for spelt in (pattern, f"w{width}/{'#' * width}.png"):
                    self.run_overlace("render", spelt, "-g", EMPTY_GRAPH, "-o", "o.mkv", "--vcodec", "ffv1", "--overwrite")
                if width > 1:
                    refused = self.run_overlace("render", f"w{width}/%d.png", "-g", EMPTY_GRAPH, "-o", "o.mkv",
                                                "--overwrite", code=4)
                    self.assertIn(pattern, refused.stderr)

    def test_numbers_beyond_what_frames_can_have_are_refused(self):
        for number in (2**31 - 1, 2**31, 2**32 + 5, 10**18, 10**30):
            with self.subTest(number):
                folder = self.folder / str(number)
                folder.mkdir()
                for name in ("7", str(number)):
                    (folder / f"{name}.png").write_bytes(b"not looked at")
                refused = self.run_overlace("render", f"{number}/%d.png", "-g", EMPTY_GRAPH, "-o", "o.mkv", code=6)
                self.assertIn(f"{number}.png: has a number beyond", refused.stderr)


@needs_ffmpeg
class Lengths(NamesTest):
    def test_all_that_a_file_system_takes(self):
        master = self.clip("in.mkv", frames=2)
        (self.folder / "in").mkdir()
        names = ["x" * size for size in (200, 215, 240, 246, 247, 250, 251)] + ["映" * 83]
        for name in names:
            shutil.copy(master, self.folder / "in" / f"{name}.mkv")
            with self.subTest(len(name)):
                (self.folder / "out").mkdir(exist_ok=True)
                self.run_overlace("render", f"in/{name}.mkv", "-g", EMPTY_GRAPH, "-o", f"out/{name}.mkv", "--vcodec", "ffv1")
                self.assertEqual(os.listdir(self.folder / "out"), [f"{name}.mkv"])
                (self.folder / "out" / f"{name}.mkv").unlink()
        words = ("batch", "run", "in", "-o", "made/{stem}.mkv", "-g", EMPTY_GRAPH, "--vcodec", "ffv1", "--state", "s",
                 "--progress", "json")
        self.run_overlace(*words)
        self.assertEqual({path.stem for path in (self.folder / "made").glob("*.mkv")}, set(names))
        self.assertEqual(json.loads(self.run_overlace(*words).stdout.splitlines()[-1])["frames"], 0)

    def test_longer_ones_are_refused_before_the_render(self):
        master = self.clip("in.mkv", frames=2)
        (self.folder / "in").mkdir()
        shutil.copy(master, self.folder / "in" / ("y" * 251 + ".mkv"))
        refused = self.run_overlace("render", master, "-g", EMPTY_GRAPH, "-o", "y" * 252 + ".mkv", code=2)
        self.assertIn("256 bytes", refused.stderr)
        refused = self.run_overlace("batch", "run", "in", "-o", "out/{stem}_overlay.mkv", "-g", EMPTY_GRAPH, "--state", "s",
                                    code=2)
        self.assertIn("263 bytes", refused.stderr)


if __name__ == "__main__":
    unittest.main()
