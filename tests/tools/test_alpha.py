# SPDX-License-Identifier: Apache-2.0
"""Pictures and videos with straight alpha, drawn on: Porter and Duff's "over" (1984) in double precision on the samples
that ffmpeg decodes."""

import array
import itertools
import json
import random
import struct
import subprocess
import unittest

from cli import CliTest, ffmpeg, needs_ffmpeg

SIZE = WIDTH, HEIGHT = 48, 36
FRAMES = 2
PAINT_ALPHA = 0x80 / 255
HALF_RED = json.dumps({"overlace": 1, "nodes": {"f": {"type": "draw_fill", "params": {"color": "#ff000080"}}},
                       "composite": ["f"]})


class Format:
    """A pixel format of ffmpeg's, as planes of samples in one order: colours, then alpha."""

    def __init__(self, name):
        self.name = name
        self.deep = name.endswith("le")
        self.bits = int(name[-4:-2]) if self.deep and name != "rgba64le" else 16 if self.deep else 8
        self.is_yuv = name.startswith("yuva")
        self.shift_x = int(self.is_yuv and not name.startswith("yuva444"))
        self.shift_y = int(name.startswith("yuva420"))
        self.largest = 2 ** self.bits - 1

    def plane_size(self, plane):
        chroma = plane in (1, 2)
        return WIDTH >> (self.shift_x if chroma else 0), HEIGHT >> (self.shift_y if chroma else 0)

    def paint(self):
        """Red, in code values: BT.601 of limited range for Y'CbCr, as untagged small pictures are."""
        if not self.is_yuv:
            return self.largest, 0, 0
        unit = 2 ** (self.bits - 8)
        luma = 0.299
        return (16 + 219 * luma) * unit, (128 - 224 * luma / 1.772) * unit, (128 + 224 * (1 - luma) / 1.402) * unit

    def planes(self, raw):
        """Planes of the first frame of raw video."""
        samples = array.array("H" if self.deep else "B", raw)
        if not self.is_yuv:
            return [samples[i:WIDTH * HEIGHT * 4:4] for i in range(4)]
        planes, at = [], 0
        for plane in range(4):
            width, height = self.plane_size(plane)
            planes.append(samples[at:at + width * height])
            at += width * height
        return planes

    def noise(self, seed):
        """Raw video in which many pixels are transparent or opaque."""
        dice = random.Random(seed)
        most = 2 ** self.bits
        out = array.array("H" if self.deep else "B")
        alpha = lambda: dice.choice((0, most - 1, dice.randrange(most)))
        for _ in range(FRAMES):
            if self.is_yuv:
                for plane in range(3):
                    width, height = self.plane_size(plane)
                    out.extend(dice.randrange(16, 235) * most // 256 for _ in range(width * height))
                out.extend(alpha() for _ in range(WIDTH * HEIGHT))
            else:
                for _ in range(WIDTH * HEIGHT):
                    out.extend((*(dice.randrange(most) for _ in range(3)), alpha()))
        return out.tobytes()


# Codec, file, pixel format of the codec, layout to compare in.
KINDS = [("png", "in_%d.png", "rgba", "rgba"), ("png", "in_%d.png", "rgba64be", "rgba64le"),
         ("png", "in.mov", "rgba", "rgba"), ("qtrle", "in.mov", "argb", "rgba"), ("tiff", "in_%d.tif", "rgba", "rgba"),
         ("ffv1", "in.mkv", "bgra", "rgba"), ("ffv1", "in.mkv", "yuva420p", "yuva420p"),
         ("ffv1", "in.mkv", "yuva422p", "yuva422p"), ("ffv1", "in.mkv", "yuva444p", "yuva444p"),
         ("ffv1", "in.mkv", "yuva420p10le", "yuva420p10le"), ("ffv1", "in.mkv", "yuva444p10le", "yuva444p10le"),
         ("libvpx-vp9", "in.webm", "yuva420p", "yuva420p")]


@needs_ffmpeg
class Straight(CliTest):
    def make(self, codec, name, pix_fmt, layout, seed):
        raw = self.folder / "in.raw"
        raw.write_bytes(layout.noise(seed))
        for old in self.folder.glob("in*.*"):
            if old != raw:
                old.unlink()
        ffmpeg("-f", "rawvideo", "-pix_fmt", layout.name, "-s", f"{WIDTH}x{HEIGHT}", "-r", 25, "-i", raw, "-c:v", codec,
               "-pix_fmt", pix_fmt, *(("-lossless", 1) if codec == "libvpx-vp9" else ()), self.folder / name)

    def decoded(self, name, layout, codec=None):
        decoder = ("-c:v", codec) if codec and codec.startswith("libvpx") else ()
        done = subprocess.run(["ffmpeg", "-nostdin", "-v", "error", *decoder, "-i", self.folder / name, "-frames:v", "1",
                               "-f", "rawvideo", "-pix_fmt", layout.name, "-"], check=True, capture_output=True)
        return layout.planes(done.stdout)

    def alpha_under(self, layout, planes, plane, x, y):
        """The mean alpha, 0 to 1, of the pixels that share a sample."""
        across, down = ((1 << layout.shift_x, 1 << layout.shift_y) if plane in (1, 2) else (1, 1))
        under = [planes[3][(y * down + j) * WIDTH + x * across + i] for j in range(down) for i in range(across)]
        return sum(under) / len(under) / layout.largest

    def check(self, layout, before, after):
        a, off = PAINT_ALPHA, 0
        for plane in range(4):
            width, height = layout.plane_size(plane)
            for at in range(width * height):
                under = self.alpha_under(layout, before, plane, at % width, at // width)
                whole = a + under * (1 - a)
                wanted = (whole * layout.largest if plane == 3 else
                          (layout.paint()[plane] * a + before[plane][at] * under * (1 - a)) / whole)
                off = max(off, abs(after[plane][at] - wanted))
        self.assertLessEqual(off, 0.5 + 1e-6 * layout.largest, "code values beside the formula")

    def test_every_kind_of_file(self):
        self.write("half.json", HALF_RED)
        for seed, (codec, name, pix_fmt, samples) in enumerate(KINDS):
            with self.subTest(codec=codec, pix_fmt=pix_fmt):
                layout = Format(samples)
                self.make(codec, name, pix_fmt, layout, seed)
                before = self.decoded(name.replace("%d", "1"), layout, codec)
                out = name.replace("in", "out") if "%d" in name else "out.mkv"
                self.run_overlace("render", name, "-g", "half.json", "-o", out, "--overwrite",
                                  *(() if "%d" in name else ("--vcodec", "ffv1")))
                self.check(layout, before, self.decoded(out.replace("%d", "1"), layout))


def tiff(width, height, bits, order, alpha_kind, samples, pages=1, copies=0):
    """An uncompressed R'G'B'A TIFF file (TIFF 6.0), `samples` on each page, with smaller copies of the first one."""
    short, long, first = 3, 4, 8
    pixels = struct.pack(f"{order}{len(samples)}{'H' if bits == 16 else 'B'}", *samples)
    out = (b"II*\0" if order == "<" else b"MM\0*") + struct.pack(order + "I", first)
    for page in range(pages + copies):
        entries = [(254, long, int(page >= pages)), (256, short, width), (257, short, height), (258, short, bits),
                   (259, short, 1), (262, short, 2), (273, long, None), (277, short, 4), (278, short, height),
                   (279, long, len(pixels)), (338, short, alpha_kind)]
        widths = len(out) + 2 + 12 * len(entries) + 4
        data = widths + 8
        out += struct.pack(order + "H", len(entries))
        for tag, kind, value in entries:
            count, value = (4, widths) if tag == 258 else (1, data if value is None else value)
            short_value = kind == short and count == 1
            out += struct.pack(order + ("HHIHxx" if short_value else "HHII"), tag, kind, count, value)
        is_last = page + 1 == pages + copies
        out += struct.pack(order + "I", 0 if is_last else data + len(pixels))
        out += struct.pack(order + "4H", *[bits] * 4) + pixels
    return out


@needs_ffmpeg
class Tiff(CliTest):
    UNASSOCIATED, ASSOCIATED = 2, 1

    def painted(self, name, layout="rgba64le"):
        self.write("none.json", json.dumps({"overlace": 1, "nodes": {}, "composite": []}))
        self.run_overlace("frame", name, "-g", "none.json", "-n", 0, "-o", "out.png", "--overwrite")
        done = subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-i", self.folder / "out.png", "-f", "rawvideo",
                               "-pix_fmt", layout, "-"], check=True, capture_output=True)
        return array.array("B" if layout == "rgba" else "H", done.stdout)

    def test_colour_is_divided_by_associated_alpha(self):
        """ExtraSamples 1 says that colour is multiplied by alpha, 2 that it is not (TIFF 6.0, section 18)."""
        chance = random.Random(5)
        for bits, order, kind in itertools.product((8, 16), "<>", (self.UNASSOCIATED, self.ASSOCIATED)):
            with self.subTest(bits=bits, order=order, kind=kind):
                largest = 2 ** bits - 1
                samples = []
                for _ in range(6 * 4):
                    alpha = chance.choice((largest, largest // 2, largest // 9))
                    most = alpha if kind == self.ASSOCIATED else largest
                    samples += [chance.randint(0, most) for _ in range(3)] + [alpha]
                (self.folder / "in.tif").write_bytes(tiff(6, 4, bits, order, kind, samples))
                got = self.painted("in.tif", "rgba" if bits == 8 else "rgba64le")
                for at, sample in enumerate(samples):
                    alpha = samples[at // 4 * 4 + 3]
                    wanted = sample / alpha if at % 4 < 3 and kind == self.ASSOCIATED else sample / largest
                    self.assertLessEqual(abs(got[at] / largest - wanted), 0.51 / largest, at)

    def test_pages_are_not_left_out_without_a_word(self):
        picture = (6, 4, 8, "<", self.UNASSOCIATED, [200] * (6 * 4 * 4))
        (self.folder / "in.tif").write_bytes(tiff(*picture, pages=3))
        self.write("none.json", json.dumps({"overlace": 1, "nodes": {}, "composite": []}))
        done = self.run_overlace("frame", "in.tif", "-g", "none.json", "-n", 0, "-o", "out.png", code=4)
        self.assertIn("3 pages", done.stderr)
        (self.folder / "in.tif").write_bytes(tiff(*picture, copies=2))
        self.assertEqual(len(self.painted("in.tif")), 6 * 4 * 4)


if __name__ == "__main__":
    unittest.main()
