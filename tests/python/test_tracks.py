# SPDX-License-Identifier: Apache-2.0
"""Tables of detections: what is put is what is there, what is written is read again."""

import gc
import pathlib
import shutil
import tempfile
import unittest

import numpy as np

import overlace
from cli import DATA, needs_footage
from support import SIZE, boxes, detections


class Made(unittest.TestCase):
    def setUp(self):
        self.tracks = overlace.Tracks()
        for frame in (4, 0, 2):
            self.tracks.put(frame, detections(frame))

    def test_columns_are_in_order_of_frames(self):
        self.assertEqual((len(self.tracks), self.tracks.frames), (9, range(0, 5)))
        self.assertEqual(self.tracks.frame.tolist(), [0, 0, 0, 2, 2, 2, 4, 4, 4])
        self.assertEqual(self.tracks.id.tolist(), [1, 2, 3] * 3)
        np.testing.assert_array_equal(self.tracks.xyxy, np.array(boxes(0) + boxes(2) + boxes(4), np.float32))
        np.testing.assert_array_equal(self.tracks.box[:, 2:], np.tile([30, 45], (9, 1)))
        np.testing.assert_allclose(self.tracks.score, [0.9, 0.8, 0.7] * 3)
        names = self.tracks.class_names
        self.assertEqual([names[index] for index in self.tracks.class_index[:3]], ["person", "car", "person"])

    def test_rows_of_a_frame(self):
        rows = self.tracks.rows(2)
        self.assertEqual((len(rows), rows.id.tolist()), (3, [1, 2, 3]))
        np.testing.assert_array_equal(rows.xyxy, np.array(boxes(2), np.float32))
        self.assertEqual(len(self.tracks.rows(3)), 0)
        self.assertEqual(len(self.tracks.rows(2**31 - 1)), 0)

    def test_putting_replaces_a_frame(self):
        self.tracks.put(2, {"xyxy": [[1, 2, 3, 4]]})
        self.assertEqual(self.tracks.rows(2).box.tolist(), [[1, 2, 2, 2]])
        self.assertEqual(self.tracks.rows(2).id.tolist(), [-1])
        self.tracks.put(2, None)
        self.assertEqual(self.tracks.frame.tolist(), [0, 0, 0, 4, 4, 4])

    def test_nothing_is_copied(self):
        first, second = self.tracks.box, self.tracks.box
        self.assertEqual(first.ctypes.data, second.ctypes.data)
        self.assertFalse(first.flags.writeable)

    def test_columns_outlive_changes_and_the_tracks(self):
        box, rows = self.tracks.box, self.tracks.rows(4)
        before = box.copy()
        for frame in range(200):
            self.tracks.put(frame, detections(frame + 7))
        np.testing.assert_array_equal(box, before)
        self.assertEqual(len(self.tracks), 600)
        del self.tracks
        gc.collect()
        np.testing.assert_array_equal(box, before)
        self.assertEqual(rows.id.tolist(), [1, 2, 3])

    def test_rows_go_into_other_tracks(self):
        other = overlace.Tracks()
        other.put(9, self.tracks.rows(2))
        self.assertEqual(other.frame.tolist(), [9, 9, 9])
        np.testing.assert_array_equal(other.xyxy, np.array(boxes(2), np.float32))
        self.tracks.put(5, self.tracks.rows(4))
        self.assertEqual(self.tracks.rows(5).box.tolist(), self.tracks.rows(4).box.tolist())

    def test_everything_that_a_row_can_have(self):
        mask = np.zeros((1, 6, 8), bool)
        mask[0, 1:4, 2:7] = True
        mask[0, 2, 3] = False
        points = np.array([[[1, 2, 0.5], [np.nan, np.nan, 0], [5, 6, 0.25]]])
        ring = [[0, 0], [9, 0], [0, 9]]
        tracks = overlace.Tracks()
        tracks.put(0, {"xyxy": [[0, 0, 8, 6]], "rotation": [30], "masks": mask, "key_points": points, "outlines": [[ring]],
                       "embedding": [[1, 2, 3]], "speed": [7.5], "team": ["red"]})  # fmt: skip
        np.testing.assert_array_equal(tracks.mask(0), mask[0])
        self.assertEqual(tracks.key_points(0)["state"].tolist(), [2, 0, 2])
        self.assertEqual(tracks.key_points(-1)["x"][[0, 2]].tolist(), [1, 5])
        self.assertEqual([one.tolist() for one in tracks.outline(0)], [[[0, 0], [9, 0], [0, 9]]])
        self.assertEqual(tracks.embedding.tolist(), [[1, 2, 3]])
        self.assertEqual(tracks.rotation.tolist(), [30])
        self.assertEqual(tracks.attribute("speed").tolist(), [7.5])
        self.assertEqual(tracks.attribute("team"), ["red"])
        self.assertEqual(set(tracks.attribute_names), {"speed", "team"})
        with self.assertRaisesRegex(KeyError, "colour"):
            tracks.attribute("colour")
        with self.assertRaises(IndexError):
            tracks.mask(1)

    def test_attributes_of_later_frames_are_joined(self):
        self.tracks.put(7, {**detections(7), "speed": [1, 2, 3]})
        speed = self.tracks.attribute("speed")
        self.assertTrue(np.isnan(speed[:9]).all())
        self.assertEqual(speed[9:].tolist(), [1, 2, 3])

    def test_class_numbers_have_the_names_of_the_tracks(self):
        tracks = overlace.Tracks(classes={0: "person", 2: "car"})
        tracks.put(0, {"xyxy": boxes(0), "class": [2, 0, 1]})
        names = tracks.class_names
        self.assertEqual([names[index] for index in tracks.class_index], ["car", "person", "1"])

    def test_refusals_name_column_and_row(self):
        for bad, words in (
            ({"xyxy": [[0, 0, 1, np.inf]]}, '"xyxy", row 0'),
            ({"xyxy": boxes(0), "id": [1, 2, -5]}, "id"),
            ({"xyxy": boxes(0), "key_points": np.full((3, 2, 2), np.inf)}, "key_points|point"),
        ):
            with self.assertRaisesRegex(ValueError, words):
                self.tracks.put(1, bad)
        self.assertEqual(len(self.tracks), 9)


