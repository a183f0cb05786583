# SPDX-License-Identifier: Apache-2.0
"""Every annotator of docs/from-supervision.md beside the node that draws the same.

What is asserted is measured in supervision's own picture or counter: where pixels of an object's
colour are, in how many pieces, whose lies on top, how many have crossed. Skipped without supervision (PyPI).
"""

import importlib.util
import subprocess
import sys
import unittest

import cli

HERE = importlib.util.find_spec("supervision") is not None
if HERE:
    import cv2
    import numpy as np
    import supervision as sv
    import supervision_scene as scene
    from supervision_scene import BY_ID, FRAME, IDS, PEER, Shape

FONT = "DejaVuSans.ttf"
needs_supervision = unittest.skipUnless(HERE, "supervision is not installed")


class PeerTest(cli.CliTest):
    """A test that draws the scene with both."""

    def painter(self, picture=None):
        return scene.Painter(self.folder, scene.flat() if picture is None else picture)

    def assert_near(self, ours, theirs, slack, what):
        for mine, wanted in zip(ours, theirs, strict=True):
            self.assertAlmostEqual(mine, wanted, delta=slack, msg=f"{what}: {ours}, supervision: {theirs}")

    def assert_same_shapes(self, ours, theirs, opacity=1.0, slack=2, pieces=True):
        """Each object's colour is in as many pieces, and has the same box around it, within `slack` px."""
        mine, wanted = scene.shapes(ours, opacity), scene.shapes(theirs, opacity)
        self.assertEqual(sorted(wanted), IDS)
        self.assertEqual(sorted(mine), IDS)
        for key in IDS:
            if pieces:
                self.assertEqual(mine[key].pieces, wanted[key].pieces, f"object {key}")
            self.assert_near(mine[key].box, wanted[key].box, slack, f"object {key}")

    def assert_same_mark(self, annotator, kind, params, slack=2):
        """One node draws what an annotator does, with the second object below the third one."""
        theirs = annotator.annotate(scene.flat(), scene.detections(FRAME, masks=annotator.requires_mask))
        self.assert_same_shapes(self.painter().mark(kind, params), theirs, slack=slack)


@needs_supervision
@cli.needs_ffmpeg
class Boxes(PeerTest):
    def test_box(self):
        self.assert_same_mark(sv.BoxAnnotator(**PEER), "draw_boxes",
                              {"stroke_width": 2, "corner_radius": 0, "color": BY_ID})

    def test_round_box(self):
        self.assert_same_mark(sv.RoundBoxAnnotator(**PEER, roundness=0.6), "draw_boxes",
                              {"stroke_width": 2, "corner_radius": {"expr": "min(width, height) * 0.3"}, "color": BY_ID})

    def test_box_corner(self):
        self.assert_same_mark(sv.BoxCornerAnnotator(**PEER, thickness=4, corner_length=15), "draw_boxes",
                              {"style": "corners", "stroke_width": 4, "corner_length": 15, "corner_radius": 0,
                               "color": BY_ID})

    def test_color(self):
        theirs = sv.ColorAnnotator(**PEER, opacity=0.5).annotate(scene.flat(), scene.detections(FRAME))
        ours = self.painter().draw(scene.faint({"type": "draw_boxes", "inputs": {"tracks": "tracks"},
                                                "params": {"stroke_width": 0, "corner_radius": 0, "fill": BY_ID}}),
                                   ["faint"])
        self.assert_same_shapes(ours, theirs, opacity=0.5)

    def test_oriented_box(self):
        turned = scene.detections(FRAME)
        turned.data["xyxyxyxy"] = np.array([scene.corners(box, 30) for box in scene.boxes(FRAME)])
        theirs = sv.OrientedBoxAnnotator(**PEER).annotate(scene.flat(), turned)
        painter = self.painter()
        scene.write_tracks(painter.tracks, rotation=30)
        ours = painter.mark("draw_boxes", {"stroke_width": 2, "corner_radius": 0, "color": BY_ID})
        self.assert_same_shapes(ours, theirs)

    def test_colors_by_class_and_by_index(self):
        for lookup, attribute in (sv.ColorLookup.CLASS, "class"), (sv.ColorLookup.INDEX, "index"):
            with self.subTest(attribute):
                theirs = sv.BoxAnnotator(color=scene.PALETTE, color_lookup=lookup).annotate(
                    scene.flat(), scene.detections(FRAME))
                ours = self.painter().mark("draw_boxes", {
                    "stroke_width": 2, "corner_radius": 0, "color": {"map": attribute, "palette": scene.COLORS}})
                for color in scene.COLORS:
                    wanted = Shape.of(scene.painted(theirs, color))
                    mine = Shape.of(scene.painted(ours, color))
                    self.assertEqual(mine.pieces, wanted.pieces, color)
                    self.assert_near(mine.box, wanted.box, 2, color)


