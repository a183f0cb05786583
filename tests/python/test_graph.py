# SPDX-License-Identifier: Apache-2.0
"""Graphs built and edited from Python."""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ET

import numpy as np

import overlace
from support import SIZE, SOURCE, detections



def constellation():
    g = overlace.Graph(title="Mine")
    people = g.track_input(path="$tracks", node="people")
    links = g.curve_bezier(links=g.link_knn(points=people, k=2))
    accent = g.knob("accent", "#5ce1e6", doc="Colour of links and boxes")
    g.composite(g.draw_lines(curves=links, color=accent), g.draw_boxes(tracks=people, color=accent))
    return g


class Built(unittest.TestCase):
    def test_the_document(self):
        self.assertEqual(
            constellation().document,
            {
                "$schema": "./overlace-graph.schema.json",
                "overlace": 1,
                "title": "Mine",
                "knobs": {"accent": {"type": "color", "default": "#5ce1e6", "doc": "Colour of links and boxes"}},
                "nodes": {
                    "people": {"type": "track_input", "params": {"path": "$tracks"}},
                    "knn": {"type": "link_knn", "inputs": {"points": "people"}, "params": {"k": 2}},
                    "bezier": {"type": "curve_bezier", "inputs": {"links": "knn"}},
                    "lines": {"type": "draw_lines", "inputs": {"curves": "bezier"}, "params": {"color": "$accent"}},
                    "boxes": {"type": "draw_boxes", "inputs": {"tracks": "people"}, "params": {"color": "$accent"}},
                },
                "composite": ["lines", "boxes"],
            },
        )
        self.assertEqual(constellation().check(), [])

    def test_it_draws(self):
        red, plain = (
            overlace.Clip(constellation(), [detections(0)], size=SIZE, **knobs).overlay(0) for knobs in ({"accent": "#f00"}, {})
        )
        self.assertTrue(red[..., 3].any() and (red != plain).any())

    def test_every_node_type_has_a_method(self):
        types = overlace.nodes()
        self.assertGreater(len(types), 80)
        g = overlace.Graph()
        for name in types:
            method = getattr(g, "group" if name == "composite" else name)
            self.assertIn(types[name]["doc"], method.__doc__)

    def test_varying_values(self):
        g = overlace.Graph()
        people = g.track_input(path="$tracks")
        color = overlace.map("speed", ramp="turbo", from_=("0%", "20%"))
        width = overlace.keyframes({0: 1, 2.5: 6}, ease="in_out")
        opacity = overlace.expr("clamp(score, 0.2, 1)")
        g.composite(g.draw_boxes(tracks=people, color=color, stroke_width=width, opacity=opacity))
        params = g.document["nodes"]["boxes"]["params"]
        self.assertEqual(params["color"], {"map": "speed", "ramp": "turbo", "from": ["0%", "20%"]})
        self.assertEqual(params["stroke_width"]["keyframes"][1], {"time": 2.5, "value": 6, "ease": "in_out"})
        self.assertEqual(params["opacity"], {"expr": "clamp(score, 0.2, 1)"})
        self.assertEqual(g.check(), [])

    def test_groups_blends_and_numpy_values(self):
        g = overlace.Graph()
        people = g.track_input(path="$tracks")
        group = g.group(layers=[g.draw_boxes(tracks=people), g.draw_points(tracks=people)], blend="screen")
        g.composite(group, g.draw_fill(color="#00000040").blended("multiply", opacity=np.float64(0.5)))
        self.assertEqual(g.document["composite"], ["group", {"node": "fill", "blend": "multiply", "opacity": 0.5}])
        self.assertEqual(g.document["nodes"]["group"]["inputs"], {"layers": ["boxes", "points"]})
        self.assertEqual(g.check(), [])

    def test_attributes_of_nodes_are_parameters(self):
        g = constellation()
        boxes = g["boxes"]
        self.assertEqual(boxes.corner_radius, overlace.nodes()["draw_boxes"]["params"][3]["default"])
        boxes.corner_radius = 4
        self.assertEqual((g["boxes"].corner_radius, g.document["nodes"]["boxes"]["params"]["corner_radius"]), (4, 4))
        del boxes.corner_radius
        self.assertNotIn("corner_radius", g.document["nodes"]["boxes"]["params"])
        g["bezier"].links = g.link_chain(points=g["people"]) if "link_chain" in overlace.nodes() else g["knn"]
        self.assertEqual(g.check(), [])

    def test_names_of_nodes_do_not_collide(self):
        g = overlace.Graph()
        people = g.track_input()
        names = [repr(g.draw_boxes(tracks=people)) for _ in range(3)]
        self.assertEqual(names, ["<overlace node 'boxes'>", "<overlace node 'boxes_2'>", "<overlace node 'boxes_3'>"])

    def test_patches(self):
        g = overlace.Graph(extends="constellation")
        g.knob("accent", "#ff0000")
        self.assertEqual(g.check(), [])

    def test_the_text_is_laid_out_as_the_presets_are(self):
        for preset in overlace.presets().values():
            document = json.loads(preset.text)
            from overlace._layout import laid_out

            text = laid_out(document)
            self.assertEqual(json.loads(text), document)
            self.assertLessEqual(max(map(len, text.splitlines())), 200)

    def test_a_notebook_shows_an_svg(self):
        root = ET.fromstring(constellation()._repr_svg_())
        space = "{http://www.w3.org/2000/svg}"
        self.assertEqual(root.tag, space + "svg")
        self.assertEqual(len(root.findall(f".//{space}rect")), 6)  # five nodes and the picture
        self.assertEqual(len(root.findall(f".//{space}path")), 6)  # four inputs and two layers

    def test_a_graph_that_is_not_complete_is_drawn_too(self):
        g = overlace.Graph()
        g.draw_boxes(tracks=g.track_input(path="$tracks"))
        self.assertIn("boxes", g.svg())
        self.assertIn("<svg", overlace.Graph().svg())


