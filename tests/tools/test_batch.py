# SPDX-License-Identifier: Apache-2.0
"""overlace batch: what is rendered, what is not rendered again, and what is left when things go wrong."""

import csv
import datetime
import hashlib
import io
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import time
import unittest

from cli import EMPTY_GRAPH, PROGRAM, CliTest, ffmpeg, needs_ffmpeg

BOX = "1,1,4,5,20,30,1,-1,-1,-1\n"


def children_of(pid):
    """Process ids of the clips that a batch renders at the moment."""
    try:
        return [int(child) for child in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def digests(folder):
    """Content by name of all files in a folder that are no receipts."""
    return {str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted(folder.rglob("*")) if path.is_file() and ".overlace" not in path.parts}


@needs_ffmpeg
class BatchTest(CliTest):
    def setUp(self):
        super().setUp()
        self.state = self.folder / "state"
        os.environ["XDG_STATE_HOME"] = str(self.state)
        (self.folder / "in").mkdir()

    def clips(self, count, frames=4, size="64x48"):
        """Small clips that differ, each with a track file of its own."""
        first = self.clip("in/c0.mkv", frames=frames, size=size)
        self.write("in/c0.txt", BOX)
        for i in range(1, count):
            data = first.read_bytes()
            (self.folder / f"in/c{i}.mkv").write_bytes(data)
            self.write(f"in/c{i}.txt", f"1,1,{i},5,20,30,1,-1,-1,-1\n")

    def command(self, *options, out="out/{stem}.mkv", sources=("in",)):
        return ["batch", "run", *map(str, sources), "-o", out, "--tracks", "{dir}/{stem}.txt", "--vcodec", "ffv1",
                "-q", *map(str, options)]

    def batch(self, *options, code=0, **places):
        """Runs a batch; returns its events: one for each clip that was settled, and the last."""
        done = self.run_overlace(*self.command("--progress", "json", *options, **places), code=code)
        events = [json.loads(line) for line in done.stdout.splitlines()]
        return [event for event in events if event["event"] == "clip"], events[-1], done.stderr

    def start(self, *options, **places):
        run = subprocess.Popen(  # pylint: disable=consider-using-with
            [PROGRAM, *self.command("--progress", "json", *options, **places)], cwd=self.folder, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)
        self.addCleanup(run.communicate)
        self.addCleanup(run.kill)
        return run

    def wait_for_a_child(self, run):
        """Until a batch renders its first clip."""
        until = time.monotonic() + 60
        while not children_of(run.pid):
            self.assertIsNone(run.poll(), "the batch has ended")
            self.assertLess(time.monotonic(), until, "no clip is rendered")
            time.sleep(0.001)

    def leftovers(self):
        return [path.name for path in (self.folder / "out").rglob("*") if path.name.endswith(".part")]


class Plans(BatchTest):
    def test_folders_names_and_patterns(self):
        (self.folder / "in/cam").mkdir()
        self.clips(2)
        shutil.move(self.folder / "in/c1.mkv", self.folder / "in/cam/c1.mkv")
        self.write("in/notes.doc", "no video")
        self.write("in/.hidden.mkv", "no video")
        plan = self.run_overlace("batch", "plan", "in", "-o", "out/{rel}/{index:03}-{stem}.mp4").stdout
        head, *rows = [json.loads(line) for line in plan.splitlines()]
        self.assertEqual(head["root"], str(self.folder / "out"))
        self.assertEqual([row["id"] for row in rows], ["001-c0.mp4", "cam/002-c1.mp4"])
        self.assertEqual(rows[1]["input"], str(self.folder / "in/cam/c1.mkv"))
        for sources in (["in/*.mkv", "in/cam/c1.mkv"], ["in/c?.mkv", "in/cam/*"]):
            plan = self.run_overlace("batch", "plan", *sources, "-o", "out/{stem}.mp4").stdout
            self.assertEqual([json.loads(line)["id"] for line in plan.splitlines()[1:]], ["c0.mp4", "c1.mp4"])

    def test_a_manifest_has_options_for_each_clip(self):
        self.clips(2)
        self.write("in/list.csv", "input,output,tracks,set.boxes.stroke_width,priority,col.camera\n"
                                  "c0.mkv,,c0.txt,5,,north\nc1.mkv,second.mkv,,,9,south\n")
        plan = self.run_overlace("batch", "plan", "in/list.csv", "-o", "out/{col.camera}.mkv", "--vcodec", "ffv1")
        rows = [json.loads(line) for line in plan.stdout.splitlines()[1:]]
        self.assertEqual(rows[0]["output"], str(self.folder / "out/north.mkv"))
        self.assertEqual(rows[1]["output"], str(self.folder / "out/second.mkv"))
        self.assertEqual(rows[0]["options"], {"vcodec": "ffv1", "tracks": str(self.folder / "in/c0.txt"),
                                              "set": "boxes.stroke_width=5"})
        self.assertEqual(rows[1]["priority"], 9)

    def test_a_plan_is_run_as_what_it_was_made_of(self):
        self.clips(2)
        arguments = self.command()
        arguments[1] = "plan"
        self.write("plan.jsonl", self.run_overlace(*arguments).stdout)
        self.run_overlace("batch", "run", "plan.jsonl")
        done, end, _ = self.batch()
        self.assertEqual((done, end["clips"]), ([], {"done": 2}))

    def test_everything_wrong_is_listed_and_nothing_begins(self):
        self.clips(3)
        self.write("foreign.mkv", "somebody's")
        cases = [
            ((), {"out": "{stem}.mkv", "sources": ["in", "in/c1.mkv"]}, ["another clip", "c1"]),
            ((), {"out": "in/{stem}.mkv"}, ["c0.mkv' is an input", "c1.mkv' is an input", "c2.mkv' is an input"]),
            (("--set", "boxes.strok=1"), {}, ["stroke_width"]),
            (("-g", "boxs"), {}, ["boxes"]),
            ((), {"out": "{stm}.mkv"}, ["did you mean 'stem'"]),
            ((), {"out": "same.mkv"}, ["one name for all clips"]),
            ((), {"sources": ["nowhere", "in/*.avi"]}, ["nowhere", "matches no video"]),
        ]
        for options, places, words in cases:
            with self.subTest(f"{options} {places}"):
                refused = self.run_overlace(*self.command(*options, **places), code=2)
                for word in words:
                    self.assertIn(word, refused.stderr)
                self.assertFalse((self.folder / "out").exists())
        self.write("in/list.csv", "input,trakcs,output\nc0.mkv,c0.txt,\nnone.mkv,,\nc1.mkv,,../../x.mkv\n")
        refused = self.run_overlace("batch", "run", "in/list.csv", "-o", "out/{stem}.mkv", code=2).stderr
        self.assertIn("did you mean 'tracks'", refused)
        self.write("in/list.csv", "input,tracks,output\nc0.mkv,no.txt,\nnone.mkv,,\nc1.mkv,,../../x.mkv\n")
        refused = self.run_overlace("batch", "run", "in/list.csv", "-o", "out/{stem}.mkv", code=2).stderr
        for word in ("no.txt", "none.mkv", "is not in"):
            self.assertIn(word, refused)
        self.write("in/list.csv", "input,priority\nc0.mkv,high\nc1.mkv,4294967297\n")
        refused = self.run_overlace("batch", "run", "in/list.csv", "-o", "out/{stem}.mkv", code=2).stderr
        for line, word in ((2, "high"), (3, "4294967297")):
            self.assertRegex(refused, f"list.csv:{line}: '{word}' is not a priority")

    def test_one_name_for_all_clips_is_one_problem(self):
        self.clips(4)
        refused = self.run_overlace(*self.command(out="out.mp4"), code=2).stderr
        self.assertEqual(len(refused.splitlines()), 1, refused)
        self.assertIn("'out.mp4' is one name for all clips", refused)

    def test_a_missing_track_file_fails_its_clip_or_leaves_it_out(self):
        self.clips(3)
        (self.folder / "in/c1.txt").unlink()
        settled, end, notes = self.batch(code=8)
        self.assertEqual(end["clips"], {"done": 2, "failed": 1})
        failed = next(clip for clip in settled if clip["state"] == "failed")
        self.assertEqual(failed["id"], "c1.mkv")
        self.assertIn("c1.txt", failed["reason"])
        self.assertIn("c1.txt", notes)
        self.write("in/c1.txt", BOX)
        self.assertEqual(self.batch()[1]["clips"], {"done": 3})
        (self.folder / "in/c2.txt").unlink()
        _, end, notes = self.batch("--missing-tracks", "skip", out="skip/{stem}.mkv")
        self.assertEqual(end["clips"], {"done": 2})
        self.assertIn("left out, because their track files are missing: c2.mkv", notes)

    def test_a_name_that_no_track_file_has_is_refused(self):
        self.clips(2)
        for name in ("c0.txt", "c1.txt"):
            (self.folder / "in" / name).unlink()
        for policy in ("fail", "skip"):
            refused = self.run_overlace(*self.command("--missing-tracks", policy), code=2).stderr
            self.assertIn("c1.txt' for --tracks", refused)
        self.assertFalse((self.folder / "out").exists())

    def test_a_graph_that_lacks_what_it_needs_does_not_begin(self):
        self.clips(2)
        refused = self.run_overlace(*self.command("-g", "compare"), code=2).stderr
        self.assertIn("--set truth=VALUE: the graph needs a value for 'truth'", refused)
        self.assertFalse((self.folder / "out").exists())

    def test_files_of_others_are_not_replaced(self):
        self.clips(2)
        (self.folder / "out").mkdir()
        mine = self.write("out/c1.mkv", "somebody's")
        self.assertIn("--overwrite", self.run_overlace(*self.command(), code=2).stderr)
        self.assertEqual(mine.read_text(), "somebody's")
        self.batch("--overwrite")
        self.assertGreater(mine.stat().st_size, 1000)


class Runs(BatchTest):
    def test_outputs_are_those_of_render(self):
        self.clips(3)
        done, end, _ = self.batch()
        self.assertEqual({clip["id"]: clip["state"] for clip in done},
                         {f"c{i}.mkv": "done" for i in range(3)})
        self.assertEqual((end["clips"], end["frames"], end["exit"]), ({"done": 3}, 12, 0))
        for i in range(3):
            self.run_overlace("render", f"in/c{i}.mkv", "--tracks", f"in/c{i}.txt", "--vcodec", "ffv1", "-q",
                              "-o", "alone.mkv", "--overwrite")
            self.assertEqual((self.folder / "alone.mkv").read_bytes(), (self.folder / f"out/c{i}.mkv").read_bytes())
        self.assertEqual(self.leftovers(), [])

    def test_only_what_has_changed_is_rendered_again(self):
        self.clips(3)
        self.batch()

        def again(*options, ids=()):
            done, end, _ = self.batch(*options)
            self.assertEqual(sorted(clip["id"] for clip in done), sorted(ids))
            self.assertEqual(end["clips"], {"done": 3})

        again()
        for name in ("in/c0.mkv", "in/c0.txt"):
            os.utime(self.folder / name, (1, 1))
        again()  # the same content
        self.write("in/c1.txt", BOX + BOX.replace("1,", "2,", 1))
        why = self.run_overlace("batch", "status", "--why", "c1.mkv").stdout
        self.assertIn("tracks changed", why)
        again(ids=["c1.mkv"])
        (self.folder / "out/c2.mkv").unlink()
        again(ids=["c2.mkv"])
        (self.folder / "out/c0.mkv").write_bytes(b"cut")
        again(ids=["c0.mkv"])
        for name in ("in/labels.txt", "seqinfo.ini"):  # beside the tracks, and above them
            self.write(name, "")
            again(ids=["c0.mkv", "c1.mkv", "c2.mkv"])
            self.write(name, "[Sequence]\n")
            again(ids=["c0.mkv", "c1.mkv", "c2.mkv"])
            (self.folder / name).unlink()
            again(ids=["c0.mkv", "c1.mkv", "c2.mkv"])
        (self.folder / "in/c1.mkv").write_bytes((self.folder / "in/c1.mkv").read_bytes() + b"\0")  # skipped by readers
        again(ids=["c1.mkv"])
        again("--set", "boxes.stroke_width=5", ids=["c0.mkv", "c1.mkv", "c2.mkv"])
        again("--set", "boxes.stroke_width=5", "--threads", 1, "--simd", "scalar")  # the same bytes
        self.assertIn("nothing that it is made of has changed",
                      self.run_overlace("batch", "status", "--why", "c1.mkv").stdout)

    def test_an_option_of_one_row_is_of_that_clip_alone(self):
        self.clips(3)
        rows = ["input,output,gop,tracks", *(f"in/c{i}.mkv,{i}.mkv,1,in/c{i}.txt" for i in range(3))]
        self.write("list.csv", "\n".join(rows) + "\n")
        command = ["batch", "run", "list.csv", "-o", "out", "--vcodec", "ffv1", "--set", "boxes.stroke_width=3", "-q",
                   "--progress", "json"]
        self.assertEqual(self.run_overlace(*command).stdout.count('"event":"clip"'), 3)
        self.write("list.csv", "\n".join(rows).replace(",1.mkv,1,", ",1.mkv,2,") + "\n")
        again = self.run_overlace(*command).stdout
        self.assertEqual((again.count('"event":"clip"'), again.count('"id":"1.mkv"')), (1, 1))
        self.write("in/c1.txt", "no tracks at all")
        self.write("list.csv", "\n".join(rows) + "\n")
        self.run_overlace(*command, code=8)
        why = self.run_overlace("batch", "status", "--why", "1.mkv").stdout
        self.assertEqual([line for line in why.splitlines() if "changed" in line], ["tracks changed", "option --gop changed"])

    def test_another_font_is_another_picture(self):
        self.clips(1)
        fonts = sorted(pathlib.Path("/usr/share/fonts").rglob("DejaVuSans*.ttf"))
        font = self.folder / "font.ttf"
        shutil.copy(fonts[0], font)
        options = ("--set", f"labels.font={font}")
        self.batch(*options)
        self.assertEqual(self.batch(*options)[0], [])
        shutil.copy(fonts[1], font)
        self.assertIn("font", self.run_overlace("batch", "status", "--why", "c0.mkv").stdout)
        self.assertEqual(len(self.batch(*options)[0]), 1)

    def test_another_colour_config_is_another_picture(self):
        self.clips(1)
        config = self.write("show.ocio", "one show")  # a video has no need of it, and does not read it
        options = ("--ocio", config)
        self.batch(*options)
        self.assertEqual(self.batch(*options)[0], [])
        self.write("show.ocio", "another one")
        self.assertIn("colour config changed", self.run_overlace("batch", "status", "--why", "c0.mkv").stdout)
        self.assertEqual(len(self.batch(*options)[0]), 1)

    def test_receipts_tell_what_is_done_without_the_journal_and_elsewhere(self):
        self.clips(3)
        self.batch()
        shutil.rmtree(self.state)
        self.assertEqual(self.batch()[0], [])
        elsewhere = self.folder / "elsewhere"
        for name in ("in", "out"):
            shutil.copytree(self.folder / name, elsewhere / name)  # other inodes, other times
        shutil.rmtree(self.state)
        self.folder = elsewhere
        self.assertEqual(self.batch()[0], [])

    def test_outputs_are_no_inputs(self):
        self.clips(2)
        for _ in range(2):
            _, end, _ = self.batch(out="{dir}/{stem}-boxes.mkv")
            self.assertEqual(end["clips"], {"done": 2})

    def test_one_bad_clip_stops_no_other(self):
        self.clips(4)
        self.write("in/c1.mkv", "no video at all")
        self.write("in/c2.txt", "no tracks at all")
        done, end, notes = self.batch(code=8)
        states = {clip["id"]: (clip["state"], clip["exit"]) for clip in done}
        self.assertEqual(states["c0.mkv"], ("done", 0))
        self.assertEqual(states["c1.mkv"], ("failed", 4))
        self.assertEqual(states["c2.mkv"][0], "failed")
        self.assertEqual(end["clips"], {"done": 2, "failed": 2})
        self.assertIn("c1.mkv", notes)
        report = self.run_overlace("batch", "report", "--csv").stdout
        rows = {row["id"]: row for row in csv.DictReader(io.StringIO(report))}
        self.assertEqual(rows["c1.mkv"]["state"], "failed")
        self.assertIn("c1.mkv", rows["c1.mkv"]["reason"])
        self.assertEqual(rows["c3.mkv"]["frames"], "4")
        self.assertEqual(json.loads(self.run_overlace("batch", "status", "--json").stdout)["states"]["done"]["clips"], 2)
        shutil.copy(self.folder / "in/c0.mkv", self.folder / "in/c1.mkv")
        self.write("in/c2.txt", BOX)
        self.run_overlace("batch", "retry", "c1.mkv")
        self.assertEqual(self.batch()[1]["clips"], {"done": 4})

    def test_damage_is_done_with_loss(self):
        self.clips(2)
        damaged = self.folder / "in/c1.mkv"
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=320x180:r=25", "-frames:v", 50, "-c:v", "libx264", damaged)
        data = bytearray(damaged.read_bytes())
        middle = len(data) // 2
        data[middle:middle + 400] = bytes(400)
        damaged.write_bytes(data)
        self.assertEqual(self.batch(code=3)[1]["clips"], {"done": 1, "done with loss": 1})
        self.assertEqual(self.batch(code=3)[0], [])

    def test_pictures_in_sequences(self):
        self.clips(2)
        self.assertEqual(len(self.sequence()), 2)
        self.assertEqual(self.sequence(), [])
        names = sorted(digests(self.folder / "out"))
        self.assertEqual(names, [f"c{i}/frame_{n:03}.png" for i in range(2) for n in range(4)])
        (self.folder / "out/c1/frame_002.png").unlink()
        self.assertEqual(self.sequence(), ["c1/frame_###.png"])

    def sequence(self):
        done = self.run_overlace("batch", "run", "in", "-o", "out/{stem}/frame_###.png", "-q", "--progress", "json")
        events = [json.loads(line) for line in done.stdout.splitlines()]
        return [event["id"] for event in events if event["event"] == "clip"]

    def test_a_dry_run_leaves_nothing(self):
        self.clips(2)
        before = sorted(self.folder.rglob("*"))
        self.assertIn("2 waiting", self.run_overlace(*self.command("--dry-run")).stdout)
        self.assertEqual(sorted(self.folder.rglob("*")), before)


@unittest.skipUnless(shutil.which("faketime"), "faketime is not installed")
class Clock(BatchTest):
    def test_a_clock_that_is_wrong_changes_nothing(self):
        self.clips(2)
        self.batch()
        for clock in ("+1d", "-1d"):
            for lost in (False, True):
                if lost:
                    shutil.rmtree(self.state)
                run = subprocess.run(["faketime", "-f", clock, PROGRAM, *self.command("--progress", "json")],
                                     cwd=self.folder, check=True, capture_output=True, text=True)
                self.assertNotIn('"event":"clip"', run.stdout)


    def test_lines_of_a_log_say_when_they_were_written(self):
        self.clips(2)
        self.write("in/c1.txt", "no tracks at all")
        done = self.run_overlace(*self.command("--progress", "plain"), code=8)
        for line in [*done.stdout.splitlines(), done.stderr.removeprefix("overlace: ").splitlines()[0]]:
            moment = datetime.datetime.strptime(line[:19], "%Y-%m-%d %H:%M:%S")
            self.assertLess(abs((datetime.datetime.now() - moment).total_seconds()), 300, line)


class Kills(BatchTest):
    """Nothing is lost, nothing is done twice, nothing is half."""

    def test_twenty_kills_of_the_batch(self):
        self.clips(24, frames=12, size="160x90")
        self.batch(out="calm/{stem}.mkv")
        calm = digests(self.folder / "calm")
        dice = random.Random(7)
        done = []
        for _ in range(20):
            run = self.start("--jobs", 2)
            time.sleep(dice.uniform(0.05, 0.3))
            run.kill()
            out, _ = run.communicate()
            done += [json.loads(line)["id"] for line in out.splitlines()
                     if line.endswith("}") and json.loads(line)["event"] == "clip"]
            self.assertEqual({name: calm.get(name) for name in digests(self.folder / "out")},
                             digests(self.folder / "out"))  # what is there is whole
        last, end, _ = self.batch()
        self.assertEqual(end["clips"], {"done": 24})
        self.assertEqual(digests(self.folder / "out"), calm)
        done += [clip["id"] for clip in last]
        self.assertEqual(len(done), len(set(done)))
        self.assertEqual(self.leftovers(), [])
        self.assertEqual(self.batch()[0], [])

    def send(self, run, number, which, times):
        """Sends a signal to each of the first processes that render a clip."""
        met = set()
        while run.poll() is None and len(met) < times:
            for pid in children_of(run.pid):
                if pid in met:
                    continue
                try:
                    files = [os.readlink(link) for link in pathlib.Path(f"/proc/{pid}/fd").iterdir()]
                    if any(path.endswith(which) for path in files):
                        os.kill(pid, number)
                        met.add(pid)
                except OSError:
                    pass
        return len(met)

    def test_a_killed_child_is_rendered_again(self):
        self.clips(4, frames=300, size="320x180")
        run = self.start("--jobs", 1)
        self.assertEqual(self.send(run, signal.SIGKILL, "c1.mkv", 1), 1)
        out, _ = run.communicate(timeout=120)
        self.assertEqual(json.loads(out.splitlines()[-1])["clips"], {"done": 4})
        rows = json.loads(self.run_overlace("batch", "report", "--json").stdout)
        self.assertEqual([row["attempts"] for row in rows], [1, 2, 1, 1])

    def test_a_clip_that_aborts_twice_is_poison(self):
        self.clips(3, frames=300, size="320x180")
        time.sleep(3)  # what was written in the last two whole seconds is never known by its times
        run = self.start("--jobs", 1)
        self.assertEqual(self.send(run, signal.SIGABRT, "c1.mkv", 2), 2)
        out, _ = run.communicate(timeout=120)
        self.assertEqual(run.returncode, 8)
        self.assertEqual(json.loads(out.splitlines()[-1])["clips"], {"done": 2, "poison": 1})
        self.assertEqual(self.leftovers(), [])
        self.assertEqual(self.batch(code=8)[0], [])  # and stays so
        self.run_overlace("batch", "retry")
        self.assertEqual(self.batch()[1]["clips"], {"done": 3})

    def test_a_clip_that_hangs_is_ended(self):
        self.clips(2, frames=300, size="320x180")
        run = self.start("--jobs", 1, "--stall", 1)
        self.assertEqual(self.send(run, signal.SIGSTOP, "c0.mkv", 2), 2)
        out, _ = run.communicate(timeout=120)
        self.assertEqual(json.loads(out.splitlines()[-1])["clips"], {"done": 1, "poison": 1})

    def test_the_report_is_whole_while_a_clip_hangs(self):
        self.clips(2, frames=300, size="320x180")
        run = self.start("--jobs", 1, "--report", "rows.csv")
        self.assertEqual(self.send(run, signal.SIGSTOP, "c1.mkv", 1), 1)
        held = children_of(run.pid)
        states, numbers = [], set()
        until = time.monotonic() + 60
        while states != ["done", "running"] and time.monotonic() < until:
            with (self.folder / "rows.csv").open() as rows:
                states = [row["state"] for row in csv.DictReader(rows)]
            numbers.add(len(states))
            time.sleep(0.02)
        for pid in held:
            os.kill(pid, signal.SIGCONT)
        run.communicate(timeout=120)
        self.assertEqual((states, numbers), (["done", "running"], {2}))
        with (self.folder / "rows.csv").open() as rows:
            self.assertEqual([row["state"] for row in csv.DictReader(rows)], ["done", "done"])

    def test_a_report_that_cannot_be_written_is_refused_at_once(self):
        self.clips(1)
        self.run_overlace(*self.command("--report", "nowhere/rows.csv"), code=5)
        self.assertFalse((self.folder / "out/c0.mkv").exists())

    def test_a_signal_stops_between_frames(self):
        self.clips(3, frames=150, size="640x360")
        run = self.start("--jobs", 1)
        self.wait_for_a_child(run)
        time.sleep(0.3)
        run.send_signal(signal.SIGTERM)
        out, _ = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 128 + signal.SIGTERM)
        self.assertEqual(json.loads(out.splitlines()[-1])["clips"].get("failed", 0), 0)
        self.assertEqual(self.leftovers(), [])
        self.assertEqual(self.batch()[1]["clips"], {"done": 3})

    def test_two_batches_do_not_share_a_folder(self):
        self.clips(3, frames=150, size="640x360")
        run = self.start("--jobs", 1)
        self.wait_for_a_child(run)
        self.assertIn(f"pid {run.pid}", self.run_overlace(*self.command(), code=2).stderr)
        run.kill()
        run.wait()
        self.assertEqual(self.batch()[1]["clips"], {"done": 3})

    def test_shards_share_a_folder_and_nothing_else(self):
        self.clips(7, frames=400, size="160x90")
        arguments = self.command()
        arguments[1] = "plan"
        self.write("plan.jsonl", self.run_overlace(*arguments).stdout)
        self.batch(out="calm/{stem}.mkv")
        runs = [subprocess.Popen([PROGRAM, "batch", "run", "plan.jsonl", "--shard", f"{i}/3", "--progress", "json"],
                                 cwd=self.folder, stdout=subprocess.PIPE, text=True) for i in range(3)]
        while not children_of(runs[2].pid) and runs[2].poll() is None:
            time.sleep(0.001)
        for refused in (["--shard", "2/3"], []):
            run = self.run_overlace("batch", "run", "plan.jsonl", *refused, code=None)
            self.assertEqual((run.returncode, "owned by pid" in run.stderr), (2, True))
        done = []
        for run in runs:
            done += [json.loads(line)["id"] for line in run.communicate()[0].splitlines() if '"event":"clip"' in line]
            self.assertEqual(run.returncode, 0)
        self.assertEqual(sorted(done), [f"c{i}.mkv" for i in range(7)])
        self.assertEqual(digests(self.folder / "out"), digests(self.folder / "calm"))
        self.assertIn("7 done", self.run_overlace("batch", "run", "plan.jsonl", "--dry-run").stdout)
        self.assertIn("0/4", self.run_overlace("batch", "run", "plan.jsonl", "--shard", "4/4", code=2).stderr)

    def test_the_batch_has_one_thread(self):
        self.clips(6, frames=100, size="160x90")
        run = self.start("--jobs", 2)
        threads = set()
        while run.poll() is None:
            try:
                threads.add(len(os.listdir(f"/proc/{run.pid}/task")))
            except OSError:
                break
            time.sleep(0.005)
        self.assertEqual(threads, {1})


