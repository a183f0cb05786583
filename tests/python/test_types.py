# SPDX-License-Identifier: Apache-2.0
"""Types: the package, the examples, and what a checker must find in a wrong graph."""

import ast
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


class Imports(unittest.TestCase):
    def test_nothing_but_numpy_and_the_standard_library_is_imported(self):
        for path in (SOURCE / "python/overlace").glob("*.py*"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
                if isinstance(node, ast.ImportFrom) and node.level == 0:
                    names = [node.module]
                for name in names:
                    self.assertIn(name.split(".")[0], {"numpy", *sys.stdlib_module_names}, path.name)

    def test_the_binding_alone_knows_the_functions_of_the_library(self):
        """Others name them in texts, for _ovl.call and _ovl.function; a name that is not bound would fail late."""
        from overlace import _ovl

        for path in (SOURCE / "python/overlace").glob("*.py"):
            text = path.read_text(encoding="utf-8")
            called = set(re.findall(r'"(ovl_\w+)"', text))
            self.assertLessEqual(called, _ovl.FUNCTIONS | set(_ovl.STRUCTS), path.name)
            self.assertLessEqual(len(text.splitlines()), 600, path.name)


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
