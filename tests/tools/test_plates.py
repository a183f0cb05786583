# SPDX-License-Identifier: Apache-2.0
"""OpenEXR plates: nothing is lost where nothing is drawn, and what is drawn is composited in linear light. Files are
written and read by exr_files, which knows nothing of overlace or of the OpenEXR library."""

import json
import os
import pathlib
import shutil
import struct
import subprocess
import unittest
from unittest import mock

import exr_files
from cli import EMPTY_GRAPH, PROGRAM, SOURCE, CliTest, ffmpeg, needs_ffmpeg
from exr_files import FLOAT, HALF, UINT

PEERS = SOURCE / "build/vfx/bin"
DISPLAY, DATA = (0, 0, 31, 15), (-4, 2, 35, 12)
WIDTH, HEIGHT = DATA[2] - DATA[0] + 1, DATA[3] - DATA[1] + 1
# Numbers that conversions like to lose: tiny, negative, infinite, NaN with and without the quiet bit, -0, the largest.
ODD_HALVES = struct.pack("<12H", 0x0001, 0x8001, 0x7C00, 0xFC00, 0x7E01, 0x7D01, 0xFD55, 0x8000, 0x7BFF, 0xBC00, 0x31C3,
                         0x4400)
ODD_FLOATS = struct.pack("<6I", 0x00000001, 0x7F800000, 0xFF800000, 0x7FC12345, 0x7F812345, 0x80000000)
ACESCG = struct.pack("<8f", 0.713, 0.293, 0.165, 0.830, 0.128, 0.044, 0.32168, 0.33767)

BESIDE = pathlib.Path(PROGRAM).parent
CONFIG = """ocio_profile_version: 2
search_path: ""
strictparsing: true
roles:
  default: raw
  scene_linear: studio
displays:
  screen:
    - !<View> {name: plain, colorspace: texture}
colorspaces:
  - !<ColorSpace>
    name: lin_rec709
  - !<ColorSpace>
    name: texture
    aliases: [srgb_tx]
    to_scene_reference: !<ExponentWithLinearTransform> {gamma: 2.4, offset: 0.055}
  - !<ColorSpace>
    name: ap1
    aliases: [our_acescg]
    from_scene_reference: !<MatrixTransform> {matrix: [0.6130974, 0.3395231, 0.0473795, 0, 0.0701937, 0.9163539, 0.0134524, 0, 0.0206156, 0.1095698, 0.8698146, 0, 0, 0, 0, 1]}
  - !<ColorSpace>
    name: studio
    from_scene_reference: !<MatrixTransform> {matrix: [0.7, 0.2, 0.1, 0, 0.05, 0.9, 0.05, 0, 0.02, 0.08, 0.9, 0, 0, 0, 0, 1]}
  - !<ColorSpace>
    name: camera_log
    from_scene_reference: !<LogTransform> {base: 2}
  - !<ColorSpace>
    name: half_as_bright
    from_scene_reference: !<MatrixTransform> {matrix: [0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 1]}
  - !<ColorSpace>
    name: raw
    isdata: true
"""
STUDIO = ((0.7, 0.2, 0.1), (0.05, 0.9, 0.05), (0.02, 0.08, 0.9))


def graph(color):
    return json.dumps({"overlace": 1, "nodes": {"fill": {"type": "draw_fill", "params": {"color": color}}},
                       "composite": ["fill"]})


def srgb_light(signal):
    """IEC 61966-2-1."""
    return signal / 12.92 if signal <= 0.04045 else ((signal + 0.055) / 1.055) ** 2.4


