#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Labels where no font is installed: libovl has fonts of its own beside it.

test_own_fonts.py SOURCE LIBRARY"""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE, LIBRARY = map(pathlib.Path, sys.argv[1:3])
GRAPH = """{"overlace": 1, "nodes": {"word": {"type": "draw_text", "params": {
  "text": "Wi", "size": 40, "position": "center", "font": "%s"}}}, "composite": ["word"]}"""
SIZE = (160, 80)
# Draws the graph on black, and prints the columns with anything on them.
DRAW = f"""import sys
sys.path.insert(0, {str(SOURCE / "tests/plugins")!r})
import libovl
width, height = {SIZE}
with libovl.Renderer(sys.argv[1], sys.argv[2], sys.argv[3], width, height) as renderer:
    pixels = renderer.draw(0, bytes(width * height), "gray")
print(*[x for x in range(width) if any(pixels[x::width])])
"""


def installed(family):
    return pathlib.Path(subprocess.run(["fc-match", "-f", "%{file}", family], capture_output=True, text=True,
                                       check=True).stdout)


class OwnFonts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.library = pathlib.Path(shutil.copy(LIBRARY, self.folder / "libovl.so"))
        (self.folder / "fonts.conf").write_text('<?xml version="1.0"?><fontconfig></fontconfig>', encoding="ascii")
        (self.folder / "tracks.txt").write_text("1,1,10,10,20,20,1,-1,-1,-1\n", encoding="ascii")

    def give(self, *families):
        (self.folder / "fonts").mkdir(exist_ok=True)
        for family in families:
            shutil.copy(installed(family), self.folder / "fonts")

    def draw(self, font, configuration="fonts.conf"):
        return subprocess.run(
            [sys.executable, "-B", "-c", DRAW, self.library, GRAPH % font, self.folder / "tracks.txt"],
            capture_output=True, text=True, check=False, cwd=self.folder,
            env={"FONTCONFIG_FILE": str(self.folder / configuration), "FONTCONFIG_PATH": "/nowhere",
                 "HOME": str(self.folder), "PATH": "/usr/bin:/bin"})

    def columns(self, font, **options):
        """The columns of the picture with text on them; nothing may be printed beside them."""
        done = self.draw(font, **options)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stderr)
        return done.stdout.split()

    def test_without_any_font_a_label_is_an_error(self):
        done = self.draw("sans-serif")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("no fonts are installed", done.stderr)

    def test_fonts_beside_the_library_are_found(self):
        self.give("DejaVu Sans")
        self.assertGreater(len(self.columns("DejaVu Sans")), 20)
        self.assertEqual(self.columns("sans-serif"), self.columns("DejaVu Sans"))

    def test_generic_families_mean_the_fonts_beside_the_library(self):
        self.give("DejaVu Sans", "DejaVu Sans:bold", "DejaVu Sans Mono")
        self.assertEqual(self.columns("monospace"), self.columns("DejaVu Sans Mono"))
        self.assertNotEqual(self.columns("monospace"), self.columns("sans-serif"))

    def test_nothing_is_printed_where_fontconfig_has_no_configuration(self):
        self.give("DejaVu Sans")
        self.assertGreater(len(self.columns("DejaVu Sans", configuration="absent.conf")), 20)

    def test_nothing_is_written(self):
        self.give("DejaVu Sans")
        before = sorted(self.folder.rglob("*"))
        self.columns("DejaVu Sans")
        self.assertEqual(sorted(self.folder.rglob("*")), before)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
