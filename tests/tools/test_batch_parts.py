# SPDX-License-Identifier: Apache-2.0
"""Long clips in parts: any machines, any order, with retries, give the bytes of one machine in order."""

import json
import os
import random
import shutil
import subprocess

from cli import PROGRAM, CliTest, ffmpeg, framemd5, needs_ffmpeg
from test_batch import digests
from test_join import of, times

FRAMES = 42


@needs_ffmpeg
class PartsTest(CliTest):
    def setUp(self):
        super().setUp()
        os.environ["XDG_STATE_HOME"] = str(self.folder / "state")
        (self.folder / "in").mkdir()

    def source(self, name="in/walk.mp4", *options):
        """A clip with B-frames, sound and a title, and its tracks."""
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=160x90:r=30", "-f", "lavfi", "-i", "sine=440:r=48000",
               "-frames:v", FRAMES, "-t", FRAMES / 30, "-c:v", "libx264", "-bf", 3, "-c:a", "aac", "-pix_fmt", "yuv420p",
               "-metadata", "title=Walk", *options, self.folder / name)
        self.write(os.path.splitext(name)[0] + ".txt",
                   "".join(f"{n},1,{20 + n},20,30,40,1,-1,-1,-1\n" for n in range(1, FRAMES + 1)))

    def plan(self, out, *options, code=0, sources=("in",)):
        done = self.run_overlace("batch", "plan", *sources, "-o", f"{out}/{{stem}}.{options[0]}", "--tracks",
                                 "{dir}/{stem}.txt", "-q", *options[1:], code=code)
        if code == 0:
            self.write(f"{out}.jsonl", done.stdout)
        return done

    def run_plan(self, out, *options, code=0):
        done = self.run_overlace("batch", "run", f"{out}.jsonl", "--progress", "json", *options, code=code)
        events = [json.loads(line) for line in done.stdout.splitlines()]
        return {event["id"]: event["state"] for event in events if event["event"] == "clip"}

    def parts_of(self, out):
        rows = [json.loads(line) for line in (self.folder / f"{out}.jsonl").read_text().splitlines()[1:]]
        return rows[0].get("parts", [])


