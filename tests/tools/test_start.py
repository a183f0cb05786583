# SPDX-License-Identifier: Apache-2.0
"""What a program inherits from whoever starts it: descriptors, signals that are ignored, and the size of the stack."""

import itertools
import json
import os
import resource
import signal
import subprocess
import time
import unittest

from cli import PROGRAM, CliTest, EMPTY_GRAPH, framemd5, needs_ffmpeg

BOXES = "frame,id,x,y,w,h,class\n" + "".join(f"{i},7,{10 + 3 * i},20,60,80,person\n" for i in range(8))


@needs_ffmpeg
class Descriptors(CliTest):
    """A file that is opened where standard output was closed would get what is printed."""

    def test_any_may_be_closed(self):
        clip = self.clip(frames=8)
        self.write("t.csv", BOXES)
        words = ["render", clip, "-g", "boxes", "--tracks", "t.csv", "--vcodec", "ffv1", "--progress", "plain"]
        self.run_overlace(*words, "-o", "open.mkv")
        expected = framemd5(self.folder / "open.mkv")
        for closed in itertools.chain.from_iterable(itertools.combinations((0, 1, 2), n) for n in (1, 2, 3)):
            with self.subTest(closed=closed):
                def close(descriptors=closed):
                    for descriptor in descriptors:
                        os.close(descriptor)
                done = subprocess.run([PROGRAM, *words, "-o", "closed.mkv", "--overwrite"], cwd=self.folder,
                                      preexec_fn=close, stdin=subprocess.DEVNULL, timeout=120, check=False,
                                      stdout=None if 1 in closed else subprocess.PIPE,
                                      stderr=None if 2 in closed else subprocess.PIPE)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(framemd5(self.folder / "closed.mkv"), expected)

    def test_of_a_batch(self):
        self.clip("in.mkv", frames=4)
        done = subprocess.run([PROGRAM, "batch", "run", "in.mkv", "-o", "out/{stem}.mkv", "-g", EMPTY_GRAPH, "--vcodec",
                               "ffv1", "--state", "state"], cwd=self.folder, timeout=120, check=False,
                              preexec_fn=lambda: [os.close(i) for i in range(3)])
        self.assertEqual(done.returncode, 0)
        self.assertEqual(framemd5(self.folder / "out/in.mkv"), framemd5(self.folder / "in.mkv"))

    def test_video_into_a_closed_output_is_an_error(self):
        clip = self.clip(frames=4)
        done = subprocess.run([PROGRAM, "render", clip, "-g", EMPTY_GRAPH, "-o", "-", "--format", "nut"], timeout=120,
                              preexec_fn=lambda: os.close(1), stderr=subprocess.PIPE, check=False)
        self.assertEqual(done.returncode, 5, done.stderr)


