# SPDX-License-Identifier: Apache-2.0
"""Every system call of a render fails once, and every early allocation: always an error, never half a file.

A preloaded library (tests/faults) lets the N-th call fail; N counts up until a run is untouched.
"""

import errno
import os
import pathlib
import re
import subprocess
import unittest

from cli import EMPTY_GRAPH, PROGRAM, CliTest, ffmpeg, framemd5, needs_ffmpeg

FAULTS = os.environ.get("OVERLACE_FAULTS", "")
ALLOCATIONS = 60  # each of the first ones; then ever further apart
COMMANDS = PROGRAM + "-commands"  # what `overlace` becomes: its own few calls are not to fail first
CRASH = 99  # status of a process that the preloaded library saw crash


@needs_ffmpeg
@unittest.skipUnless(FAULTS and pathlib.Path(FAULTS).exists(), "this build has no fault injection")
class FaultTest(CliTest):
    def setUp(self):
        super().setUp()
        self.write("empty.json", EMPTY_GRAPH)
        self.write("box.txt", "1,1,10,10,30,20,1,-1,-1,-1\n")

    def input(self, *options):
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=160x90:r=30", "-f", "lavfi", "-i", "sine=440", "-t", 0.5, "-c:v",
               "libx264", "-preset", "ultrafast", "-qp", 10, "-c:a", "aac", *options, self.folder / "in.mp4")
        self.before = sorted(self.folder_names() + ["log"])

    def run_with(self, fault, path, *arguments):
        """Runs a command with a fault in calls on files whose path holds `path`."""
        return subprocess.run(
            [COMMANDS, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=60, check=False,
            env={**os.environ, "LD_PRELOAD": FAULTS, "OVERLACE_FAULT": fault, "OVERLACE_FAULT_PATH": path,
                 "OVERLACE_FAULT_LOG": "log"})

    def render_with(self, fault, path, *options):
        """Renders with a fault. Returns what was run, and if the fault came to pass."""
        (self.folder / "out.mp4").unlink(missing_ok=True)
        done = self.run_with(fault, path, "render", "in.mp4", "-o", "out.mp4", "--progress", "none", "--threads", "1",
                             *options)
        self.assertGreaterEqual(done.returncode, 0, f"{fault} crashed: {done.stderr}")
        if done.returncode == CRASH:
            return done, True
        return done, int((self.folder / "log").read_text()) >= int(fault.split(":")[1])

    def check_gone(self, done, codes):
        self.assertIn(done.returncode, codes, done.stderr)
        self.assertRegex(done.stderr, "(?m)^overlace: ")
        self.assertEqual(self.folder_names(), self.before)

    def check_whole(self):
        self.assertEqual(len(framemd5(self.folder / "out.mp4")), 15)
        self.assertEqual(self.folder_names(), sorted(self.before + ["out.mp4"]))

    def fail_each(self, call, error, path, codes, *options):
        """The N-th call fails, for N from 1 until there is no N-th call. Returns how many mattered."""
        number, mattered = 1, 0
        while True:
            with self.subTest(f"{call}:{number}:{error}"):
                done, hit = self.render_with(f"{call}:{number}:{error}", path, *options)
                if done.returncode == 0:  # such as closing what is thrown away
                    self.check_whole()
                else:
                    self.check_gone(done, codes)
                    mattered += 1
                if not hit:
                    self.assertEqual(done.returncode, 0, done.stderr)
                    return mattered
            number += 1
            self.assertLess(number, 500)


class Outputs(FaultTest):
    def test_every_call_that_writes_can_fail(self):
        self.input()
        graph = ("-g", "empty.json")
        for call, error in (("pwrite", errno.ENOSPC), ("pwrite", errno.EIO), ("fdatasync", errno.EIO),
                            ("close", errno.EIO), ("rename", errno.EACCES), ("open", errno.ENOSPC)):
            self.assertGreater(self.fail_each(call, error, ".part", (5,), *graph), 0, call)

    def test_short_and_interrupted_writes_are_no_failure(self):
        self.input()
        done, _ = self.render_with("pwrite:99:0", ".part", "-g", "empty.json")
        self.assertEqual(done.returncode, 0, done.stderr)
        whole = framemd5(self.folder / "out.mp4")
        for error in ("short", errno.EINTR):
            for number in (1, 2, 3):
                done, hit = self.render_with(f"pwrite:{number}:{error}", ".part", "-g", "empty.json")
                self.assertTrue(hit)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(framemd5(self.folder / "out.mp4"), whole)

    def test_a_file_system_that_cannot_rename_without_replacing(self):
        self.input()
        done, hit = self.render_with(f"rename:1:{errno.EINVAL}", ".part", "-g", "empty.json")
        self.assertTrue(hit)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.check_whole()


class Batches(FaultTest):
    def batch_with(self, fault, path, *options):
        self.input()
        (self.folder / "in").mkdir()
        (self.folder / "in.mp4").rename(self.folder / "in" / "a.mp4")
        return self.run_with(fault, path, "batch", "run", "in/a.mp4", "-o", "out/{stem}.mp4", "-g", "empty.json",
                             "--device", "cpu", "-j", "1", "--state", "state", "--progress", "none", *options)

    def test_a_file_system_without_locks_is_not_another_batch(self):
        done = self.batch_with(f"flock:1:{errno.ENOLCK}", "batch.lock")
        self.assertEqual(done.returncode, 5, done.stderr)
        self.assertIn("batch.lock: cannot be locked: No locks available", done.stderr)

    def test_an_input_is_moved_where_files_cannot_be_renamed_without_replacing(self):
        (self.folder / "moved").mkdir()
        done = self.batch_with(f"rename:1:{errno.EINVAL}", "/in/a.mp4", "--move-done", "moved")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((self.folder / "log").read_text(), "1\n")
        self.assertTrue((self.folder / "moved" / "a.mp4").exists(), done.stdout + done.stderr)
        self.assertFalse((self.folder / "in" / "a.mp4").exists())


class Inputs(FaultTest):
    def test_every_read_can_fail(self):
        self.input()
        self.assertGreater(self.fail_each("read", errno.EIO, "in.mp4", (4,), "-g", "empty.json"), 2)

    def test_sound_that_cannot_be_read_is_not_left_out_of_what_is_joined(self):
        self.input()
        done, _ = self.render_with("read:0:0", "in.mp4", "-g", "empty.json", "--audio", "none")
        self.assertEqual(done.returncode, 0, done.stderr)
        (self.folder / "out.mp4").rename(self.folder / "part.mp4")
        join = ("join", "in.mp4", "part.mp4", "-o", "out.mp4", "--overwrite")
        self.assertEqual(self.run_with("read:0:0", "in.mp4", *join).returncode, 0)
        whole = (self.folder / "out.mp4").read_bytes()
        reads, failed = int((self.folder / "log").read_text()), 0
        for number in range(1, reads + 1):
            done = self.run_with(f"read:{number}:{errno.EIO}", "in.mp4", *join)
            self.assertIn(done.returncode, (0, 4), f"read {number}: {done.stderr}")
            failed += done.returncode == 4
            if done.returncode == 0:  # what libav can do without
                self.assertEqual((self.folder / "out.mp4").read_bytes(), whole, f"read {number}")
        self.assertGreater(failed, 2)

    def test_a_disk_that_fails_while_a_frame_is_looked_for_is_no_doubt_about_the_video(self):
        self.input("-g", 5)
        frame = ("frame", "in.mp4", "-n", "14", "-g", "empty.json", "-o", "out.png", "--overwrite")
        self.assertEqual(self.run_with("read:0:0", "in.mp4", *frame).returncode, 0)
        reads = int((self.folder / "log").read_text())
        for number in range(1, reads + 1):
            done = self.run_with(f"read:{number}:{errno.EIO}", "in.mp4", *frame)
            self.assertIn(done.returncode, (0, 4), f"read {number}: {done.stderr}")
            self.assertNotIn("is reached by decoding", done.stderr, f"read {number}")

    def test_every_read_of_tracks_can_fail(self):
        self.input()
        self.assertGreater(self.fail_each("read", errno.EIO, "box.txt", (2, 4), "--tracks", "box.txt"), 0)


class Memory(FaultTest):
    def check_crash_of_another(self, done):
        """Libraries for fonts and codecs do not all survive; even then nothing has the output's name."""
        self.assertRegex(done.stderr, r"(crashed|hung) in \S*/lib(?!ovl|stdc\+\+|gcc_s)[-.\w]+$")
        self.assertNotIn("out.mp4", self.folder_names())
        (self.folder / ".out.mp4.0.part").unlink(missing_ok=True)

    def usage_without_fonts(self, done):
        """Fontconfig tells a lack of memory on stderr only; to its caller there are no fonts."""
        return (2,) if re.search("(?m)^Fontconfig error: .*memory", done.stderr) else ()

    def fail_allocation(self, number):
        """Whether there is a NUMBER-th allocation; if it fails, there is an error or a whole file."""
        with self.subTest(number):
            done, hit = self.render_with(f"malloc:{number}:{errno.ENOMEM}", "in.mp4", "--tracks", "box.txt")
            if not hit:
                return False
            if done.returncode == 0:  # what can be done without is no failure
                self.check_whole()
            elif done.returncode == CRASH:
                self.check_crash_of_another(done)
            elif done.returncode == 33 and "out.mp4" in self.folder_names():
                self.check_whole()  # there was no memory to say so
            else:
                self.check_gone(done, (33, 4, 5, 75) + self.usage_without_fonts(done))
        return True

    def test_each_of_the_first_allocations_can_fail(self):
        self.input()
        number = 1
        while self.fail_allocation(number):
            number += 1 if number < ALLOCATIONS else number // 10
        self.assertGreater(number, ALLOCATIONS)

    def test_those_that_write_the_index_can_fail(self):
        """libav leaves tables out of it without saying so."""
        self.input()
        self.render_with(f"malloc:0:{errno.ENOMEM}", "in.mp4", "--tracks", "box.txt")
        count = int((self.folder / "log").read_text())
        for number in range(count - 90, count, 3):
            self.fail_allocation(number)


if __name__ == "__main__":
    unittest.main()
