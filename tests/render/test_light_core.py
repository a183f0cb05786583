#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a host pays that links the core: shared libraries, counted by ldd.  test_light_core.py PROGRAM OVERLACE"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

CORE, OVERLACE = map(pathlib.Path, sys.argv[1:3])
HEAVY = r"libav|libsw|opencv|faiss|gomp|libomp|cudart|libcuda|openblas|OpenEXR|OpenColorIO"
TRACKS = "".join(f"1,{i + 1},{60 * i + 20},{40 + 20 * i},40,80,0.9,-1,-1,-1\n" for i in range(6))


def libraries(program):
    listing = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
    return [line.split()[0] for line in listing.splitlines() if "linux-vdso" not in line]


class LightCore(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.tracks = self.folder / "tracks.txt"
        self.tracks.write_text(TRACKS)

    def run_alone(self, *arguments):
        """Runs the core where none of our modules lies beside it."""
        alone = shutil.copy(CORE, self.folder / "light_core")
        return subprocess.run([alone, *arguments], capture_output=True, text=True)

    def test_links_few_libraries(self):
        for program in (CORE, OVERLACE):
            linked = libraries(program)
            self.assertFalse([name for name in linked if re.search(HEAVY, name)], program.name)
            self.assertLessEqual(len(linked), 25, f"{program.name}: {linked}")

    def test_reads_plans_and_draws_without_modules(self):
        done = self.run_alone(self.tracks)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_pixels_are_refused_with_the_way_out(self):
        done = self.run_alone("")
        self.assertEqual(done.returncode, 2)
        self.assertIn("overlace tracks make", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