class Parts(PartsTest):
    def expect_the_same_bytes(self, extension, codec, *more, divisions=((14, 3),)):
        """In any order, on any machine, with retries; divisions are frames of a part, and how many parts."""
        self.source()
        dice = random.Random(3)
        gop = () if codec in ("ffv1", "prores") else ("--gop", "3")
        for frames, count in divisions:
            with self.subTest(f"{count} parts"):
                options = (extension, "--vcodec", codec, *gop, *more, "--part-frames", frames)
                calm, wild = f"calm-{codec}-{count}", f"wild-{codec}-{count}"
                self.plan(calm, *options)
                self.run_plan(calm, "--jobs", 1)
                self.plan(wild, *options)
                self.run_shards(wild, count, dice)
                if count > 1:
                    self.break_and_redo(wild, extension, dice)
                self.assertEqual(digests(self.folder / wild), digests(self.folder / calm))
                self.expect_sound_and_times(self.folder / wild / f"walk.{extension}")
                self.assertEqual(list((self.folder / wild / ".overlace").glob("*.parts")), [])
                self.assertEqual(self.run_plan(wild), {})  # all of it is done, without its parts

    def run_shards(self, plan, count, dice):
        """In any order, as on machines of their own: one core or two."""
        parts = self.parts_of(plan)
        self.assertEqual(len(parts), count if count > 1 else 0)
        shards = list(range(max(len(parts), 1)))
        dice.shuffle(shards)
        for i in shards:
            subprocess.run(["taskset", "-c", dice.choice(["0", "0,1"]), PROGRAM, "batch", "run", f"{plan}.jsonl",
                            "--shard", f"{i}/{len(shards)}", "--state", f"state-{i}", "--progress", "none"],
                           cwd=self.folder, check=True)

    def break_and_redo(self, plan, extension, dice):
        parts = self.parts_of(plan)
        redone = dice.choice(parts)
        made = self.folder / plan / ".overlace" / f"walk.{extension}.parts" / f"{redone}.{extension}"
        made.write_bytes(made.read_bytes()[:1000])
        missing = self.run_overlace("batch", "collect", f"{plan}.jsonl", code=8)
        self.assertIn(f"walk.{extension}: frames {redone} are missing", missing.stdout)
        self.assertEqual(digests(self.folder / plan), {})
        self.run_overlace("batch", "run", f"{plan}.jsonl", "--shard", f"{parts.index(redone)}/{len(parts)}")
        self.run_overlace("batch", "collect", f"{plan}.jsonl")

    def expect_sound_and_times(self, out):
        source = self.folder / "in/walk.mp4"
        self.assertEqual(of(out, "a", "data_hash"), of(source, "a", "data_hash"))
        for time, wanted in zip(times(out), times(source), strict=True):
            self.assertAlmostEqual(time, wanted, delta=0.00101)  # Matroska has milliseconds
        read = subprocess.run(["ffmpeg", "-nostdin", "-v", "warning", "-i", out, "-f", "null", "-"],
                              check=True, capture_output=True, text=True)
        self.assertEqual(read.stderr, "")

    def test_h264_has_the_same_bytes(self):
        self.expect_the_same_bytes("mp4", "h264", divisions=((42, 1), (21, 2), (6, 7)))

    def test_hevc_has_the_same_bytes(self):
        self.expect_the_same_bytes("mp4", "hevc", "--encoder-preset", "ultrafast")

    def test_av1_has_the_same_bytes(self):
        self.expect_the_same_bytes("mp4", "av1", "--encoder-preset", "12")

    def test_ffv1_has_the_same_bytes(self):
        self.expect_the_same_bytes("mkv", "ffv1")

    def test_prores_has_the_same_bytes(self):
        self.expect_the_same_bytes("mov", "prores")

    def test_intra_codecs_in_parts_are_the_whole_run(self):
        self.source()
        for extension, codec in (("mkv", "ffv1"), ("mov", "prores")):
            self.plan(f"whole-{codec}", extension, "--vcodec", codec)
            self.plan(f"parts-{codec}", extension, "--vcodec", codec, "--part-frames", "5")
            self.assertEqual(len(self.parts_of(f"parts-{codec}")), 8)
            for out in ("whole", "parts"):
                self.run_plan(f"{out}-{codec}")
            name = f"walk.{extension}"
            for stream in ("v", "a"):
                entries = ("pts_time", "dts_time", "flags", "data_hash")
                self.assertEqual(of(self.folder / f"whole-{codec}" / name, stream, *entries),
                                 of(self.folder / f"parts-{codec}" / name, stream, *entries))

    def test_a_graph_is_heard_as_in_a_whole_render(self):
        self.source()
        cases = [("mov", "prores", "auto", ["aac", "aac"]), ("mkv", "ffv1", "add", ["aac", "flac"]),
                 ("mkv", "ffv1", "replace", ["flac"]), ("mkv", "ffv1", "mix", ["flac"]), ("mp4", "h264", "keep", ["aac"])]
        for extension, codec, audio, codecs in cases:
            with self.subTest(audio):
                gop = ("--gop", 6) if codec == "h264" else ()
                for out, parts in (("whole", ()), ("parts", ("--part-frames", 12))):
                    shutil.rmtree(self.folder / out, ignore_errors=True)
                    self.plan(out, extension, "-g", "chimes", "--vcodec", codec, *gop, "--audio", audio, *parts)
                    self.run_plan(out)
                if audio == "add":
                    self.expect_the_same_of_shards("parts")
                whole, joined = (self.folder / out / f"walk.{extension}" for out in ("whole", "parts"))
                heard = subprocess.run(["ffprobe", "-v", "error", "-select_streams", "a", "-show_entries", "stream=codec_name",
                                        "-of", "csv=p=0", joined], check=True, capture_output=True, text=True).stdout
                self.assertEqual(heard.split(), codecs)
                for stream in range(len(codecs)):
                    entries = ("pts_time", "data_hash")
                    self.assertEqual(of(joined, f"a:{stream}", *entries), of(whole, f"a:{stream}", *entries))
                self.assertEqual(self.run_plan("parts"), {})

    def expect_the_same_of_shards(self, out):
        """A plan of four parts makes the same on machines of their own."""
        shutil.copy(self.folder / f"{out}.jsonl", self.folder / "again.jsonl")
        made = digests(self.folder / out)
        shutil.rmtree(self.folder / out)
        for i in (2, 0, 3, 1):
            self.run_overlace("batch", "run", "again.jsonl", "--shard", f"{i}/4", "--state", f"shard-{i}")
        self.run_overlace("batch", "collect", "again.jsonl")
        self.assertEqual(digests(self.folder / out), made)

    def test_a_variable_rate_is_kept(self):
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=160x90:r=30", "-frames:v", FRAMES, "-vf",
               "setpts='(N+0.2*mod(N,5))/30/TB'", "-fps_mode", "passthrough", "-c:v", "ffv1", self.folder / "in/walk.mkv")
        self.write("in/walk.txt", "1,1,20,20,30,40,1,-1,-1,-1\n")
        self.plan("out", "mkv", "--vcodec", "h264", "--gop", "6", "--part-frames", "12")
        self.assertEqual(self.parts_of("out"), ["0-11", "12-23", "24-35", "36-41"])
        self.run_plan("out")
        self.assertEqual(times(self.folder / "out/walk.mkv"), times(self.folder / "in/walk.mkv"))
        self.assertEqual(len(framemd5(self.folder / "out/walk.mkv")), FRAMES)

    def test_parts_keep_to_groups_of_pictures(self):
        self.source()
        self.plan("out", "mp4", "--gop", "5", "--part-frames", "7")
        self.assertEqual(self.parts_of("out"), ["0-9", "10-19", "20-29", "30-41"])
        self.plan("out", "mp4", "--part-frames", "auto")  # it is short
        self.assertEqual(self.parts_of("out"), [])

    def test_what_does_not_go_with_parts_is_refused(self):
        self.source()
        cases = [(("mp4", "--bitrate", "1M"), "bitrate"), (("mp4", "--frames", "0-9"), "frames"),
                 (("avi",), "counts frames"), (("mp4", "--audio", "add"), "plays nothing"), (("mp4", "--copy-if-untouched"), "copy-if-untouched")]
        for options, words in cases:
            with self.subTest(words):
                self.assertIn(words, self.plan("out", *options, "--part-frames", "6", code=2).stderr)
        refused = self.run_overlace("batch", "plan", "in", "-o", "out/{stem}.mp4", "--part-frames", "6", code=2)
        self.assertIn("tracks make", refused.stderr)

    def test_a_part_that_fails_keeps_the_join_back_and_names_its_frames(self):
        self.source()
        self.plan("out", "mp4", "--gop", "6", "--part-frames", "12")
        shutil.copy(self.folder / "in/walk.txt", self.folder / "good.txt")
        self.write("in/walk.txt", "no tracks at all")
        states = self.run_plan("out", code=8)
        self.assertEqual(states, {**{f"walk.mp4#{part}": "failed" for part in self.parts_of("out")}, "walk.mp4": "failed"})
        status = self.run_overlace("batch", "status").stdout
        self.assertIn("frames 0-11,12-23,24-35,36-41", status)
        self.assertFalse((self.folder / "out/walk.mp4").exists())
        shutil.copy(self.folder / "good.txt", self.folder / "in/walk.txt")
        states = self.run_plan("out")
        self.assertEqual(set(states.values()), {"done"})
        self.assertEqual(states["walk.mp4"], "done")

    def test_parts_of_another_program_are_rendered_again(self):
        self.source()
        self.plan("out", "mp4", "--gop", "6", "--part-frames", "12")
        for i in range(3):
            self.run_overlace("batch", "run", "out.jsonl", "--shard", f"{i}/3")
        receipt = self.folder / "out/.overlace/walk.mp4.parts/.overlace/12-23.mp4.json"
        receipt.write_text(receipt.read_text().replace("libavcodec", "libavcodec 1 and not"))
        refused = self.run_overlace("batch", "collect", "out.jsonl", code=8)
        self.assertIn("frames 12-23", refused.stderr + refused.stdout)
        self.assertFalse((self.folder / "out/walk.mp4").exists())
        self.assertEqual(self.run_plan("out"), {"walk.mp4#12-23": "done", "walk.mp4": "done"})

    def test_what_another_version_made_is_made_again_on_demand(self):
        self.source()
        self.plan("out", "mp4")
        self.run_plan("out")
        receipt = self.folder / "out/.overlace/walk.mp4.json"
        receipt.write_text(receipt.read_text().replace("libavcodec", "libavcodec 1 and not"))
        self.assertEqual(self.run_plan("out"), {})
        self.assertEqual(self.run_plan("out", "--redo-upgraded"), {"walk.mp4": "done"})
        self.assertEqual(self.run_plan("out", "--redo-upgraded"), {})
