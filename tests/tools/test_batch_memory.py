# SPDX-License-Identifier: Apache-2.0
"""overlace batch where memory ends: the kernel kills what is in a control group that is full, and limits of a process
make its allocations fail."""

import json
import os
import pathlib
import resource
import shutil
import subprocess
import unittest

from cli import PROGRAM, ffmpeg, needs_ffmpeg
from test_batch import BOX, BatchTest, digests

GROUPS = pathlib.Path("/sys/fs/cgroup")
MIB = 1 << 20


class Group:
    """A control group of either version, with a limit on memory."""

    def __init__(self, name):
        first = (GROUPS / "memory").is_dir()
        self.folder = (GROUPS / "memory" if first else GROUPS) / name
        self.limit_file = "memory.limit_in_bytes" if first else "memory.max"
        self.folder.mkdir()
        swap = self.folder / ("memory.swappiness" if first else "memory.swap.max")
        if swap.exists():
            swap.write_text("0")

    def limit(self, count):
        (self.folder / self.limit_file).write_text(str(count))

    def enter(self):
        (self.folder / "cgroup.procs").write_text("0" if self.limit_file == "memory.max" else str(os.getpid()))


def make_group(name):
    try:
        group = Group(name)
        group.limit(1 << 40)
        return group
    except OSError as error:
        return str(error)


@needs_ffmpeg
class Memory(BatchTest):
    def large_and_small(self):
        """A clip that takes hundreds of MB, and three that take a few."""
        self.clips(3)
        ffmpeg("-f", "lavfi", "-i", "testsrc2=s=3840x2160:r=25", "-frames:v", 30, "-pix_fmt", "yuv420p", "-c:v", "libx264",
               "-preset", "ultrafast", "-qp", 30, self.folder / "in/large.mkv")
        self.write("in/large.txt", BOX)

    def run_limited(self, limit, code):
        # libx264 keeps many pictures; ffv1, which the other tests write, does not.
        command = ["batch", "run", "in", "-o", "out/{stem}.mp4", "--tracks", "{dir}/{stem}.txt", "-q", "--encoder-preset", "slow",
                   "--progress", "json", "--jobs", "2"]
        done = subprocess.run([PROGRAM, *command], cwd=self.folder, preexec_fn=limit, capture_output=True, text=True,
                              check=False, timeout=600)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        events = [json.loads(line) for line in done.stdout.splitlines()]
        return {event["id"]: event for event in events if event["event"] == "clip"}

    def check(self, limit, codes):
        """The large clip does not fit, and harms no other; once it may have more, it is rendered."""
        self.large_and_small()
        clips = self.run_limited(limit, 8)
        self.assertEqual({name: clip["state"] for name, clip in clips.items()},
                         {"c0.mp4": "done", "c1.mp4": "done", "c2.mp4": "done", "large.mp4": "failed"})
        self.assertIn(clips["large.mp4"]["exit"], codes)
        rows = {row["id"]: row for row in json.loads(self.run_overlace("batch", "report", "--json").stdout)}
        self.assertEqual(rows["large.mp4"]["attempts"], 4)
        self.assertEqual(self.leftovers(), [])
        self.assertEqual(sorted(digests(self.folder / "out")), ["c0.mp4", "c1.mp4", "c2.mp4"])
        self.assertEqual(list(self.run_limited(None, 0)), ["large.mp4"])

    def test_what_the_kernel_kills_is_a_lack_of_memory(self):
        group = make_group(f"overlace-test-{os.getpid()}")
        if isinstance(group, str):
            self.skipTest(f"no control group can be made: {group}")
        self.addCleanup(group.folder.rmdir)
        group.limit(300 * MIB)
        self.check(group.enter, {137})

    def test_allocations_that_fail_are_a_lack_of_memory(self):
        limit = 900 * MIB
        self.check(lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)), {33, 137})


if __name__ == "__main__":
    unittest.main()
