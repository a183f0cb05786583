# SPDX-License-Identifier: Apache-2.0
"""Orientation that pictures state themselves: Exif and TIFF tags, display orientation SEI. ffmpeg turns the
plain picture by hand as the standards say, and every value of the tag is tried."""

import json
import struct
import subprocess
import unittest
import zlib

from cli import EMPTY_GRAPH, CliTest, ffmpeg, needs_ffmpeg, probe, sampled

# By Exif 2.32, 4.6.4 A: what makes the stored picture upright.
UPRIGHT = {1: "null", 2: "hflip", 3: "hflip,vflip", 4: "vflip", 5: "transpose=cclock_flip", 6: "transpose=clock",
           7: "transpose=clock_flip", 8: "transpose=cclock"}
# The inverse: what stores an upright picture in that way.
STORED = UPRIGHT | {6: UPRIGHT[8], 8: UPRIGHT[6]}
# Mean difference of a JPEG: ffmpeg converts its subsampled chroma by a faster filter. Another orientation is far off.
LOSSY = 8
PICTURE = ("-f", "lavfi", "-i", "testsrc2=s=64x48", "-frames:v", 1)
RED_BOX = json.dumps({"overlace": 1, "nodes": {
    "t": {"type": "track_input", "params": {"path": "$tracks"}},
    "b": {"type": "draw_boxes", "inputs": {"tracks": "t"}, "params": {"stroke_width": 0, "fill": "#ff0000"}}},
    "composite": ["b"]})


def exif(orientation):
    """A TIFF file with nothing but the tag, big-endian."""
    return (b"MM\0*" + struct.pack(">IH", 8, 1) + struct.pack(">HHIHH", 274, 3, 1, orientation, 0) + bytes(4))


def rgb(path, *options):
    """Size and samples of the first frame, as stored, after ffmpeg's filters."""
    size = probe(path, "width", "height")
    raw = subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-noautorotate", "-i", path, "-frames:v", "1", *options,
                          "-f", "rawvideo", "-pix_fmt", "rgb24", "-"], check=True, capture_output=True).stdout
    return [int(line.split("=")[1]) for line in size], raw


def make_jpeg(path, orientation, picture):
    ffmpeg(*picture, "-q:v", 2, path)
    jpeg, tag = path.read_bytes(), b"Exif\0\0" + exif(orientation)
    path.write_bytes(jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(tag) + 2) + tag + jpeg[2:])


def make_png(path, orientation, picture):
    ffmpeg(*picture, "-pix_fmt", "rgb24", path)
    png, chunk = path.read_bytes(), b"eXIf" + exif(orientation)
    header = 33
    path.write_bytes(png[:header] + struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk))
                     + png[header:])


def make_webp(path, orientation, picture):
    ffmpeg(*picture, "-pix_fmt", "bgra", "-c:v", "libwebp", "-lossless", 1, path)
    width, height = (int(line.split("=")[1]) for line in probe(path, "width", "height"))
    has_exif = 8
    extended = b"VP8X" + struct.pack("<IB3x", 10, has_exif) + struct.pack("<I", width - 1)[:3] \
        + struct.pack("<I", height - 1)[:3]
    tag = exif(orientation)
    body = b"WEBP" + extended + path.read_bytes()[12:] + b"EXIF" + struct.pack("<I", len(tag)) + tag + bytes(len(tag) % 2)
    path.write_bytes(b"RIFF" + struct.pack("<I", len(body)) + body)


def make_tiff(path, orientation, picture):
    """Little-endian, uncompressed R'G'B' in one strip."""
    plain = path.with_suffix(".png")
    ffmpeg(*picture, "-pix_fmt", "rgb24", plain)
    (width, height), pixels = rgb(plain)
    plain.unlink()
    short, long = 3, 4
    entries = [(256, short, width), (257, short, height), (258, short, 8), (259, short, 1), (262, short, 2), (273, long, 0),
               (274, short, orientation), (277, short, 3), (278, short, height), (279, long, len(pixels))]
    data = 8 + 2 + 12 * len(entries) + 4
    directory = b"".join(struct.pack("<HHII", tag, kind, 1, data if tag == 273 else value) for tag, kind, value in entries)
    path.write_bytes(b"II*\0" + struct.pack("<IH", 8, len(entries)) + directory + bytes(4) + pixels)


KINDS = {"jpg": make_jpeg, "png": make_png, "webp": make_webp, "tif": make_tiff}


