# SPDX-License-Identifier: Apache-2.0
"""Detections of each kind become the same columns as a dict with the same content; the rest is refused."""

import unittest

import numpy as np

import overlace
from overlace._columns import Columns, Texts
from overlace.detections import columns_of
from support import needs

XYXY = np.array([[10, 20, 40, 65], [100.5, 50, 130, 95]], np.float32)
IDS = np.array([7, 3])
CLASSES = np.array([0, 1])
SCORES = np.array([0.9, 0.5], np.float32)
NAMES = ["person", "car"]
EXPECTED = columns_of({"xyxy": XYXY, "id": IDS, "class": ["person", "car"], "score": SCORES})


def lists_of(lists):
    """The items of each row."""
    if lists is None:
        return None
    return [lists.items[begin:end].tolist() for begin, end in zip(lists.offset[:-1], lists.offset[1:])]


class Case(unittest.TestCase):
    maxDiff = None

    def assert_same(self, found, expected):
        for name in ("box", "id", "class_index", "score", "rotation", "embedding"):
            left, right = getattr(found, name), getattr(expected, name)
            self.assertEqual(left is None, right is None, name)
            if left is not None:
                np.testing.assert_allclose(left, right, rtol=1e-4, atol=1e-3, err_msg=name)
        used = expected.class_index.max() + 1 if expected.class_index is not None and len(expected) else 0
        self.assertEqual(found.class_names[:used], expected.class_names[:used])
        self.assertEqual(lists_of(found.outlines), lists_of(expected.outlines))
        self.assertEqual(found.attributes.keys(), expected.attributes.keys())

    def refused(self, detections, *words, kind=ValueError, classes=()):
        with self.assertRaises(kind) as caught:
            columns_of(detections, classes)
        self.assertIsInstance(caught.exception, overlace.Error)
        for word in words:
            self.assertIn(word, str(caught.exception))


class Dicts(Case):
    def test_columns_are_what_was_given(self):
        np.testing.assert_array_equal(EXPECTED.box, [[10, 20, 30, 45], [100.5, 50, 29.5, 45]])
        self.assertEqual(EXPECTED.id.tolist(), [7, 3])
        self.assertEqual((EXPECTED.class_index.tolist(), EXPECTED.class_names), ([0, 1], NAMES))
        self.assertEqual(EXPECTED.score.dtype, np.float32)

    def test_names_of_columns_have_synonyms(self):
        for names in (("boxes", "labels", "scores", "tracker_id"), ("xyxy", "class", "score", "id")):
            found = columns_of(dict(zip(names, (XYXY, NAMES, SCORES, IDS))))
            self.assert_same(found, EXPECTED)

    def test_class_numbers_have_the_names_that_were_given(self):
        found = columns_of({"xyxy": XYXY, "id": IDS, "class": CLASSES, "score": SCORES}, NAMES)
        self.assert_same(found, EXPECTED)

    def test_other_columns_are_attributes(self):
        found = columns_of({"xyxy": XYXY, "speed": [1, 2.5], "team": ["red", None]})
        self.assertEqual(found.attributes["speed"].tolist(), [1, 2.5])
        team = found.attributes["team"]
        self.assertIsInstance(team, Texts)
        self.assertEqual((team.texts, team.index[0], np.isnan(team.index[1])), (["red"], 0, True))

    def test_key_points(self):
        points = np.array([[[1, 2, 0.5], [3, 4, 0.6]], [[5, 6, 0.7], [np.nan, np.nan, 0]]], np.float32)
        found = columns_of({"xyxy": XYXY, "key_points": points}).points
        self.assertEqual(found.offset.tolist(), [0, 2, 4])
        self.assertEqual(found.items["state"].tolist(), [2, 2, 2, 0])
        np.testing.assert_allclose(found.items["score"], [0.5, 0.6, 0.7, 0])
        ragged = columns_of({"xyxy": XYXY, "key_points": [points[0], points[1, :1, :2]]}).points
        self.assertEqual(ragged.offset.tolist(), [0, 2, 3])
        self.assertTrue(np.isnan(ragged.items["score"][2]))

    def test_outlines_have_rings(self):
        triangle = [[0, 0], [9, 0], [0, 9]]
        hole = [[1, 1], [2, 1], [1, 2]]
        found = columns_of({"xyxy": XYXY, "outlines": [[triangle, hole], triangle]}).outlines
        self.assertEqual(found.offset.tolist(), [0, 6, 9])
        self.assertEqual(found.items["ring"].tolist(), [0, 0, 0, 1, 1, 1, 0, 0, 0])
        self.assertEqual(found.items["x"].tolist(), [0, 9, 0, 1, 2, 1, 0, 9, 0])

    def test_masks_of_several_types_are_the_same(self):
        masks = np.zeros((2, 6, 8), bool)
        masks[0, 2:4, 3:5] = masks[1, 0, 0] = True
        for given in (masks, masks.astype(np.uint8), masks.astype(np.float32) * 0.9, masks.astype(np.int64)[:, None]):
            np.testing.assert_array_equal(columns_of({"xyxy": XYXY, "masks": given}).masks != 0, masks)
        self.assertIs(columns_of({"xyxy": XYXY, "masks": masks}).masks.base, masks)

    def test_none_and_empty_have_no_rows(self):
        for nothing in (None, {}, {"xyxy": []}, [], np.empty((0, 4)), np.empty((0, 6), np.float32), {"xyxy": [], "id": []}):
            self.assertEqual(len(columns_of(nothing)), 0)

    def test_ids_may_be_whole_floats_and_missing(self):
        found = columns_of({"xyxy": XYXY, "id": np.array([3.0, np.nan])})
        self.assertEqual(found.id.tolist(), [3, -1])
        self.assertEqual(columns_of({"xyxy": XYXY, "id": [None, 2]}).id.tolist(), [-1, 2])


