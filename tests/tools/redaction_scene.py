# SPDX-License-Identifier: Apache-2.0
"""A bright square that moves over black, its exact boxes, and ffmpeg's word on where it still shows."""

import json
import subprocess

from cli import CliTest, ffmpeg

WIDTH, HEIGHT, SIDE, STEP, FRAMES = 320, 64, 16, 20, 14
BRIGHT, LEFT_OVER = 235, 100  # luma of the square, and more than anything else in the scene has


def left_of(frame):
    return 8 + STEP * frame


def square(frame, width=WIDTH, height=HEIGHT, scale=1):
    """A picture of the scene, one byte of luma per pixel."""
    bright = range(scale * left_of(frame), scale * (left_of(frame) + SIDE))
    lit = bytes(BRIGHT if x in bright else 16 for x in range(width))
    rows = range(scale * 24, scale * (24 + SIDE))
    return b"".join(lit if y in rows else bytes([16]) * width for y in range(height))


class SceneTest(CliTest):
    def encode(self, name, *options, pictures=None, size=(WIDTH, HEIGHT), rate=10):
        """The scene as a video file."""
        raw = b"".join(square(f) for f in range(FRAMES)) if pictures is None else pictures
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "gray", "-s",
                        f"{size[0]}x{size[1]}", "-r", str(rate), "-color_range", "tv", "-i", "-", *map(str, options),
                        self.folder / name], input=raw, check=True)

    def picture(self, name, frame, width=WIDTH, height=HEIGHT, scale=1):
        self.encode(name, "-frames:v", 1, "-update", 1, "-vf", "scale=in_range=tv:out_range=pc",
                    pictures=square(frame, width, height, scale), size=(width, height))

    def write_boxes(self, frames=range(FRAMES)):
        """MOT rows, whose frames count from 1."""
        return self.write("t.txt", "".join(f"{f + 1},1,{left_of(f)},24,{SIDE},{SIDE},1,-1,-1,-1\n" for f in frames))

    def packets(self, name):
        """Place and size of every packet of the video, in the file's order."""
        listing = subprocess.run(
            ["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "packet=pos,size", "-of", "csv=p=0",
             self.folder / name], check=True, capture_output=True, text=True).stdout
        rows = [line.rstrip(",").split(",") for line in listing.split()]
        return [(int(pos), int(size)) for size, pos in rows]

    def damage(self, name, packet, spoil):
        """Spoils the bytes of a packet in place."""
        path = self.folder / name
        data = bytearray(path.read_bytes())
        pos, size = self.packets(name)[packet]
        data[pos:pos + size] = spoil(bytes(data[pos:pos + size]))
        path.write_bytes(data)

    def redact(self, source, out="out.mkv", *options, graph="redact", code=0):
        codec = [] if "%" in out else ["--vcodec", "ffv1"]
        return self.run_overlace("render", source, "-g", graph, "--tracks", "t.txt", "-o", out, *codec, "--overwrite",
                                 "--report", "r.json", *options, code=code)

    def other_pictures(self):
        redaction = json.loads((self.folder / "r.json").read_text())["outcome"]["redaction"]
        return redaction[0].get("other_pictures", [])

    def listed(self, *kinds):
        """Numbers of the frames that the report names, by kind of picture."""
        return {f for span in self.other_pictures() if span["kind"] in kinds
                for f in range(span["first"], span["last"] + 1)}

    def showing(self, name):
        """Numbers of the frames of a video in which something of the square is left."""
        raw = subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-i", self.folder / name, "-fps_mode", "passthrough",
                              "-f", "rawvideo", "-pix_fmt", "gray", "-"], check=True, capture_output=True).stdout
        self.assertEqual(len(raw) % (WIDTH * HEIGHT), 0)
        size = WIDTH * HEIGHT
        return {i for i in range(len(raw) // size) if max(raw[i * size:(i + 1) * size]) > LEFT_OVER}
