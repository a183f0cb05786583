# SPDX-License-Identifier: Apache-2.0
"""The graphs of docs/from-others.md run, and each of their drawings shows; its tables name nodes that there are."""

import json
import re
import unittest

import cli

PAGE = (cli.SOURCE / "docs/from-others.md").read_text(encoding="utf-8")
GRAPHS = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]
SIZE = (320, 180)
FRAME = 15


def tracks():
    """Four people that walk through the picture in 20 frames, as MOTChallenge writes them."""
    rows = []
    for frame in range(20):
        for person, (left, top, step) in enumerate([(20, 60, 8), (250, 40, -6), (120, 90, 3), (200, 80, 4)]):
            rows.append(f"{frame + 1},{person + 1},{left + step * frame},{top},24,60,0.{9 - person},-1,-1,-1")
    return "\n".join(rows) + "\n"


@cli.needs_ffmpeg
class Graphs(cli.CliTest):
    def frame_of(self, graph):
        """One frame under a graph, as the bytes of a still."""
        self.run_overlace("frame", "in.mkv", "-n", FRAME, "-g", self.write("graph.json", json.dumps(graph)), "--tracks",
                          self.write("tracks.txt", tracks()), "-o", "still.png", "--overwrite")
        cli.ffmpeg("-i", self.folder / "still.png", "-f", "rawvideo", "-pix_fmt", "rgb24", self.folder / "still.raw")
        return (self.folder / "still.raw").read_bytes()

    def test_every_drawing_shows(self):
        self.clip(frames=20, size="x".join(map(str, SIZE)))
        bare = self.frame_of(json.loads(cli.EMPTY_GRAPH))
        self.assertEqual(len(GRAPHS), 6)
        for graph in GRAPHS:
            for drawing in graph["composite"]:
                with self.subTest(drawing):
                    self.assertNotEqual(self.frame_of({**graph, "composite": [drawing]}), bare)


class Tables(cli.CliTest):
    def test_they_name_nodes_and_presets_that_there_are(self):
        nodes = {node["name"] for node in json.loads(self.run_overlace("nodes", "--json").stdout)}
        named = set(re.findall(r"`((?:draw|track|link|curve|picture)_\w+)`", PAGE))
        self.assertGreater(len(named), 30)
        others = {"draw_ids", "draw_scores", "draw_absolute_grid", "draw_keypoints_skeletons", "draw_order"}
        self.assertEqual(named - nodes, others, "the others are Norfair's, FiftyOne's and Rerun's")
        presets = {path.stem for path in (cli.SOURCE / "presets").glob("*.json")}
        for names in re.findall(r"presets? ((?:`\w+`(?:, | and )?)+)", PAGE):
            self.assertLessEqual(set(re.findall(r"`(\w+)`", names)), presets)


if __name__ == "__main__":
    unittest.main()
