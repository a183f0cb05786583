# SPDX-License-Identifier: Apache-2.0
"""Layers of OpenEXR files: rectangles known by their numbers, one over the other as a compositor lays them. Files are
read by exr_files, which knows nothing of overlace or of the OpenEXR library."""

import array
import json
import shutil
import subprocess
import unittest

import exr_files
from cli import CliTest, ffmpeg, needs_ffmpeg
from exr_files import FLOAT, HALF

SIZE = (48, 32)
# Colours as "#rrggbbaa", on whole pixels: (x, y, x, y), the last one outside.
UNDER, OVER = (4, 3, 20, 17), (12, 9, 40, 25)
COLOURS = {"under": (255, 128, 0, 255), "over": (0, 51, 204, 128)}
HALF_STEP = 2 ** -11  # of a half float, relative: half of the distance to the next


def boxes(colour):
    return {"type": "draw_boxes", "inputs": {"tracks": colour + "_tracks"},
            "params": {"stroke_width": 0, "corner_radius": 0, "fill": "#%02x%02x%02x%02x" % COLOURS[colour]}}


def tracks(colour):
    return {"type": "track_filter", "inputs": {"tracks": "all"},
            "params": {"ids": ["1" if colour == "under" else "2"]}}


def srgb_light(code):
    """IEC 61966-2-1."""
    signal = code / 255
    return signal / 12.92 if signal <= 0.04045 else ((signal + 0.055) / 1.055) ** 2.4


def light(colour):
    """Premultiplied linear light of a colour, with its alpha."""
    *rgb, alpha = COLOURS[colour]
    return [srgb_light(v) * alpha / 255 for v in rgb] + [alpha / 255]


def inside(box, x, y):
    return box[0] <= x < box[2] and box[1] <= y < box[3]


class LayerTest(CliTest):
    """A linear plate, whose frames have both boxes, one, and none."""

    def setUp(self):
        super().setUp()
        rows = [(frame, i + 1, box) for frame, number in ((1, 2), (2, 1)) for i, box in enumerate((UNDER, OVER)[:number])]
        self.write("tracks.txt", "".join(
            f"{frame},{i},{x0},{y0},{x1 - x0},{y1 - y0},1,-1,-1,-1\n" for frame, i, (x0, y0, x1, y1) in rows))
        window = (0, 0, SIZE[0] - 1, SIZE[1] - 1)
        grey = {c: (FLOAT, [0.18] * (SIZE[0] * SIZE[1])) for c in "RGB"}
        for number in (1001, 1002, 1003):
            exr_files.write(self.folder / f"p.{number}.exr", window, window, grey,
                            [("owner", "string", b"somebody"), ("capDate", "string", b"2026:01:02 03:04:05")])

    def render(self, *options, composite=("under", "over"), more=None, out="o.####.exr", code=0):
        nodes = {"all": {"type": "track_file", "params": {"path": "$tracks"}}, **(more or {})}
        for colour in COLOURS:
            nodes |= {colour: boxes(colour), colour + "_tracks": tracks(colour)}
        self.write("graph.json", json.dumps({"overlace": 1, "nodes": nodes, "composite": list(composite)}))
        return self.run_overlace("render", "p.####.exr", "-g", "graph.json", "--tracks", "tracks.txt", "-o", out,
                                 "--device", "cpu", "--overwrite", "--progress", "plain", *options, code=code).stderr

    def exr(self, name):
        return exr_files.Picture((self.folder / name).read_bytes())

    def check_layer(self, picture, colour, box):
        """A picture's channels of a layer hold one rectangle and nothing else."""
        x0, y0, x1, y1 = picture.data
        for channel, wanted in zip("RGBA", light(colour)):
            values = iter(picture.values(f"{colour}.{channel}"))
            for y in range(y0, y1 + 1):
                for x in range(x0, x1 + 1):
                    expected = wanted if box and inside(box, x, y) else 0
                    self.assertAlmostEqual(next(values), expected, delta=2e-6 + HALF_STEP * expected, msg=(channel, x, y))

    def check_over(self, main, layers):
        """The main picture is the layers over each other: `layers` are (picture, name) in paint order."""
        x0, y0, x1, y1 = main.data
        for y in range(y0, y1 + 1):
            for x in range(x0, x1 + 1):
                sums = [0.0] * 4
                for picture, name in layers:
                    if picture.data[0] <= x <= picture.data[2] and picture.data[1] <= y <= picture.data[3]:
                        pixel = [picture.value(f"{name}.{c}", x, y) for c in "RGBA"]
                        sums = [v + (1 - pixel[3]) * below for v, below in zip(pixel, sums)]
                for channel, value in zip("RGBA", sums):
                    self.assertAlmostEqual(main.value(channel, x, y), value, delta=1e-7 + HALF_STEP * abs(value))