@needs_ffmpeg
class IgnoredSignals(CliTest):
    """`nohup` ignores SIGHUP, and a script SIGINT for its jobs in the background: both stay ignored."""

    NUMBERS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

    def ignore(self, number):
        """Only this signal, whatever the tests were told to ignore. Python ignores the last two."""
        for one in (*self.NUMBERS, signal.SIGPIPE, signal.SIGXFSZ):
            signal.signal(one, signal.SIG_IGN if one == number else signal.SIG_DFL)

    def start(self, number, *words):
        run = subprocess.Popen([PROGRAM, *map(str, words)], cwd=self.folder, stdout=subprocess.PIPE, text=True,
                               stderr=subprocess.PIPE, preexec_fn=lambda: self.ignore(number))
        self.addCleanup(run.communicate)
        self.addCleanup(run.kill)
        return run

    def test_a_render_goes_on(self):
        clip = self.clip(frames=90)
        for number in self.NUMBERS:
            with self.subTest(number):
                run = self.start(number, "render", clip, "-g", EMPTY_GRAPH, "-o", f"{int(number)}.mp4", "--encoder-preset",
                                 "veryslow", "--progress", "json")
                run.stdout.readline()
                run.send_signal(number)
                time.sleep(0.6)
                run.send_signal(number)
                _, stderr = run.communicate(timeout=120)
                self.assertEqual(run.returncode, 0, stderr)
                self.assertEqual(len(framemd5(self.folder / f"{int(number)}.mp4")), 90)

    def test_a_batch_and_its_children_go_on(self):
        self.clip("a.mkv", frames=90)
        for number in (signal.SIGINT, signal.SIGHUP):
            with self.subTest(number):
                out = f"out{int(number)}"
                run = self.start(number, "batch", "run", "a.mkv", "-o", out + "/{stem}.mp4", "-g", EMPTY_GRAPH, "--encoder-preset",
                                 "veryslow", "--state", out + "-state", "--progress", "json", "--device", "cpu")
                child = self.child_of(run.pid)
                for pid in (run.pid, child):
                    os.kill(pid, number)
                _, stderr = run.communicate(timeout=120)
                self.assertEqual(run.returncode, 0, stderr)
                self.assertEqual(len(framemd5(self.folder / out / "a.mp4")), 90)

    def test_a_batch_stops_its_children_all_the_same(self):
        self.clip("a.mkv", frames=600)
        run = self.start(signal.SIGTERM, "batch", "run", "a.mkv", "-o", "out/{stem}.mp4", "-g", EMPTY_GRAPH, "--encoder-preset",
                         "placebo", "--state", "state", "--device", "cpu")
        self.child_of(run.pid)
        time.sleep(1.5)
        run.send_signal(signal.SIGINT)
        run.communicate(timeout=30)
        self.assertEqual(run.returncode, 130)

    def test_user_commands_ignore_what_the_batch_was_told_to_ignore(self):
        self.clip("a.mkv", frames=2)
        report = self.folder / "ignored"
        command = json.dumps(["sh", "-c", f"grep SigIgn /proc/self/status > {report}"])
        for number in (None, signal.SIGHUP, signal.SIGPIPE, signal.SIGXFSZ):
            with self.subTest(number):
                subprocess.run([PROGRAM, "batch", "run", "a.mkv", "-o", "out/{stem}.mkv", "-g", EMPTY_GRAPH, "--vcodec",
                                "ffv1", "--state", "state", "--on-end", command], cwd=self.folder,
                               preexec_fn=lambda own=number: self.ignore(own),
                               restore_signals=False, stdout=subprocess.DEVNULL, timeout=60, check=True)
                mask = int(report.read_text().split()[1], 16)
                for one in (*self.NUMBERS, signal.SIGPIPE, signal.SIGXFSZ):
                    self.assertEqual(bool(mask >> (one - 1) & 1), one == number, one)

    def child_of(self, pid):
        for _ in range(300):
            children = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False).stdout.split()
            if children:
                return int(children[0])
            time.sleep(0.05)
        self.fail("the batch has no child")


class Products(CliTest):
    """What a command was run for must arrive; a message about its work need not."""

    def test_an_output_that_takes_nothing_is_an_error(self):
        self.write("t.csv", BOXES)
        for words in (("nodes",), ("nodes", "draw_labels"), ("nodes", "--json"), ("schema",), ("presets",),
                      ("presets", "boxes"), ("codecs",), ("devices",), ("tracks", "formats"), ("tracks", "info", "t.csv", "--json")):
            with self.subTest(words):
                with open("/dev/full", "wb") as full:
                    done = subprocess.run([PROGRAM, *words], cwd=self.folder, stdout=full, stderr=subprocess.PIPE, timeout=60,
                                          text=True, check=False)
                self.assertEqual(done.returncode, 5, done.stderr)
                self.assertIn("standard output: No space left on device", done.stderr)


@needs_ffmpeg
class Stacks(CliTest):
    """`ulimit -s` limits the stack of the first thread, and by default those of all others."""

    def test_64_kilobytes_are_enough(self):
        clip = self.clip(frames=8)
        self.write("t.csv", BOXES)
        deep = {"overlace": 1, "nodes": {"t": {"type": "track_input", "params": {"path": "$tracks"}}}, "composite": ["l"]}
        deep["nodes"]["l"] = {"type": "draw_labels", "inputs": {"tracks": "t"}, "params": {"text": "{class} {id}"}}
        self.write("deep.json", json.dumps(deep))
        runs = (("render", clip, "-g", "constellation", "-o", "a.mp4"),
                ("render", clip, "-g", "boxes", "--tracks", "t.csv", "-o", "b.mp4", "--threads", 3),
                ("render", clip, "-g", "deep.json", "--tracks", "t.csv", "-o", "c.mkv", "--vcodec", "ffv1"),
                ("frame", clip, "-g", "neon", "--tracks", "t.csv", "-n", 3, "-o", "d.png"),
                ("batch", "run", clip, "-o", "out/{stem}.mp4", "-g", "boxes", "--tracks", "t.csv", "--state", "state"),
                ("tracks", "info", "t.csv"), ("check", "deep.json"), ("nodes", "draw_labels"), ("schema",))
        for words in runs:
            with self.subTest(words[0]):
                done = subprocess.run([PROGRAM, *map(str, words)], cwd=self.folder, capture_output=True, timeout=120, text=True,
                                      preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_STACK, (65536, 65536)),
                                      check=False)
                self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main()