class Arrays(Case):
    def test_columns_by_their_number(self):
        bare = Columns(EXPECTED.box)
        self.assert_same(columns_of(XYXY), bare)
        self.assert_same(columns_of(XYXY.tolist()), bare)
        bare.score = SCORES
        self.assert_same(columns_of(np.column_stack([XYXY, SCORES])), bare)
        bare.class_index, bare.class_names = CLASSES, NAMES
        self.assert_same(columns_of(np.column_stack([XYXY, SCORES, CLASSES]), NAMES), bare)
        bare.id = IDS
        self.assert_same(columns_of(np.column_stack([XYXY, IDS, SCORES, CLASSES]), NAMES), bare)


@needs("supervision")
class Supervision(Case):
    def setUp(self):
        import supervision

        self.sv = supervision

    def test_detections(self):
        given = self.sv.Detections(xyxy=XYXY, class_id=CLASSES, confidence=SCORES, tracker_id=IDS)
        self.assert_same(columns_of(given, NAMES), EXPECTED)

    def test_class_names_of_data_come_first(self):
        given = self.sv.Detections(
            xyxy=XYXY, class_id=np.array([5, 2]), confidence=SCORES, tracker_id=IDS, data={"class_name": np.array(NAMES)}
        )
        self.assert_same(columns_of(given), EXPECTED)

    def test_masks_and_data(self):
        masks = np.zeros((2, 6, 8), bool)
        masks[1, 2:5, 3:6] = True
        given = self.sv.Detections(xyxy=XYXY, mask=masks, data={"speed": np.array([1.0, 2.0]), "matrix": np.eye(2)})
        found = columns_of(given)
        np.testing.assert_array_equal(found.masks != 0, masks)
        self.assertEqual(found.attributes["speed"].tolist(), [1, 2])
        self.assertNotIn("matrix", found.attributes)

    def test_rotated_boxes(self):
        corners = np.array([[[0, 10], [10, 0], [30, 20], [20, 30]]], np.float32)
        given = self.sv.Detections(xyxy=np.array([[0, 0, 30, 30]], np.float32), data={"xyxyxyxy": corners})
        found = columns_of(given)
        np.testing.assert_allclose(found.rotation, [-45])
        np.testing.assert_allclose(found.box[0, :2] + found.box[0, 2:] / 2, [15, 15])
        np.testing.assert_allclose(found.box[0, 2:], [200**0.5, 800**0.5], rtol=1e-5)

    def test_none(self):
        self.assertEqual(len(columns_of(self.sv.Detections.empty())), 0)


@needs("ultralytics", "torch")
class Ultralytics(Case):
    def results(self, **parts):
        from ultralytics.engine.results import Results

        return Results(orig_img=np.zeros((180, 320, 3), np.uint8), path="x", names={0: "person", 1: "car"}, **parts)

    def test_tracked_boxes(self):
        import torch

        rows = torch.tensor(np.column_stack([XYXY, IDS, SCORES, CLASSES]))
        self.assert_same(columns_of(self.results(boxes=rows)), EXPECTED)

    def test_boxes_without_ids(self):
        import torch

        found = columns_of(self.results(boxes=torch.tensor(np.column_stack([XYXY, SCORES, CLASSES]))))
        self.assertIsNone(found.id)
        self.assertEqual(found.class_index.tolist(), [0, 1])

    def test_rotated_boxes(self):
        import torch

        rows = torch.tensor([[50.0, 60.0, 20.0, 10.0, np.pi / 6, 0.9, 1.0]])
        found = columns_of(self.results(obb=rows))
        np.testing.assert_allclose(found.box, [[40, 55, 20, 10]], atol=1e-4)
        np.testing.assert_allclose(found.rotation, [30], rtol=1e-5)

    def test_the_sense_of_a_rotation_is_that_of_the_corners(self):
        import torch

        result = self.results(obb=torch.tensor([[50.0, 60.0, 20.0, 10.0, np.pi / 6, 0.9, 1.0]]))
        found, corners = columns_of(result), result.obb.xyxyxyxy[0].numpy()
        angle = np.radians(found.rotation[0])  # clockwise: from x towards y, which is down
        expected = np.array([50, 60]) + 10 * np.array([np.cos(angle), np.sin(angle)])
        middles = (corners + np.roll(corners, 1, axis=0)) / 2
        self.assertLess(min(np.hypot(*(middle - expected)) for middle in middles), 0.01)

    def test_key_points_that_were_not_found(self):
        import torch

        points = torch.tensor([[[5.0, 6.0, 0.9], [0.0, 0.0, 0.0]]])
        boxes = torch.tensor([[0.0, 0.0, 9.0, 9.0, 0.9, 0.0]])
        found = columns_of(self.results(boxes=boxes, keypoints=points)).points
        self.assertEqual(found.items["state"].tolist(), [2, 0])

    def test_masks_become_outlines(self):
        import torch

        mask = torch.zeros(1, 180, 320)
        mask[0, 20:60, 30:80] = 1
        found = columns_of(self.results(boxes=torch.tensor([[30.0, 20.0, 80.0, 60.0, 0.9, 0.0]]), masks=mask)).outlines
        corners = found.items
        self.assertEqual((corners["x"].min(), corners["x"].max(), corners["y"].min(), corners["y"].max()), (30, 79, 20, 59))

    def test_a_list_of_results_names_its_element(self):
        import torch

        self.refused([self.results(boxes=torch.zeros(0, 6))], "list of one Results", "results[0]", kind=TypeError)