class Layers(LayerTest):
    def test_rectangles_in_one_part(self):
        self.render("--overlay-only", "--layers", "node")
        both, one, none = (self.exr(f"o.{n}.exr") for n in (1001, 1002, 1003))
        self.assertEqual(both.data, (4, 3, 39, 24))  # the smallest around both boxes
        self.assertEqual(one.data, (4, 3, 19, 16))
        self.assertEqual((none.data, none.display), ((0, 0, 0, 0), (0, 0, 47, 31)))
        names = {f"{layer}{c}" for layer in ("", "under.", "over.") for c in "RGBA"}
        for picture, boxes_drawn in ((both, (UNDER, OVER)), (one, (UNDER, None)), (none, (None, None))):
            self.assertEqual(set(picture.channels), names)
            self.assertEqual(picture.attributes["overlace/layers"], b"under,over")
            for colour, box in zip(("under", "over"), boxes_drawn):
                self.check_layer(picture, colour, box)
            self.check_over(picture, [(picture, "under"), (picture, "over")])
        over, under = light("over"), light("under")
        for channel, a, b in zip("RGBA", over, under):
            self.assertAlmostEqual(both.value(channel, 15, 12), a + (1 - over[3]) * b, delta=2e-3)

    def test_paint_order_counts(self):
        self.render("--overlay-only", "--layers", "node", "--frames", "1001", composite=("over", "under"))
        picture = self.exr("o.1001.exr")
        self.assertEqual(picture.attributes["overlace/layers"], b"over,under")
        self.check_over(picture, [(picture, "over"), (picture, "under")])
        for channel, value in zip("RGBA", light("under")):
            self.assertAlmostEqual(picture.value(channel, 15, 12), value, delta=2e-6 + HALF_STEP)

    def test_one_part_for_each_layer(self):
        self.render("--overlay-only", "--layers", "node", "--parts")
        for number, windows in ((1001, [(4, 3, 39, 24), (4, 3, 19, 16), (12, 9, 39, 24)]),
                                (1002, [(4, 3, 19, 16), (4, 3, 19, 16), (0, 0, 0, 0)]),
                                (1003, [(0, 0, 0, 0)] * 3)):
            parts = exr_files.read_parts(self.folder / f"o.{number}.exr")
            self.assertEqual(list(parts), ["RGBA", "under", "over"])
            self.assertEqual([part.data for part in parts.values()], windows)
            for name, part in parts.items():
                prefix = "" if name == "RGBA" else name + "."
                self.assertEqual(set(part.channels), {prefix + c for c in "RGBA"})
            self.check_layer(parts["under"], "under", UNDER if number < 1003 else None)
            self.check_layer(parts["over"], "over", OVER if number == 1001 else None)
            self.check_over(parts["RGBA"], [(parts["under"], "under"), (parts["over"], "over")])

    def test_windows_for_readers_that_know_none(self):
        self.render("--overlay-only", "--layers", "node", "--frames", "1002")
        tight = self.exr("o.1002.exr")
        self.render("--overlay-only", "--layers", "node", "--frames", "1002", "--exr-window", "whole")
        whole = self.exr("o.1002.exr")
        self.assertEqual(whole.data, whole.display)
        for y in range(SIZE[1]):
            for x in range(SIZE[0]):
                value = tight.value("under.R", x, y) if inside((4, 3, 20, 17), x, y) else 0
                self.assertEqual(whole.value("under.R", x, y), value)

    def test_entries_with_opacity_and_entries_that_come_again(self):
        self.render("--overlay-only", "--layers", "node", "--frames", "1001",
                    composite=("under", {"node": "over", "opacity": 0.5}, "under"))
        picture = self.exr("o.1001.exr")
        self.assertEqual(picture.attributes["overlace/layers"], b"under,over,under_2")
        self.assertAlmostEqual(picture.value("over.A", 30, 20), 128 / 255 / 2, delta=1e-3)
        self.check_over(picture, [(picture, name) for name in ("under", "over", "under_2")])

    def test_what_the_file_says(self):
        self.render("--overlay-only", "--layers", "node", "--frames", "1001")
        first = self.exr("o.1001.exr").attributes
        self.assertEqual((first["owner"], first["capDate"]), (b"somebody", b"2026:01:02 03:04:05"))
        self.assertEqual((first["overlace/graph"], first["overlace/tracks"]), (b"graph.json", b"tracks.txt"))
        self.assertRegex(first["overlace/hash"].decode(), "^[0-9a-f]{32}$")
        version = self.run_overlace("--version").stdout
        self.assertIn(first["overlace/version"].decode(), version)
        self.render("--overlay-only", "--frames", "1001")
        self.assertEqual(self.exr("o.1001.exr").attributes["overlace/hash"], first["overlace/hash"])
        self.render("--overlay-only", "--frames", "1001", "--set", "over.opacity=0.9")
        self.assertNotEqual(self.exr("o.1001.exr").attributes["overlace/hash"], first["overlace/hash"])
        self.render("--frames", "1001")  # over the plate
        burnt = self.exr("o.1001.exr").attributes
        self.assertEqual((burnt["owner"], burnt["overlace/hash"]), (b"somebody", first["overlace/hash"]))

    def test_whole_floats(self):
        """Light to the seventh digit, where halves have three; layers and their sum as well."""
        self.render("--overlay-only", "--layers", "node", "--frames", "1001", "--exr-depth", "float")
        layers = self.exr("o.1001.exr")
        self.assertEqual({kind for kind, _ in layers.channels.values()}, {exr_files.FLOAT})
        self.render("--overlay-only", "--frames", "1001", "--exr-depth", "float", composite=["over"])
        alone = self.exr("o.1001.exr")
        for picture, prefix in ((layers, "over."), (alone, "")):
            for channel, wanted in zip("RGBA", light("over")):
                value = picture.value(prefix + channel, OVER[0] + 2, OVER[1] + 2)
                self.assertAlmostEqual(value, wanted, delta=2e-6 * max(wanted, 0.1))

    @needs_ffmpeg
    def test_whole_floats_of_what_is_drawn_on(self):
        """A video's picture has them; a plate keeps the depth of its channels."""
        self.render("--frames", "1001", "--exr-depth", "half")
        plate = exr_files.Picture((self.folder / "p.1001.exr").read_bytes())
        kinds = {name: kind for name, (kind, _) in plate.channels.items()}
        self.assertEqual(set(kinds.values()), {exr_files.FLOAT})
        self.assertEqual({name: kind for name, (kind, _) in self.exr("o.1001.exr").channels.items()}, kinds)
        ffmpeg("-f", "lavfi", "-i", "color=gray:s=48x32", "-frames:v", 1, "-c:v", "ffv1", self.folder / "v.mkv")
        self.run_overlace("render", "v.mkv", "-g", "graph.json", "--tracks", "tracks.txt", "-o", "v.####.exr",
                          "--device", "cpu", "--exr-depth", "float")
        self.assertEqual({kind for kind, _ in self.exr("v.0000.exr").channels.values()}, {exr_files.FLOAT})

    def test_names_of_color_spaces(self):
        """As OpenColorIO 2.6 has them in its built-in configs (cg-config-v5.0.0)."""
        spaces = {"bt709": b"lin_rec709_scene", "bt2020": b"lin_rec2020_scene", "p3-d65": b"lin_p3d65_scene",
                  "acescg": b"lin_ap1_scene", "aces2065-1": b"lin_ap0_scene"}
        for space, name in spaces.items():
            self.render("--overlay-only", "--frames", "1001", "--working-space", space)
            self.assertEqual(self.exr("o.1001.exr").attributes["colorInteropID"], name)
        self.render("--overlay-only", "--frames", "1001", "--plate", "display")
        self.assertNotIn("colorInteropID", self.exr("o.1001.exr").attributes)

    def test_one_layer_is_the_overlay_without_layers(self):
        self.render("--overlay-only", "--frames", "1001", composite=["over"])
        plain = self.exr("o.1001.exr")
        self.render("--overlay-only", "--layers", "node", "--frames", "1001", composite=["over"])
        layered = self.exr("o.1001.exr")
        self.assertEqual(layered.data, plain.data)
        for channel in "RGBA":
            self.assertEqual(layered.channels[channel], plain.channels[channel])
            self.assertEqual(layered.channels["over." + channel], plain.channels[channel])


