# SPDX-License-Identifier: Apache-2.0
"""overlace render when things go wrong: signals, full disks, other runs, damage. No file is ever half there."""

import json
import os
import resource
import shutil
import signal
import subprocess
import time
import unittest

from cli import DATA, EMPTY_GRAPH, PROGRAM, CliTest, ffmpeg, framemd5, needs_ffmpeg, probe

NOBODY = 65534


@needs_ffmpeg
class SafetyTest(CliTest):
    def setUp(self):
        super().setUp()
        self.graph = self.write("empty.json", EMPTY_GRAPH)

    def slow_render(self, *options, preset="veryslow"):
        """A render that takes long, once its first frames are drawn."""
        clip = self.clip(frames=300, size="640x360")
        tracks = self.write("t.txt", "1,1,20,20,60,90,1,-1,-1,-1\n")
        self.before = self.folder_names()
        run = subprocess.Popen(  # pylint: disable=consider-using-with
            [PROGRAM, "render", clip, "--tracks", tracks, "-o", "out.mp4", "--encoder-preset", preset, "--progress",
             "json", *options], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(run.communicate)
        self.addCleanup(run.kill)
        while json.loads(run.stdout.readline()).get("frames_done", 0) < 5:
            pass
        return run

    def last_event(self, stdout):
        events = [json.loads(line) for line in stdout.splitlines()]
        self.assertEqual([e["event"] for e in events].count("end"), 1)
        return events[-1]


class Inputs(SafetyTest):
    """No output replaces a file that is read, whatever it is called there."""

    def setUp(self):
        super().setUp()
        self.video = self.clip(frames=3, size="64x48")
        self.write("det.txt", "1,1,10,10,20,20,1,-1,-1,-1\n")
        self.write("base.json", EMPTY_GRAPH)
        self.write("graph.json", '{"extends": "./base.json"}')
        self.write("own.json", """{"overlace": 1, "nodes": {
            "tracks": {"type": "track_file", "params": {"path": "det.txt"}},
            "boxes": {"type": "draw_boxes", "inputs": {"tracks": "tracks"}}}, "composite": ["boxes"]}""")
        self.write("e.npy", "")
        (self.folder / "labels").mkdir()
        self.write("labels/000001.txt", "0 0.5 0.5 0.1 0.2\n")
        for path in list(self.folder.rglob("*.*")):
            if path.is_file():  # outputs need names that they can have
                os.link(path, path.with_name(path.name + ".y4m"))
                os.link(path, path.with_name(path.name + ".png"))
                os.symlink(path, path.with_name(path.name + ".link.csv"))
        os.remove(self.folder / "labels/000001.txt.link.csv")

    def refuse(self, *arguments):
        before = {path: path.read_bytes() for path in self.folder.rglob("*") if path.is_file()}
        done = self.run_overlace(*arguments, "--overwrite", code=2)
        self.assertIn("the output is the input file", done.stderr)
        self.assertEqual({path: path.read_bytes() for path in self.folder.rglob("*") if path.is_file()}, before)

    def test_render_and_frame(self):
        for kind, command in (("y4m", "render"), ("png", "frame")):
            self.refuse(command, self.video, "-g", "graph.json", "-o", f"{self.video}.{kind}")
            self.refuse(command, self.video, "-g", "graph.json", "-o", f"graph.json.{kind}")
            self.refuse(command, self.video, "-g", "graph.json", "-o", f"base.json.{kind}")
            self.refuse(command, self.video, "-g", "own.json", "-o", f"det.txt.{kind}")
            self.refuse(command, self.video, "--tracks", "det.txt", "-o", f"det.txt.{kind}")
            self.refuse(command, self.video, "--tracks", "labels", "-o", f"labels/000001.txt.{kind}")
            self.refuse(command, self.video, "--tracks", "det.txt", "--embeddings", "e.npy", "-o", f"e.npy.{kind}")
        for side in ("--report", "--trace"):
            self.refuse("render", self.video, "--tracks", "det.txt", "-o", "out.y4m", side, "det.txt")
            self.refuse("render", self.video, "-g", "graph.json", "-o", "out.y4m", side, "base.json")

    def test_tracks(self):
        self.refuse("tracks", "convert", "det.txt", "-o", "det.txt")
        self.refuse("tracks", "convert", "det.txt", "-o", "det.txt.link.csv")
        self.refuse("tracks", "convert", "det.txt", "-o", f"{self.video}.link.csv", "--video", self.video)
        self.refuse("tracks", "convert", "labels", "-o", "labels/000001.txt", "--to", "mot")
        self.refuse("tracks", "convert", "det.txt", "--embeddings", "e.npy", "-o", "e.npy", "--to", "mot")
        self.refuse("tracks", "make", self.video, "-g", "own.json", "-o", "det.txt")
        self.refuse("tracks", "make", self.video, "-g", "graph.json", "-o", "base.json")
        self.refuse("tracks", "info", "det.txt", "--video", self.video, "--still", "det.txt.png")
        self.refuse("sheet", self.video, "--tracks", "det.txt", "-o", "det.txt.png")


class Signals(SafetyTest):
    def test_a_stopped_render_leaves_nothing(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(number):
                run = self.slow_render()
                run.send_signal(number)
                stdout, stderr = run.communicate(timeout=60)
                self.assertEqual(run.returncode, 128 + number)
                self.assertIn("no output was left", stderr)
                end = self.last_event(stdout)
                self.assertEqual((end["event"], end["exit"], end["in_place"]), ("end", 128 + number, False))
                self.assertEqual(self.folder_names(), self.before)

    def test_the_frames_so_far_can_be_kept(self):
        run = self.slow_render("--on-interrupt", "keep")
        run.send_signal(signal.SIGTERM)
        stdout, stderr = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 143)
        end = self.last_event(stdout)
        self.assertEqual((end["exit"], end["in_place"]), (143, True))
        self.assertIn(f"holds the first {end['frames']} frames", stderr)
        self.assertEqual(probe(self.folder / "out.mp4", "nb_read_frames"), [f"nb_read_frames={end['frames']}"])
        self.assertTrue(5 <= end["frames"] < 300, end["frames"])
        self.assertEqual(self.folder_names(), sorted(self.before + ["out.mp4"]))

    def test_a_second_signal_ends_at_once(self):
        run = self.slow_render("--on-interrupt", "keep", "--vopt", "rc-lookahead=250", preset="placebo")
        run.send_signal(signal.SIGINT)
        time.sleep(0.7)
        run.send_signal(signal.SIGINT)
        began = time.monotonic()
        stdout, _ = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 130)
        self.assertLess(time.monotonic() - began, 5)
        self.assertEqual(self.last_event(stdout)["exit"], 130)
        self.assertNotIn("out.mp4", self.folder_names())

    def test_a_flush_can_be_stopped(self):
        clip = self.clip(frames=120, size="640x360")
        before = self.folder_names()
        with subprocess.Popen(  # the encoder works when the last frame has come
                [PROGRAM, "render", clip, "-g", self.graph, "-o", "out.mp4", "--encoder-preset", "placebo", "--vopt",
                 "rc-lookahead=250", "--progress", "json"], cwd=self.folder, stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL, text=True) as run:
            self.addCleanup(run.kill)
            while json.loads(run.stdout.readline()).get("frames_done", 0) < 120:
                pass
            began = time.monotonic()
            run.send_signal(signal.SIGTERM)
            stdout, _ = run.communicate(timeout=60)
        self.assertLess(time.monotonic() - began, 5)
        self.assertEqual(run.returncode, 143)
        self.assertFalse(self.last_event(stdout)["in_place"])
        self.assertEqual(self.folder_names(), before)

    def test_what_is_done_is_not_undone(self):
        clip = self.clip(frames=300)
        with subprocess.Popen([PROGRAM, "render", clip, "-g", self.graph, "-o", "out.mkv", "--progress", "json"],
                              cwd=self.folder, stdout=subprocess.PIPE, text=True) as run:
            self.addCleanup(run.kill)
            while not (self.folder / "out.mkv").exists():
                time.sleep(0.001)
            run.send_signal(signal.SIGTERM)
            stdout, _ = run.communicate(timeout=60)
        end = self.last_event(stdout)
        self.assertEqual((run.returncode, end["exit"], end["in_place"]), (0, 0, True))

    def test_one_request_may_come_twice(self):
        run = self.slow_render("--on-interrupt", "keep")
        for _ in range(2):  # as `timeout` sends it, to the process and to its group
            run.send_signal(signal.SIGINT)
        run.communicate(timeout=60)
        self.assertIn("out.mp4", self.folder_names())

    def test_the_pass_that_looks_for_tracks_can_be_stopped(self):
        clip = self.clip(frames=600, size="1280x720")
        before = self.folder_names()
        with subprocess.Popen([PROGRAM, "render", clip, "-o", "out.mp4", "--progress", "json"], cwd=self.folder,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as run:
            self.addCleanup(run.kill)
            while json.loads(line := run.stdout.readline())["event"] != "progress":
                pass
            self.assertEqual(json.loads(line)["pass"], "tracks")
            run.send_signal(signal.SIGTERM)
            self.assertEqual(self.last_event(run.stdout.read())["exit"], 143)
        self.assertEqual(run.returncode, 143)
        self.assertEqual(self.folder_names(), before)

    def test_a_killed_render_leaves_no_output_and_the_next_one_cleans_up(self):
        run = self.slow_render()
        run.kill()
        run.communicate(timeout=60)
        left = [name for name in self.folder_names() if name not in self.before]
        self.assertEqual(left, [".out.mp4.0.part"])
        self.run_overlace("render", "in.mkv", "-g", self.graph, "--frames", "0-4", "-o", "out.mp4")
        self.assertEqual(self.folder_names(), sorted(self.before + ["out.mp4"]))


class Outputs(SafetyTest):
    def render(self, *options, program=PROGRAM, **how):
        return subprocess.run([program, "render", "in.mkv", "-g", "empty.json", *map(str, options)], cwd=self.folder,
                              capture_output=True, text=True, timeout=60, check=False, **how)

    def test_a_full_disk_leaves_nothing(self):
        self.clip(frames=30)
        before = self.folder_names()
        for name in ("out.mp4", "out.mkv", "out.mov", "f_####.png"):
            for limit in (0, 1, 1000):
                with self.subTest(name, limit=limit):
                    done = self.render("-o", name, preexec_fn=lambda size=limit: resource.setrlimit(
                        resource.RLIMIT_FSIZE, (size, size)))
                    self.assertEqual(done.returncode, 5, done.stderr)
                    self.assertIn("File too large", done.stderr)
                    self.assertEqual(self.folder_names(), before)

    def test_an_old_output_survives_a_full_disk(self):
        self.clip(frames=30)
        out = self.write("out.mp4", "precious")
        done = self.render("-o", out, "--overwrite", preexec_fn=lambda: resource.setrlimit(
            resource.RLIMIT_FSIZE, (4096, 4096)))
        self.assertEqual((done.returncode, out.read_text()), (5, "precious"))

    def test_an_encoder_without_memory(self):
        self.clip(frames=12, size="3840x2160")
        before = self.folder_names()
        for megabytes in (900, 1200):  # x264 wants more when it is opened, or on the way
            done = self.render("-o", "out.mp4", "--threads", "1", preexec_fn=lambda size=megabytes << 20:
                               resource.setrlimit(resource.RLIMIT_AS, (size, size)))
            self.assertEqual(done.returncode, 33, done.stderr)
            self.assertIn("out of memory", done.stderr)
            self.assertEqual(self.folder_names(), before)

    def test_a_folder_that_may_not_be_written_to(self):
        self.clip(frames=3)
        as_user = {}
        if os.geteuid() == 0:  # whom nothing is forbidden; nobody may not see a program in root's own folder
            as_user = {"user": NOBODY, "group": NOBODY, "program": shutil.copy(f"{PROGRAM}-commands", self.folder)}
        self.folder.chmod(0o555)
        self.addCleanup(self.folder.chmod, 0o755)
        done = self.render("-o", "out.mp4", **as_user)
        self.assertEqual(done.returncode, 5, done.stderr)
        self.assertIn("Permission denied", done.stderr)

    def test_a_reader_of_the_progress_may_leave(self):
        self.clip(frames=30)
        with subprocess.Popen([PROGRAM, "render", "in.mkv", "-g", "empty.json", "-o", "out.mkv", "--progress", "json"],
                              cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
            run.stdout.close()
            run.stderr.close()
        self.assertEqual(run.returncode, 0)
        self.assertEqual(probe(self.folder / "out.mkv", "nb_read_frames"), ["nb_read_frames=30"])

    def test_runs_with_one_output_name_do_not_mix(self):
        clip = self.clip(frames=60)
        runs = [subprocess.Popen([PROGRAM, "render", clip, "-g", "empty.json", "--vcodec", "ffv1", "-o", "out.mkv",
                                  "--progress", "none", *more], cwd=self.folder, stderr=subprocess.DEVNULL)
                for more in ((), (), ("--overwrite",), ("--overwrite",))]
        codes = [run.wait(timeout=60) for run in runs]
        self.assertEqual(codes[2:], [0, 0])
        self.assertTrue(set(codes[:2]) <= {0, 2, 5}, codes)  # refused: something was there already
        self.assertEqual(framemd5(self.folder / "out.mkv"), framemd5(clip))
        self.assertEqual(self.folder_names(), ["empty.json", "in.mkv", "out.mkv"])

    def test_a_dry_run_leaves_nothing_and_tells_what_would_be_lost(self):
        clip = self.folder / "in.mkv"
        (self.folder / "t.srt").write_text("1\n00:00:00,000 --> 00:00:01,000\nhi\n", encoding="utf-8")
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=320x180:r=30:d=1", "-f", "lavfi", "-i", "sine=d=1", "-i",
               self.folder / "t.srt", "-c:v", "libx264", "-c:a", "aac", "-c:s", "srt", clip)
        before = self.folder_names()
        done = self.render("-o", "out.mp4", "--dry-run")
        self.assertEqual(done.returncode, 0, done.stderr)
        for words in ("h264 320x180", "libx264", "keep   stream 1: audio (aac)", "subtitle (subrip)"):
            self.assertIn(words, done.stdout)
        self.assertEqual(self.folder_names(), before)
        self.assertEqual(self.render("-o", "nowhere/out.mp4", "--dry-run").returncode, 5)

    def test_a_report_says_what_was_done(self):
        self.clip(frames=12)
        done = self.render("-o", "out.mkv", "--report", "r.json")
        self.assertEqual(done.returncode, 0, done.stderr)
        report = json.loads((self.folder / "r.json").read_text())
        self.assertEqual((report["schema"], report["output"]), (1, "out.mkv"))
        self.assertEqual((report["outcome"]["frames"], report["outcome"]["exit"]), (12, 0))
        self.assertEqual(report["outcome"]["size_bytes"], (self.folder / "out.mkv").stat().st_size)
        self.assertTrue(any("BT.601" in note for note in report["notes"]), report["notes"])
        failed = self.render("-o", "out.mkv", "--report", "bad.json")
        self.assertEqual(failed.returncode, 2)
        self.assertIn("exists", json.loads((self.folder / "bad.json").read_text())["outcome"]["errors"][0])

    def test_no_side_file_takes_the_place_of_another(self):
        self.clip(frames=2)
        for options in (["--trace", "out.mkv"], ["--report", "./out.mkv"], ["--trace", "a", "--report", "./a"]):
            with self.subTest(options):
                self.run_overlace("render", "in.mkv", "-g", "empty.json", "-o", "out.mkv", "--overwrite", *options,
                                  code=2)
                self.assertFalse((self.folder / "out.mkv").exists())

    def test_a_report_that_is_in_the_way_hides_no_failure(self):
        self.write("r.json", "{}")
        done = self.run_overlace("render", "absent.mkv", "-g", "empty.json", "-o", "out.mkv", "--report", "r.json",
                                 code=4)
        self.assertIn("r.json", done.stderr)

    def test_every_end_is_told_to_programs(self):
        self.clip(frames=3)
        for code, options in ((2, ("-o", "a.mkv", "--frames", "7-5")), (5, ("-o", "nowhere/a.mkv")),
                              (2, ("-o", "a.mkv", "--on-corrupt", "pray"))):
            with self.subTest(options):
                done = self.render("--progress", "json", *options)
                self.assertEqual(done.returncode, code, done.stderr)
                end = self.last_event(done.stdout)
                self.assertEqual((end["event"], end["exit"]), ("end", code))
                self.assertTrue(end["errors"])


class DamagedInput(SafetyTest):
    """A clip of 60 frames with a hole in its data: no key frame follows for a while."""

    def setUp(self):
        super().setUp()
        self.whole = self.folder / "whole.mp4"
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=320x180:r=30", "-frames:v", 60, "-c:v", "libx264", "-preset",
               "ultrafast", "-bf", 2, "-g", 15, "-threads", 2, self.whole)
        data = bytearray(self.whole.read_bytes())
        end = data.find(b"moov") - 4
        data[end * 40 // 100:end * 55 // 100] = bytes(end * 55 // 100 - end * 40 // 100)
        self.damaged = self.folder / "damaged.mp4"
        self.damaged.write_bytes(data)

    def render(self, clip, policy, code):
        out = self.folder / "out.mkv"
        out.unlink(missing_ok=True)
        done = self.run_overlace("render", clip, "-g", self.graph, "--vcodec", "ffv1", "-o", out, "--progress", "json",
                                 "--on-corrupt", policy, code=code)
        return out, self.last_event(done.stdout)

    def stamps(self, path):
        return subprocess.run(["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries",
                               "packet=pts_time", "-of", "csv=p=0", path], check=True, capture_output=True,
                              text=True).stdout.split()

    def test_concealed_frames_keep_their_place_in_time(self):
        out, _ = self.render(self.whole, "conceal", 0)
        whole, stamps = framemd5(out), self.stamps(out)
        out, end = self.render(self.damaged, "conceal", 3)
        self.assertEqual(self.stamps(out), stamps)
        damage = end["damage"]
        self.assertGreater(damage["frames_missing"], 0)
        listed = {n for first, last in damage["frame_spans"] for n in range(first, last + 1)}
        self.assertGreaterEqual(len(listed), damage["frames_missing"])
        after = next(n for n in range(0, 60, 15) if n > min(listed) and n not in listed)  # a key frame
        frames = framemd5(out)
        self.assertEqual(frames[:min(listed)], whole[:min(listed)])
        self.assertEqual([n for n in range(after, 60) if n not in listed and frames[n] != whole[n]], [])

    def test_skipped_frames_leave_their_time_empty(self):
        stamps = self.stamps(self.render(self.whole, "conceal", 0)[0])
        out, end = self.render(self.damaged, "skip", 3)
        kept = self.stamps(out)
        listed = {n for first, last in end["damage"]["frame_spans"] for n in range(first, last + 1)}
        self.assertEqual(kept, [stamp for n, stamp in enumerate(stamps) if n not in listed])

    def test_stop_leaves_nothing(self):
        out, end = self.render(self.damaged, "stop", 4)
        self.assertFalse(out.exists())
        self.assertTrue(end["damage"]["any"] or end["errors"])

    def test_what_the_decoder_only_complains_of(self):
        # x264's words about itself become a slice that the first packet cannot have (P, in an IDR picture).
        data = bytearray(self.whole.read_bytes())
        unit = data.rfind(b"\x06\x05", 0, data.find(b"x264 - core"))
        data[unit:unit + 2] = b"\x65\xff"
        self.damaged.write_bytes(data)
        complaint = subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-i", self.damaged, "-f", "null", "-"],
                                   capture_output=True, text=True, check=True).stderr
        self.assertIn("non-intra slice in an IDR", complaint)
        out, end = self.render(self.damaged, "conceal", 3)
        self.assertEqual(len(framemd5(out)), 60)
        self.assertEqual((end["damage"]["any"], end["damage"]["frame_spans"]), (True, [[0, 0]]))
        _, end = self.render(self.damaged, "skip", 3)
        self.assertEqual(end["frames"], 59)
        self.render(self.damaged, "stop", 4)

    def test_the_packet_is_named_whatever_the_codec(self):
        # With slices: the second one's header is broken, and the first half of the picture is whole.
        for name, start, options in (("slices.mp4", None, ("-c:v", "libx264", "-x264-params", "slices=2:bframes=0")),
                                     ("intra.mov", 1 / 2, ("-c:v", "prores_ks")),
                                     ("jpeg.mkv", 1 / 2, ("-c:v", "mjpeg", "-q:v", 3))):
            with self.subTest(name):
                clip = self.folder / name
                ffmpeg("-f", "lavfi", "-i", "testsrc2=s=320x180:r=30", "-frames:v", 60, *options, clip)
                packets = subprocess.run(["ffprobe", "-v", "error", "-show_entries", "packet=pos,size", "-of",
                                          "csv=p=0", clip], check=True, capture_output=True, text=True).stdout.split()
                size, pos = map(int, packets[29].split(",")[:2])
                data = bytearray(clip.read_bytes())
                second = 4 + int.from_bytes(data[pos:pos + 4], "big") + 5  # behind the unit's length and kind
                begin = second if start is None else int(size * start)
                data[pos + begin:pos + size] = bytes(i * 73 % 251 for i in range(size - begin))
                clip.write_bytes(data)
                complaint = subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-i", clip, "-f", "null", "-"],
                                           capture_output=True, text=True, check=False).stderr
                self.assertTrue(complaint)
                _, end = self.render(clip, "conceal", 3)
                self.assertEqual(end["damage"]["frame_spans"][0][0], 29)

    def test_a_cameras_clip(self):
        clip = DATA.parent / "odd-video" / "box.mp4"
        if not clip.exists():
            self.skipTest("the camera's clip is not here")
        _, end = self.render(clip, "conceal", 3)
        self.assertEqual(end["damage"]["frame_spans"], [[0, 0]])
        self.assertEqual(end["frames"], 455)

    def test_the_same_pixels_in_every_run(self):
        cores = os.sched_getaffinity(0)
        self.addCleanup(os.sched_setaffinity, 0, cores)
        runs = []
        for some in (cores, {min(cores)}) * 3:
            os.sched_setaffinity(0, some)
            runs.append(framemd5(self.render(self.damaged, "conceal", 3)[0]))
        self.assertEqual(runs[1:], runs[:1] * 5)


if __name__ == "__main__":
    unittest.main()
