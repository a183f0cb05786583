# SPDX-License-Identifier: Apache-2.0
"""What is typed: empty values, options without effect, and names that are no files."""

import json
import os
import re
import subprocess
import unittest

from cli import PROGRAM, CliTest, EMPTY_GRAPH, ffmpeg, needs_ffmpeg, sampled

TRACKS = "frame,id,x,y,w,h\n0,1,10,10,50,50\n1,1,12,10,50,50\n"
COMMANDS = ("render", "frame", "sheet", "join", "check", "explain", "dump", "series", "sound", "tracks info", "tracks convert",
            "tracks make", "batch plan", "batch run", "batch retry", "batch status", "batch report", "batch export",
            "batch collect")


class Empty(CliTest):
    def options_of(self, command):
        """The options of a command that take a value, from its help."""
        text = self.run_overlace(*command.split(), "--help-all").stdout
        return re.findall(r"^  (?:-\w, )?(--[\w-]+)(?:, --[\w-]+)* [A-Zx]", text, re.MULTILINE)

    def test_every_option_of_every_command_refuses_an_empty_value(self):
        seen = set()
        for command in COMMANDS:
            options = self.options_of(command)
            self.assertTrue(options, command)
            for option in sampled(options):
                if (command.split()[0], option) in seen:  # the same row of the same table
                    continue
                seen.add((command.split()[0], option))
                forms = ((option, ""), (option + "=",))  # read by one parser: one option of each command has both
                for typed in forms if option == options[0] else forms[:1]:
                    with self.subTest(command=command, typed=typed):
                        done = self.run_overlace(*command.split(), *typed, code=2)
                        self.assertIn("the value is empty", done.stderr)
                        self.assertIn(option.split(",")[-1], done.stderr)
        self.assertGreater(len(seen), 50)


@needs_ffmpeg
class WithoutEffect(CliTest):
    """Options that need something: without it there is a note, and with it there is none."""

    def notes(self, *words):
        return self.run_overlace("render", *words, "--overwrite").stderr

    def test_each_is_told(self):
        self.clip("in.mkv", frames=3)
        ffmpeg("-f", "lavfi", "-i", "sine=440:d=0.2", self.folder / "in.flac")
        self.run_overlace("render", "in.mkv", "-g", EMPTY_GRAPH, "-o", "p.####.exr")
        self.write("t.csv", TRACKS)
        boxes = ("-g", "boxes", "--tracks", "t.csv")
        empty = ("-g", EMPTY_GRAPH)
        video, overlay = ("-o", "o.mkv", "--vcodec", "ffv1"), ("-o", "o.####.exr", "--overlay-only")
        exr, sound = ("p.####.exr", *empty, "-o", "q.####.exr"), ("in.flac", *empty, "-o", "s.mkv")
        # option, value, words for which it has no effect, words for which it has one
        for option, value, without, having in (
                ("--size", "64x64", ("in.mkv", *empty, *video), sound),
                ("--background", "#102030", ("in.mkv", *empty, *video), sound),
                ("--missing", "hold", ("in.mkv", *empty, *video), exr),
                ("--plate", "linear", ("in.mkv", *empty, *video), exr),
                ("--working-space", "bt709", ("in.mkv", *empty, *video), exr),
                ("--alpha", "premultiplied", ("in.mkv", *boxes, *video), ("in.mkv", *boxes, *overlay)),
                ("--exr-light", "linear", ("in.mkv", *boxes, *video), ("in.mkv", *boxes, *overlay)),
                ("--exr-depth", "float", ("in.mkv", *boxes, *video), ("in.mkv", *boxes, *overlay)),
                ("--exr-compression", "piz", ("in.mkv", *boxes, *video), ("in.mkv", *boxes, *overlay)),
                ("--exr-window", "whole", ("in.mkv", *boxes, "-o", "o.####.exr"), ("in.mkv", *boxes, *overlay)),
                ("--tracks", "t.csv", ("in.mkv", *empty, *video), ("in.mkv", "-g", "boxes", *video)),
                ("--tracks-fps", "30", ("in.mkv", *empty, *video), ("in.mkv", *boxes, *video)),
                ("--pixel-base", "0", ("in.mkv", *empty, *video), ("in.mkv", *boxes, *video)),
                ("--frame-base", "0", ("in.mkv", *empty, *video), ("in.mkv", *boxes, *video)),
                ("--loudness", "-20", ("in.mkv", *empty, *video), None),
                ("--voices", "4", ("in.mkv", *empty, *video), None)):
            said = f"{option} has no effect"
            with self.subTest(option):
                self.assertIn(said, self.notes(*without, option, value))
                if having:
                    self.assertNotIn(said, self.notes(*having, option, value))

    def test_frames_and_batches_tell_it_too(self):
        self.clip("in.mkv", frames=3)
        still = self.run_overlace("frame", "in.mkv", "-g", EMPTY_GRAPH, "-o", "f.png", "--exr-depth", "float")
        self.assertIn("--exr-depth has no effect", still.stderr)
        self.run_overlace("batch", "run", "in.mkv", "-o", "out/{stem}.mkv", "-g", EMPTY_GRAPH, "--vcodec", "ffv1", "--alpha",
                          "straight", "--state", "s")
        self.write("plan.jsonl", self.run_overlace("batch", "plan", "in.mkv", "-o", "out/{stem}.mkv", "-g", "boxes").stdout)
        for option in (("-g", "neon"), ("--crf", 20), ("-o", "elsewhere/{stem}.mkv"), ("--part-frames", 10)):
            refused = self.run_overlace("batch", "run", "plan.jsonl", *option, code=2)
            self.assertIn("has no effect on a plan", refused.stderr)

    def test_embeddings_that_are_not_there(self):
        self.clip("in.mkv", frames=3)
        self.write("t.csv", TRACKS)
        for words, code, why in ((), 2, "belong to a track file"), (("--tracks", "t.csv"), 4, "does not exist"):
            refused = self.run_overlace("render", "in.mkv", "-g", "boxes", *words, "--embeddings", "nofile.npy", "-o", "o.mkv",
                                        code=code)
            self.assertIn("nofile.npy: ", refused.stderr)
            self.assertIn(why, refused.stderr)


