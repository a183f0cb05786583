# SPDX-License-Identifier: Apache-2.0
"""Live drawing: frames in order, windows, delays, threads."""

import gc
import resource
import threading
import unittest

import numpy as np

import overlace
from support import SIZE, detections, needs

WIDTH, HEIGHT = SIZE
FRAMES = 24


def blank():
    return np.full((HEIGHT, WIDTH, 3), 50, np.uint8)


def clip_of(graph, frames=FRAMES, **options):
    return overlace.Clip(graph, [detections(frame) for frame in range(frames)], size=SIZE, frames=frames, **options)


class Pictures(unittest.TestCase):
    def test_a_window_as_long_as_the_clip_draws_the_clip(self):
        for graph in ("boxes", "constellation", "neon", "brackets"):
            clip = clip_of(graph)
            with overlace.Overlay(graph, memory=FRAMES, delay=FRAMES - 1) as overlay:
                frames = [overlay.draw(blank(), detections(number)) for number in range(FRAMES)]
                frames = [frame for frame in frames if frame is not None] + list(overlay.flush())
            self.assertEqual(len(frames), FRAMES)
            for number, frame in enumerate(frames):
                with self.subTest(graph=graph, frame=number):
                    np.testing.assert_array_equal(frame, clip.draw(blank(), number))

    def test_without_delay_the_frame_comes_back_at_once(self):
        overlay = overlace.Overlay("boxes")
        for number in range(5):
            frame = blank()
            self.assertIs(overlay.draw(frame, detections(number)), frame)
            self.assertTrue((frame != 50).any())
        self.assertEqual(list(overlay.flush()), [])

    def test_a_delay_gives_the_frames_in_order(self):
        overlay, frames = overlace.Overlay("boxes", delay=3), [blank() for _ in range(8)]
        given = [overlay.draw(frame, detections(number)) for number, frame in enumerate(frames)]
        self.assertEqual(given[:3], [None] * 3)
        for found, expected in zip([*given[3:], *overlay.flush()], frames):
            self.assertIs(found, expected)
        self.assertTrue(all((frame != 50).any() for frame in frames))

    def test_frames_without_detections(self):
        overlay = overlace.Overlay("boxes")
        self.assertTrue((overlay.draw(blank()) == 50).all())
        self.assertTrue((overlay.draw(blank(), detections(0)) != 50).any())

    def test_trails_look_back_as_far_as_the_memory(self):
        graph = {
            "overlace": 1,
            "nodes": {
                "people": {"type": "track_input", "params": {"path": "$tracks"}},
                "trails": {"type": "draw_trails", "inputs": {"tracks": "people"},
                           "params": {"frames": 20, "step": 1, "width": 3, "fade": False}},
            },
            "composite": ["trails"],
        }  # fmt: skip
        painted = []
        for memory in (2, 20):
            overlay = overlace.Overlay(graph, memory=memory)
            for number in range(20):
                frame = overlay.draw(blank(), {"xyxy": [[10 * number, 50, 10 * number + 10, 70]], "id": [1]})
            painted.append((frame != 50).any(axis=2).sum())
        self.assertGreater(painted[1], 4 * painted[0])

    def test_ids_are_assigned_where_there_are_none(self):
        graph = {
            "overlace": 1,
            "nodes": {
                "people": {"type": "track_input", "params": {"path": "$tracks"}},
                "boxes": {"type": "draw_boxes", "inputs": {"tracks": "people"},
                          "params": {"stroke_width": 4, "color": {"map": "id", "palette": "bright", "missing": "#000"}}},
            },
            "composite": ["boxes"],
        }  # fmt: skip

        def colors(**options):
            overlay = overlace.Overlay(graph, **options)
            for number in range(5):
                frame = overlay.draw(np.full((HEIGHT, WIDTH, 3), 128, np.uint8), detections(number)["xyxy"])
            return frame

        self.assertTrue((colors() != colors(assign_ids=False)).any())
        self.assertTrue((colors(assign_ids=False) <= 128).all())  # black: without an id


