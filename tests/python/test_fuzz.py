# SPDX-License-Identifier: Apache-2.0
"""Whatever is given is drawn or refused: the interpreter never ends."""

import pathlib
import subprocess
import sys
import unittest


class Fuzz(unittest.TestCase):
    def test_frames_and_detections(self):
        for seed in range(4):
            run = subprocess.run(
                [sys.executable, "-B", "-W", "error", "-X", "faulthandler", pathlib.Path(__file__).with_name("fuzz_calls.py"), str(seed), "1500"],
                capture_output=True, text=True, timeout=300, check=False,
            )  # fmt: skip
            self.assertEqual(run.returncode, 0, f"seed {seed}\n{run.stdout}\n{run.stderr[-4000:]}")


if __name__ == "__main__":
    unittest.main()
