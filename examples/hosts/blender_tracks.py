# SPDX-License-Identifier: Apache-2.0
"""Writes the tracks of a Blender movie clip as CSV, a row for each marker, for --tracks of overlace:

    blender -b shot.blend --python blender_tracks.py -- tracks.csv [CLIP]
    overlace render shot.mp4 -g boxes --tracks tracks.csv -o out.mp4

CLIP is the clip's name in Blender; without, there has to be one only. Muted markers are left out. A box is
the marker's pattern, upright around its corners.
"""

import csv
import sys

import bpy


def boxes(clip):
    """Rows of a clip: the frame counts from 0, pixels from the top left corner of the picture."""
    width, height = clip.size
    for thing in clip.tracking.objects:
        for track in thing.tracks:
            for marker in track.markers:
                if marker.mute:
                    continue
                x = [(marker.co[0] + corner[0]) * width for corner in marker.pattern_corners]
                y = [(1 - marker.co[1] - corner[1]) * height for corner in marker.pattern_corners]
                yield (marker.frame - 1, track.name, min(x), min(y), max(x) - min(x), max(y) - min(y))


def main(arguments):
    if len(arguments) not in (1, 2):
        sys.exit("usage: blender -b FILE.blend --python blender_tracks.py -- TRACKS.csv [CLIP]")
    clips = bpy.data.movieclips
    if len(arguments) == 2 and arguments[1] not in clips:
        sys.exit(f"no clip '{arguments[1]}'; there are: {', '.join(clips.keys()) or 'none'}")
    if len(arguments) == 1 and len(clips) != 1:
        sys.exit(f"say which clip: {', '.join(clips.keys()) or 'there is none'}")
    clip = clips[arguments[1]] if len(arguments) == 2 else clips[0]
    if 0 in clip.size:
        sys.exit(f"the picture of '{clip.name}' cannot be read: {clip.filepath}")
    rows = sorted(boxes(clip))
    with open(arguments[0], "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(("frame", "id", "x", "y", "width", "height"))
        writer.writerows((frame, name, *(f"{value:.4f}" for value in box)) for frame, name, *box in rows)
    print(f"{len(rows)} markers of '{clip.name}' in {arguments[0]}")


main(sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else [])