class Refused(unittest.TestCase):
    def refused(self, act, *words, kind=TypeError):
        with self.assertRaises(kind) as caught:
            act(overlace.Graph())
        for word in words:
            self.assertIn(word, str(caught.exception))

    def test_names(self):
        self.refused(lambda g: g.draw_boxs(), "draw_boxs", "did you mean 'draw_boxes'", kind=AttributeError)
        self.refused(lambda g: g.draw_fill(colour="#fff"), "draw_fill", "'colour'", "did you mean 'color'")
        self.refused(lambda g: g["x"], "x", kind=KeyError)
        self.refused(lambda g: g.knob("x"), "no knob 'x'", kind=ValueError)
        self.refused(lambda g: g.knob("a/b", 3), "a knob is called 'a/b'", kind=ValueError)
        self.refused(lambda g: g.draw_fill(node="My fill"), "a node is called 'My fill'", kind=ValueError)

    def test_wires(self):
        self.refused(lambda g: g.draw_boxes(), "needs its input 'tracks'")
        self.refused(lambda g: g.draw_boxes(tracks=g.draw_fill()), "'tracks' is DrawingNode", "TracksNode")
        self.refused(lambda g: g.draw_boxes(tracks=3), "'tracks' is 3")
        other = overlace.Graph().track_input()
        self.refused(lambda g: g.draw_boxes(tracks=other), "another graph", kind=ValueError)

    def test_values(self):
        g = overlace.Graph()
        g.composite(g.draw_fill(color="no colour"))
        self.assertEqual([problem.pointer for problem in g.check()], ["/nodes/fill/params/color"])
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaisesRegex(overlace.UsageError, "no colour") as caught:
                g.save(pathlib.Path(folder, "x.json"))
            self.assertEqual(caught.exception.problems[0].file, f"{folder}/x.json")
            self.assertEqual(list(pathlib.Path(folder).iterdir()), [])
        with self.assertRaisesRegex(OSError, "/nowhere/x.json cannot be written"):
            overlace.Graph(extends="boxes").save("/nowhere/x.json")
        self.refused(lambda g: g.draw_fill(color=object()), "JSON", kind=ValueError)
        self.refused(lambda g: g.draw_text(opacity=float("nan")), "JSON", kind=ValueError)


