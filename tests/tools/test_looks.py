# SPDX-License-Identifier: Apache-2.0
"""docs/looks.md shows every preset, with its picture, the command that made it, and its knobs."""

import json
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def jpeg_width(path):
    """Width of a JPEG picture, px: that of its start-of-frame segment (ITU-T T.81, B.2.2)."""
    data = path.read_bytes()
    at = 2
    while data[at + 1] not in (0xC0, 0xC1, 0xC2):
        at += 2 + int.from_bytes(data[at + 2:at + 4], "big")
    return int.from_bytes(data[at + 7:at + 9], "big")


class Page(unittest.TestCase):
    def test_shows_every_preset_once(self):
        page = (ROOT / "docs/looks.md").read_text()
        presets = {path.stem: json.loads(path.read_text()) for path in (ROOT / "presets").glob("*.json")
                   if path.name != "overlace-graph.schema.json"}
        self.assertGreater(len(presets), 40)
        shown = re.findall(r"^    overlace frame \S+\.mp4 -n \d+ -g (\S+) ", page, re.MULTILINE)
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

    def test_pictures_are_large_and_few_bytes(self):
        total = 0
        for path in (ROOT / "docs/looks").glob("*.jpg"):
            with self.subTest(path.name):
                self.assertGreaterEqual(jpeg_width(path), 960)
            total += path.stat().st_size
        self.assertLess(total, 6_000_000)

    def test_sound_has_footage_with_sound(self):
        page = (ROOT / "docs/looks.md").read_text()
        for name in ("vu_boxes", "sonogram", "sound_brush", "spectrum_ring", "waveform_lower_third", "pulse"):
            self.assertRegex(page, rf"overlace frame (bigbuckbunny|music)\.mp4 -n \d+ -g {name} ")

    def test_commands_set_the_files_that_presets_are_nothing_without(self):
        page = (ROOT / "docs/looks.md").read_text()
        for name, knob in (("compare", "truth"), ("metrics", "truth"), ("switches", "truth"), ("split", "other")):
            self.assertRegex(page, rf"-g {name} .*--set {knob}=")


if __name__ == "__main__":
    unittest.main()
