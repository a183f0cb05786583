# SPDX-License-Identifier: Apache-2.0
"""overlace set: one value of a file changes, and nothing else."""

import json
import resource
import shutil
import subprocess
import unittest

from cli import PROGRAM, SOURCE, CliTest

PATCH = '{\r\n  "overlace": 1,\r\n  "//": "warm",\r\n  "extends": "./base.json"\r\n}\r\n'


class Files(CliTest):
    def setUp(self):
        super().setUp()
        self.path = self.folder / "mine.json"
        shutil.copy(SOURCE / "presets" / "constellation.json", self.path)
        self.text = self.path.read_text(encoding="utf-8")

    def test_a_value_changes_one_line(self):
        for change, before, after in (
                ("accent=#f80", '"default": "#5ce1e6"', '"default": "#f80"'),
                ("lines.width=4", '"width": "0.3%"', '"width": 4'),
                ("boxes.inputs.tracks=people", '"inputs": { "tracks": "steady" },\n      "params": {\n        "corner',
                 '"inputs": { "tracks": "people" },\n      "params": {\n        "corner'),
                ("/composite/0=\"points\"", '["dim",', '["points",')):
            self.path.write_text(self.text, encoding="utf-8")
            self.run_overlace("set", "mine.json", change)
            self.assertEqual(self.path.read_text(encoding="utf-8"), self.text.replace(before, after, 1), change)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["mine.json"])

    def test_several_at_once(self):
        self.run_overlace("set", "mine.json", "lines.width=4", "boxes.fill=#fff", "--remove", "points.enter")
        nodes = json.loads(self.path.read_text(encoding="utf-8"))["nodes"]
        self.assertEqual((nodes["lines"]["params"]["width"], nodes["boxes"]["params"]["fill"]), (4, "#fff"))
        self.assertNotIn("enter", nodes["points"]["params"])

    def test_a_patch_is_overridden_and_comes_back(self):
        shutil.copy(self.path, self.folder / "base.json")
        patch = self.folder / "patch.json"
        patch.write_bytes(b"\xef\xbb\xbf" + PATCH.encode())
        self.run_overlace("set", "patch.json", "boxes.opacity=0.25")
        text = patch.read_bytes()
        self.assertTrue(text.startswith(b"\xef\xbb\xbf{\r\n"))
        self.assertEqual(json.loads(text.decode("utf-8-sig"))["nodes"], {"boxes": {"params": {"opacity": 0.25}}})
        self.assertEqual(text.count(b"\n"), text.count(b"\r\n"))
        self.run_overlace("check", "patch.json")
        self.run_overlace("set", "patch.json", "--remove", "boxes.opacity")
        self.assertEqual(patch.read_bytes(), b"\xef\xbb\xbf" + PATCH.encode())

    def test_what_brings_problems_is_refused(self):
        for change, words in (("lines.widht=4", "'width'"), ("lines.width=-4", "0 to"), ("acent=#fff", "'accent'"),
                              ("lines.inputs.curves=links", "/nodes/lines/inputs/curves"),
                              ("/nodes/steady={}", "/nodes/steady"), ("/composite/9=\"dim\"", "none at"),
                              ("lines.width", "KNOB=VALUE")):
            said = self.run_overlace("set", "mine.json", "dim=#000", change, code=2).stderr
            self.assertIn(words, said)
            self.assertEqual(self.path.read_text(encoding="utf-8"), self.text)
        # Problems that were there are no reason to refuse.
        self.path.write_text(self.text.replace('"0.3%"', '"wide"'), encoding="utf-8")
        self.run_overlace("set", "mine.json", "boxes.opacity=0.5")
        self.run_overlace("set", "mine.json", "lines.width=3")
        self.run_overlace("check", "mine.json")
        self.run_overlace("set", "mine.json", code=2)
        self.run_overlace("set", "boxes", "accent=#fff", code=2)
        self.run_overlace("set", "no.json", "accent=#fff", code=2)

    @unittest.skipUnless(shutil.which("patch"), "patch is not installed")
    def test_the_diff_is_what_patch_applies(self):
        changes = ("accent=#f80", "lines.width=4", "labels.size=3%", "/title=\"Mine\"")
        diff = self.run_overlace("set", "mine.json", *changes, "--diff").stdout
        self.assertEqual(self.path.read_text(encoding="utf-8"), self.text)
        self.assertEqual(sum(line.startswith(("+ ", "- ")) for line in diff.splitlines()), 2 * len(changes))
        self.run_overlace("set", "mine.json", *changes, "-o", "other.json")
        subprocess.run(["patch", "-s", "mine.json"], input=diff, cwd=self.folder, text=True, check=True)
        self.assertEqual(self.path.read_bytes(), (self.folder / "other.json").read_bytes())
        self.assertEqual(self.run_overlace("set", "mine.json", *changes, "--diff").stdout, "")

    def test_other_files(self):
        self.run_overlace("set", "boxes", "boxes.opacity=0.5", "-o", "own.json")
        self.run_overlace("check", "own.json")
        self.run_overlace("set", "boxes", "boxes.opacity=0.7", "-o", "own.json", code=2)
        self.run_overlace("set", "boxes", "boxes.opacity=0.7", "-o", "own.json", "--overwrite")
        self.run_overlace("set", "mine.json", "lines.width=4", "-o", "mine.json", "--overwrite", code=2)
        link = self.folder / "link.json"
        link.symlink_to("mine.json")
        self.path.chmod(0o640)
        self.run_overlace("set", "link.json", "lines.width=4")
        self.assertTrue(link.is_symlink())
        self.assertEqual(self.path.stat().st_mode & 0o777, 0o640)
        self.assertIn('"width": 4', self.path.read_text(encoding="utf-8"))

    def test_it_starts_at_once(self):
        # It opens no video: libav alone would take a tenth of a second.
        libraries = subprocess.run(["ldd", PROGRAM], capture_output=True, text=True, check=True).stdout
        self.assertNotIn("libavcodec", libraries)
        least = float("inf")
        for width in range(2, 12):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            self.run_overlace("set", "mine.json", f"lines.width={width}")
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            least = min(least, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        self.assertLess(least, 0.05, "seconds of the processor")


if __name__ == "__main__":
    unittest.main()