@needs("torch")
class Tensors(Case):
    def test_columns_and_arrays(self):
        import torch

        given = {"boxes": torch.tensor(XYXY), "labels": torch.tensor(CLASSES), "scores": torch.tensor(SCORES), "id": torch.tensor(IDS)}
        self.assert_same(columns_of(given, NAMES), EXPECTED)
        self.assert_same(columns_of(torch.tensor(XYXY).requires_grad_()), Columns(EXPECTED.box))


class Refused(Case):
    def test_kinds(self):
        for value in ("boxes", 3, object(), b"x", 1.5):
            self.refused(value, "detections are", type(value).__name__, "give None, rows of overlace.Tracks", kind=TypeError)

    def test_boxes(self):
        bad = XYXY.copy()
        bad[1, 2] = np.nan
        self.refused(bad, '"xyxy", row 1', "nan", "x1 <= x2")
        self.refused({"boxes": XYXY[:, [2, 1, 0, 3]]}, '"boxes", row 0', "x1 <= x2")
        self.refused(np.zeros((3, 3)), "3 x 3", "N x 4")
        self.refused({"xyxy": np.zeros((3, 5))}, '"xyxy": 3 x 5', "N x 4")
        self.refused({"xyxy": np.full((2, 4), 1e39)}, "row 0")
        self.refused({"id": [1]}, "'id'", '"xyxy"')
        self.refused({"xyxy": np.array([["a"] * 4])}, '"xyxy"')

    def test_lengths(self):
        for name in ("id", "class", "score", "rotation", "key_points", "masks", "outlines", "embedding", "speed"):
            value = {"key_points": np.zeros((3, 2, 2)), "masks": np.zeros((3, 4, 4)), "outlines": [[]] * 3,
                     "embedding": np.zeros((3, 2))}.get(name, [1, 2, 3])  # fmt: skip
            self.refused({"xyxy": XYXY, name: value}, f'"{name}"', "2")

    def test_ids(self):
        self.refused({"xyxy": XYXY, "id": [1, 2.5]}, '"id", row 1', "2.5", "whole")
        self.refused({"xyxy": XYXY, "id": ["a", "b"]}, '"id"', "whole")
        self.refused({"xyxy": XYXY, "id": [1e30, 2]}, '"id", row 0')

    def test_classes(self):
        self.refused({"xyxy": XYXY, "class": [0, 2]}, '"class", row 1', "class 2", "2 class names", classes=NAMES)
        self.refused({"xyxy": XYXY, "class": [0, -2]}, '"class", row 1')
        self.refused({"xyxy": XYXY, "class": [["a"], ["b", "c"]]}, '"class"', kind=overlace.Error)

    def test_shapes(self):
        self.refused({"xyxy": XYXY, "masks": np.zeros((2, 4))}, '"masks"', "N x H x W")
        self.refused({"xyxy": XYXY, "key_points": np.zeros((2, 3, 5))}, '"key_points", row 0', "K x 2")
        self.refused({"xyxy": XYXY, "outlines": [[[1, 2, 3]], []]}, '"outlines", row 0', "M x 2")
        self.refused({"xyxy": XYXY, "outlines": [[[1, np.inf]], []]}, '"outlines", row 0', "finite")
        self.refused({"xyxy": XYXY, "speed": [[1, 2], [3, 4]]}, '"speed"', "one value")
        self.refused({"xyxy": XYXY, "score": np.array([1j, 2])}, '"score"')

    def test_two_names_for_one_column(self):
        self.refused({"xyxy": XYXY, "boxes": XYXY}, '"xyxy" and "boxes"')


if __name__ == "__main__":
    unittest.main()