class FullDisk(BatchTest):
    def setUp(self):
        super().setUp()
        self.disk = self.folder / "disk"
        self.disk.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=300k", "none", self.disk], check=False,
                                 capture_output=True)
        if mounted.returncode != 0:
            self.skipTest("needs to mount a small file system")
        self.addCleanup(subprocess.run, ["umount", self.disk], check=True)

    def test_the_batch_waits_for_space_and_goes_on(self):
        self.clips(6, frames=12, size="320x180")
        run = subprocess.Popen(  # pylint: disable=consider-using-with
            [PROGRAM, *self.command("--progress", "json", "--jobs", 1, out="disk/{stem}.mkv")], cwd=self.folder,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(run.communicate)
        self.addCleanup(run.kill)
        self.assertRegex(run.stderr.readline(), r"only [\d.]+ (bytes|kB) are free: waiting for [\d.]+ [kM]B")
        self.assertIsNone(run.poll())
        subprocess.run(["mount", "-o", "remount,size=20m", self.disk], check=True)
        out, notes = run.communicate(timeout=120)
        self.assertEqual(json.loads(out.splitlines()[-1])["clips"], {"done": 6})
        self.assertIn("there is space again", notes)

    def test_a_disk_that_stays_full_ends_the_batch_and_leaves_nothing_half(self):
        self.clips(6, frames=12, size="320x180")
        settled, end, notes = self.batch("--wait-space", "0.2", "--jobs", 1, out="disk/{stem}.mkv", code=8)
        self.assertEqual(notes.count("the disk stays full"), 1)
        self.assertGreaterEqual(end["clips"]["waiting"], 3)  # not every clip that is left was tried
        self.assertLessEqual(sum(clip["state"] == "failed" for clip in settled), 1)
        self.assertEqual([path.name for path in self.disk.rglob("*") if path.name.endswith(".part")], [])
        subprocess.run(["mount", "-o", "remount,size=20m", self.disk], check=True)
        self.assertEqual(self.batch(out="disk/{stem}.mkv")[1]["clips"], {"done": 6})


class Commands(BatchTest):
    """What a batch does beside rendering: commands of the user's, inputs that are moved, times."""

    def test_commands_run_for_failures_and_in_the_end(self):
        self.clips(3)
        self.write("in/c1.txt", "no tracks at all")
        told = self.folder / "told"
        tell = ["sh", "-c", 'echo "$1 $OVERLACE_ID $OVERLACE_STATE $OVERLACE_EXIT $OVERLACE_DONE $OVERLACE_FAILED" >> told', "sh"]
        self.batch("--on-fail", json.dumps([*tell, "fail"]), "--on-end", json.dumps([*tell, "end"]), code=8)
        while not told.exists() or len(told.read_text().splitlines()) < 2:  # nobody waits for the first
            time.sleep(0.05)
        self.assertEqual(sorted(told.read_text().splitlines()), ["end   8 2 1", "fail c1.mkv failed   "])
        self.assertIn("ended with 127", self.batch("--on-end", "no-such-program", code=8)[2])
        self.run_overlace(*self.command("--on-end", "[1]"), code=2)

    def test_inputs_are_moved_when_all_of_them_is_done(self):
        self.clips(3)
        (self.folder / "moved").mkdir()
        self.write("in/c1.txt", "no tracks at all")
        self.write("moved/c2.mkv", "somebody's")
        refused = self.run_overlace(*self.command("--move-done", "in"), code=2).stderr
        self.assertIn("found again", refused)
        notes = self.batch("--move-done", "moved", code=8)[2]
        self.assertIn("c2.mkv: cannot be moved", notes)
        self.assertEqual((self.folder / "moved/c2.mkv").read_text(), "somebody's")
        self.assertEqual(sorted(path.name for path in (self.folder / "in").glob("*.mkv")), ["c1.mkv", "c2.mkv"])
        self.assertTrue((self.folder / "moved/c0.mkv").exists())
        self.write("in/c1.txt", BOX)
        again = self.run_overlace("batch", "retry", "--progress", "json").stdout.splitlines()[-1]
        self.assertEqual(json.loads(again)["clips"], {"done": 3})  # one input has gone, and what was made of it is there

    def test_space_and_time_are_judged_by_what_is_done(self):
        self.clips(4)
        self.assertIn("known once", self.run_overlace(*self.command("--dry-run")).stdout)
        self.batch(sources=["in/c0.mkv", "in/c1.mkv"])
        status = json.loads(self.run_overlace("batch", "status", "--json").stdout)
        rows = json.loads(self.run_overlace("batch", "report", "--json").stdout)
        seconds = sorted(row["seconds"] for row in rows)
        self.assertAlmostEqual(status["seconds_p50"], seconds[0], delta=0.001)
        self.assertAlmostEqual(status["seconds_p95"], seconds[1], delta=0.001)
        dry = self.run_overlace(*self.command("--dry-run", "--jobs", 2)).stdout
        written = sum(row["bytes"] for row in rows)
        self.assertIn(f"space  {written / 1e3:.1f} kB", dry)  # two more of the same size
        self.assertIn("with 2 at once", dry)

    def test_status_follows_a_run_to_its_end(self):
        self.clips(4, frames=100)
        run = self.start("--jobs", 1)
        self.wait_for_a_child(run)
        lines = self.run_overlace("batch", "status", "--follow").stdout.splitlines()
        self.assertIn("running", lines[0])
        self.assertEqual(lines[-1], "4 done")

    def test_a_batch_that_was_killed_does_not_run(self):
        self.clips(3, frames=600, size="320x180")
        run = self.start("--jobs", 1)
        self.wait_for_a_child(run)
        self.assertTrue(json.loads(self.run_overlace("batch", "status", "--json").stdout)["running"])
        run.kill()
        run.communicate()
        said = self.run_overlace("batch", "status").stdout
        self.assertIn("1 interrupted", said)
        self.assertNotIn("running,", said)
        self.assertRegex(said, r"not running since \d{4}-\d\d-\d\d \d\d:\d\d")
        facts = json.loads(self.run_overlace("batch", "status", "--json").stdout)
        self.assertEqual((facts["running"], facts["states"]["interrupted"]["clips"]), (False, 1))
        began = time.monotonic()
        self.run_overlace("batch", "status", "--follow", code=8)
        self.assertLess(time.monotonic() - began, 20)

    def test_a_retry_says_what_there_is_to_retry(self):
        self.clips(2)
        self.batch()
        self.assertIn("nothing to retry", self.run_overlace("batch", "retry").stdout)
        refused = self.run_overlace("batch", "retry", "c0.mkv", "c7.mkv", code=2).stderr
        self.assertIn("there is no clip 'c7.mkv'; did you mean", refused)

    def test_counts_of_one_are_singular(self):
        self.clips(1)
        run = self.run_overlace("batch", "run", "in", "-o", "out/{stem}.mkv", "-g", EMPTY_GRAPH, "--vcodec", "ffv1")
        for text in (run.stdout, self.run_overlace("batch", "status").stdout):
            self.assertIn("1 clip: 1 done", text)
        self.write("plan.jsonl", self.run_overlace("batch", "plan", "in", "-o", "o/{stem}.mkv", "-g", EMPTY_GRAPH).stdout)
        exported = self.run_overlace("batch", "export", "plan.jsonl", "--engine", "slurm", "-o", "job").stdout
        self.assertTrue(exported.endswith("job: 1 task\n"), exported)

    def test_clips_go_from_a_gpu_that_is_not_there_to_the_cpu(self):
        self.clips(6)
        done, end, notes = self.batch("--lanes", "cuda:7=2,cpu=1", "--hwaccel", "none")
        self.assertEqual(end["clips"], {"done": 6})
        self.assertEqual(notes.count("cuda:7 draws no more"), 1)
        self.assertEqual(len(done), 6)
        rows = json.loads(self.run_overlace("batch", "report", "--json").stdout)
        self.assertEqual({row["attempts"] for row in rows}, {1})  # what a device refuses is none
        self.assertEqual(self.batch("--hwaccel", "none")[0], [])  # the device changes no byte
        self.assertIn("cuda:0=2", self.run_overlace(*self.command("--lanes", "gpu"), code=2).stderr)

    def test_a_process_that_is_kept_renders_as_new_ones_do(self):
        """A GPU's lane keeps its processes, also where its clips name the CPU."""
        self.clips(9, frames=40)
        self.write("in/c4.mkv", "no video at all")
        self.batch("--device", "cpu", out="calm/{stem}.mkv", code=8)
        run = self.start("--device", "cpu", "--lanes", "cuda:0=2")
        met = set()
        while run.poll() is None:
            met.update(children_of(run.pid))
        run.communicate()
        self.assertEqual(run.returncode, 8)
        self.assertLessEqual(len(met), 3)  # one ended with the clip that failed
        self.assertEqual(digests(self.folder / "out"), digests(self.folder / "calm"))
        self.assertEqual(len(digests(self.folder / "out")), 8)
        logs = [path.name for path in self.state.rglob("*.log") if "out-" in str(path)]
        self.assertTrue(logs and all(name.startswith("c4.mkv") for name in logs), logs)

    def test_a_process_that_is_kept_stops_between_frames(self):
        self.clips(3, frames=400, size="640x360")
        run = self.start("--device", "cpu", "--lanes", "cuda:0=1")
        while '"event":"clip"' not in run.stdout.readline():
            pass
        time.sleep(0.3)
        run.send_signal(signal.SIGTERM)
        out, _ = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 128 + signal.SIGTERM)
        self.assertNotIn('"event":"clip"', out)
        self.assertEqual(self.leftovers(), [])
        self.assertEqual(self.batch("--device", "cpu", "--lanes", "cuda:0=1")[1]["clips"], {"done": 3})

    def test_a_shard_whose_device_is_not_there_is_for_another_machine(self):
        self.clips(4)
        arguments = self.command("--device", "cuda:7", "--hwaccel", "none")
        arguments[1] = "plan"
        self.write("plan.jsonl", self.run_overlace(*arguments).stdout)
        run = ["batch", "run", "plan.jsonl", "--retry-wait", "0"]
        self.run_overlace(*run, "--shard", "0/2", code=75)
        (self.folder / "in/c1.txt").unlink()  # that clip would fail anywhere
        self.run_overlace(*run, "--shard", "1/2", code=8)
        self.run_overlace(*run, code=8)
