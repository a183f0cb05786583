# SPDX-License-Identifier: Apache-2.0
"""Mattes by id and AOVs in OpenEXR files: rectangles known by their numbers. The decoder is written from the Cryptomatte
specification 1.2; files are read by exr_files, which knows nothing of overlace or of the OpenEXR library."""

import json
import struct
import subprocess
import unittest

import exr_files
from cli import SOURCE, CliTest
from exr_files import FLOAT

PEERS = SOURCE / "build/vfx/bin"
SIZE = (48, 32)
# left, top, right, bottom; half a pixel lies outside on the left of the first and on its right.
PERSON, CAR = (4.5, 3, 20.5, 17), (12, 9, 40, 25)
CAR_ALPHA = 128 / 255
HALF_STEP = 2 ** -11  # of a half float, in which coverage is kept
KINDS = {"CryptoTrack": ("person 7", "car 3"), "CryptoClass": ("person", "car"), "CryptoNode": ("people", "cars")}


def murmur3_32(text):
    """MurmurHash3_x86_32 by Austin Appleby, seed 0."""
    def rotate(value, by):
        return (value << by | value >> 32 - by) & 0xFFFFFFFF

    def mix(block):
        return rotate(block * 0xCC9E2D51 & 0xFFFFFFFF, 15) * 0x1B873593 & 0xFFFFFFFF

    data, value = text.encode(), 0
    for i in range(0, len(data) - 3, 4):
        value = (rotate(value ^ mix(int.from_bytes(data[i:i + 4], "little")), 13) * 5 + 0xE6546B64) & 0xFFFFFFFF
    value ^= mix(int.from_bytes(data[len(data) // 4 * 4:], "little")) ^ len(data)
    value = (value ^ value >> 16) * 0x85EBCA6B & 0xFFFFFFFF
    value = (value ^ value >> 13) * 0xC2B2AE35 & 0xFFFFFFFF
    return value ^ value >> 16


def matte_id(name):
    """"uint32_to_float32" of the specification: exponents of 0 and 255 are not used."""
    value = murmur3_32(name)
    return value ^ (1 << 23) if (value >> 23 & 255) in (0, 255) else value


def mattes(picture, layer):
    """{name: {(x, y): weight}} of a layer that is looked up in the attributes, and its manifest."""
    keys = [k.split("/")[1] for k, v in picture.attributes.items() if k.endswith("/name") and v.decode() == layer]
    assert len(keys) == 1, (layer, keys)
    get = lambda what: picture.attributes[f"cryptomatte/{keys[0]}/{what}"].decode()
    assert (get("hash"), get("conversion")) == ("MurmurHash3_32", "uint32_to_float32")
    assert keys[0] == f"{matte_id(layer):08x}"[:7]
    manifest = json.loads(get("manifest"))
    names = {int(value, 16): name for name, value in manifest.items()}
    found = {name: {} for name in manifest}
    for rank in range(6):
        ids, weights = (picture.values(f"{layer}{rank // 2:02}.{c}") for c in ("RG", "BA")[rank % 2])
        for i, (number, weight) in enumerate(zip(ids, weights)):
            if weight == 0:
                continue
            place = (i % picture.width + picture.data[0], i // picture.width + picture.data[1])
            name = names[struct.unpack("<I", struct.pack("<f", number))[0]]
            found[name][place] = found[name].get(place, 0) + weight
    return found, manifest


def coverage(box, x, y):
    """The part of a pixel that lies in a box."""
    width = min(box[2], x + 1) - max(box[0], x)
    height = min(box[3], y + 1) - max(box[1], y)
    return max(width, 0) * max(height, 0)


def seen(x, y):
    """What is seen of the person, under the car, and of the car."""
    car = coverage(CAR, x, y) * CAR_ALPHA
    return coverage(PERSON, x, y) * (1 - car), car


def boxes(which, colour):
    return {"type": "draw_boxes", "inputs": {"tracks": which + "_only"},
            "params": {"stroke_width": 0, "corner_radius": 0, "fill": colour}}


class MatteTest(CliTest):
    """Grey plates; frame 1001 has both boxes, 1002 the person's, 1003 none."""

    def setUp(self):
        super().setUp()
        rows = [{"frame": 0, "id": 7, "class": "person", "score": 0.75, "box": PERSON},
                {"frame": 0, "id": 3, "class": "car", "score": 0.5, "box": CAR},
                {"frame": 1, "id": 7, "class": "person", "score": 0.25,
                 "box": [PERSON[0] + 2, PERSON[1] - 1, PERSON[2] + 2, PERSON[3] - 1]}]
        for row in rows:
            box = row.pop("box")
            row.update(x1=box[0], y1=box[1], x2=box[2], y2=box[3])
        self.write("tracks.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
        window = (0, 0, SIZE[0] - 1, SIZE[1] - 1)
        grey = {c: (FLOAT, [0.18] * (SIZE[0] * SIZE[1])) for c in "RGB"}
        for number in (1001, 1002, 1003):
            exr_files.write(self.folder / f"p.{number}.exr", window, window, grey)

    def graph(self, composite=("people", "cars"), more=None):
        nodes = {"all": {"type": "track_file", "params": {"path": "$tracks"}},
                 "people": boxes("people", "#ff8000"), "cars": boxes("cars", "#0033cc80"),
                 "people_only": {"type": "track_filter", "inputs": {"tracks": "all"}, "params": {"classes": ["person"]}},
                 "cars_only": {"type": "track_filter", "inputs": {"tracks": "all"}, "params": {"classes": ["car"]}},
                 **(more or {})}
        self.write("graph.json", json.dumps({"overlace": 1, "nodes": nodes, "composite": list(composite)}))

    def render(self, *options, out="o.####.exr", code=0, **graph):
        self.graph(**graph)
        return self.run_overlace("render", "p.####.exr", "-g", "graph.json", "--tracks", "tracks.jsonl", "-o", out,
                                 "--device", "cpu", "--overwrite", "--progress", "plain", *options, code=code).stderr

    def exr(self, name):
        return exr_files.Picture((self.folder / name).read_bytes())

    def check_boxes(self, picture, layer):
        found, manifest = mattes(picture, layer)
        person, car = KINDS[layer]
        self.assertEqual(manifest, {name: f"{matte_id(name):08x}" for name in (person, car)})
        for y in range(SIZE[1]):
            for x in range(SIZE[0]):
                for name, wanted in zip((person, car), seen(x, y)):
                    self.assertAlmostEqual(found[name].get((x, y), 0), wanted, delta=HALF_STEP, msg=(name, x, y))


class Cryptomatte(MatteTest):
    def test_hash_vectors(self):
        """Of this file's own hash: those that the specification's readers publish."""
        self.assertEqual(f"{murmur3_32('hello'):08x}", "248bfa47")
        self.assertEqual(f"{murmur3_32('track 172'):08x}", "7fc17ef6")
        self.assertEqual(f"{matte_id('track 172'):08x}", "7f417ef6")

    def test_rectangles_by_track_class_and_node(self):
        self.render("--overlay-only", "--cryptomatte", "track,class,node")
        picture = self.exr("o.1001.exr")
        self.assertEqual(picture.data, (4, 3, 39, 24))
        for layer in KINDS:
            self.check_boxes(picture, layer)
            for rank in range(3):
                for channel in "RGBA":
                    self.assertEqual(picture.channels[f"{layer}{rank:02}.{channel}"][0], FLOAT)
        none = self.exr("o.1003.exr")
        self.assertEqual(none.data, (0, 0, 0, 0))
        self.assertEqual(mattes(none, "CryptoTrack"), ({}, {}))

    def test_ranks_are_ordered_and_add_up_to_alpha(self):
        self.render("--overlay-only", "--cryptomatte", "track", "--frames", "1001")
        picture = self.exr("o.1001.exr")
        weights = [picture.values(f"CryptoTrack{i // 2:02}.{'GA'[i % 2]}") for i in range(6)]
        for alpha, *ranks in zip(picture.values("A"), *weights):
            self.assertEqual(ranks, sorted(ranks, reverse=True))
            self.assertLessEqual(sum(ranks), 1)
            self.assertAlmostEqual(sum(ranks), alpha, delta=2 * HALF_STEP)

    def test_colours_are_what_they_are_without(self):
        self.render("--overlay-only", "--frames", "1001")
        plain = self.exr("o.1001.exr")
        self.render("--overlay-only", "--frames", "1001", "--cryptomatte", "track", "--aov", "id")
        matte = self.exr("o.1001.exr")
        self.assertEqual(plain.data, matte.data)
        for channel in "RGBA":
            self.assertEqual(plain.channels[channel], matte.channels[channel])

    def test_beside_layers(self):
        self.render("--overlay-only", "--layers", "node", "--cryptomatte", "track", "--frames", "1001")
        picture = self.exr("o.1001.exr")
        self.assertIn("people.R", picture.channels)
        self.check_boxes(picture, "CryptoTrack")
        self.render("--overlay-only", "--layers", "node", "--parts", "--cryptomatte", "track", "--frames", "1001")
        parts = exr_files.read_parts(self.folder / "o.1001.exr")
        self.assertEqual(list(parts), ["RGBA", "people", "cars"])
        self.check_boxes(parts["RGBA"], "CryptoTrack")
        self.assertNotIn("CryptoTrack00.R", parts["people"].channels)

    def test_groups_fade_what_is_in_them(self):
        group = {"group": {"type": "composite", "inputs": {"layers": ["people", "cars"]}}}
        self.render("--overlay-only", "--cryptomatte", "track", "--frames", "1001", more=group,
                    composite=({"node": "group", "opacity": 0.25},))
        found, _ = mattes(self.exr("o.1001.exr"), "CryptoTrack")
        for x, y in ((8, 6), (15, 12), (30, 20)):
            for name, wanted in zip(("person 7", "car 3"), seen(x, y)):
                self.assertAlmostEqual(found[name].get((x, y), 0), wanted / 4, delta=HALF_STEP)

    def test_what_has_no_object_hides_objects(self):
        veil = {"veil": {"type": "draw_fill", "params": {"color": "#00000080"}}}
        self.render("--overlay-only", "--cryptomatte", "track,node", "--frames", "1001", more=veil,
                    composite=("people", "veil"))
        picture = self.exr("o.1001.exr")
        tracks, _ = mattes(picture, "CryptoTrack")
        nodes, _ = mattes(picture, "CryptoNode")
        self.assertEqual(set(tracks), {"person 7"})
        self.assertAlmostEqual(tracks["person 7"][8, 6], 127 / 255, delta=HALF_STEP)
        self.assertAlmostEqual(nodes["people"][8, 6], 127 / 255, delta=HALF_STEP)
        self.assertAlmostEqual(nodes["veil"][8, 6], 128 / 255, delta=HALF_STEP)
        self.assertAlmostEqual(nodes["veil"][47, 31], 128 / 255, delta=HALF_STEP)

    def test_drawings_on_layers_of_their_own(self):
        effect = {"soft": {"type": "effect_blur", "inputs": {"layer": "people"}, "params": {"sigma": 3}}}
        self.render("--overlay-only", "--cryptomatte", "track,node", "--frames", "1001", more=effect,
                    composite=("soft", "cars"))
        picture = self.exr("o.1001.exr")
        for layer in ("CryptoTrack", "CryptoNode"):  # the drawing's, not the blur's
            self.check_boxes(picture, layer)

    def test_more_names_than_ranks(self):
        row = {"frame": 0, "class": "person", "x1": 4, "y1": 4, "y2": 8}
        car = {**row, "frame": 1, "class": "car", "x2": 8, "id": 9}
        self.write("tracks.jsonl", "".join(json.dumps(r) + "\n" for r in
                                           [*({**row, "x2": 8 + i, "id": i} for i in range(8)), car]))
        log = self.render("--overlay-only", "--cryptomatte", "track", "--frames", "1001", "--set", "people.opacity=0.5")
        self.assertIn("36 weights", log)  # two of eight names in 16 pixels, one of seven in 4
        found, manifest = mattes(self.exr("o.1001.exr"), "CryptoTrack")
        self.assertEqual(len(manifest), 8)
        for i in range(8):  # the later, the higher
            wanted = 0.5 ** (8 - i) if i >= 2 else 0
            self.assertAlmostEqual(found[f"person {i}"].get((5, 5), 0), wanted, delta=HALF_STEP)

    def test_threads_change_nothing(self):
        files = []
        for threads in (1, 3):
            self.render("--overlay-only", "--cryptomatte", "track,class,node", "--aov", "id,uv", "--threads", threads)
            files.append([(self.folder / f"o.{n}.exr").read_bytes() for n in (1001, 1002, 1003)])
        self.assertEqual(*files)


class BesideBurnIn(MatteTest):
    """The plate's picture is no object's, and hides none."""

    def test_mattes_and_facts(self):
        self.render("--overlay-only", "--cryptomatte", "track,node", "--aov", "id,uv", out="alone.####.exr")
        self.render(out="plain.####.exr")
        self.render("--cryptomatte", "track,node", "--aov", "id,uv")
        for number in (1001, 1002, 1003):
            plain, alone, both = (self.exr(f"{name}.{number}.exr") for name in ("plain", "alone", "o"))
            self.assertEqual(both.data, both.display)
            for channel in plain.channels:
                self.assertEqual(both.channels[channel], plain.channels[channel])
            for layer in ("CryptoTrack", "CryptoNode"):
                self.assertEqual(mattes(both, layer), mattes(alone, layer))
        self.check_boxes(self.exr("o.1001.exr"), "CryptoTrack")

    def test_pixels_without_an_object(self):
        """Also outside of the window that the objects fill."""
        self.render("--aov", "id,class,score")
        picture = self.exr("o.1001.exr")
        self.assertEqual([picture.value(c, 8, 6) for c in ("id", "score")], [7, 0.75])
        for x, y in ((0, 0), (47, 31), (38, 4)):
            self.assertEqual([picture.value(c, x, y) for c in ("id", "class", "score")], [-1, -1, 0])

    def test_beside_layers(self):
        self.render("--layers", "class", "--parts", "--cryptomatte", "track")
        parts = exr_files.read_parts(self.folder / "o.1001.exr")
        self.assertEqual(set(parts), {"RGBA", "other", "person", "car"})
        self.check_boxes(parts["RGBA"], "CryptoTrack")
        self.assertNotIn("CryptoTrack00.R", parts["person"].channels)


class Aovs(MatteTest):
    def test_facts_of_objects(self):
        self.render("--overlay-only", "--aov", "id,class,score,forward,uv", "--fps", "25")
        picture = self.exr("o.1001.exr")
        names = {"id", "class", "score", "forward.u", "forward.v", "uv.u", "uv.v"}
        self.assertEqual(set(picture.channels), names | set("RGBA"))
        classes = {picture.value("class", 8, 6), picture.value("class", 30, 20)}
        self.assertEqual(classes, {0, 1})
        for x, y, number, score, box in ((8, 6, 7, 0.75, PERSON), (30, 20, 3, 0.5, CAR)):
            self.assertEqual((picture.value("id", x, y), picture.value("score", x, y)), (number, score))
            self.assertAlmostEqual(picture.value("uv.u", x, y), (x + 0.5 - box[0]) / (box[2] - box[0]), delta=1e-6)
            self.assertAlmostEqual(picture.value("uv.v", x, y), (box[3] - y - 0.5) / (box[3] - box[1]), delta=1e-6)
        # The person goes 2 px to the right and 1 px up from one frame to the next; the car stays alone.
        self.assertAlmostEqual(picture.value("forward.u", 8, 6), 2, delta=1e-5)
        self.assertAlmostEqual(picture.value("forward.v", 8, 6), 1, delta=1e-5)
        self.assertEqual((picture.value("forward.u", 30, 20), picture.value("forward.v", 30, 20)), (0, 0))
        # In both boxes: 127/255 of a pixel is the person's, 128/255 the car's.
        self.assertEqual(picture.value("id", 15, 12), 3)
        # In the window, and in neither box.
        self.assertEqual((picture.value("id", 38, 4), picture.value("class", 38, 4), picture.value("score", 38, 4)), (-1, -1, 0))


class RefusedMattes(MatteTest):
    def refused(self, *options, says, **more):
        error = self.render(*options, code=2, **more)
        for words in says:
            self.assertIn(words, error)
        self.assertEqual([n for n in self.folder_names() if n.startswith("o.")], [])

    def test_settings_that_do_not_go_together(self):
        self.refused("--cryptomatte", "track", "--overlay-only", says=[".exr"], out="o.####.png")
        self.refused("--cryptomatte", "track", "--overlay-only", says=["overlay_####.exr"], out="o.exr")
        self.refused("--cryptomatte", "trak", "--overlay-only", says=["trak", "'track'"])
        self.refused("--cryptomatte", "track", "--overlay-only", "--exr-compression", "dwaa", says=["ids", "zips"])
        self.refused("--aov", "id,,uv", "--overlay-only", says=["--aov"])


@unittest.skipUnless((PEERS / "oiiotool").exists(), "not installed: oiiotool in build/vfx (tools/setup vfx)")
class OtherReaders(MatteTest):
    """What OpenImageIO 3 and cryptomatte-api decode."""

    def test_oiiotool(self):
        """It paints every id in a colour of its own, at its weight, and adds them."""
        self.render("--overlay-only", "--cryptomatte", "track", "--frames", "1001")
        subprocess.run([PEERS / "oiiotool", "o.1001.exr", "--cryptomatte-colors", "CryptoTrack", "-d", "float", "--compression",
                        "none", "-o", "c.exr"], cwd=self.folder, check=True, capture_output=True)
        painted = self.exr("c.exr")
        rgb = lambda x, y: [painted.value(c, x, y) for c in "RGB"]
        person, car = rgb(8, 8), [v / CAR_ALPHA for v in rgb(30, 20)]
        self.assertGreater(max(person), 0.1)
        self.assertGreater(max(abs(p - c) for p, c in zip(person, car)), 0.1)
        for y in range(3, 25):
            for x in range(4, 40):
                weights = seen(x, y)
                for value, p, c in zip(rgb(x, y), person, car):
                    self.assertAlmostEqual(value, p * weights[0] + c * weights[1], delta=2 * HALF_STEP, msg=(x, y))

    def test_cryptomatte_api(self):
        script = self.folder / "decode.py"
        script.write_text("import json, sys\nfrom cryptomatte_api import Cryptomatte\n"
                          "out = {}\n"
                          "for matte in Cryptomatte.load(sys.argv[1], True):\n"
                          "    out[matte.metadata().name()] = {n: v.tolist() for n, v in matte.masks().items()}\n"
                          "json.dump(out, sys.stdout)\n")
        self.render("--overlay-only", "--cryptomatte", "track,class,node", "--frames", "1001")
        decoded = json.loads(subprocess.run([PEERS / "python3", script, "o.1001.exr"], cwd=self.folder, check=True,
                                            capture_output=True, text=True).stdout)
        self.assertEqual(set(decoded), set(KINDS))
        left, top, right, bottom = self.exr("o.1001.exr").data
        for layer, names in KINDS.items():
            for y in range(top, bottom + 1):
                for x in range(left, right + 1):
                    for name, wanted in zip(names, seen(x, y)):
                        decoded_weight = decoded[layer][name][y - top][x - left]
                        self.assertAlmostEqual(decoded_weight, wanted, delta=2 * HALF_STEP, msg=(name, x, y))


if __name__ == "__main__":
    unittest.main()
