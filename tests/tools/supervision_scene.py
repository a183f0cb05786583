# SPDX-License-Identifier: Apache-2.0
"""One small scene that supervision and overlace both draw, and measures of what they drew.

Four objects cross a picture of 640x360 in 30 frames. Each has an id, a class, a score, an outline (the
ellipse in its box) and 17 key points, and a colour of its own by its id. Coordinates are whole pixels,
which both sides read alike.
"""

import json
import pathlib
import subprocess
from dataclasses import dataclass

import cv2
import numpy as np
import supervision as sv

import cli

WIDTH, HEIGHT, FRAMES, FRAME = 640, 360, 30, 20
COLORS = ["#ff2020", "#20d020", "#2040ff", "#ffd000", "#ff30ff", "#00e0e0"]
PALETTE = sv.ColorPalette.from_hex(COLORS)
BY_ID = {"map": "id", "palette": COLORS}
PEER = {"color": PALETTE, "color_lookup": sv.ColorLookup.TRACK}
CLASSES = ["person", "car"]
GREY = 128

# (id, class, score), left, top, width, height at frame 0, and the way in a frame. The third one comes
# behind the second in the file, is the larger one, and they overlap.
OBJECTS = [((1, 0, 0.9), (40, 60, 60, 120), (2, 0)), ((2, 0, 0.7), (230, 170, 80, 60), (1, 0)),
           ((3, 1, 0.5), (180, 100, 90, 140), (1, 0)), ((4, 1, 0.3), (520, 190, 50, 100), (-3, 1))]
IDS = [key[0] for key, _, _ in OBJECTS]


def boxes(frame, objects=None):
    """Left, top, width and height of the objects, in whole pixels; shape (count, 4).

    An object's box goes its way in each frame, or is listed by frames where it has none.
    """
    return np.array([np.ravel(box[frame]) if way is None else np.array(box) + frame * np.array((*way, 0, 0))
                     for _, box, way in objects or OBJECTS])


def outline(box):
    """The ellipse in a box as a ring of whole pixels; shape (points, 2)."""
    x, y, width, height = box
    turn = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    return np.column_stack([x + width / 2 + width / 2 * np.cos(turn),
                            y + height / 2 + height / 2 * np.sin(turn)]).round().astype(int)