class LayersOfClasses(LayerTest):
    """Boxes with classes: `UNDER` is a person, `OVER` a traffic light, and a third one has no class."""
    LONE = (2, 24, 8, 30)  # beside both

    def setUp(self):
        super().setUp()
        rows = [("1", UNDER, "person"), ("2", OVER, "traffic light"), ("3", self.LONE, None)]
        self.write("tracks.csv", "frame,id,x,y,w,h,class\n" + "".join(
            f"{frame},{i},{x0},{y0},{x1 - x0},{y1 - y0},{name or ''}\n"
            for frame in range(3) for i, (x0, y0, x1, y1), name in rows if frame < 2 or name != "person"))

    def draw(self, *options, composite, nodes=None, numbers="1001"):
        fill = {"type": "draw_fill", "params": {"color": "#ffffff80"}}
        paint = {"type": "draw_boxes", "inputs": {"tracks": "all"},
                 "params": {"stroke_width": 0, "corner_radius": 0, "fill": "#ff8000ff"}}
        over = {"type": "draw_boxes", "inputs": {"tracks": "all"},
                "params": {"stroke_width": 0, "corner_radius": 0, "fill": "#0033cc80"}}
        self.write("graph.json", json.dumps({
            "overlace": 1, "composite": list(composite),
            "nodes": {"all": {"type": "track_file", "params": {"path": "$tracks"}},
                      "paint": paint, "over": over, "fill": fill, **(nodes or {})}}))
        return self.run_overlace("render", "p.####.exr", "-g", "graph.json", "--tracks", "tracks.csv", "-o", "o.####.exr",
                                 "--overlay-only", "--frames", numbers, "--overwrite", "--device", "cpu", *options)

    def alphas(self, picture, name):
        """Where a layer has paint."""
        x0, y0, x1, y1 = picture.data
        return {(x, y): picture.value(name + ".A", x, y) for y in range(y0, y1 + 1) for x in range(x0, x1 + 1)
                if picture.value(name + ".A", x, y) > 0}

    def test_rectangles_of_each_class(self):
        self.draw("--layers", "class", composite=["paint"], numbers="1001-1003")
        for number, under in ((1001, UNDER), (1003, None)):
            picture = self.exr(f"o.{number}.exr")
            self.assertEqual(picture.attributes["overlace/layers"], b"other,person,traffic_light")
            for name, box in (("other", self.LONE), ("person", under), ("traffic_light", OVER)):
                expected = {(x, y): 1.0 for x in range(SIZE[0]) for y in range(SIZE[1]) if box and inside(box, x, y)}
                self.assertEqual(self.alphas(picture, name), expected, msg=name)
            self.check_over(picture, [(picture, n) for n in ("other", "person", "traffic_light")])

    def test_nodes_of_a_class_lie_over_each_other(self):
        self.draw("--layers", "class", composite=["paint", "over"])
        picture = self.exr("o.1001.exr")
        over, under = light("over"), light("under")
        for channel, a, b in zip("RGBA", over, under):
            self.assertAlmostEqual(picture.value("person." + channel, 6, 5), a + (1 - over[3]) * b, delta=2e-3)

    def test_entries_without_objects_keep_their_place(self):
        for composite, names in ((["fill", "paint", "over"], b"fill,other,person,traffic_light"),
                                 (["paint", "fill", "over"], b"other,person,traffic_light,fill"),
                                 (["fill"], b"fill")):
            self.draw("--layers", "class", composite=composite)
            picture = self.exr("o.1001.exr")
            self.assertEqual(picture.attributes["overlace/layers"], names)
            self.assertAlmostEqual(picture.value("fill.A", 46, 1), 128 / 255, delta=1e-3)
            self.check_over(picture, [(picture, n) for n in names.decode().split(",")])

    def test_panels_about_all_objects_are_layers_in_their_place(self):
        """A legend on top stays on top, though it reads the tracks; a gauge for each object is its class's."""
        panels = {"legend": {"type": "draw_legend", "inputs": {"tracks": "all"}, "params": {"size": 6, "plate": "#ff0000"}},
                  "gauge": {"type": "draw_gauge", "inputs": {"tracks": "all"}, "params": {"style": "bar", "gauge_size": 6}}}
        self.draw("--layers", "class", composite=["paint", "gauge", "legend"], nodes=panels)
        picture = self.exr("o.1001.exr")
        self.assertEqual(picture.attributes["overlace/layers"], b"other,person,traffic_light,legend")
        self.assertTrue(self.alphas(picture, "legend"))
        self.check_over(picture, [(picture, n) for n in ("other", "person", "traffic_light", "legend")])
        self.draw("--layers", "class", composite=["legend", "paint"], nodes=panels)
        self.assertEqual(self.exr("o.1001.exr").attributes["overlace/layers"], b"legend,other,person,traffic_light")

    def test_effects_are_those_of_the_class(self):
        blur = {"soft": {"type": "effect_blur", "inputs": {"layer": "paint"}, "params": {"sigma": 2}}}
        self.draw("--layers", "class", composite=["soft"], nodes=blur)
        picture = self.exr("o.1001.exr")
        lights = self.alphas(picture, "traffic_light")
        self.assertGreater(lights[(OVER[0], OVER[1] + 8)], 0.3)
        self.assertLess(lights[(OVER[0], OVER[1] + 8)], 0.7)  # the edge of a blurred box: a half
        self.assertLess(lights.get((4, 3), 0), 1e-4)  # far from it, where the person is

    def test_parts(self):
        self.draw("--layers", "class", "--parts", composite=["paint"])
        parts = exr_files.read_parts(self.folder / "o.1001.exr")
        self.assertEqual(list(parts), ["RGBA", "other", "person", "traffic_light"])
        for name, (x0, y0, x1, y1) in (("other", self.LONE), ("person", UNDER), ("traffic_light", OVER)):
            self.assertEqual(parts[name].data, (x0, y0, x1 - 1, y1 - 1))


