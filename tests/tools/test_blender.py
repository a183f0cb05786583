# SPDX-License-Identifier: Apache-2.0
"""Blender, without a display: its motion tracks as a table, and its compositor as a reader of Cryptomattes."""

import csv
import shutil
import subprocess
import unittest

from cli import SOURCE, ffmpeg, needs_ffmpeg
from exr_files import Picture
from test_cryptomatte import HALF_STEP, SIZE, MatteTest, seen

MAKE_CLIP = """
import bpy
clip = bpy.data.movieclips.load("{folder}/f_0001.png")
clip.use_fake_user = True
track = clip.tracking.tracks.new(name="door", frame=1)
for frame in range(1, 11):
    marker = track.markers.insert_frame(frame, co=((47 + 8 * frame) / 320, 1 - 60 / 180))
    marker.pattern_corners = [(-15 / 320, -10 / 180), (15 / 320, -10 / 180), (15 / 320, 10 / 180), (-15 / 320, 10 / 180)]
track.markers.find_frame(4).mute = True
bpy.ops.wm.save_as_mainfile(filepath="{folder}/shot.blend")
"""

READ_MATTE = """
import bpy
scene = bpy.context.scene
scene.use_nodes = True
nodes, links = scene.node_tree.nodes, scene.node_tree.links
nodes.clear()
matte = nodes.new("CompositorNodeCryptomatteV2")
matte.source, matte.image = "IMAGE", bpy.data.images.load("{folder}/o.1001.exr")
matte.layer_name, matte.matte_id = "CryptoTrack", "{name}"
links.new(matte.outputs["Matte"], nodes.new("CompositorNodeComposite").inputs["Image"])
render = scene.render
render.resolution_x, render.resolution_y, render.resolution_percentage = {width}, {height}, 100
render.image_settings.file_format, render.image_settings.color_depth = "OPEN_EXR", "32"
render.image_settings.exr_codec = "NONE"
render.filepath = "{folder}/matte"
bpy.ops.render.render(write_still=True)
"""


@unittest.skipUnless(shutil.which("blender"), "blender is not installed (tools/setup vfx)")
class Blender(MatteTest):
    def blender(self, *arguments, code=0):
        done = subprocess.run(["blender", "-b", *map(str, arguments)], cwd=self.folder, check=False, capture_output=True,
                              text=True, timeout=300)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done

    def run_script(self, text, **values):
        self.write("script.py", text.format(folder=self.folder, **values))
        self.blender("--python-exit-code", "1", "--python", self.folder / "script.py")

    @needs_ffmpeg
    def test_tracks_are_where_the_markers_are(self):
        ffmpeg("-f", "lavfi", "-i", "color=gray:s=320x180:r=25:d=0.4", self.folder / "f_%04d.png")
        self.run_script(MAKE_CLIP)
        exporter = SOURCE / "examples/hosts/blender_tracks.py"
        self.blender(self.folder / "shot.blend", "--python", exporter, "--", self.folder / "tracks.csv")
        with open(self.folder / "tracks.csv", newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([int(row["frame"]) for row in rows], [0, 1, 2, 4, 5, 6, 7, 8, 9])  # one is muted
        for row in rows:
            wanted = {"x": 40 + 8 * int(row["frame"]), "y": 50, "width": 30, "height": 20}
            for name, value in wanted.items():
                self.assertAlmostEqual(float(row[name]), value, delta=1e-4)
        facts = self.run_overlace("tracks", "info", "tracks.csv").stdout
        self.assertIn("frame 0 at 40.0, 50.0 size 30.0 x 20.0", facts)
        refused = self.blender(self.folder / "shot.blend", "--python", exporter, "--", "other.csv", "other", code=1)
        self.assertIn("no movie clip 'other'; the file has: f_0001.png", refused.stderr)

    def test_its_compositor_picks_objects(self):
        self.render("--overlay-only", "--cryptomatte", "track", "--exr-window", "whole", "--frames", "1001")
        for i, name in enumerate(("person 7", "car 3")):
            self.run_script(READ_MATTE, name=name, width=SIZE[0], height=SIZE[1])
            picture = Picture((self.folder / "matte.exr").read_bytes())
            for y in range(SIZE[1]):
                for x in range(SIZE[0]):
                    self.assertAlmostEqual(picture.value("R", x, y), seen(x, y)[i], delta=2 * HALF_STEP, msg=(name, x, y))


if __name__ == "__main__":
    unittest.main()