@needs_supervision
@cli.needs_ffmpeg
class Points(PeerTest):
    def test_circle(self):
        self.assert_same_mark(sv.CircleAnnotator(**PEER), "draw_points",
                              {"style": "ring", "size": {"expr": "sqrt(width * width + height * height)"},
                               "stroke_width": 2, "color": BY_ID})

    def test_ellipse(self):
        self.assert_same_mark(sv.EllipseAnnotator(**PEER), "draw_points",
                              {"style": "ground", "anchor": "bottom", "size": {"expr": "2 * width"}, "stroke_width": 2,
                               "color": BY_ID})

    def test_dot(self):
        self.assert_same_mark(sv.DotAnnotator(**PEER, radius=4), "draw_points", {"size": 9, "color": BY_ID})

    def test_dot_with_outline(self):
        self.assert_same_mark(sv.DotAnnotator(**PEER, radius=8, outline_thickness=2), "draw_points",
                              {"size": 15, "outline_width": 2, "outline": "#000", "color": BY_ID})

    def test_triangle_stands_on_its_tip(self):
        annotator = sv.TriangleAnnotator(**PEER, base=20, height=20)
        params = {"style": "pointer", "anchor": "top", "size": 20, "color": BY_ID}
        self.assert_same_mark(annotator, "draw_points", params)
        for picture in (annotator.annotate(scene.flat(), scene.detections(FRAME)),
                        self.painter().mark("draw_points", params)):
            widths = scene.painted(picture, scene.COLORS[1])[43:58, 90:130].sum(axis=1)  # from the base to the tip
            self.assertTrue((np.diff(widths) <= 0).all(), widths)

    def test_trace(self):
        annotator = sv.TraceAnnotator(**PEER, trace_length=15)
        for frame in range(FRAME + 1):
            theirs = annotator.annotate(scene.flat(), scene.detections(frame))
        ours = self.painter().mark("draw_trails", {
            "frames": 14, "step": 1, "anchor": "center", "width": 2, "width_end": 2, "fade": False, "opacity": 1,
            "color": BY_ID})
        self.assert_same_shapes(ours, theirs)

    def test_percentage_bar(self):
        params = {"width": 40, "height": 8, "corner_radius": 0, "offset": 0, "color": BY_ID, "empty": "#0000"}
        self.assert_same_mark(sv.PercentageBarAnnotator(**PEER, height=8, width=40, border_thickness=1), "draw_bars",
                              params)

    def test_icon(self):
        icon = np.zeros((64, 64, 4), np.uint8)
        icon[8:56, 8:56] = (0, 0, 255, 255)
        path = str(self.folder / "icon.png")
        cv2.imwrite(path, icon)
        theirs = sv.IconAnnotator(icon_resolution_wh=(64, 64)).annotate(
            scene.flat(), scene.detections(FRAME), icon_path=path)
        ours = self.painter().mark("draw_icons", {"path": path, "size": 64, "position": "top", "margin": -32})
        self.assertEqual(Shape.of(scene.changed(ours, scene.flat())), Shape.of(scene.changed(theirs, scene.flat())))