class RefusedLayers(LayerTest):
    def refused(self, *options, says, **graph):
        error = self.render(*options, code=2, **graph)
        for words in says:
            self.assertIn(words, error)
        self.assertEqual([n for n in self.folder_names() if n.startswith("o.")], [])

    def test_settings_that_do_not_go_together(self):
        self.refused("--parts", "--overlay-only", says=["--layers node"])
        self.refused("--layers", "node", "--overlay-only", says=[".exr"], out="o.####.png")
        self.refused("--layers", "node", "--overlay-only", says=[".exr"], out="o.mov")
        self.refused("--layers", "node", "--overlay-only", says=["layers_####.exr"], out="o.exr")
        self.refused("--layers", "node", says=[".exr"], out="o.####.png")
        self.refused("--layers", "nodes", "--overlay-only", says=["node"])

    def test_documents_that_have_no_layers(self):
        for split in ("node", "class"):
            self.check_documents_without_layers("--layers", split, "--overlay-only")

    def check_documents_without_layers(self, *both):
        self.refused(*both, says=["graph.json", "/composite", "no layers"], composite=())
        self.refused(*both, says=["graph.json", "/composite/1", "'over", "normal"],
                     composite=("under", {"node": "over", "blend": "multiply"}))
        group = {"group": {"type": "composite", "inputs": {"layers": ["over"]}, "params": {"blend": "screen"}}}
        self.refused(*both, says=["/composite/1", "'group", "normal"], composite=("under", "group"), more=group)
        pixels = {"hidden": {"type": "picture_pixelate", "inputs": {"region": "over"}}}
        self.refused(*both, says=["hidden", "changes the picture"], composite=("hidden",), more=pixels)

    def test_blends_inside_a_layer_are_its_own(self):
        group = {"group": {"type": "composite", "inputs": {"layers": ["under", "inner"]}},
                 "inner": {"type": "composite", "inputs": {"layers": ["over"]}, "params": {"blend": "multiply"}}}
        self.refused("--layers", "node", "--overlay-only", says=["/composite/0", "'inner"], composite=("group",), more=group)
        self.render("--layers", "node", "--overlay-only", composite=({"node": "group", "opacity": 0.5},), more=group)
        self.assertEqual(self.exr("o.1001.exr").attributes["overlace/layers"], b"group")


