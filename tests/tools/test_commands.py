# SPDX-License-Identifier: Apache-2.0
"""The other commands, and what is generated from the node types."""

import json
import subprocess
import unittest

from cli import DATA, PROGRAM, SOURCE, CliTest, needs_ffmpeg, needs_footage


def presets():
    return sorted(path.stem for path in (SOURCE / "presets").glob("*.json")
                  if not path.name.endswith(".schema.json"))


class Reference(CliTest):
    def test_generated_files_are_up_to_date(self):
        markdown = self.run_overlace("nodes", "--markdown").stdout
        self.assertEqual((SOURCE / "docs/nodes.md").read_text(encoding="utf-8"), markdown,
                         "run: build/bin/overlace nodes --markdown > docs/nodes.md")
        schema = self.run_overlace("schema").stdout
        self.assertEqual((SOURCE / "presets/overlace-graph.schema.json").read_text(encoding="utf-8"),
                         schema, "run: build/bin/overlace schema > presets/overlace-graph.schema.json")

    def test_every_preset_is_known_and_fine(self):
        self.assertGreaterEqual(len(presets()), 8)
        listing = self.run_overlace("presets").stdout
        for preset in presets():
            self.assertIn(preset, listing)
            self.run_overlace("check", preset)

    def test_help_names_every_command(self):
        text = self.run_overlace("--help").stdout
        for command in ("render", "frame", "check", "explain", "dump", "nodes", "schema", "presets",
                        "tracks", "devices", "bench", "sheet"):
            self.assertIn(command, text)
            self.run_overlace(command, "--help")

    def test_nodes_as_json_and_text(self):
        nodes = json.loads(self.run_overlace("nodes", "--json").stdout)
        self.assertTrue(nodes)
        self.assertIn("max_distance", self.run_overlace("nodes", "link_knn").stdout)
        self.assertIn("draw_lines", self.run_overlace("nodes", "draw_line", code=2).stderr)


MOT = "1,1,100,100,40,80,1,-1,-1,-1\n1,2,200,100,40,80,1,-1,-1,-1\n1,3,320,100,40,80,1,-1,-1,-1\n"


class Stages(CliTest):
    def dump(self, stage, *options):
        self.write("t.txt", MOT)
        done = self.run_overlace("dump", "constellation", "--stage", stage, "--frame", 0, "--tracks",
                                 "t.txt", "--size", "640x480", "--json", "-q", *options)
        return json.loads(done.stdout)

    def test_every_stage_can_be_dumped(self):
        self.assertEqual([row["id"] for row in self.dump("tracks")], [1, 2, 3])
        # Centres at x = 120, 220, 340 and k = 3 within 45 % of 480 px: the outer pair is 220 px apart.
        links = self.dump("links")
        self.assertEqual({(r["id_a"], r["id_b"]) for r in links}, {(1, 2), (2, 3)})
        self.assertEqual(len(self.dump("curves")), 2)
        kinds = [r["kind"] for r in self.dump("display_list")]
        self.assertEqual(kinds.count("curve"), 2)
        self.assertEqual(kinds.count("fill"), 1)
        self.assertEqual(len(self.dump("tiles")), 10 * 30)  # the shade touches every tile
        self.assertEqual(self.dump("frame")[0]["size"], [640, 480])

    def test_fused_and_layered_plans_are_explained(self):
        self.write("t.txt", MOT)
        fused = self.run_overlace("explain", "boxes", "--tracks", "t.txt").stdout
        layered = self.run_overlace("explain", "boxes", "--tracks", "t.txt", "--layered").stdout
        self.assertIn("one tile pass", fused)
        self.assertIn("layer 1", layered)


@needs_footage
@needs_ffmpeg
class RealFootage(CliTest):
    def test_each_preset_draws_with_a_file_of_detections(self):
        for preset in presets():
            with self.subTest(preset):
                self.run_overlace("frame", DATA / "video.avi", "-g", preset, "--tracks", DATA / "det.txt",
                                  "-n", 300, "-o", f"{preset}.png")
                self.assertGreater((self.folder / f"{preset}.png").stat().st_size, 10000)

    def test_tracks_are_made_saved_and_used(self):
        self.run_overlace("tracks", "make", DATA / "video.avi", "-o", "made.json")
        info = self.run_overlace("tracks", "info", "made.json").stdout
        self.assertIn("ids", info)
        self.run_overlace("sheet", DATA / "video.avi", "--tracks", "made.json", "-n", "middle",
                          "--width", 200, "-o", "sheet.png")
        self.assertGreater((self.folder / "sheet.png").stat().st_size, 10000)

    def test_a_preset_needs_no_tracks_on_a_static_camera(self):
        self.run_overlace("frame", DATA / "video.avi", "-g", "boxes", "-n", 50, "-o", "still.png")
        listing = subprocess.run([PROGRAM, "dump", "boxes", "--stage", "tracks", "-n", "50", "-q", "-i",
                                  DATA / "video.avi"], capture_output=True, text=True, check=True).stdout
        self.assertGreaterEqual(len(listing.splitlines()), 3)  # several people walk there


if __name__ == "__main__":
    unittest.main()
