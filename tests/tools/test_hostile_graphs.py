# SPDX-License-Identifier: Apache-2.0
"""Graphs of people who mean harm: each ends in a picture or an error, in time and in memory, and shows no file of others."""

import concurrent.futures
import json
import os
import pathlib
import resource
import subprocess
import time
import unittest

import hostile_graphs
from cli import PROGRAM, CliTest, needs_ffmpeg

MEMORY_BYTES = 1 << 30
TIME_LIMIT_S = 60  # a drawing may take 30 s, where its 10 s of a processor are shared
ENDS = (0, 2, 3, 4, 6, 33, 75)  # all of docs/running.md but a bug and an output that cannot be written


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))


@needs_ffmpeg
class Graphs(CliTest):
    def setUp(self):
        super().setUp()
        self.clip("in.mkv", size="160x90")
        types = json.loads(self.run_overlace("nodes", "--json").stdout)
        self.names = hostile_graphs.make(self.folder, types)
        users = pathlib.Path("/etc/passwd").read_text(encoding="utf-8").split()
        self.secrets = [hostile_graphs.SECRET, *(word for word in users if ":" in word)]

    def problem_of(self, name):
        """What a frame with the graph does that it must not; "" = nothing."""
        began = time.monotonic()
        with subprocess.Popen([PROGRAM, "frame", "in.mkv", "-n", "3", "-g", name, "-o", f"{name}.png", "--threads", "2", "-q"], cwd=self.folder,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, preexec_fn=limit_memory) as run:
            try:
                printed = run.communicate(timeout=TIME_LIMIT_S)[0].decode("utf-8", "replace")
            except subprocess.TimeoutExpired:
                run.kill()
                return f"has no end in {TIME_LIMIT_S} s"
        if os.environ.get("OVERLACE_TEST_VERBOSE"):
            print(f"{name} {run.returncode:4} {time.monotonic() - began:6.2f} s  {printed[:150]!r}", flush=True)
        if run.returncode not in ENDS:
            return f"ends with {run.returncode}: {printed[-500:]}"
        if shown := [secret for secret in self.secrets if secret in printed]:
            return f"shows {shown}"
        if len(printed) > 100_000:
            return f"prints {len(printed)} characters"
        if (self.folder / f"{name}.png").exists() == (run.returncode not in (0, 3)):
            return f"ends with {run.returncode} and the wrong files"
        return ""

    def test_each_ends_well(self):
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            problems = dict(zip(self.names, pool.map(self.problem_of, self.names)))
        self.assertEqual(len(problems), hostile_graphs.COUNT)
        self.assertEqual({name: problem for name, problem in problems.items() if problem}, {})


if __name__ == "__main__":
    unittest.main()