class Streams(unittest.TestCase):
    def test_a_smaller_number_begins_anew(self):
        overlay = overlace.Overlay("constellation")
        first = [overlay.draw(blank(), detections(number)) for number in range(6)]
        again = [overlay.draw(blank(), detections(number), number=number) for number in range(6)]
        np.testing.assert_array_equal(first, again)

    def test_a_gap_stays_a_gap(self):
        overlay = overlace.Overlay("boxes")
        overlay.draw(blank(), detections(0), number=100)
        self.assertTrue((overlay.draw(blank(), detections(1), number=5000) != 50).any())

    def test_another_size_begins_a_new_stream_with_a_note(self):
        overlay = overlace.Overlay("boxes")
        overlay.draw(blank(), detections(0))
        small = np.full((90, 160, 3), 50, np.uint8)
        self.assertIs(overlay.draw(small, {"xyxy": [[10, 10, 60, 60]]}), small)
        self.assertTrue((small != 50).any())
        self.assertTrue(any("160 x 90" in note for note in overlay.notes), overlay.notes)

    def test_rows_beyond_the_most_are_counted(self):
        overlay = overlace.Overlay("boxes", max_rows=2)
        overlay.draw(blank(), detections(0))
        self.assertEqual(overlay.lost, 1)

    def test_knobs_change_while_it_runs(self):
        overlay = overlace.Overlay("constellation", accent="#ff0000")
        plain = overlace.Overlay("constellation", accent="#00ff00")
        for number in range(4):
            overlay.draw(blank(), detections(number))
            plain.draw(blank(), detections(number))
        overlay.set(accent="#00ff00")
        np.testing.assert_array_equal(overlay.draw(blank(), detections(4)), plain.draw(blank(), detections(4)))
        with self.assertRaises(overlace.UsageError):
            overlay.set(accnt="#fff")
        self.assertTrue((overlay.draw(blank(), detections(5)) != 50).any())


class Memory(unittest.TestCase):
    def resident_bytes(self):
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * resource.getpagesize()

    def test_it_stays_the_same_over_many_frames(self):
        overlay, sizes = overlace.Overlay("constellation", memory=20), []
        frame = blank()
        for number in range(9000):
            overlay.draw(frame, {**detections(number), "id": np.arange(3) + 5 * (number // 30)})
            if number % 1000 == 999:
                gc.collect()
                sizes.append(self.resident_bytes())
        self.assertLess(max(sizes[3:]) - sizes[2], 4 << 20, sizes)


class Refused(unittest.TestCase):
    def test_what_is_wrong_with_the_graph_is_told_at_once(self):
        for graph, options, words in (
            ("boxs", {}, "did you mean"),
            ("boxes", {"accnt": "#fff"}, "accnt"),
            ("boxes", {"settings": {"boxes.width": 3}}, "width"),
            ("boxes", {"memory": 0}, "memory is 0"),
            ("boxes", {"delay": -1}, "delay is -1"),
            ("boxes", {"fps": 0}, "fps"),
        ):
            with self.assertRaisesRegex(ValueError, words):
                overlace.Overlay(graph, **options)

    def test_a_refused_frame_changes_nothing(self):
        overlay = overlace.Overlay("boxes")
        overlay.draw(blank(), detections(0))
        frame = blank()
        for bad in ({"xyxy": [[3, 3, 1, 1]]}, "people"):
            with self.assertRaises(overlace.Error):
                overlay.draw(frame, bad)
        self.assertTrue((frame == 50).all())
        self.assertTrue((overlay.draw(frame, detections(1)) != 50).any())

    def test_a_second_thread_is_refused(self):
        overlay, inside, go_on, caught = overlace.Overlay("boxes"), threading.Event(), threading.Event(), []

        class Slow:
            """Detections that take their time."""

            tracker_id = class_id = confidence = None

            @property
            def xyxy(self):
                inside.set()
                go_on.wait(20)
                return detections(0)["xyxy"]

        thread = threading.Thread(target=lambda: overlay.draw(blank(), Slow()))
        thread.start()
        inside.wait(20)
        try:
            overlay.draw(blank(), detections(0))
        except RuntimeError as error:
            caught.append(str(error))
        go_on.set()
        thread.join()
        self.assertEqual(len(caught), 1)
        self.assertIn("another thread", caught[0])
        overlay.draw(blank(), detections(1))

    def test_a_closed_overlay_says_so(self):
        overlay = overlace.Overlay("boxes")
        overlay.close()
        with self.assertRaisesRegex(ValueError, "closed"):
            overlay.draw(blank())


@needs("supervision")
class Annotators(unittest.TestCase):
    def test_an_annotator_among_supervisions(self):
        import supervision as sv

        people = sv.Detections(
            xyxy=np.array(detections(0)["xyxy"], np.float32), tracker_id=np.array([1, 2, 3]), class_id=np.array([0, 1, 0])
        )
        expected = overlace.Overlay("boxes").draw(blank(), people)
        scene = blank()
        for annotator in (overlace.supervision.annotator("boxes"),):
            scene = annotator.annotate(scene, people)
        np.testing.assert_array_equal(scene, expected)
        sv.BoxAnnotator().annotate(scene, people)
        with self.assertRaisesRegex(TypeError, "delay"):
            overlace.supervision.annotator("boxes", delay=2)


if __name__ == "__main__":
    unittest.main()
