# SPDX-License-Identifier: Apache-2.0
"""Renders the overlays of an edit, and writes the edit with them as video tracks on top:

    python3 otio_overlays.py edit.otio overlays/ edit_with_overlays.otio

Clips say what is drawn over them in their metadata: "overlace": {"tracks": "shot.json", "graph": "boxes"}; without
"tracks" a clip gets no overlay. Overlays are OpenEXR sequences of the frames in the cut, overlays/CLIP.####.exr, with the
numbers that these frames have in the shot. Media are videos or numbered pictures on this machine; paths are relative to
the edit. The program is `overlace` in PATH, or what OVERLACE names. Wants OpenTimelineIO (PyPI: opentimelineio).
"""

import copy
import os
import pathlib
import subprocess
import sys
import urllib.parse

import opentimelineio as otio


def path_of(url):
    """A file named by an URL or a plain path."""
    parts = urllib.parse.urlparse(url)
    return urllib.parse.unquote(parts.path) if parts.scheme == "file" else url


def source_of(clip):
    """What overlace reads for a clip, the number of the first frame of its media, and the media's first moment."""
    media = clip.media_reference
    if isinstance(media, otio.schema.ImageSequenceReference):
        name = f"{media.name_prefix}%0{media.frame_zero_padding}d{media.name_suffix}"
        source, first = os.path.join(path_of(media.target_url_base), name), media.start_frame
    elif isinstance(media, otio.schema.ExternalReference):
        source, first = path_of(media.target_url), 0
    else:
        sys.exit(f"clip '{clip.name}' has no media on this machine")
    cut = clip.trimmed_range()
    start = media.available_range.start_time if media.available_range else cut.start_time * 0
    return source, first, start


def render_overlay(clip, number, folder, output):
    """Renders the frames of a clip that are in the cut; returns a reference to the pictures."""
    wanted = clip.metadata["overlace"]
    source, first, start = source_of(clip)
    cut = clip.trimmed_range()
    begin = first + (cut.start_time - start).to_frames()
    count = cut.duration.to_frames()
    prefix = f"{number:03}_{''.join(c if c.isalnum() else '_' for c in clip.name)}."
    subprocess.run(
        [os.environ.get("OVERLACE", "overlace"), "render", source, "-g", wanted.get("graph", "boxes"), "--tracks",
         wanted["tracks"], "--frames", f"{begin}-{begin + count - 1}", "--overlay-only", "-o",
         str(output / f"{prefix}####.exr"), "--overwrite", "--progress", "none"], cwd=folder, check=True)
    return otio.schema.ImageSequenceReference(
        target_url_base=str(output), name_prefix=prefix, name_suffix=".exr", start_frame=begin, frame_zero_padding=4,
        rate=cut.start_time.rate, available_range=otio.opentime.TimeRange(cut.start_time, cut.duration))


def overlay_track(track, folder, output, numbers):
    """A track as long as the other one: an overlay over every clip that wants one, gaps elsewhere."""
    overlays = otio.schema.Track(f"overlays of {track.name}".strip(), kind=track.kind)
    for item in track:
        if isinstance(item, otio.schema.Transition):
            continue
        duration = item.trimmed_range().duration
        wants = isinstance(item, otio.schema.Clip) and "tracks" in item.metadata.get("overlace", {})
        if not wants:
            overlays.append(otio.schema.Gap(duration=duration))
            continue
        overlay = copy.deepcopy(item)
        overlay.media_reference = render_overlay(item, next(numbers), folder, output)
        overlays.append(overlay)
    return overlays


def main(arguments):
    if len(arguments) != 3:
        sys.exit("usage: otio_overlays.py EDIT.otio FOLDER NEW_EDIT.otio")
    edit, output = pathlib.Path(arguments[0]).resolve(), pathlib.Path(arguments[1]).resolve()
    output.mkdir(parents=True, exist_ok=True)
    timeline = otio.adapters.read_from_file(str(edit))
    numbers = iter(range(1, 1 << 20))
    for track in list(timeline.video_tracks()):
        overlays = overlay_track(track, edit.parent, output, numbers)
        if any(isinstance(item, otio.schema.Clip) for item in overlays):
            timeline.tracks.append(overlays)
    otio.adapters.write_to_file(timeline, arguments[2])


if __name__ == "__main__":
    main(sys.argv[1:])