@needs_ffmpeg
class Refused(CliTest):
    def test_addresses(self):
        self.clip("in.mkv", frames=3)
        for address in ("http://127.0.0.1:9/in.mp4", "rtsp://127.0.0.1:9/x", "s3://bucket/k.mp4", f"file://{self.folder}/in.mkv"):
            with self.subTest(address):
                for words in ((address, "-g", EMPTY_GRAPH, "-o", "o.mkv"),
                              ("in.mkv", "-g", "boxes", "--tracks", address, "-o", "o.mkv")):
                    refused = self.run_overlace("render", *words, code=4)
                    self.assertIn("is an address", refused.stderr)
                refused = self.run_overlace("render", "in.mkv", "-g", EMPTY_GRAPH, "-o", address + ".mkv", code=2)
                self.assertIn("is an address", refused.stderr)
        self.assertIn(f"give the path: {self.folder}/in.mkv", self.run_overlace(
            "frame", f"file://{self.folder}/in.mkv", "-o", "f.png", code=4).stderr)

    def test_a_graph_out_of_a_pipe(self):
        self.clip("in.mkv", frames=3)
        out, into = os.pipe()
        os.write(into, EMPTY_GRAPH.encode())
        os.close(into)
        done = subprocess.run([PROGRAM, "render", "in.mkv", "-g", f"/dev/fd/{out}", "-o", "o.mkv"], cwd=self.folder,
                              pass_fds=(out,), capture_output=True, text=True, timeout=60, check=False)
        os.close(out)
        self.assertEqual(done.returncode, 2)
        self.assertIn("is a pipe", done.stderr)

    def test_folders_and_wildcards_are_told_how_pictures_are_named(self):
        (self.folder / "k").mkdir()
        for name in ("k", "k/*.png"):
            self.assertIn("%04d.png", self.run_overlace("render", name, "-g", EMPTY_GRAPH, "-o", "o.mkv", code=4).stderr)

    def test_reports_into_folders_that_are_not_there_are_refused_first(self):
        self.clip("in.mkv", frames=3)
        for option in ("--report", "--trace"):
            done = self.run_overlace("render", "in.mkv", "-g", EMPTY_GRAPH, "-o", "o.mkv", option, "no/such/r.json", code=5)
            self.assertIn("no/such/r.json", done.stderr)
        self.assertEqual(done.stderr.count("no/such"), 1)
        done = self.run_overlace("batch", "run", "in.mkv", "-o", "out/{stem}.mkv", "-g", EMPTY_GRAPH, "--report",
                                 "no/such/r.csv", "--state", "s", code=5)
        self.assertIn("no/such/r.csv", done.stderr)
        self.assertEqual(self.folder_names().count("o.mkv"), 0)
        self.assertEqual(list(self.folder.glob("out/*.mkv")), [])

    def test_mistakes_are_told_once_and_by_name(self):
        for name in ("a", "b", "c"):
            self.clip(f"{name}.mkv", frames=2)
        once = self.run_overlace("batch", "run", "a.mkv", "b.mkv", "c.mkv", "-o", "out.mp4", code=2).stderr
        self.assertEqual(once.count("one name for all clips"), 1)
        for words, said in ((("--vopt", "crf"), "--vopt: 'crf' is not an encoder option"),
                            (("--crf", "high"), "--crf: 'high' is not a number"), (("--gop", "0"), "--gop: '0' is not")):
            refused = self.run_overlace("render", "a.mkv", "-o", "o.mp4", *words, code=2)
            self.assertIn(said, refused.stderr)

    def test_files_that_a_graph_names(self):
        """`check` ends with 2, and a render that cannot read a file with 4; each says where it is named."""
        self.clip("in.mkv", frames=2)
        for code, node in ((2, {"type": "draw_icons", "inputs": {"tracks": "t"}, "params": {"path": "none/{class}.png"}}),
                           (4, {"type": "draw_image", "params": {"path": "pin.png"}})):
            graph = {"overlace": 1, "nodes": {"t": {"type": "track_input"}, "n": node}, "composite": ["n"]}
            self.write("g.json", json.dumps(graph))
            for words, ends in ((("check", "g.json"), 2), (("render", "in.mkv", "-g", "g.json", "-o", "o.mkv"), code)):
                self.assertRegex(self.run_overlace(*words, code=ends).stderr, r"g\.json:\d+ /nodes/n/params/path")
        self.run_overlace("render", "none.mkv", "-o", "o.mkv", code=4)
        self.run_overlace("render", "in.mkv", "--tracks", "none.csv", "-o", "o.mkv", code=4)
        self.run_overlace("render", "in.mkv", "-g", "none.json", "-o", "o.mkv", code=2)


if __name__ == "__main__":
    unittest.main()
