# SPDX-License-Identifier: Apache-2.0
"""Marks of our nodes lie where those of supervision's annotators lie (PyPI; skipped where it is not)."""

import importlib.util
import subprocess
import sys
import unittest

import cli

FRAMES, OBJECTS = 40, 6


@unittest.skipUnless(importlib.util.find_spec("supervision"), "supervision is not installed")
class Annotators(cli.CliTest):
    @cli.needs_ffmpeg
    def test_marks_lie_where_the_peers_lie(self):
        cli.ffmpeg("-f", "lavfi", "-i", f"testsrc2=size=640x360:rate=25:duration={FRAMES / 25}", "-c:v", "ffv1",
                   self.folder / "clip.mkv")
        rows = [f"{frame + 1},{i + 1},{60 + 90 * i + frame * (i - 2)},{80 + 12 * i + frame},{40 + 3 * i},{80 + 5 * i},"
                f"0.{4 + i}" for frame in range(FRAMES) for i in range(OBJECTS)]
        self.write("tracks.txt", "\n".join(rows))
        tool = subprocess.run(
            [sys.executable, cli.SOURCE / "tools" / "compare-supervision", "clip.mkv", "tracks.txt", "--frame", "30",
             "--overlace", cli.PROGRAM, "--out", "pictures"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(tool.returncode, 0, tool.stdout + tool.stderr)
        self.assertGreater(len(list((self.folder / "pictures").iterdir())), 10)


if __name__ == "__main__":
    unittest.main()