def key_points(box):
    """17 points of COCO's body in a box, in whole pixels; shape (17, 2)."""
    x, y, width, height = box
    shares = [(50, 8), (56, 5), (44, 5), (64, 9), (36, 9), (72, 25), (28, 25), (86, 40), (14, 40), (92, 56), (8, 56),
              (62, 56), (38, 56), (70, 76), (30, 76), (74, 97), (26, 97)]
    return np.array([(x + width * a // 100, y + height * b // 100) for a, b in shares])


def corners(box, degrees):
    """The corners of a box that is turned clockwise around its middle; shape (4, 2)."""
    x, y, width, height = box
    turn = np.radians(degrees)
    half = np.array([(-width, -height), (width, -height), (width, height), (-width, height)]) / 2
    return half @ np.array([(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))]) + \
        (x + width / 2, y + height / 2)


def detections(frame, masks=False, objects=None):
    """The objects of a frame as supervision has them."""
    at = boxes(frame, objects)
    keys, classes, scores = zip(*(key for key, _, _ in objects or OBJECTS))
    found = sv.Detections(xyxy=np.column_stack([at[:, :2], at[:, :2] + at[:, 2:]]).astype(float),
                          confidence=np.array(scores), class_id=np.array(classes), tracker_id=np.array(keys))
    if masks:
        found.mask = np.array([sv.polygon_to_mask(outline(box), (WIDTH, HEIGHT)).astype(bool) for box in at])
    return found


def skeletons(frame):
    """The key points of a frame as supervision has them."""
    return sv.KeyPoints(xy=np.array([key_points(box) for box in boxes(frame)], np.float32))


def write_tracks(path, rotation=0, objects=None):
    """The scene, or other objects, as a track file."""
    rows = []
    for frame in range(FRAMES):
        keys = [key for key, _, _ in objects or OBJECTS]
        for (key, class_index, score), box in zip(keys, boxes(frame, objects).tolist()):
            shapes = {"outline": [outline(box).ravel().tolist()],
                      "key_points": [[x, y, 2] for x, y in key_points(box).tolist()]}
            if rotation:
                shapes = {"rotation": rotation}
            rows.append([frame, key, *box, class_index, score, shapes])
    path.write_text(json.dumps({
        "overlace_tracks": 1, "size": [WIDTH, HEIGHT], "classes": CLASSES,
        "columns": ["frame", "id", "x", "y", "width", "height", "class", "score"], "rows": rows}), encoding="utf-8")
    return path


def flat():
    return np.full((HEIGHT, WIDTH, 3), GREY, np.uint8)


def textured():
    """A picture with detail of all sizes, which says where each of its parts comes from."""
    random = np.random.default_rng(5)
    layers = [cv2.resize(random.integers(0, 256, (HEIGHT // size, WIDTH // size, 3), np.uint8), (WIDTH, HEIGHT),
                         interpolation=cv2.INTER_CUBIC) for size in (2, 8, 40)]
    return np.mean(layers, axis=0).astype(np.uint8)


class Painter:
    """What overlace draws on a still picture of the scene."""

    def __init__(self, folder, picture):
        self.folder, self.picture = pathlib.Path(folder), picture
        self.video = self.folder / "scene.mkv"
        cv2.imwrite(str(self.folder / "scene.png"), picture)
        cli.ffmpeg("-loop", "1", "-r", "25", "-i", self.folder / "scene.png", "-frames:v", FRAMES, "-c:v", "ffv1",
                   "-pix_fmt", "gbrp", self.video)
        self.tracks = write_tracks(self.folder / "tracks.json")

    def graph(self, nodes, composite):
        path = self.folder / "graph.json"
        tracks = {"type": "track_input", "params": {"path": "$tracks"}}
        path.write_text(json.dumps({"overlace": 1, "nodes": {"tracks": tracks, **nodes}, "composite": composite}),
                        encoding="utf-8")
        return path

    def run(self, command, *arguments):
        done = subprocess.run([cli.PROGRAM, command, *map(str, arguments)], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise AssertionError(done.stderr)
        return done.stdout

    def draw(self, nodes, composite, frame=FRAME):
        """The picture in BGR with a graph on it; the node "tracks" has the objects."""
        out = self.folder / "ours.png"
        self.run("frame", self.video, "-q", "-n", frame, "--tracks", self.tracks, "-g", self.graph(nodes, composite),
                 "-o", out, "--overwrite")
        return cv2.imread(str(out))

    def mark(self, kind, params, frame=FRAME):
        """The picture with one node on it that draws objects."""
        return self.draw({"look": {"type": kind, "inputs": {"tracks": "tracks"}, "params": params}}, ["look"], frame)

    def dump(self, nodes, frame):
        return json.loads(self.run("dump", self.graph(nodes, ["look"]), "-q", "--stage", "tracks", "--json", "-n", frame,
                                   "-i", self.video, "--tracks", self.tracks))

    def series(self, nodes, frame):
        """Values of all series of a frame by their names."""
        return {row["series"]: row["value"] for row in self.dump(nodes, frame) if "series" in row}

    def boxes(self, nodes, frame, node="smooth"):
        """Boxes that a node has in a frame by id: left, top, width, height."""
        return {row["id"]: row["box"] for row in self.dump(nodes, frame) if row.get("node") == node}


def faint(look):
    """Nodes that draw `look` as one layer at half opacity, as supervision does."""
    return {"look": look, "faint": {"type": "composite", "inputs": {"layers": ["look"]}, "params": {"opacity": 0.5}}}


def named(nodes):
    """Nodes behind one that names the key points."""
    return {"named": {"type": "track_skeleton", "inputs": {"tracks": "tracks"}}, **nodes}


def bgr(color, opacity=1.0):
    """A colour of the palette as it looks on the flat picture."""
    red, green, blue = (int(color[i:i + 2], 16) for i in (1, 3, 5))
    return np.array([blue, green, red]) * opacity + GREY * (1 - opacity)


def painted(picture, color, opacity=1.0):
    """Pixels of the flat picture that a colour covers at least by half; shape (height, width)."""
    way = bgr(color, opacity) - GREY
    off = picture.astype(float) - GREY
    share = off @ way / (way @ way)
    stray = np.abs(off - share[..., None] * way).max(axis=2)
    return (share > 0.5) & (stray < 40)


def changed(picture, original, least=24):
    return np.abs(picture.astype(int) - original.astype(int)).max(axis=2) > least


@dataclass
class Shape:
    """Pixels of one colour: how many pieces, how many pixels, and the box around them."""

    pieces: int
    area: int
    box: tuple

    @staticmethod
    def of(mask, least=8):
        count, _, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
        kept = [i for i in range(1, count) if stats[i, cv2.CC_STAT_AREA] >= least]
        if not kept:
            return Shape(0, 0, (0, 0, 0, 0))
        left, top = stats[kept, 0].min(), stats[kept, 1].min()
        right, bottom = (stats[kept, 0] + stats[kept, 2]).max(), (stats[kept, 1] + stats[kept, 3]).max()
        return Shape(len(kept), int(stats[kept, cv2.CC_STAT_AREA].sum()), (int(left), int(top), int(right), int(bottom)))


def shapes(picture, opacity=1.0):
    """What each object's colour covers, by id; objects that are not to be seen are left out."""
    found = {key: Shape.of(painted(picture, COLORS[key % len(COLORS)], opacity)) for key in IDS}
    return {key: shape for key, shape in found.items() if shape.pieces}


def closed(mask):
    """A mask without its holes and notches, such as letters on a plate."""
    return cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((7, 7))) > 0


def centres(mask):
    """Middles of the boxes around the pieces of a mask, from the left."""
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
    return sorted((stats[i, 0] + stats[i, 2] / 2, stats[i, 1] + stats[i, 3] / 2) for i in range(1, count)
                  if stats[i, cv2.CC_STAT_AREA] >= 8)


def plate(picture, key):
    """The box around an object's colour: left, top, right, bottom."""
    return Shape.of(painted(picture, COLORS[key % len(COLORS)])).box


def overlap(picture):
    """Pixels that boxes around the plates of two objects have in common, over all pairs."""
    total = 0
    plates = [plate(picture, key) for key in IDS]
    for i, a in enumerate(plates):
        for b in plates[:i]:
            total += max(0, min(a[2], b[2]) - max(a[0], b[0])) * max(0, min(a[3], b[3]) - max(a[1], b[1]))
    return total


def lines_of_text(picture, key):
    """Runs of rows with white letters on an object's plate; the dot of an i is not one by itself."""
    left, top, right, bottom = plate(picture, key)
    white = (picture[top:bottom, left:right].min(axis=2) > 200).any(axis=1)
    white = np.convolve(white, np.ones(5), "same") > 0
    return int((np.diff(np.concatenate([[0], white.astype(int)])) == 1).sum())