class OrientationTest(CliTest):
    def check_alike(self, path, wanted, lossy=False):
        size, got = rgb(path)
        self.assertEqual(len(got), len(wanted[1]))
        self.assertEqual(size, wanted[0])
        off = sum(abs(a - b) for a, b in zip(got, wanted[1])) / len(got)
        self.assertLessEqual(off, LOSSY if lossy else 0)

    def upright(self, path, filters):
        """The picture at `path` after turning it, and its size."""
        turned = self.folder / "turned.png"
        ffmpeg("-noautorotate", "-i", path, "-vf", filters, "-frames:v", 1, "-pix_fmt", "rgb24", turned)
        return rgb(turned)


@needs_ffmpeg
class Stated(OrientationTest):
    def test_every_value_in_every_kind_of_file(self):
        graph = self.write("empty.json", EMPTY_GRAPH)
        for turn, (suffix, make) in enumerate(KINDS.items()):
            for value, filters in sampled(list(UPRIGHT.items())[turn % 3:]):
                with self.subTest(suffix=suffix, value=value):
                    path = self.folder / f"in.{suffix}"
                    make(path, value, PICTURE)
                    self.run_overlace("frame", path, "-g", graph, "-n", 0, "-o", "out.png", "--overwrite")
                    self.check_alike(self.folder / "out.png", self.upright(path, filters), lossy=suffix == "jpg")

    def test_that_of_avif_is_not_followed_and_said(self):
        try:
            ffmpeg(*PICTURE, "-c:v", "libaom-av1", "-still-picture", 1, self.folder / "in.avif")
        except subprocess.CalledProcessError:
            self.skipTest("ffmpeg has no AVIF encoder")
        graph = self.write("empty.json", EMPTY_GRAPH)
        done = self.run_overlace("frame", "in.avif", "-g", graph, "-n", 0, "-o", "out.png")
        self.assertIn("(irot, imir) is not followed", done.stderr)

    def test_tags_that_are_cut_or_absurd_state_nothing(self):
        graph = self.write("empty.json", EMPTY_GRAPH)
        for tag in (exif(0), exif(9), exif(6)[:11], b"MM\0*" + struct.pack(">I", 0xFFFFFFF0), b"MM\0*", b""):
            path = self.folder / "in.png"
            ffmpeg(*PICTURE, "-pix_fmt", "rgb24", path)
            png, chunk = path.read_bytes(), b"eXIf" + tag
            path.write_bytes(png[:33] + struct.pack(">I", len(tag)) + chunk + struct.pack(">I", zlib.crc32(chunk)) + png[33:])
            self.run_overlace("frame", path, "-g", graph, "-n", 0, "-o", "out.png", "--overwrite")
            self.check_alike(self.folder / "out.png", self.upright(path, "null"))