@needs_supervision
@cli.needs_ffmpeg
class Labels(PeerTest):
    def test_label_stands_on_its_box(self):
        theirs = sv.LabelAnnotator(**PEER).annotate(scene.flat(), scene.detections(FRAME), labels=["a name"] * len(IDS))
        ours = self.painter().mark("draw_labels", {"text": "a name", "size": 16, "plate": BY_ID, "plate_radius": 0,
                                                   "offset": 0})
        mine, wanted = scene.shapes(ours), scene.shapes(theirs)
        for key in IDS:
            left, _, _, bottom = wanted[key].box
            self.assert_near((mine[key].box[0], mine[key].box[3]), (left, bottom), 2, f"object {key}")

    def test_rich_label_is_as_wide(self):
        font = subprocess.run(["fc-match", "-f", "%{file}", "DejaVu Sans"], capture_output=True, text=True,
                              check=True).stdout
        if not font.endswith(FONT):
            self.skipTest(f"{FONT} is not installed")
        theirs = sv.RichLabelAnnotator(**PEER, font_path=font, font_size=16, text_padding=8).annotate(
            scene.flat(), scene.detections(FRAME), labels=[f"#{key} número" for key in IDS])
        ours = self.painter().mark("draw_labels", {
            "font": font, "text": "#{id} número", "size": 16, "plate": BY_ID, "plate_padding": 8, "plate_radius": 0,
            "offset": 0, "keep_inside": False})
        mine, wanted = scene.shapes(ours), scene.shapes(theirs)
        for key in IDS:
            self.assert_near((mine[key].box[0], mine[key].box[2], mine[key].box[3]),
                             (wanted[key].box[0], wanted[key].box[2], wanted[key].box[3]), 2, f"object {key}")

    def test_long_labels_have_as_many_lines(self):
        theirs = sv.LabelAnnotator(**PEER, max_line_length=9).annotate(
            scene.flat(), scene.detections(FRAME), labels=["number 7 is on its way"] * len(IDS))
        ours = self.painter().mark("draw_labels", {
            "text": "number 7 is on its way", "max_width": 70, "size": 14, "line_height": 1.5, "plate": BY_ID,
            "offset": 0, "keep_inside": False})
        self.assertEqual(scene.lines_of_text(theirs, 4), 3)
        self.assertEqual(scene.lines_of_text(ours, 4), 3)

    def test_smart_labels_do_not_overlap(self):
        crowd = [((key, 0, 0.5), (250 + 14 * key, 150 + 9 * key, 60, 60), (0, 0)) for key in IDS]
        theirs = {}
        for smart in (False, True):
            theirs[smart] = sv.LabelAnnotator(**PEER, smart_position=smart).annotate(
                scene.flat(), scene.detections(FRAME, objects=crowd), labels=["a long label"] * len(IDS))
        painter = self.painter()
        scene.write_tracks(painter.tracks, objects=crowd)
        params = {"text": "a long label", "size": 16, "plate": BY_ID, "plate_radius": 0}
        self.assertGreater(scene.overlap(theirs[False]), 1000)
        self.assertLess(scene.overlap(theirs[True]), 100)
        self.assertLess(scene.overlap(painter.mark("draw_labels", {**params, "layout": "avoid"})), 100)

    def test_vertex_label_is_centred_on_its_point(self):
        wrists, names = [9, 10], ["left_wrist", "right_wrist"]
        at = np.array([scene.key_points(box)[wrists] for box in scene.boxes(FRAME)], np.float32)
        theirs = sv.VertexLabelAnnotator(color=sv.Color.from_hex(scene.COLORS[0]), text_scale=0.25, text_padding=2) \
            .annotate(scene.flat(), sv.KeyPoints(xy=at[:1]), labels=names)
        ours = self.painter().draw(scene.named({
            "people": {"type": "track_filter", "inputs": {"tracks": "named"}, "params": {"ids": ["1"]}},
            "points": {"type": "track_key_points", "inputs": {"tracks": "people"}, "params": {"points": names}},
            "look": {"type": "draw_labels", "inputs": {"tracks": "points"},
                     "params": {"text": "{class}", "size": 8, "position": "center", "inside": True, "offset": 0,
                                "plate": scene.COLORS[0], "plate_radius": 0, "plate_padding": 2}}}), ["look"])
        for picture in theirs, ours:
            plates = scene.centres(scene.closed(scene.painted(picture, scene.COLORS[0])))
            self.assertEqual(len(plates), 2)
            for plate, point in zip(plates, sorted(at[0].tolist())):
                self.assert_near(plate, point, 2.5, "plate")