class Loaded(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="overlace-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.path = self.folder / "mine.json"

    def test_save_and_load(self):
        constellation().save(self.path)
        self.assertEqual(overlace.Graph.load(self.path).document, constellation().document)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["mine.json"])

    def test_an_edit_changes_one_line(self):
        text = overlace.presets()["constellation"].text.replace('"nodes": {', '"// mine": "a comment",\n  "nodes": {', 1)
        self.path.write_text(text, encoding="utf-8")
        g = overlace.Graph.load(self.path)
        g["links"].k = 7
        g.save()
        before, after = text.splitlines(), self.path.read_text(encoding="utf-8").splitlines()
        self.assertEqual(len(before), len(after))
        changed = [(old, new) for old, new in zip(before, after) if old != new]
        self.assertEqual([tuple(map(str.strip, pair)) for pair in changed], [('"k": "$neighbours",', '"k": 7,')])

    def test_what_a_saved_document_extends_is_found_from_its_file(self):
        constellation().save(self.folder / "base.json")
        patch = overlace.Graph(extends="base.json")
        patch.knob("accent", "#ff0000")
        self.assertTrue(patch.check(), "from the working folder")
        self.path.write_text(patch.text, encoding="utf-8")
        loaded = overlace.Graph.load(self.path)
        self.assertEqual(loaded.check(), [])
        red = overlace.Clip(loaded, [detections(0)], size=SIZE).overlay(0)
        self.assertTrue((red != overlace.Clip(constellation(), [detections(0)], size=SIZE).overlay(0)).any())
        loaded["boxes"].corner_radius = 9
        loaded.save()
        self.assertEqual(overlace.check(self.path), [])

    def test_nodes_are_added_to_a_loaded_graph(self):
        g = overlace.Graph.load("boxes")
        g.composite(*g.document["composite"], g.draw_points(tracks=g["people"], size=9))
        self.assertEqual(g.check(), [])
        self.assertEqual(g.document["composite"][-1], "points")
        self.assertEqual(g["points"].size, 9)
        g.save(self.path)
        self.assertEqual(overlace.check(self.path), [])

    def test_nodes_are_renamed_and_removed(self):
        built, loaded = constellation(), overlace.Graph.load("constellation")
        before = loaded.text.splitlines()
        for g in (built, loaded):
            self.assertEqual(repr(g.rename("boxes", "frames")), "<overlace node 'frames'>")
            self.assertNotIn("boxes", g)
            self.assertIn("frames", json.dumps(g.document["composite"]))
            self.assertEqual(g.check(), [])
        after = loaded.text.splitlines()
        self.assertEqual(sum(old != new for old, new in zip(before, after)), 2)
        loaded.remove("points")
        self.assertNotIn("points", loaded.document["composite"])
        with self.assertRaisesRegex(ValueError, "is missing"):
            loaded.remove("steady")
        with self.assertRaisesRegex(ValueError, "no node 'bxes'"):
            loaded.rename("bxes", "b")

    def test_a_refused_edit_changes_nothing(self):
        g = overlace.Graph.load("boxes")
        text = g.text
        with self.assertRaises(ValueError):
            g["boxes"].stroke_width = "wide"
        self.assertEqual(g.text, text)

    def test_files_that_are_no_documents(self):
        for text in ("", "[1]", "{", '{"overlace": 1}x'):
            self.path.write_text(text)
            with self.assertRaises(ValueError):
                overlace.Graph.load(self.path)


class Registry(unittest.TestCase):
    def test_presets(self):
        presets = overlace.presets()
        self.assertEqual(set(presets), {path.stem for path in (SOURCE / "presets").glob("*.json") if "schema" not in path.name})
        knob = presets["constellation"].knobs["neighbours"]
        self.assertEqual((knob.kind, knob.default, knob.min, knob.max), ("integer", "3", 1, 64))
        self.assertEqual(json.loads(presets["boxes"].text), json.loads((SOURCE / "presets/boxes.json").read_text()))
        with self.assertRaisesRegex(KeyError, "boxs"):
            presets["boxs"]

    def test_check_tells_all_problems(self):
        graph = {"overlace": 1, "nodes": {"a": {"type": "x"}, "b": {"type": "y"}}, "composite": ["c"]}
        self.assertGreaterEqual(len(overlace.check(graph)), 2)
        self.assertEqual(overlace.check("boxes"), [])
        self.assertTrue(overlace.check("boxes", nonsense=3))
        self.assertTrue(overlace.check(pathlib.Path("nowhere.json")))

    def test_schema_and_features(self):
        self.assertEqual(overlace.schema(), json.loads((SOURCE / "presets/overlace-graph.schema.json").read_text()))
        features = overlace.features()
        self.assertEqual(features["version"], ".".join(map(str, overlace.version())))
        self.assertIn("nv12", features["pixel_formats"])
        self.assertGreater(len(features["track_formats"]), 60)

    def test_stubs_are_those_of_the_registry(self):
        run = subprocess.run(
            [sys.executable, "-B", SOURCE / "tools/python-stubs"], input=json.dumps(list(overlace.nodes().values())),
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        self.assertEqual((SOURCE / "python/overlace/_nodes.pyi").read_text(encoding="utf-8"), run.stdout)
        self.assertEqual(len(re.findall(r"^    def \w+\(\n", run.stdout, re.MULTILINE)), len(overlace.nodes()))


if __name__ == "__main__":
    unittest.main()