def odd(kind, start=b""):
    """Samples that begin with odd ones."""
    count = WIDTH * HEIGHT
    start = start or (ODD_HALVES if kind == HALF else ODD_FLOATS)
    size = 2 if kind == HALF else 4
    rest = [0.18 + 0.01 * (i % 7) for i in range(count - len(start) // size)]
    return kind, start + exr_files.samples(kind, rest)


class PlateTest(CliTest):
    def setUp(self):
        super().setUp()
        (self.folder / "empty.json").write_text(EMPTY_GRAPH, encoding="utf-8")

    def plate(self, name="p.1001.exr", channels=None, attributes=(), display=DISPLAY, data=DATA, **more):
        channels = channels or {"R": odd(HALF), "G": odd(HALF, b"\x01\x02"), "B": odd(HALF), "A": odd(HALF)}
        exr_files.write(self.folder / name, display, data, channels, attributes, **more)

    def flat(self, name, color, display=(0, 0, 7, 7), **more):
        """A plate of one colour over its display window."""
        count = (display[2] - display[0] + 1) * (display[3] - display[1] + 1)
        channels = {c: (FLOAT, [v] * count) for c, v in zip("RGBA", color)}
        self.plate(name, channels, display=display, data=display, **more)

    def render(self, *options, source="p.####.exr", document="empty.json", out="o.####.exr", code=0):
        return self.run_overlace("render", source, "-g", document, "-o", out, "--device", "cpu", "--overwrite",
                                 "--progress", "plain", *options, code=code).stderr

    def swatch(self, colour, *options):
        """What a colour is on a plate."""
        self.write("fill.json", graph(colour))
        self.render(*options, document="fill.json")
        return [self.exr("o.1001.exr").value(c, 3, 3) for c in "RGB"]

    def exr(self, name):
        return exr_files.Picture((self.folder / name).read_bytes())


class Kept(PlateTest):
    def test_every_bit_of_what_nothing_is_drawn_on(self):
        channels = {"R": odd(HALF), "G": odd(FLOAT), "B": odd(HALF), "A": odd(FLOAT), "Z": odd(FLOAT),
                    "crypto.R": odd(FLOAT), "id": (UINT, list(range(WIDTH * HEIGHT)))}
        attributes = [("owner", "string", b"somebody"), ("chromaticities", "chromaticities", ACESCG),
                      ("timeCode", "timecode", struct.pack("<II", 0x01020304, 7)),
                      ("ours/unknown", "unheard_of", b"\x01\x02\x03")]
        for number in (1001, 1003):
            self.plate(f"p.{number}.exr", channels, attributes, aspect=2.0)
        self.render(code=3)  # 1002 is missing
        self.assertEqual([n for n in self.folder_names() if n.startswith("o.")], ["o.1001.exr", "o.1003.exr"])
        before, after = self.exr("p.1001.exr"), self.exr("o.1001.exr")
        self.assertEqual(after.channels, before.channels)
        structural = {"compression", "lineOrder", "channels"}
        for name, value in before.attributes.items():
            if name not in structural:
                self.assertEqual(after.attributes.get(name), value, name)

    def test_frames_that_others_are_drawn_on_too(self):
        self.plate()
        self.write("box.txt", "1,1,10,5,8,4,1,-1,-1,-1\n")
        self.render("--tracks", "box.txt", document="boxes")
        before, after = self.exr("p.1001.exr"), self.exr("o.1001.exr")
        changed = {(x, y) for y in range(DATA[1], DATA[3] + 1) for x in range(DATA[0], DATA[2] + 1)
                   for c in "RGBA" if self.bits(before, c, x, y) != self.bits(after, c, x, y)}
        self.assertTrue(changed)
        self.assertTrue(all(0 <= x < 32 and 0 <= y < 16 for x, y in changed))
        self.assertNotIn((-4, 2), changed)

    @staticmethod
    def bits(picture, channel, x, y):
        if not (picture.data[0] <= x <= picture.data[2] and picture.data[1] <= y <= picture.data[3]):
            return b""
        kind, data = picture.channels[channel]
        size = 2 if kind == HALF else 4
        at = ((y - picture.data[1]) * picture.width + x - picture.data[0]) * size
        return data[at:at + size]

    @unittest.skipUnless((PEERS / "idiff").exists(), "not installed: idiff in build/vfx (tools/setup vfx)")
    def test_idiff_finds_no_difference(self):
        self.flat("p.1001.exr", (0.18, 4.0, -0.1, 0.5), attributes=[("chromaticities", "chromaticities", ACESCG)])
        self.render()
        subprocess.run([PEERS / "idiff", "-fail", "0", "-hardfail", "0", "p.1001.exr", "o.1001.exr"], cwd=self.folder, check=True,
                       capture_output=True)

    def test_the_numbers_are_the_shots(self):
        for number in range(1001, 1005):
            self.plate(f"p.{number}.exr")
        self.render("--frames", "1002-1003")
        self.assertEqual([n for n in self.folder_names() if n.startswith("o.")], ["o.1002.exr", "o.1003.exr"])
        self.assertIn("frames 1001 to 1004", self.render("--frames", "0-3", code=2))
        self.run_overlace("frame", "p.%04d.exr", "-g", "empty.json", "-n", 1003, "-o", "still.exr")
        self.assertEqual(self.exr("still.exr").channels, self.exr("p.1003.exr").channels)


class Composited(PlateTest):
    def test_premultiplied_over_in_linear_light(self):
        plate = (0.18, 4.0, -0.1, 0.5)
        self.flat("p.1001.exr", plate)
        self.write("fill.json", graph("#ff800080"))
        self.render(document="fill.json")
        after = self.exr("o.1001.exr")
        alpha = 128 / 255
        paint = [srgb_light(v) * alpha for v in (1, 128 / 255, 0)] + [alpha]
        for channel, fg, bg in zip("RGBA", paint, plate):
            for value in after.values(channel):
                self.assertAlmostEqual(value, fg + (1 - alpha) * bg, delta=2e-6)

    def test_the_plates_primaries(self):
        # OpenColorIO 2.6 with cg-config-v1.0.0, from the sRGB texture space to ACEScg.
        self.flat("p.1001.exr", (1, 1, 1, 1), attributes=[("chromaticities", "chromaticities", ACESCG)])
        self.write("fill.json", graph("#ff8000"))
        self.render(document="fill.json")
        for channel, value in zip("RGB", (0.68640, 0.26800, 0.04427)):
            self.assertAlmostEqual(self.exr("o.1001.exr").value(channel, 0, 0), value, delta=1e-4)

    def test_opaque_paint_hides_what_is_no_number(self):
        self.flat("p.1001.exr", (float("inf"), float("-inf"), float("nan"), 1))
        self.write("fill.json", graph("#ffffff"))
        self.render(document="fill.json")
        for channel in "RGBA":
            self.assertAlmostEqual(self.exr("o.1001.exr").value(channel, 3, 3), 1, delta=1e-6)

    def test_paint_extends_the_data_window(self):
        window = (6, 4, 9, 7)
        channels = {c: (HALF, [0.5] * 16) for c in "RGBA"} | {"Z": (FLOAT, [7.0] * 16)}
        self.plate("p.1001.exr", channels, data=window)
        self.write("fill.json", graph("#ffffff"))
        self.render(document="fill.json")
        after = self.exr("o.1001.exr")
        self.assertEqual(after.data, DISPLAY)
        self.assertEqual((after.value("Z", 6, 4), after.value("Z", 0, 0)), (7.0, 0.0))
        self.render()
        self.assertEqual(self.exr("o.1001.exr").data, window)

    def test_an_overlay_alone_lies_where_its_plate_does(self):
        display = (100, 50, 131, 65)
        self.flat("p.1001.exr", (0.2, 0.2, 0.2), display=display, attributes=[("owner", "string", b"somebody")])
        self.write("box.txt", "1,1,10,5,8,4,1,-1,-1,-1\n")
        self.render("--tracks", "box.txt", "--overlay-only", document="boxes")
        after = self.exr("o.1001.exr")
        self.assertEqual(after.display, display)
        self.assertEqual(after.attributes["owner"], b"somebody")
        self.assertTrue(all(low <= v <= high for v, low, high in zip(after.data, display[:2] * 2, display[2:] * 2)))
        self.assertEqual(sorted(after.channels), ["A", "B", "G", "R"])


@needs_ffmpeg
class WorkingSpaces(PlateTest):
    """Swatches against OpenColorIO, whose matrices come from the ACES reference implementation."""

    SWATCHES = ("#ff8000", "#3399e6", "#ffffff")
    # OpenColorIO 2.6, cg-config-v1.0.0, from "sRGB - Texture", with OPTIMIZATION_NONE: in double precision.
    OCIO = {"acescg": ("ACEScg", ((0.6863871, 0.2679983, 0.0442674), (0.1659417, 0.3048703, 0.7238681), (1, 1, 1))),
            "aces2065-1": ("ACES2065-1", ((0.5223051, 0.2653659, 0.0416197), (0.2769129, 0.3386757, 0.7252645), (1, 1, 1))),
            "bt709": ("Linear Rec.709 (sRGB)", ((1, 0.2158605, 0), (0.0331047, 0.3185469, 0.7912979), (1, 1, 1))),
            "bt2020": ("Linear Rec.2020", ((0.6984831, 0.2675897, 0.03539), (0.1599356, 0.3041951, 0.7372617), (1, 1, 1))),
            "p3-d65": ("Linear P3-D65", ((0.8607854, 0.2418894, 0.0327104), (0.0837815, 0.3090718, 0.7441199), (1, 1, 1)))}

    def check(self, colour, space, wanted):
        for value, expected in zip(self.swatch(colour, "--working-space", space), wanted):
            self.assertAlmostEqual(value, expected, delta=1e-5, msg=(colour, space))

    def test_swatches_in_every_space(self):
        self.flat("p.1001.exr", (0.18, 0.18, 0.18, 1))
        for space, (_, wanted) in self.OCIO.items():
            for colour, swatch in zip(self.SWATCHES, wanted):
                self.check(colour, space, swatch)

    def test_what_the_file_states_counts_unless_told_otherwise(self):
        self.flat("p.1001.exr", (1, 1, 1, 1), attributes=[("chromaticities", "chromaticities", ACESCG)])
        for space, name in (("file", "acescg"), ("bt709", "bt709")):
            self.check("#ff8000", space, self.OCIO[name][1][0])

    def test_an_overlay_alone_states_its_space(self):
        self.flat("p.1001.exr", (0, 0, 0, 1))
        self.render("--overlay-only", "--working-space", "acescg")
        for value, wanted in zip(struct.unpack("<8f", self.exr("o.1001.exr").attributes["chromaticities"]),
                                 struct.unpack("<8f", ACESCG)):
            self.assertAlmostEqual(value, wanted, delta=1e-7)

    @unittest.skipUnless((PEERS / "python3").exists(), "not installed: OpenColorIO in build/vfx (tools/setup vfx)")
    def test_the_numbers_are_those_of_opencolorio(self):
        """They were written down; here they are asked for again."""
        script = ("import json, sys, PyOpenColorIO as ocio\n"
                  "config = ocio.Config.CreateFromBuiltinConfig('cg-config-v1.0.0_aces-v1.3_ocio-v2.1')\n"
                  "name, colours = json.loads(sys.argv[1])\n"
                  "to = config.getProcessor('sRGB - Texture', name).getOptimizedCPUProcessor(ocio.OPTIMIZATION_NONE)\n"
                  "print(json.dumps([to.applyRGB(c) for c in colours]))\n")
        colours = [[int(c[i:i + 2], 16) / 255 for i in (1, 3, 5)] for c in self.SWATCHES]
        for name, wanted in self.OCIO.values():
            answer = subprocess.run([PEERS / "python3", "-c", script, json.dumps([name, colours])], check=True,
                                    capture_output=True, text=True).stdout
            for swatch, expected in zip(json.loads(answer), wanted):
                for value, number in zip(swatch, expected):
                    self.assertAlmostEqual(value, number, delta=1e-6)


@unittest.skipUnless((BESIDE / "overlace-ocio.so").exists(), "overlace is built without OpenColorIO")
class OpenColorIO(PlateTest):
    """Spaces of configs: one written by hand, whose matrices are known, and the ones of OpenColorIO itself."""

    COLOUR = "#ff8000"
    ACESCG_SWATCH = WorkingSpaces.OCIO["acescg"][1][0]

    def setUp(self):
        super().setUp()
        self.write("c.ocio", CONFIG)
        self.flat("p.1001.exr", (0.18, 0.18, 0.18, 1))
        light = [srgb_light(v) for v in (1, 128 / 255, 0)]
        self.studio = [sum(m * v for m, v in zip(row, light)) for row in STUDIO]

    def close(self, swatch, wanted, delta=1e-5):
        for value, expected in zip(swatch, wanted):
            self.assertAlmostEqual(value, expected, delta=delta)

    def test_names_aliases_and_roles(self):
        for name in ("ap1", "our_acescg"):
            self.close(self.swatch(self.COLOUR, "--ocio", "c.ocio", "--working-space", name), self.ACESCG_SWATCH)
        for name in ("studio", "scene_linear"):
            self.close(self.swatch(self.COLOUR, "--ocio", "c.ocio", "--working-space", name), self.studio)
        self.close(self.swatch(self.COLOUR, "--ocio", "c.ocio"), self.studio)
        self.close(self.swatch(self.COLOUR, "--ocio", "c.ocio", "--working-space", "file"),
                   [srgb_light(v) for v in (1, 128 / 255, 0)])

    def test_the_variable_changes_nothing_by_itself(self):
        plain = self.swatch(self.COLOUR)
        with mock.patch.dict(os.environ, OCIO="c.ocio"):
            self.assertEqual(self.swatch(self.COLOUR), plain)
            self.close(self.swatch(self.COLOUR, "--working-space", "studio"), self.studio)
            self.close(self.swatch(self.COLOUR, "--working-space", "acescg"), self.ACESCG_SWATCH)  # overlace's own
        with mock.patch.dict(os.environ, OCIO="nowhere.ocio"):
            self.assertEqual(self.swatch(self.COLOUR, "--working-space", "bt709"), plain)

    def test_overlays_state_the_space(self):
        self.write("fill.json", graph(self.COLOUR))
        self.render("--ocio", "c.ocio", "--working-space", "ap1", "--overlay-only", document="fill.json")
        overlay = self.exr("o.1001.exr")
        self.assertEqual(overlay.attributes["colorInteropID"], b"lin_ap1_scene")
        self.close(struct.unpack("<8f", overlay.attributes["chromaticities"]), struct.unpack("<8f", ACESCG), 1e-7)
        self.close([overlay.value(c, 3, 3) for c in "RGB"], self.ACESCG_SWATCH, 5e-4)  # half floats

    def refuse(self, *options, code, says):
        error = self.render(*options, code=code)
        for words in says:
            self.assertIn(words, error)

    def test_refused(self):
        space = lambda name: ("--ocio", "c.ocio", "--working-space", name)
        self.refuse(*space("studo"), code=2, says=["studo", "did you mean 'studio'"])
        self.refuse(*space("camera_log"), code=2, says=["camera_log", "not scene-linear"])
        self.refuse(*space("texture"), code=2, says=["texture", "not scene-linear", "0.5000"])
        self.refuse(*space("raw"), code=2, says=["raw", "not scene-linear"])
        self.refuse(*space("half_as_bright"), code=2, says=["half_as_bright", "white", "0.5000"])
        self.refuse("--working-space", "acesgc", code=2, says=["acesgc", "did you mean 'acescg'", "--ocio"])

    def test_configs_that_cannot_be_read(self):
        broken = CONFIG.replace("name: camera_log", "name: [camera_log")
        self.write("broken.ocio", broken)
        line = 1 + broken[:broken.index("[camera_log")].count("\n")
        error = self.render("--ocio", "broken.ocio", code=4)
        self.assertRegex(error, rf"broken\.ocio:({line}|{line + 1})\b")
        self.refuse("--ocio", "nowhere.ocio", code=4, says=["nowhere.ocio"])
        self.write("poor.ocio", CONFIG.replace("name: texture", "name: other").replace("aliases: [srgb_tx]", "").replace(
            "colorspace: texture", "colorspace: other"))
        self.refuse("--ocio", "poor.ocio", code=4, says=["poor.ocio", "sRGB texture space", "srgb_texture"])

    @unittest.skipUnless((PEERS / "python3").exists(), "not installed: OpenColorIO in build/vfx (tools/setup vfx)")
    def test_the_built_in_config(self):
        """Written out by OpenColorIO 2.6 for the older library; every scene-linear space that it has."""
        script = ("import json, sys, PyOpenColorIO as ocio\n"
                  "config = ocio.Config.CreateFromBuiltinConfig('cg-config-v1.0.0_aces-v1.3_ocio-v2.1')\n"
                  "open(sys.argv[1], 'w').write(config.serialize())\n"
                  "swatches = {}\n"
                  "for name in config.getColorSpaceNames():\n"
                  "    if not config.isColorSpaceLinear(name, ocio.REFERENCE_SPACE_SCENE):\n"
                  "        continue\n"
                  "    to = config.getProcessor('sRGB - Texture', name).getOptimizedCPUProcessor(ocio.OPTIMIZATION_NONE)\n"
                  "    swatches[name] = to.applyRGB([1, 128 / 255, 0]), to.applyRGB([1, 1, 1])\n"
                  "print(json.dumps(swatches))\n")
        answer = subprocess.run([PEERS / "python3", "-c", script, self.folder / "cg.ocio"], check=True, capture_output=True,
                                text=True).stdout
        swatches = json.loads(answer)
        self.assertIn("ACEScg", swatches)
        self.close(swatches["ACEScg"][0], self.ACESCG_SWATCH)
        drawn = 0
        for name, (wanted, white) in swatches.items():
            if max(abs(v - 1) for v in white) > 1e-4:
                continue  # XYZ: refused
            self.close(self.swatch(self.COLOUR, "--ocio", "cg.ocio", "--working-space", name), wanted)
            drawn += 1
        self.assertGreaterEqual(drawn, 4)


class WithoutOpenColorIO(PlateTest):
    def test_says_what_to_do(self):
        """The program by itself, without the modules beside it."""
        program = self.folder / "bin/overlace"
        program.parent.mkdir()
        for name in ("overlace", "overlace-commands"):
            shutil.copy(BESIDE / name, program.parent / name)
        self.flat("p.1001.exr", (0.18, 0.18, 0.18, 1))
        self.write("c.ocio", CONFIG)
        result = subprocess.run([program, "render", "p.####.exr", "-g", "empty.json", "-o", "o.####.exr", "--device", "cpu",
                                 "--ocio", "c.ocio"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(result.returncode, 75, result.stderr)
        for words in ("overlace-ocio.so", "package overlace-ocio", "libopencolorio-dev"):
            self.assertIn(words, result.stderr)


class Gaps(PlateTest):
    """Frames 1001, 1004 and 1005 of a shot; each picture is known by its red."""

    def setUp(self):
        super().setUp()
        for number in (1001, 1004, 1005):
            self.flat(f"p.{number}.exr", (number / 1000, 0, 0, 1))

    def reds(self, *options, code=0):
        error = self.render(*options, code=code)
        return error, {int(n[2:6]): round(self.exr(n).value("R", 0, 0) * 1000) for n in self.folder_names() if n.startswith("o.")}

    def test_reported(self):
        error, reds = self.reds(code=3)
        self.assertIn("missing: 1002-1003", error)
        self.assertEqual(reds, {1001: 1001, 1004: 1004, 1005: 1005})

    def test_held(self):
        error, reds = self.reds("--missing", "hold")
        self.assertIn("missing: 1002-1003", error)
        self.assertEqual(reds, {1001: 1001, 1002: 1001, 1003: 1001, 1004: 1004, 1005: 1005})

    def test_nearest(self):
        self.assertEqual(self.reds("--missing", "nearest")[1], {1001: 1001, 1002: 1001, 1003: 1004, 1004: 1004, 1005: 1005})
        (self.folder / "p.1004.exr").unlink()  # 1003 is as near to 1001 as to 1005
        self.assertEqual(self.reds("--missing", "nearest")[1], {1001: 1001, 1002: 1001, 1003: 1001, 1004: 1005, 1005: 1005})

    def test_a_part_of_the_shot(self):
        self.assertEqual(self.reds("--missing", "hold", "--frames", "1003")[1], {1003: 1001})

    def test_black(self):
        """Zeros in all channels of plates, and in R'G'B' of other pictures."""
        for number in (1001, 1004):
            self.plate(f"p.{number}.exr")
        (self.folder / "p.1005.exr").unlink()
        self.render("--missing", "black")
        for number in (1002, 1003):
            black, held = self.exr(f"o.{number}.exr"), self.exr("p.1001.exr")
            self.assertEqual((set(black.channels), black.display), (set(held.channels), held.display))
            for channel in black.channels:
                self.assertEqual(set(black.values(channel)), {0}, msg=(number, channel))
        self.assertEqual(self.exr("o.1004.exr").channels, self.exr("p.1004.exr").channels)

    def test_black_pictures_of_other_kinds(self):
        for kind, pixels in (("png", "rgb24"), ("png", "rgba"), ("png", "pal8"), ("png", "gray"), ("png", "ya8"), ("png", "monob"), ("tif", "rgb48le"), ("jpg", "yuvj420p"),
                             ("dpx", "gbrp10le")):
            with self.subTest(kind=kind, pixels=pixels):
                for number in (1, 4):
                    ffmpeg("-f", "lavfi", "-i", "color=0xff8040:s=32x16", "-frames:v", 1, "-pix_fmt", pixels,
                           self.folder / f"{pixels}.{number}.{kind}")
                self.run_overlace("render", f"{pixels}.#.{kind}", "-g", "empty.json", "-o", f"{pixels}_o.#.png", "--missing", "black")
                for number, wanted in ((1, False), (2, True), (3, True), (4, False)):
                    ffmpeg("-i", self.folder / f"{pixels}_o.{number}.png", "-pix_fmt", "rgb24", "-f", "rawvideo", self.folder / "o.raw")
                    self.assertEqual(set((self.folder / "o.raw").read_bytes()) == {0}, wanted, msg=number)

    def test_refused(self):
        error, reds = self.reds("--missing", "error", code=4)
        self.assertIn("missing: 1002-1003", error)
        self.assertEqual(reds, {})

    def test_too_many_are_no_video(self):
        self.flat("p.90000000.exr", (0, 0, 0, 1))
        self.render("--missing", "hold", code=6)


class Shown(PlateTest):
    def test_a_picture_for_displays(self):
        self.flat("p.1001.exr", (0.18, 4.0, -0.1, 0.5), attributes=[("owner", "string", b"somebody")])
        said = self.render(out="o.####.png")
        for word in ("sRGB", "left out", "alpha", "attribute owner"):
            self.assertIn(word, said)
        ffmpeg("-i", self.folder / "o.1001.png", "-pix_fmt", "rgb48le", "-f", "rawvideo", self.folder / "o.raw")
        red, green, blue = struct.unpack_from("<3H", (self.folder / "o.raw").read_bytes())
        self.assertAlmostEqual(red, 65535 * (1.055 * 0.18 ** (1 / 2.4) - 0.055), delta=1)
        self.assertEqual((green, blue), (65535, 0))

    def test_video_at_the_plates_rate(self):
        rate = [("framesPerSecond", "rational", struct.pack("<iI", 24000, 1001))]
        for number in (1001, 1002):
            self.flat(f"p.{number}.exr", (0.18, 0.18, 0.18), display=(0, 0, 63, 63), attributes=rate)
        self.render(out="o.mov")
        facts = subprocess.run(["ffprobe", "-v", "error", "-show_entries", "stream=r_frame_rate,color_transfer", "-of",
                                "csv=p=0", self.folder / "o.mov"], check=True, capture_output=True, text=True).stdout
        self.assertIn("24000/1001", facts)
        self.assertIn("iec61966-2-1", facts)

    def test_plates_that_are_displayed_as_they_are(self):
        self.flat("p.1001.exr", (0.5, 0.25, 1.0))
        self.render("--plate", "display", out="o.####.png")
        ffmpeg("-i", self.folder / "o.1001.png", "-pix_fmt", "rgb48le", "-f", "rawvideo", self.folder / "o.raw")
        self.assertEqual(struct.unpack_from("<3H", (self.folder / "o.raw").read_bytes()), (32768, 16384, 65535))
        self.assertIn("--plate display", self.render("--exr-light", "display", code=2))


class Refused(PlateTest):
    def refuse(self, *words, code=4):
        said = self.render(code=code)
        for word in ("p.1001.exr", *words):
            self.assertIn(word, said)
        self.assertFalse([n for n in self.folder_names() if n.startswith("o.")])

    def test_kinds_that_cannot_be_drawn_on(self):
        count = WIDTH * HEIGHT
        grey = (HALF, [0.5] * count)
        self.plate(channels={"Y": grey, "RY": grey, "BY": grey})
        self.refuse("luminance and chroma")
        self.plate(channels={"Y": grey})
        self.refuse("no channel G", "it has Y")
        self.plate(channels={"beauty.R": grey, "beauty.G": grey, "beauty.B": grey})
        self.refuse("beauty.R")
        self.plate(channels={"R": (UINT, [1] * count), "G": grey, "B": grey})
        self.refuse("integers")
        self.plate(flags=0x800)
        self.refuse("deep")
        self.plate(flags=0x1000)
        self.refuse("several parts")
        quarter = (HALF, [0.5] * (16 * 8))
        self.plate(channels={c: quarter for c in "RGB"}, display=(0, 0, 31, 15), data=(0, 0, 31, 15), sampling=2)
        self.refuse("subsampled")

    def test_windows_over_the_limit(self):
        self.plate()
        data = bytearray((self.folder / "p.1001.exr").read_bytes())
        at = data.index(b"dataWindow") + len("dataWindow") + 1 + len("box2i") + 1 + 4
        data[at:at + 16] = struct.pack("<4i", 0, 2, 8_000_000, 12)
        (self.folder / "p.1001.exr").write_bytes(data)
        self.refuse("limit", code=6)

    def test_a_damaged_file(self):
        for number in (1001, 1002, 1003):
            self.plate(f"p.{number}.exr")
        whole = (self.folder / "p.1002.exr").read_bytes()
        (self.folder / "p.1002.exr").write_bytes(whole[:len(whole) * 2 // 3])
        said = self.render(code=3)
        self.assertIn("p.1002.exr: is damaged", said)
        self.assertEqual(self.exr("o.1002.exr").channels, self.exr("p.1001.exr").channels, "its neighbour stands in")

    def test_another_display_window(self):
        self.flat("p.1001.exr", (1, 1, 1))
        self.flat("p.1002.exr", (1, 1, 1), display=(0, 0, 8, 8))
        said = self.render(code=4)
        self.assertIn("p.1002.exr: the display window is 9x9", said)


if __name__ == "__main__":
    unittest.main()
