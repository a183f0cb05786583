# SPDX-License-Identifier: Apache-2.0
"""examples/hosts/otio_overlays.py on an edit that OpenTimelineIO wrote."""

import importlib.util
import json
import os
import subprocess
import sys
import unittest

import exr_files
from cli import PROGRAM, SOURCE, CliTest, ffmpeg, needs_ffmpeg

SCRIPT = SOURCE / "examples/hosts/otio_overlays.py"
SIZE = (64, 48)

# A shot of numbered pictures from 1001 on, cut from its fourth frame on for five, then a gap, then a clip of which nothing
# is known.
MAKE = """
import opentimelineio as otio
def time(frames):
    return otio.opentime.RationalTime(frames, 24)
def span(start, frames):
    return otio.opentime.TimeRange(time(start), time(frames))
shot = otio.schema.Clip("the shot", source_range=span(86403, 5), metadata={"overlace": {"tracks": "tracks.csv", "graph": "graph.json"}},
    media_reference=otio.schema.ImageSequenceReference(target_url_base=".", name_prefix="p.", name_suffix=".png", start_frame=1001,
        frame_zero_padding=4, rate=24, available_range=span(86400, 12)))
other = otio.schema.Clip("other", source_range=span(0, 7), media_reference=otio.schema.ExternalReference(target_url="file:///nowhere.mov"))
track = otio.schema.Track("V1", kind=otio.schema.TrackKind.Video, children=[shot, otio.schema.Gap(duration=time(2)), other])
otio.adapters.write_to_file(otio.schema.Timeline("edit", tracks=[track]), "edit.otio")
"""
READ = """
import json, opentimelineio as otio
tracks = list(otio.adapters.read_from_file("out.otio").video_tracks())
items = [(type(i).__name__, i.trimmed_range().start_time.to_frames(), i.duration().to_frames()) for i in tracks[1]]
media = tracks[1][0].media_reference
urls = [media.target_url_for_image_number(n) for n in (0, media.number_of_images_in_sequence() - 1)]
print(json.dumps([len(tracks), items, urls]))
"""


@needs_ffmpeg
@unittest.skipUnless(importlib.util.find_spec("opentimelineio"), "opentimelineio is not installed")
class Edits(CliTest):
    def python(self, *arguments):
        done = subprocess.run([sys.executable, *arguments], cwd=self.folder, env={**os.environ, "OVERLACE": str(PROGRAM)}, capture_output=True,
                              text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def test_overlays_lie_over_their_clips(self):
        ffmpeg("-f", "lavfi", "-i", f"color=gray:s={SIZE[0]}x{SIZE[1]}:r=24", "-frames:v", 12, "-start_number", 1001,
               self.folder / "p.%04d.png")
        # Frame n of the shot has its box n px from the left.
        self.write("tracks.csv", "frame,id,x,y,w,h\n" + "".join(f"{n},1,{n},8,16,24\n" for n in range(12)))
        boxes = {"type": "draw_boxes", "inputs": {"tracks": "all"}, "params": {"stroke_width": 0, "corner_radius": 0, "fill": "#ffffff"}}
        self.write("graph.json", json.dumps({"overlace": 1, "composite": ["boxes"], "nodes": {
            "all": {"type": "track_file", "params": {"path": "$tracks"}}, "boxes": boxes}}))
        self.python("-c", MAKE)
        self.python(SCRIPT, "edit.otio", "overlays", "out.otio")
        tracks, items, urls = json.loads(self.python("-c", READ))
        self.assertEqual(tracks, 2)
        self.assertEqual(items, [["Clip", 86403, 5], ["Gap", 0, 2], ["Gap", 0, 7]])
        names = sorted(p.name for p in (self.folder / "overlays").iterdir())
        self.assertEqual(names, [f"001_the_shot.{n}.exr" for n in range(1004, 1009)])
        self.assertEqual([u.rpartition("/")[2] for u in urls], [names[0], names[-1]])
        for n, name in enumerate(names, start=3):
            picture = exr_files.Picture((self.folder / "overlays" / name).read_bytes())
            self.assertEqual(picture.data, (n, 8, n + 15, 31))


if __name__ == "__main__":
    unittest.main()
