# SPDX-License-Identifier: Apache-2.0
"""overlace frame: one picture, with all that a file of a sequence has. What these files hold is tested beside the sequences
(test_layers, test_cryptomatte, test_plates)."""

import json
import unittest

from cli import DATA, needs_footage
from test_cryptomatte import MatteTest, mattes

EVERYTHING = ("--layers", "class", "--parts", "--cryptomatte", "track,class,node", "--aov", "id,class,score,forward,uv")


class Stills(MatteTest):
    def frame(self, *options, number=1001, out="still.exr", code=0, **graph):
        self.graph(**graph)
        return self.run_overlace("frame", "p.####.exr", "-n", number, "-g", "graph.json", "--tracks", "tracks.jsonl", "-o", out,
                                 "--device", "cpu", "--overwrite", *options, code=code).stderr

    def check_both(self, *options, suffix=".exr"):
        """A frame alone has the bytes that it has in a sequence."""
        self.render(*options, out="o.####" + suffix)
        for number in (1001, 1003):
            self.frame(*options, number=number, out="still" + suffix)
            self.assertEqual((self.folder / f"still{suffix}").read_bytes(), (self.folder / f"o.{number}{suffix}").read_bytes(),
                             msg=(options, number))

    def test_the_bytes_of_a_sequence(self):
        for options in ((), ("--overlay-only",), ("--overlay-only", "--exr-window", "whole"),
                        ("--overlay-only", "--layers", "node"), ("--overlay-only", *EVERYTHING),
                        ("--layers", "node"), EVERYTHING):
            self.check_both(*options)
        for suffix in (".png", ".tif"):
            self.check_both("--overlay-only", suffix=suffix)
            self.check_both("--overlay-only", "--alpha", "premultiplied", suffix=suffix)

    @needs_footage
    def test_the_bytes_of_a_video(self):
        clip = (DATA / "video.avi", "-g", "boxes", "--tracks", DATA / "det.txt", "--overlay-only", *EVERYTHING, "--device", "cpu")
        self.run_overlace("render", *clip, "--frames", "100", "-o", "o.####.exr")
        self.run_overlace("frame", *clip, "-n", "100", "-o", "still.exr")
        self.assertEqual((self.folder / "still.exr").read_bytes(), (self.folder / "o.0100.exr").read_bytes())

    def test_mattes_of_rectangles(self):
        self.frame("--overlay-only", "--cryptomatte", "track")
        self.check_boxes(self.exr("still.exr"), "CryptoTrack")

    def test_weights_without_a_rank_are_counted(self):
        rows = [{"frame": 0, "id": i, "class": "person", "x1": 4, "y1": 4, "x2": 8 + i, "y2": 8} for i in range(8)]
        rows.append({**rows[0], "frame": 1, "id": 9, "class": "car"})
        self.write("tracks.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
        log = self.frame("--overlay-only", "--cryptomatte", "track", "--set", "people.opacity=0.5")
        self.assertIn("36 weights", log)  # two of eight names in 16 pixels, one of seven in 4
        found, _ = mattes(self.exr("still.exr"), "CryptoTrack")
        self.assertAlmostEqual(found["person 7"][5, 5], 0.5, delta=2 ** -11)

    def test_what_cannot_be_is_refused(self):
        for options, says in ((("--parts", "--overlay-only"), "--layers node"), (("--parts",), "--layers node"),
                              (("--overlay-only", "--exr-light", "display"), "--exr-light"),
                              (("--overlay-only", "--alpha", "straight"), "--alpha straight")):
            self.assertIn(says, self.frame(*options, code=2))
        for options in (("--layers", "node"), ("--cryptomatte", "track")):
            for alone in (("--overlay-only",), ()):
                self.assertIn(".exr", self.frame(*alone, *options, out="still.png", code=2))
        self.graph()
        document = json.loads((self.folder / "graph.json").read_text())
        self.write("graph.json", json.dumps({**document, "redact": ["people"]}))
        refused = self.run_overlace("frame", "p.####.exr", "-g", "graph.json", "--tracks", "tracks.jsonl", "-o", "still.exr",
                                    "--overlay-only", code=2).stderr
        self.assertIn("hides objects", refused)
        self.assertEqual([n for n in self.folder_names() if n.startswith("still")], [])



if __name__ == "__main__":
    unittest.main()