@needs_supervision
@cli.needs_ffmpeg
class Areas(PeerTest):
    def test_mask_has_the_smaller_object_on_top(self):
        theirs = sv.MaskAnnotator(**PEER, opacity=0.5).annotate(scene.flat(), scene.detections(FRAME, masks=True))
        ours = self.painter().draw(scene.faint({"type": "draw_outlines", "inputs": {"tracks": "tracks"},
                                                "params": {"stroke_width": 0, "fill": BY_ID, "order": "area"}}), ["faint"])
        self.assert_same_shapes(ours, theirs, opacity=0.5)
        self.assertGreater(scene.shapes(ours, 0.5)[2].area, 0.95 * np.pi / 4 * 80 * 60)  # nothing covers it

    def test_polygon(self):
        self.assert_same_mark(sv.PolygonAnnotator(**PEER), "draw_outlines",
                              {"stroke_width": 2, "color": BY_ID, "fill": "#0000"})

    def test_halo_leaves_the_body(self):
        found = scene.detections(FRAME, masks=True)
        theirs = sv.HaloAnnotator(**PEER, kernel_size=40).annotate(scene.flat(), found)
        light = {"stroke_width": 1, "color": BY_ID, "fill": "#0000", "glow_side": "out", "glow_radius": 20,
                 "glow_gain": 0.8}
        ours = self.painter().draw({  # the light of one is not on the body of another
            "light": {"type": "draw_outlines", "inputs": {"tracks": "tracks"}, "params": light},
            "bodies": {"type": "draw_outlines", "inputs": {"tracks": "tracks"},
                       "params": {"stroke_width": 0, "fill": "#fff"}},
            "holes": {"type": "composite", "inputs": {"layers": ["bodies"]}, "params": {"blend": "erase"}},
            "halo": {"type": "composite", "inputs": {"layers": ["light", "holes"]}}}, ["halo"])
        inside = cv2.erode(found.mask.any(axis=0).astype(np.uint8), np.ones((5, 5))) > 0
        bodies = scene.detections(FRAME).xyxy
        for picture in theirs, ours:
            light = scene.changed(picture, scene.flat(), least=12)
            self.assertFalse(light[inside].any())
            reach = Shape.of(light).box
            self.assertGreater(bodies[:, 0].min() - reach[0], 8)  # half of the kernel's 20 px, or nearly
            self.assertLess(bodies[:, 0].min() - reach[0], 21)
        self.assert_near(Shape.of(scene.changed(ours, scene.flat(), least=12)).box,
                         Shape.of(scene.changed(theirs, scene.flat(), least=12)).box, 6, "halo")

    def test_background_overlay(self):
        params = {"padding": 0, "feather": 0, "roundness": 0, "color": "#00000080"}
        for shape, masks in ("box", False), ("mask", True):
            with self.subTest(shape):
                found = scene.detections(FRAME, masks)
                theirs = sv.BackgroundOverlayAnnotator(opacity=0.5).annotate(scene.flat(), found)
                ours = self.painter().mark("draw_spotlight", {**params, "shape": shape})
                differs = scene.changed(ours, theirs, least=4)
                edge = cv2.Canny((theirs[..., 0] > 100).astype(np.uint8) * 255, 50, 100)
                self.assertFalse((differs & (cv2.dilate(edge, np.ones((5, 5))) == 0)).any())

    def test_comparison(self):
        first, second = scene.detections(FRAME)[:2], scene.detections(FRAME)[2:]
        theirs = sv.ComparisonAnnotator(opacity=1.0).annotate(scene.flat(), first, second)
        boxes = {"stroke_width": 0, "corner_radius": 0}

        def fill(tracks, color):
            return {"type": "draw_boxes", "inputs": {"tracks": tracks}, "params": {**boxes, "fill": color}}

        ours = self.painter().draw({
            "first": {"type": "track_filter", "inputs": {"tracks": "tracks"}, "params": {"ids": ["1", "2"]}},
            "second": {"type": "track_filter", "inputs": {"tracks": "tracks"}, "params": {"ids": ["3", "4"]}},
            "one": fill("first", "#ff0000"), "other": fill("second", "#00ff00"),
            "common": fill("first", "#0000ff"), "where": fill("second", "#fff"),
            "inside": {"type": "composite", "inputs": {"layers": ["where"]}, "params": {"blend": "inside"}},
            "both": {"type": "composite", "inputs": {"layers": ["common", "inside"]}},
        }, ["one", "other", "both"])
        differs = scene.changed(ours, theirs, least=8)
        self.assertGreater(len(np.unique(theirs.reshape(-1, 3), axis=0)), 3)  # grey and the three colours
        self.assertLess(Shape.of(cv2.erode(differs.astype(np.uint8), np.ones((3, 3)))).area, 1)  # edges only


