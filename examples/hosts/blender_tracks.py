# SPDX-License-Identifier: Apache-2.0
"""Blender's motion tracks as a table that overlace reads. Blender has no such export of its own.

    blender -b shot.blend --python examples/hosts/blender_tracks.py -- tracks.csv
    overlace render shot.mp4 -g boxes --tracks tracks.csv -o out.mp4

Every track of the first movie clip becomes an object, named as in Blender; its box is the pattern area. Markers that are
muted are left out, as Blender does. Frames count from 0, pixels from the top left corner; Blender counts clips from 1 and
pictures from the bottom. A second argument names another clip than the first.
"""

import csv
import sys

import bpy


def pattern_box(marker, width, height):
    """Left, top, width and height of the pattern in pixels; its corners are relative to the marker, and turn with it."""
    xs = [(marker.co[0] + corner[0]) * width for corner in marker.pattern_corners]
    ys = [(1 - marker.co[1] - corner[1]) * height for corner in marker.pattern_corners]
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def rows_of(clip):
    """Frame, id, name and box of every marker that is in use, in order of frames."""
    width, height = clip.size
    rows = []
    tracks = [track for item in clip.tracking.objects for track in item.tracks]
    for number, track in enumerate(tracks, 1):
        for marker in track.markers:
            if not marker.mute:
                rows.append((marker.frame - 1, number, track.name, *pattern_box(marker, width, height)))
    return sorted(rows)


def main(arguments):
    if not arguments:
        sys.exit("name the file to write: blender -b shot.blend --python blender_tracks.py -- tracks.csv [clip]")
    clips = bpy.data.movieclips
    name = arguments[1] if len(arguments) > 1 else clips.keys()[0] if clips else ""
    if name not in clips:
        sys.exit(f"there is no movie clip '{name}'; the file has: {', '.join(clips.keys()) or 'none'}")
    with open(arguments[0], "w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(("frame", "id", "name", "x", "y", "width", "height"))
        rows = rows_of(clips[name])
        table.writerows(rows)
    print(f"{arguments[0]}: {len(rows)} markers of {name}")


main(sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else [])