@needs_ffmpeg
class Followed(OrientationTest):
    """Pictures of one upright size, each stored in another way."""

    def setUp(self):
        super().setUp()
        self.tracks = self.write("tracks.jsonl", "".join(
            json.dumps({"frame": n, "id": 1, "x1": 4, "y1": 8, "x2": 20, "y2": 24}) + "\n" for n in range(9)))
        self.box = self.write("box.json", RED_BOX)

    def check_box(self, path):
        (width, height), pixels = rgb(path)
        self.assertEqual((width, height), (48, 64))
        reds = {(i % width, i // width) for i in range(width * height)
                if pixels[3 * i] > 200 and max(pixels[3 * i + 1:3 * i + 3]) < 60}
        inside = {(x, y) for x in range(8, 16) for y in range(12, 20)}  # its corners are round
        self.assertLessEqual(inside, reds)
        self.assertLessEqual(reds, {(x, y) for x in range(2, 22) for y in range(6, 26)})

    def test_a_sequence_that_changes_has_its_box_in_place(self):
        gray = ("-f", "lavfi", "-i", "color=gray:s=48x64", "-frames:v", 1)
        for suffix, make in KINDS.items():
            for value in UPRIGHT:
                make(self.folder / f"in_{value}.{suffix}", value, (*gray, "-vf", STORED[value]))
            for output in ("png", "mkv"):
                with self.subTest(suffix=suffix, output=output):
                    out = "out_%d.png" if output == "png" else "out.mkv"
                    done = self.run_overlace("render", f"in_%d.{suffix}", "-g", self.box, "--tracks", self.tracks, "-o", out,
                                             "--overwrite", *(("--vcodec", "ffv1") if output == "mkv" else ()))
                    self.assertIn("in another orientation", done.stderr)
                    if output == "mkv":
                        ffmpeg("-i", self.folder / out, "-start_number", 1, self.folder / "out_%d.png")
                    for value in UPRIGHT:
                        self.check_box(self.folder / f"out_{value}.png")

    def check_video(self, path):
        """A video whose first picture states a quarter turn: the whole, and a frame far from it alone."""
        graph = self.write("empty.json", EMPTY_GRAPH)
        self.run_overlace("render", path, "-g", graph, "-o", "out.mp4", "--overwrite")
        self.assertEqual(probe(self.folder / "out.mp4", "width", "height", "nb_read_frames"),
                         ["width=48", "height=64", "nb_read_frames=8"])
        shown = subprocess.run(["ffprobe", "-v", "error", "-show_entries", "stream_side_data=rotation", self.folder / "out.mp4"],
                               check=True, capture_output=True, text=True).stdout
        self.assertNotIn("rotation", shown)
        self.run_overlace("render", path, "-g", self.box, "--tracks", self.tracks, "-o", "all_%d.png", "--overwrite")
        self.run_overlace("render", path, "-g", self.box, "--tracks", self.tracks, "-o", "one_%d.png", "--overwrite",
                          "--frames", 6)
        for n in range(8):
            self.check_box(self.folder / f"all_{n}.png")
        self.assertEqual((self.folder / "one_6.png").read_bytes(), (self.folder / "all_6.png").read_bytes())

    def test_h264(self):
        path = self.folder / "in.mp4"
        ffmpeg("-f", "lavfi", "-i", "color=gray:s=64x48:r=25", "-frames:v", 8, "-c:v", "libx264", "-g", 4,
               "-bsf:v", "h264_metadata=display_orientation=insert:rotate=90", path)
        self.check_video(path)

    def test_hevc(self):
        path = self.folder / "in.hevc"
        ffmpeg("-f", "lavfi", "-i", "color=gray:s=64x48:r=25", "-frames:v", 8, "-c:v", "libx265", "-x265-params",
               "log-level=none:keyint=4", path)
        # Prefix SEI (39) with display orientation (47): not cancelled, no flips, a quarter turn, persistent.
        bits = "0" "0" "0" f"{0x4000:016b}" "1" "1" "000"
        sei = bytes([39 << 1, 1, 47, 3]) + int(bits, 2).to_bytes(3, "big") + b"\x80"
        stream, start = path.read_bytes(), b"\0\0\1"
        units = stream.split(start)
        out = [units[0]]
        for unit in units[1:]:
            is_key_picture = unit and 16 <= unit[0] >> 1 & 0x3F <= 21
            out += [sei, unit] if is_key_picture else [unit]
        path.write_bytes(start.join(out))
        self.check_video(path)


@needs_ffmpeg
class Elsewhere(OrientationTest):
    def test_an_image_that_is_painted_is_upright(self):
        blank = self.folder / "blank.png"
        ffmpeg("-f", "lavfi", "-i", "color=black:s=80x80", "-frames:v", 1, "-pix_fmt", "rgb24", blank)
        for suffix, make in KINDS.items():
            with self.subTest(suffix=suffix):
                path = self.folder / f"logo.{suffix}"
                make(path, 6, PICTURE)
                graph = self.write("logo.json", json.dumps({"overlace": 1, "nodes": {"i": {
                    "type": "draw_image", "params": {"path": str(path), "position": "top_left", "margin": 0}}},
                    "composite": ["i"]}))
                self.run_overlace("frame", blank, "-g", graph, "-n", 0, "-o", "out.png", "--overwrite")
                ffmpeg("-i", self.folder / "out.png", "-vf", "crop=48:64:0:0", self.folder / "part.png")
                size, got = rgb(self.folder / "part.png")
                wanted = self.upright(path, UPRIGHT[6])
                self.assertEqual(size, wanted[0])
                self.assertLessEqual(sum(abs(a - b) for a, b in zip(got, wanted[1])) / len(got), LOSSY if suffix == "jpg" else 1)

    def test_a_still_of_tracks_is_upright(self):
        make_jpeg(self.folder / "in.jpg", 6, ("-f", "lavfi", "-i", "color=gray:s=64x48", "-frames:v", 1))
        self.write("tracks.txt", "1,1,4,8,16,16,0.9,-1,-1,-1\n")
        self.run_overlace("tracks", "info", "tracks.txt", "--video", "in.jpg", "--still", "out.png")
        self.assertEqual(probe(self.folder / "out.png", "width", "height"), ["width=48", "height=64"])


if __name__ == "__main__":
    unittest.main()
