# SPDX-License-Identifier: Apache-2.0
"""Blender's compositor, without a display, as a reader of Cryptomattes."""

import shutil
import subprocess
import unittest

from exr_files import Picture
from test_cryptomatte import HALF_STEP, SIZE, MatteTest, seen

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