class Files(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="overlace-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def test_what_is_written_is_read_again(self):
        tracks = overlace.Tracks()
        for frame in range(5):
            tracks.put(frame, {**detections(frame), "speed": [1.5, 2, 3]})
        for name in ("tracks.json", "tracks.csv"):
            path = self.folder / name
            tracks.write(path, size=SIZE, fps=30)
            again = overlace.Tracks.read(path)
            np.testing.assert_array_equal(again.frame, tracks.frame)
            np.testing.assert_allclose(again.box, tracks.box, atol=1e-3)
            self.assertEqual(again.id.tolist(), tracks.id.tolist())
            self.assertEqual(again.attribute("speed").tolist(), tracks.attribute("speed").tolist())
        self.assertEqual(overlace.Tracks.read(self.folder / "tracks.json").size, SIZE)

    def test_an_existing_file_stays(self):
        path = self.folder / "tracks.json"
        path.write_text("mine")
        tracks = overlace.Tracks()
        tracks.put(0, detections(0))
        with self.assertRaises(overlace.UsageError):
            tracks.write(path)
        self.assertEqual(path.read_text(), "mine")
        tracks.write(path, overwrite=True)
        self.assertEqual(len(overlace.Tracks.read(path)), 3)

    def test_what_a_format_cannot_hold_is_told(self):
        tracks = overlace.Tracks()
        tracks.put(0, {"xyxy": boxes(0), "id": [1, 2, 3], "outlines": [[[0, 0], [9, 0], [0, 9]]] * 3})
        self.assertTrue(tracks.write(self.folder / "tracks.txt", size=SIZE))

    def test_refusals(self):
        with self.assertRaises(OSError) as caught:
            overlace.Tracks.read(self.folder / "nowhere.csv")
        self.assertEqual(caught.exception.code, 4)
        with self.assertRaisesRegex(ValueError, "size"):
            overlace.Tracks.read(self.folder / "x.csv", fractions=True)
        tracks = overlace.Tracks()
        tracks.put(0, detections(0))
        with self.assertRaises(overlace.UsageError):
            tracks.write(self.folder / "x.unknown")

    @needs_footage
    def test_a_real_file(self):
        tracks = overlace.Tracks.read(DATA / "det.txt")
        self.assertEqual((len(tracks), tracks.frames), (4359, range(0, 795)))
        self.assertTrue(any("MOTChallenge" in note for note in tracks.notes))
        scaled = overlace.Tracks.read(DATA / "det.txt", size=(1536, 1152))
        np.testing.assert_array_equal(scaled.frame, tracks.frame)


class Clips(unittest.TestCase):
    def picture(self, tracks, **options):
        clip = overlace.Clip("boxes", tracks, size=SIZE, **options)
        return [clip.draw(np.zeros((SIZE[1], SIZE[0], 3), np.uint8), number) for number in clip.frames]

    def test_tracks_lists_and_dicts_are_the_same_clip(self):
        tracks = overlace.Tracks()
        for frame in range(5):
            tracks.put(frame, detections(frame))
        expected = self.picture(tracks)
        self.assertEqual(len(expected), 5)
        self.assertTrue(all(picture.any() for picture in expected))
        np.testing.assert_array_equal(self.picture([detections(frame) for frame in range(5)]), expected)
        np.testing.assert_array_equal(self.picture({frame: detections(frame) for frame in range(5)}), expected)
        shifted = [detections(frame) for frame in range(5)]
        np.testing.assert_array_equal(self.picture(shifted, first_frame=1001), expected)

    def test_a_clip_keeps_what_the_tracks_were(self):
        tracks = overlace.Tracks()
        tracks.put(0, detections(0))
        clip = overlace.Clip("boxes", tracks, size=SIZE)
        before = clip.overlay(0)
        tracks.put(0, None)
        np.testing.assert_array_equal(clip.overlay(0), before)

    def test_a_bad_frame_of_a_list_is_named(self):
        with self.assertRaisesRegex(ValueError, 'frame 1: column "xyxy", row 0'):
            self.picture([detections(0), {"xyxy": [[5, 5, 1, 1]]}])


if __name__ == "__main__":
    unittest.main()