class BesideBurnIn(LayerTest):
    """Plates with a channel Z, drawn on, and the layers beside them."""

    def setUp(self):
        super().setUp()
        self.display, self.data = (0, 0, SIZE[0] - 1, SIZE[1] - 1), (-2, 1, 41, 26)
        self.count = (self.data[2] - self.data[0] + 1) * (self.data[3] - self.data[1] + 1)
        self.channels = {c: (HALF, [0.18 + 0.01 * (i % 9) for i in range(self.count)]) for c in "RGB"}
        self.channels |= {"Z": (FLOAT, [float(i) for i in range(self.count)]), "A": (HALF, [1.0] * self.count)}
        for number in (1001, 1002, 1003):
            self.plate(number, self.channels)

    def plate(self, number, channels):
        exr_files.write(self.folder / f"p.{number}.exr", self.display, self.data, channels, [("owner", "string", b"somebody")])

    def burnt_in(self, *options, **more):
        """The files without and with layers."""
        self.render("--frames", "1001-1003", out="plain.####.exr", **more)
        self.render("--layers", "node", *options, **more)
        return [(self.exr(f"plain.{n}.exr"), n) for n in (1001, 1002, 1003)]

    def test_one_part(self):
        for plain, number in self.burnt_in():
            both = self.exr(f"o.{number}.exr")
            self.assertEqual((both.data, both.display), (self.data, self.display))
            self.assertEqual(set(both.channels), set(plain.channels) | {f"{n}.{c}" for n in ("under", "over") for c in "RGBA"})
            for channel in plain.channels:  # every bit
                self.assertEqual(both.channels[channel], plain.channels[channel], msg=channel)
            self.assertEqual((both.attributes["owner"], both.attributes["overlace/layers"]), (b"somebody", b"under,over"))
            self.check_layer(both, "under", UNDER if number < 1003 else None)
            self.check_layer(both, "over", OVER if number == 1001 else None)

    def test_layers_over_the_plate_are_the_burn_in(self):
        self.burnt_in()
        both, plate = self.exr("o.1001.exr"), self.exr("p.1001.exr")
        for y in range(self.data[1], self.data[3] + 1):
            for x in range(self.data[0], self.data[2] + 1):
                sums = [plate.value(c, x, y) for c in "RGBA"]
                for name in ("under", "over"):
                    pixel = [both.value(f"{name}.{c}", x, y) for c in "RGBA"]
                    sums = [v + (1 - pixel[3]) * below for v, below in zip(pixel, sums)]
                for channel, value in zip("RGBA", sums):
                    self.assertAlmostEqual(both.value(channel, x, y), value, delta=3 * HALF_STEP)

    def test_parts(self):
        for plain, number in self.burnt_in("--parts"):
            parts = exr_files.read_parts(self.folder / f"o.{number}.exr")
            self.assertEqual(list(parts), ["RGBA", "under", "over"])
            self.assertEqual(parts["RGBA"].channels, plain.channels)
            self.assertEqual(parts["under"].data, (4, 3, 19, 16) if number < 1003 else (0, 0, 0, 0))
            self.assertEqual(set(parts["under"].channels), {"under." + c for c in "RGBA"})
            self.check_layer(parts["over"], "over", OVER if number == 1001 else None)

    def test_layers_where_the_plate_has_no_pixels(self):
        self.data = (10, 8, 14, 12)
        small = {c: (FLOAT, [0.5] * 25) for c in "RGB"} | {"Z": (FLOAT, [7.0] * 25)}
        for number in (1001, 1002, 1003):
            self.plate(number, small)
        self.burnt_in()
        both = self.exr("o.1001.exr")
        self.assertEqual(both.data, (4, 3, 39, 24))
        self.check_layer(both, "over", OVER)
        self.assertEqual((both.value("Z", 12, 10), both.value("Z", 30, 20)), (7.0, 0.0))

    def test_effects_on_the_picture_are_burnt_in_and_no_layers(self):
        pixels = {"coarse": {"type": "picture_pixelate", "inputs": {"region": "under"}, "params": {"block": 8}}}
        composite = ("coarse", "over")
        for plain, number in self.burnt_in(composite=composite, more=pixels):
            both = self.exr(f"o.{number}.exr")
            self.assertEqual(both.attributes["overlace/layers"], b"over")
            self.assertEqual({c: both.channels[c] for c in plain.channels}, plain.channels)
        self.refused("--layers", "node", says=["no layers"], composite=("coarse",), more=pixels)

    def refused(self, *options, says, **graph):
        error = self.render(*options, code=2, **graph)
        for words in says:
            self.assertIn(words, error)

    def test_channels_that_the_plate_has_already(self):
        self.plate(1001, self.channels | {"over.G": self.channels["Z"]})
        self.refused("--layers", "node", "--frames", "1001", says=["over.G", "--overlay-only"])

    def test_one_frame(self):
        self.burnt_in()
        self.run_overlace("frame", "p.####.exr", "-n", 1002, "-g", "graph.json", "--tracks", "tracks.txt", "-o", "still.exr",
                          "--device", "cpu", "--layers", "node")
        self.assertEqual((self.folder / "still.exr").read_bytes(), (self.folder / "o.1002.exr").read_bytes())

    @needs_ffmpeg
    def test_a_video(self):
        """The picture in linear light, as without layers, which have its primaries."""
        self.render()  # for the graph
        ffmpeg("-f", "lavfi", "-i", "color=gray:s=48x32", "-frames:v", 1, "-c:v", "ffv1", self.folder / "v.mkv")
        for options, out in (((), "plain.####.exr"), (("--layers", "node"), "v.####.exr")):
            self.run_overlace("render", "v.mkv", "-g", "graph.json", "--tracks", "tracks.txt", "-o", out, "--device", "cpu",
                              "--overwrite", *options)
        plain, both = self.exr("plain.0000.exr"), self.exr("v.0000.exr")
        self.assertEqual({c: both.channels[c] for c in "RGB"}, plain.channels)
        self.assertAlmostEqual(both.value("over.A", 30, 20), 128 / 255, delta=1e-3)
        self.assertEqual(both.value("over.A", 2, 2), 0)

    @unittest.skipUnless(shutil.which("oiiotool"), "oiiotool is not installed")
    def test_oiiotool_sees_the_same_plate(self):
        self.burnt_in()
        subprocess.run(["oiiotool", "o.1001.exr", "--ch", "R,G,B,A,Z", "plain.1001.exr", "--ch", "R,G,B,A,Z", "--fail", "0",
                        "--hardfail", "0", "--diff"], cwd=self.folder, check=True, capture_output=True)