@needs_supervision
@cli.needs_ffmpeg
class Pictures(PeerTest):
    def effect(self, kind, params):
        return scene.Painter(self.folder, scene.textured()).draw({
            "region": {"type": "draw_boxes", "inputs": {"tracks": "tracks"},
                       "params": {"stroke_width": 0, "corner_radius": 0, "fill": "#fff"}},
            "look": {"type": kind, "inputs": {"region": "region"}, "params": params}}, ["look"])

    def assert_only_boxes_change(self, picture):
        inside = np.zeros((scene.HEIGHT, scene.WIDTH), bool)
        for x, y, width, height in scene.boxes(FRAME):
            inside[y:y + height, x:x + width] = True
        changed = scene.changed(picture, scene.textured(), least=0)
        self.assertFalse(changed[~inside].any())
        self.assertGreater(changed[inside].mean(), 0.9)

    def test_blur(self):
        theirs = sv.BlurAnnotator(kernel_size=15).annotate(scene.textured(), scene.detections(FRAME))
        ours = self.effect("picture_blur", {"sigma": 4.3})  # a box of 15 px has that deviation: sqrt((15² - 1) / 12)
        for picture in theirs, ours:
            self.assert_only_boxes_change(picture)
        x, y, width, height = scene.boxes(FRAME)[0]
        inner = np.s_[y + 8:y + height - 8, x + 8:x + width - 8]
        off = np.abs(ours[inner].astype(int) - theirs[inner]).mean()
        self.assertLess(off, 0.25 * np.abs(theirs[inner].astype(int) - scene.textured()[inner]).mean())

    def test_pixelate(self):
        theirs = sv.PixelateAnnotator(pixel_size=20).annotate(scene.textured(), scene.detections(FRAME))
        ours = self.effect("picture_pixelate", {"block": 20})
        for picture in theirs, ours:
            self.assert_only_boxes_change(picture)
            x, y, width, height = scene.boxes(FRAME)[0]  # at 80, 60: cells of both begin at its corner
            cells = picture[y:y + height, x:x + width].astype(int)
            self.assertEqual({int(step) + 1 for step in np.flatnonzero(np.abs(np.diff(cells, axis=1)).sum(axis=(0, 2)))},
                             set(range(20, width, 20)))

    def test_crop(self):
        one = [((1, 0, 0.9), (300, 240, 40, 60), (0, 0))]
        theirs = sv.CropAnnotator(scale_factor=2, border_thickness=0, border_color=sv.Color.BLACK).annotate(
            scene.textured(), scene.detections(FRAME, objects=one))
        painter = scene.Painter(self.folder, scene.textured())
        scene.write_tracks(painter.tracks, objects=one)
        ours = painter.mark("picture_insets", {"position": "top", "size": 0, "zoom": 2, "aspect": 40 / 60, "gap": 0,
                                               "border_width": 0, "corner_radius": 0, "leader": False})
        changed = [Shape.of(scene.changed(picture, scene.textured(), least=8), least=40).box
                   for picture in (ours, theirs)]
        self.assert_near(*changed, 2, "inset")
        self.assertLess(np.abs(ours[125:235, 285:355].astype(int) - theirs[125:235, 285:355]).mean(), 3)

    def test_heat_map(self):
        annotator = sv.HeatMapAnnotator(opacity=1.0, radius=40, kernel_size=None)
        for frame in range(FRAME + 1):
            theirs = annotator.annotate(scene.flat(), scene.detections(frame))
        ours = self.painter().mark("draw_heat", {"radius": 40, "floor": 0, "soft": 0, "opacity": 1, "scale": "frame",
                                                 "ramp": ["#0000ff", "#00ff00", "#ff0000"]})
        areas = [scene.changed(picture, scene.flat()) for picture in (ours, theirs)]
        self.assertGreater((areas[0] & areas[1]).sum() / (areas[0] | areas[1]).sum(), 0.9)
        self.assert_near(*(Shape.of(area).box for area in areas), 4, "heat")
        blue, green, red = (ours[..., channel].astype(int) for channel in range(3))
        hottest = np.unravel_index((red - green - blue).argmax(), red.shape)
        self.assertGreater(annotator.heat_mask[hottest], 0.95 * annotator.heat_mask.max())


