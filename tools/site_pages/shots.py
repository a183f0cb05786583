# SPDX-License-Identifier: Apache-2.0
"""What every preset is drawn on: for docs/looks.md and for the site's pages."""

import dataclasses
import json
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
WIDTH = 960  # px, of the pictures in docs/looks
PROGRAM = "overlace"


@dataclasses.dataclass(frozen=True)
class Clip:
    """Footage, and how it is made: commands that run in the folder of the clips."""

    about: str
    commands: tuple[str, ...]


CLIPS = {
    "walk": Clip(
        "Pedestrians in daylight, of OpenCV's samples. walk.json was made by overlace (`find=people`) and corrected by hand; "
        "motion.json is what overlace finds by motion.",
        ("ffmpeg -i /usr/share/doc/opencv-doc/examples/data/vtest.avi -vf crop=704:396:64:16,scale=1920:1080:flags=lanczos "
         "-frames:v 400 -crf 16 walk.mp4",
         "overlace tracks make walk.mp4 -o motion.json")),
    "music": Clip(
        "The same, with music; walk.json belongs to it, too.",
        ("ffmpeg -i walk.mp4 -stream_loop -1 -i bigbuckbunny.mp4 -map 0:v -map 1:a -c:v copy -shortest music.mp4",)),
    "street": Clip(
        "A street at dusk. street.json was made by hand, its key points and outlines with MediaPipe.",
        ("ffmpeg -i bikes.mp4 -vf scale=1280:544:flags=lanczos -crf 16 street.mp4",)),
    "bigbuckbunny": Clip(
        "A clip with music, of Big Buck Bunny by the Blender Foundation (CC BY 3.0). bigbuckbunny.json was made by hand.", ()),
    "paw": Clip(
        "A part of its picture. paw.json was made with MediaPipe.",
        ("ffmpeg -i bigbuckbunny.mp4 -vf crop=480:270:60:150,scale=1280:720:flags=lanczos -crf 16 paw.mp4",)),
}


@dataclasses.dataclass(frozen=True)
class Shot:
    """What a preset is drawn on."""

    clip: str = "walk"
    frame: int = 260
    tracks: str = "walk.json"  # "" for none
    settings: tuple[str, ...] = ()
    note: str = ""  # what of the picture its command does not say

    def command(self, preset):
        words = [PROGRAM, "frame", f"{self.clip}.mp4", "-n", str(self.frame), "-g", preset]
        if self.tracks:
            words += ["--tracks", self.tracks]
        for setting in self.settings:
            words += ["--set", setting]
        return [*words, "-o", f"{preset}.png"]


CYCLIST = Shot("street", 120, "street.json")
PAW = Shot("paw", 14, "paw.json")
MUSIC = Shot("music", 260)
TRUTH = Shot(frame=300, tracks="motion.json", settings=("truth=walk.json",))
FOUND = Shot(tracks="", note="Without `--tracks`, it finds its own points in the picture.")


def placed(shot, *settings):
    return dataclasses.replace(shot, settings=settings)


GROUND = "image=20% 25%,80% 25%,97% 97%,3% 97%", "ground=-7.1 36.6,9.6 36.6,5.7 13,-4.7 13"
GROUND_NOTE = "The points on the ground were estimated from the heights of people."

# By preset; those that are not listed are drawn as Shot() says.
SHOTS = {
    "outlines": CYCLIST, "halo": CYCLIST, "cutout": CYCLIST, "spotlight": CYCLIST, "pose": CYCLIST,
    "workout": placed(CYCLIST, "joint.points=right_hip,right_knee,right_ankle"),
    "hands": PAW, "magnifier": Shot(frame=300),
    "compare": TRUTH, "metrics": TRUTH, "switches": dataclasses.replace(TRUTH, frame=248),
    "split": Shot(frame=262, settings=("other=motion.json", "left_name=people", "right_name=motion")),
    "plexus": FOUND, "features": FOUND, "blobs": Shot("street", 36, "", note=FOUND.note),
    "count_line": Shot(settings=("line=34% 78%,38% 44%",)),
    "zone_watch": Shot(settings=("zone=0% 46%,62% 46%,70% 82%,0% 62%",)),
    "dwell": Shot(settings=("zone=0% 46%,62% 46%,70% 82%,0% 62%",)),
    "queue": Shot(settings=("zone=0% 46%,62% 46%,70% 82%,0% 62%",)),
    "parking": Shot("street", 165, "street.json", (
        "bay_1=79% 44%,96% 44%,98% 63%,80% 63%", "bay_2=61% 44%,77% 44%,78% 63%,60% 63%",
        "bay_3=43% 44%,59% 44%,58% 63%,40% 63%", "bay_4=25% 44%,41% 44%,38% 63%,20% 63%")),
    "speed_road": Shot(settings=tuple(f"road.{text}" for text in GROUND), note=GROUND_NOTE),
    "plan_view": Shot(settings=tuple(f"field.{text}" for text in GROUND), note=GROUND_NOTE),
    "chimes": Shot(note="It is heard, too: `overlace render` adds its sound."),
    "news": Shot("street", 38, "", ("title=Rush hour", "subtitle=Half of the city is on wheels")),
    "pulse": MUSIC, "spectrum_ring": MUSIC, "vu_boxes": dataclasses.replace(MUSIC, frame=296), "sound_brush": MUSIC,
    "sonogram": Shot("bigbuckbunny", 128, ""),
    "waveform_lower_third": Shot("bigbuckbunny", 100, ""),
}

GROUPS = {
    "For evaluating trackers and detectors": [
        "boxes", "brackets", "minimal", "outlines", "crowd", "callouts", "speed_heat", "compare", "metrics",
        "switches", "split"],
    "For monitoring places": [
        "count_line", "zone_watch", "faces_strip", "dwell", "queue", "parking", "heat_total", "heat_recent",
        "speed_road", "plan_view", "match"],
    "For privacy": ["redact", "redact_mosaic"],
    "For motion designers": [
        "constellation", "constellation_warm", "neon", "comets", "electric", "chimes", "embers", "circuit", "plexus", "voronoi",
        "features", "blob_track", "blobs", "ribbon", "footprints", "ghosts", "bloom", "glass", "lens", "magnifier",
        "chromatic", "hologram"],
    "For film and broadcast": [
        "spotlight", "cutout", "halo", "radar", "night_vision", "blueprint", "cctv", "news"],
    "For bodies and hands": ["pose", "workout", "hands"],
    "For sound": ["pulse", "spectrum_ring", "vu_boxes", "sonogram", "sound_brush", "waveform_lower_third"],
}

# Presets on the front page, on a clip in HD; docs/front has their pictures.
FRONT = {
    "neon": Shot("bigbuckbunny", 60, "bigbuckbunny.json"), "hologram": Shot("bigbuckbunny", 60, "bigbuckbunny.json"),
    "halo": Shot("bigbuckbunny", 20, "bigbuckbunny.json"),
}


def merged(name, key):
    """A preset's knobs or theme, with those of the presets that it patches."""
    preset = json.loads((ROOT / "presets" / f"{name}.json").read_text())
    base = merged(preset["extends"], key) if "extends" in preset else {}
    return base | preset.get(key, {})


def shot(name):
    return SHOTS.get(name, Shot())


def settings_of(name):
    """Name, default and description of what a preset's users may set: its knobs, and the colours of its theme."""
    rows = [(knob, row["default"], row.get("doc", "")) for knob, row in merged(name, "knobs").items()]
    return rows + [(f"theme.{color}", value, "A theme colour") for color, value in merged(name, "theme").items()]