@unittest.skipUnless(shutil.which("exrheader") and shutil.which("oiiotool"), "exrheader or oiiotool is not installed")
class OtherReaders(LayerTest):
    """The tools of OpenEXR and OpenImageIO agree."""

    def run_tool(self, *arguments):
        return subprocess.run([str(a) for a in arguments], cwd=self.folder, check=True, capture_output=True).stdout

    def floats(self, name):
        return array.array("f", (self.folder / name).read_bytes()[-4 * 4 * SIZE[0] * SIZE[1]:])

    def test_layers_over_each_other(self):
        for parts in ((), ("--parts",)):
            self.render("--overlay-only", "--layers", "node", "--frames", "1001", *parts)
            header = self.run_tool("exrheader", "o.1001.exr").decode()
            for words in ("under.R", "over.A", "overlace/layers", "owner"):
                self.assertIn(words, header)
            pick = [["o.1001.exr", "--subimage", i] if parts else ["o.1001.exr"] for i in range(3)]
            layer = [[*pick[i + 1], "--ch", f"{n}.R,{n}.G,{n}.B,{n}.A", "--chnames", "R,G,B,A"]
                     for i, n in enumerate(("under", "over"))]
            difference = self.run_tool("oiiotool", *pick[0], "--ch", "R,G,B,A", "--fullpixels", *layer[1], *layer[0],
                                       "--over", "--fullpixels", "--warn", 0.001, "--fail", 0.001, "--diff")
            self.assertIn(b"PASS", difference)


    def test_compressions(self):
        """OpenEXR's numbers of them; OpenImageIO sees no difference but by DWAA."""
        self.render("--overlay-only", "--frames", "1001", out="zips.####.exr")
        for words, number in (("none", 0), ("rle", 1), ("zip", 3), ("piz", 4), ("dwaa", 8)):
            for alone in (("--overlay-only",), ()):
                self.render(*alone, "--frames", "1001", "--exr-compression", words, out=f"{words}.####.exr")
                header = (self.folder / f"{words}.1001.exr").read_bytes()
                at = header.index(b"compression\0compression\0") + len(b"compression\0compression\0") + 4
                self.assertEqual(header[at], number)
            self.render("--overlay-only", "--frames", "1001", "--exr-compression", words, out=f"{words}.####.exr")
            allowed = 0.05 if words == "dwaa" else 0
            self.run_tool("oiiotool", f"{words}.1001.exr", "zips.1001.exr", "--fail", allowed, "--hardfail", allowed, "--diff")


if __name__ == "__main__":
    unittest.main()
