# SPDX-License-Identifier: Apache-2.0
"""Types: the package, the examples, and what a checker must find in a wrong graph."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from support import SOURCE, needs

WRONG = '''
import overlace
g = overlace.Graph()
people = g.track_input(path="$tracks")
links = g.link_knn(points=people, k=3)
g.draw_boxes(tracks=links)  # wire
g.draw_boxes(tracks=people, style="round")  # choice
g.draw_boxes(tracks=people, stroke_wdth=3)  # name
g.draw_boxs(tracks=people)  # type
g.draw_boxes(tracks=people, enter=2.5)  # integer
g.composite(people)  # stage
overlace.Clip("boxes", "t.txt")  # size
'''


@needs("mypy")
class Types(unittest.TestCase):
    def mypy(self, *arguments):
        with tempfile.TemporaryDirectory() as cache:
            return subprocess.run(
                [sys.executable, "-m", "mypy", "--strict", "--cache-dir", cache, *map(str, arguments)],
                capture_output=True, text=True, cwd=SOURCE, check=False, env={**os.environ, "MYPYPATH": "python"},
            )  # fmt: skip

    def test_the_package_and_the_examples(self):
        run = self.mypy("python/overlace", "examples/python")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)

    def test_wrong_names_choices_and_wires_are_found(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "wrong.py")
            path.write_text(WRONG, encoding="utf-8")
            run = self.mypy(path)
        wrong = {number for number, line in enumerate(WRONG.splitlines(), 1) if "  # " in line}
        found = {int(line) for line in re.findall(r"wrong\.py:(\d+): error", run.stdout)}
        self.assertEqual(found, wrong, run.stdout)


if __name__ == "__main__":
    unittest.main()