@needs_supervision
@cli.needs_ffmpeg
class Skeletons(PeerTest):
    EDGES = [(16, 14), (14, 12), (17, 15), (15, 13), (12, 13), (6, 12), (7, 13), (6, 7), (6, 8), (7, 9), (8, 10), (9, 11),
             (2, 3), (1, 2), (1, 3), (2, 4), (3, 5), (4, 6), (5, 7)]  # those of COCO's annotations, from 1

    def bodies(self, params):
        return self.painter().draw(scene.named({"look": {"type": "draw_skeletons", "inputs": {"tracks": "named"},
                                                         "params": params}}), ["look"])

    def assert_same_marks(self, ours, theirs, slack):
        mine, wanted = (Shape.of(scene.painted(picture, scene.COLORS[0])) for picture in (ours, theirs))
        self.assertEqual(mine.pieces, wanted.pieces)
        self.assert_near(mine.box, wanted.box, slack, "skeletons")

    def test_vertex(self):
        theirs = sv.VertexAnnotator(color=sv.Color.from_hex(scene.COLORS[0]), radius=4).annotate(
            scene.flat(), scene.skeletons(FRAME))
        self.assert_same_marks(self.bodies({"bone_width": 0, "joint_size": 9, "joint_color": scene.COLORS[0]}), theirs, 2)

    def test_edge(self):
        theirs = sv.EdgeAnnotator(color=sv.Color.from_hex(scene.COLORS[0]), edges=self.EDGES).annotate(
            scene.flat(), scene.skeletons(FRAME))
        ours = self.bodies({"bone_width": 2, "joint_size": 0, "color": scene.COLORS[0]})
        self.assert_same_marks(ours, theirs, 2)
        thick = cv2.dilate(scene.painted(theirs, scene.COLORS[0]).astype(np.uint8), np.ones((3, 3))) > 0
        self.assertGreater(thick[scene.painted(ours, scene.COLORS[0])].mean(), 0.99)  # every bone of ours is theirs


