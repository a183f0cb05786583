# SPDX-License-Identifier: Apache-2.0
"""examples/hosts/blender_tracks.py in Blender, or in its Python module bpy, whichever is there."""

import importlib.util
import json
import shutil
import subprocess
import sys
import unittest

from cli import SOURCE, CliTest, ffmpeg, needs_ffmpeg

SCRIPT = SOURCE / "examples/hosts/blender_tracks.py"
BLENDER = shutil.which("blender")
WIDTH, HEIGHT, FRAMES = 320, 180, 20

# Frame f, counted from 0, has its marker around (60 + 4 f, 40 + 2 f) from the top left, 30 x 20 px; frame 7 is muted.
MAKE = f"""
import bpy
clip = bpy.data.movieclips.load("FOLDER/shot.mkv")
clip.use_fake_user = True
track = clip.tracking.tracks.new(name="the cup", frame=1)
for f in range({FRAMES}):
    marker = track.markers.insert_frame(f + 1, co=((60 + 4 * f) / {WIDTH}, 1 - (40 + 2 * f) / {HEIGHT}))
    marker.pattern_corners = [(x * 15 / {WIDTH}, y * 10 / {HEIGHT}) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
track.markers.find_frame(8).mute = True
bpy.ops.wm.save_as_mainfile(filepath="FOLDER/shot.blend")
"""
# What `blender -b FILE --python SCRIPT -- …` does, for the module.
PLAY = """
import runpy, sys, bpy
bpy.ops.wm.open_mainfile(filepath=sys.argv[1])
runpy.run_path(sys.argv[2], run_name="__main__")
"""


@needs_ffmpeg
@unittest.skipUnless(BLENDER or importlib.util.find_spec("bpy"), "neither Blender nor bpy is installed")
class BlenderTracks(CliTest):
    def setUp(self):
        super().setUp()
        ffmpeg("-f", "lavfi", "-i", f"color=gray:s={WIDTH}x{HEIGHT}:r=25", "-frames:v", FRAMES, "-c:v", "ffv1",
               self.folder / "shot.mkv")
        make = self.write("make.py", MAKE.replace("FOLDER", str(self.folder)))
        subprocess.run([BLENDER, "-b", "--python", make] if BLENDER else [sys.executable, make], check=True,
                       capture_output=True)

    def play(self, *arguments, code=0):
        shot = self.folder / "shot.blend"
        command = [BLENDER, "-b", shot, "--python-exit-code", "1", "--python", SCRIPT, "--", *arguments] if BLENDER else \
            [sys.executable, "-c", PLAY, shot, SCRIPT, "--", *arguments]
        run = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode != 0, code != 0, run.stderr)
        return run.stdout + run.stderr

    def test_boxes_are_where_the_markers_are(self):
        self.play(self.folder / "tracks.csv")
        self.run_overlace("tracks", "convert", "tracks.csv", "-o", "tracks.json", "--video", "shot.mkv")
        rows = [line.split(",") for line in (self.folder / "tracks.csv").read_text().splitlines()[1:]]
        self.assertEqual([int(row[0]) for row in rows], [f for f in range(FRAMES) if f != 7])
        for row in rows:
            self.assertEqual(row[1], "the cup")
            f = int(row[0])
            for value, wanted in zip(map(float, row[2:]), (45 + 4 * f, 30 + 2 * f, 30, 20)):
                self.assertAlmostEqual(value, wanted, delta=0.01)
        tracks = json.dumps(json.loads((self.folder / "tracks.json").read_text()))
        self.assertIn("the cup", tracks)

    def test_a_clip_is_named_where_it_is_not_there(self):
        self.assertIn("shot.mkv", self.play(self.folder / "tracks.csv", "plate", code=1))
        self.assertFalse((self.folder / "tracks.csv").exists())
