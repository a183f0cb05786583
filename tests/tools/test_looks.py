# SPDX-License-Identifier: Apache-2.0
"""docs/looks.md shows every preset, with its picture and its knobs."""

import json
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Page(unittest.TestCase):
    def test_shows_every_preset_once(self):
        page = (ROOT / "docs/looks.md").read_text()
        presets = {path.stem: json.loads(path.read_text()) for path in (ROOT / "presets").glob("*.json")
                   if path.name != "overlace-graph.schema.json"}
        self.assertGreater(len(presets), 40)
        shown = re.findall(r"^    overlace render in\.mp4 -g (\S+) ", page, re.MULTILINE)
        self.assertEqual(sorted(shown), sorted(presets))
        for name, preset in presets.items():
            with self.subTest(name):
                self.assertIn(f"](looks/{name}.jpg)", page)
                self.assertTrue((ROOT / f"docs/looks/{name}.jpg").exists())
                self.assertIn(preset["doc"], page)
                for knob, row in preset.get("knobs", {}).items():
                    self.assertIn(f"| `{knob}` | `{row['default']}` | {row.get('doc', '')} |", page)
                for color, value in preset.get("theme", {}).items():
                    self.assertIn(f"| `theme.{color}` | `{value}` |", page)

    def test_patches_have_the_knobs_of_what_they_patch(self):
        page = (ROOT / "docs/looks.md").read_text()
        metrics = page.split("### Metrics\n")[1].split("### ")[0]
        for knob in ("truth", "hit", "false", "switch", "miss", "accent"):
            self.assertIn(f"| `{knob}` |", metrics)

    def test_commands_set_the_files_that_presets_are_nothing_without(self):
        page = (ROOT / "docs/looks.md").read_text()
        for name, knob in (("compare", "truth"), ("metrics", "truth"), ("switches", "truth"), ("split", "other")):
            self.assertRegex(page, rf"-g {name} .*--set {knob}=")


if __name__ == "__main__":
    unittest.main()