@needs_supervision
@cli.needs_ffmpeg
class Counts(PeerTest):
    LINE = [(250, 20), (250, 340)]
    ZONE = [(90, 40), (300, 40), (300, 300), (90, 300)]

    def corners(self, points):
        return [f"{x} {y}" for x, y in points]

    def test_line_zone_by_class(self):
        # Both count the feet. What is left of their line is right of ours, so its ends change places.
        line = sv.LineZone(sv.Point(*self.LINE[0]), sv.Point(*self.LINE[1]),
                           triggering_anchors=[sv.Position.BOTTOM_CENTER])
        nodes = {"gate": {"type": "track_line", "inputs": {"tracks": "tracks"},
                          "params": {"name": "gate", "points": self.corners(self.LINE[::-1]), "margin": 0, "hold": 1,
                                     "again": 0}},
                 "look": {"type": "draw_zones", "inputs": {"tracks": "gate"}}}
        crowd = [((key, key % 2, 0.5), (203 + 20 * key, 100, 20, 40), (9 - 4 * key, 0)) for key in IDS]
        painter = self.painter()
        scene.write_tracks(painter.tracks, objects=crowd)
        for frame in range(scene.FRAMES):
            line.trigger(scene.detections(frame, objects=crowd))
            if frame % 5 == 4:
                ours = painter.series(nodes, frame)
                self.assertEqual((ours["gate.in"], ours["gate.out"]), (line.in_count, line.out_count), frame)
                for index, name in enumerate(scene.CLASSES):
                    self.assertEqual(ours.get(f"gate.in.{name}", 0), line.in_count_per_class.get(index, 0), frame)
                    self.assertEqual(ours.get(f"gate.out.{name}", 0), line.out_count_per_class.get(index, 0), frame)
        self.assertGreater(line.in_count + line.out_count, 2)

    def test_line_zone_is_drawn(self):
        line = sv.LineZone(sv.Point(*self.LINE[0]), sv.Point(*self.LINE[1]))
        theirs = sv.LineZoneAnnotator(thickness=2, color=sv.Color.from_hex(scene.COLORS[1]), display_in_count=False,
                                      display_out_count=False).annotate(scene.flat(), line)
        ours = self.painter().draw({
            "gate": {"type": "track_line", "inputs": {"tracks": "tracks"}, "params": {"points": self.corners(self.LINE)}},
            "look": {"type": "draw_zones", "inputs": {"tracks": "gate"},
                     "params": {"color": scene.COLORS[1], "stroke_width": 3, "arrow": 0, "flash": 0}}}, ["look"])
        # Theirs has a dot of 5 px radius in another colour on both ends.
        self.assert_near(*(Shape.of(scene.painted(picture, scene.COLORS[1])).box for picture in (ours, theirs)), 7, "line")

    def test_multiclass_table_has_a_row_for_each_class(self):
        ours = self.painter().draw({
            "gate": {"type": "track_line", "inputs": {"tracks": "tracks"},
                     "params": {"name": "gate", "points": self.corners(self.LINE)}},
            "look": {"type": "draw_table", "inputs": {"tracks": "gate"},
                     "params": {"rows": ["person | {gate.in.person} | {gate.out.person}",
                                         "car | {gate.in.car} | {gate.out.car}"],
                                "plate": scene.COLORS[1], "row_gap": 8, "size": 14}}}, ["look"])
        self.assertEqual(scene.lines_of_text(ours, 1), len(scene.CLASSES))

    def test_polygon_zone(self):
        zone = sv.PolygonZone(np.array(self.ZONE))
        nodes = {"area": {"type": "track_zone", "inputs": {"tracks": "tracks"},
                          "params": {"name": "area", "corners": self.corners(self.ZONE), "enter_frames": 1, "gap": 0}},
                 "look": {"type": "draw_zones", "inputs": {"tracks": "area"},
                          "params": {"color": scene.COLORS[1], "fill": "#0000", "stroke_width": 2, "zone_text": "",
                                     "flash": 0}}}
        painter, counts = self.painter(), set()
        for frame in range(0, scene.FRAMES, 4):
            zone.trigger(scene.detections(frame))
            counts.add(zone.current_count)
            self.assertEqual(painter.series(nodes, frame)["area.now"], zone.current_count, frame)
        self.assertGreater(len(counts), 1)
        theirs = sv.PolygonZoneAnnotator(zone, color=sv.Color.from_hex(scene.COLORS[1]), display_in_zone_count=False) \
            .annotate(scene.flat())
        self.assert_near(*(Shape.of(scene.painted(picture, scene.COLORS[1])).box
                           for picture in (painter.draw(nodes, ["look"]), theirs)), 2, "zone")

    def test_smoother_without_its_lag(self):
        random = np.random.default_rng(3)
        shaken = {frame: np.array([(100 + 6 * frame, 120, 60, 90)]) + random.integers(-4, 5, (1, 4))
                  for frame in range(scene.FRAMES)}
        smoother = sv.DetectionsSmoother(length=5)
        painter = self.painter()
        scene.write_tracks(painter.tracks, objects=[((1, 0, 0.9), shaken, None)])
        nodes = {"smooth": {"type": "track_smooth", "inputs": {"tracks": "tracks"}},
                 "look": {"type": "draw_boxes", "inputs": {"tracks": "smooth"}}}
        theirs, ours = [], []
        for frame in range(scene.FRAMES):
            x, y, width, height = shaken[frame][0]
            smoothed = smoother.update_with_detections(sv.Detections(
                xyxy=np.array([(x, y, x + width, y + height)], float), confidence=np.array([0.9]),
                class_id=np.array([0]), tracker_id=np.array([1])))
            if frame in range(6, 24, 3):
                middle = 100 + 6 * frame + 30
                theirs.append(middle - (smoothed.xyxy[0, 0] + smoothed.xyxy[0, 2]) / 2)
                box = painter.boxes(nodes, frame)[1]
                ours.append(middle - (box[0] + box[2] / 2))
        self.assertAlmostEqual(np.mean(theirs), 2 * 6, delta=3)  # a mean of five frames is two frames late
        self.assertAlmostEqual(np.mean(ours), 0, delta=2)


