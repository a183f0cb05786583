# SPDX-License-Identifier: Apache-2.0
"""Networks of random weights that Ultralytics exports: `overlace tracks make` finds what Ultralytics' own decoder finds."""

import importlib.util
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import numpy

PROGRAM = os.environ.get("OVERLACE_PROGRAM", "overlace")
WIDTH, HEIGHT = 160, 96  # px of the clip; the network's input is WIDTH x WIDTH: padded, not scaled
SCORE, OVERLAP = 0.6, 0.5
MISSING = [name for name in ("ultralytics", "onnx", "onnxslim") if importlib.util.find_spec(name) is None]


@unittest.skipIf(MISSING, f"not installed: {', '.join(MISSING)}")
class Ultralytics(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="overlace-network-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        rng = numpy.random.default_rng(3)
        small = rng.integers(0, 256, (HEIGHT // 8, WIDTH // 8, 3), numpy.uint8)
        self.frame = numpy.kron(small, numpy.ones((8, 8, 1), numpy.uint8))  # rows x columns x R, G, B
        subprocess.run(["ffmpeg", "-v", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{WIDTH}x{HEIGHT}", "-r", "10",
                        "-i", "-", "-c:v", "ffv1", "-pix_fmt", "gbrp", str(self.folder / "in.mkv")],
                       input=self.frame.tobytes() * 4, check=True)

    def network(self, kind, **options):
        """A network whose classes stand out here and there, as an ONNX file, and itself."""
        import torch
        import ultralytics
        torch.manual_seed(5)
        network = ultralytics.YOLO(f"{kind}.yaml", verbose=False)
        picture = torch.zeros(1, 3, WIDTH, WIDTH)
        picture[0, :, :HEIGHT] = torch.from_numpy(self.frame.copy()).permute(2, 0, 1) / 255
        for layer in network.model.modules():
            if isinstance(layer, torch.nn.BatchNorm2d):
                layer.momentum = 1  # its statistics become those of this picture, so that features differ from place to place
        head, seen = network.model.model[-1], []
        for branch in head.cv3:
            branch[-1].register_forward_hook(lambda layer, _, out: seen.append((layer, out.mean(), out.std())))
        with torch.no_grad():
            network.model.train()(picture)
            seen.clear()
            network.model.eval()(picture)
            for layer, mean, deviation in seen:
                layer.weight *= 3 / deviation
                layer.bias.copy_((layer.bias - mean) * 3 / deviation - 9)
        for branch in head.cv3:
            branch[-1]._forward_hooks.clear()
        network.model.names = {index: f"class {index}" for index in range(len(network.model.names))}
        torch.save({"model": network.model}, self.folder / "network.pt")
        network = ultralytics.YOLO(str(self.folder / "network.pt"))
        file = network.export(format="onnx", imgsz=WIDTH, verbose=False, **options)
        return file, network

    def found(self, file):
        """Rows of `overlace tracks make` of the first frame, with names of classes."""
        out = self.folder / "out.json"
        done = subprocess.run([PROGRAM, "tracks", "make", str(self.folder / "in.mkv"), "--model", file, "--detect",
                               f"score={SCORE}", "--detect", f"overlap={OVERLAP}", "-o", str(out)],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        table = json.loads(out.read_text(encoding="utf-8"))
        return [[*row[:6], table["classes"][row[6]], row[7]] for row in table["rows"] if row[0] == 0]

    def theirs(self, network):
        return network.predict(self.frame[:, :, ::-1].copy(), imgsz=WIDTH, rect=False, conf=SCORE, iou=OVERLAP, verbose=False)[0]

    def check(self, kind, **options):
        """Each of our rows is one of theirs. Of objects in one place, a tracker may drop some."""
        file, network = self.network(kind, **options)
        rows, boxes = self.found(file), self.theirs(network).boxes
        self.assertGreater(len(boxes), 10)
        self.assertGreater(len(rows), 0.7 * len(boxes))
        names = [network.model.names[int(index)] for index in boxes.cls]
        for _, _, left, top, width, height, name, score, *_ in rows:
            ours = numpy.array([left, top, left + width, top + height])
            same = [i for i, other in enumerate(names) if other == name
                    and numpy.abs(boxes.xyxy[i].numpy() - ours).max() < 0.5 and abs(float(boxes.conf[i]) - score) < 2e-3]
            self.assertTrue(same, (ours, name, score))

    def test_boxes(self):
        self.check("yolo11n")

    def test_boxes_of_older_operators(self):
        self.check("yolo11n", opset=12)

    def test_boxes_of_an_older_network(self):
        self.check("yolov8n")


if __name__ == "__main__":
    unittest.main()