@needs_supervision
class Annotators(cli.CliTest):
    """The tool that draws both side by side."""

    @cli.needs_ffmpeg
    def test_marks_lie_where_the_peers_lie(self):
        frames, objects = 40, 6
        cli.ffmpeg("-f", "lavfi", "-i", f"testsrc2=size=640x360:rate=25:duration={frames / 25}", "-c:v", "ffv1",
                   self.folder / "clip.mkv")
        rows = [f"{frame + 1},{i + 1},{60 + 90 * i + frame * (i - 2)},{80 + 12 * i + frame},{40 + 3 * i},{80 + 5 * i},"
                f"0.{4 + i}" for frame in range(frames) for i in range(objects)]
        self.write("tracks.txt", "\n".join(rows))
        tool = subprocess.run(
            [sys.executable, cli.SOURCE / "bench/supervision/compare-supervision", "clip.mkv", "tracks.txt", "--frame", "30",
             "--overlace", cli.PROGRAM, "--out", "pictures"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(tool.returncode, 0, tool.stdout + tool.stderr)
        self.assertGreater(len(list((self.folder / "pictures").iterdir())), 10)

    def test_says_what_is_wrong_in_a_sentence(self):
        self.write("tracks.json", "{}")
        self.write("tracks.txt", "1,1,10,10,20,20,1")
        for words, reason in ((["tracks.json"], "MOTChallenge"), (["none.txt"], "none.txt"),
                              (["tracks.txt", "--frame", "7"], "nothing in frame 7"),
                              (["tracks.txt", "--frame", "0", "--overlace", "nowhere"], "none.mkv"),
                              (["tracks.txt", "--frame", "0"], "none.mkv")):
            tool = subprocess.run([sys.executable, cli.SOURCE / "bench/supervision/compare-supervision", "none.mkv", *words],
                                  cwd=self.folder, capture_output=True, text=True)
            self.assertNotEqual(tool.returncode, 0)
            self.assertNotIn("Traceback", tool.stderr)
            self.assertIn(reason, tool.stderr)


if __name__ == "__main__":
    unittest.main()
