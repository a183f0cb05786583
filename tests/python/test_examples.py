# SPDX-License-Identifier: Apache-2.0
"""The examples and the page's code do what they say."""

import contextlib
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import numpy as np

import overlace
from cli import PROGRAM, ffmpeg, framemd5, needs_ffmpeg
from support import SIZE, SOURCE, detections, needs

EXAMPLES = SOURCE / "examples/python"
WIDTH, HEIGHT = SIZE
FRAMES = 20


class WithFolder(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="overlace-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.video = self.folder / "in.avi"
        tracks = overlace.Tracks()
        for frame in range(FRAMES):
            tracks.put(frame, detections(frame))
        tracks.write(self.folder / "det.csv", size=SIZE)

    def make_video(self):
        ffmpeg("-f", "lavfi", "-i", f"testsrc2=s={WIDTH}x{HEIGHT}:r=25", "-frames:v", FRAMES, "-pix_fmt", "yuv420p",
               "-c:v", "ffv1", self.video)  # fmt: skip

    def run_example(self, name, *arguments):
        run = subprocess.run([sys.executable, "-B", EXAMPLES / name, *map(str, arguments)], capture_output=True, text=True,
                             timeout=120, check=False)  # fmt: skip
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        return run


@needs_ffmpeg
class Examples(WithFolder):
    @needs("cv2")
    def test_loop(self):
        self.make_video()
        self.run_example("loop.py", self.video, self.folder / "out.mp4", "boxes")
        self.assertEqual(len(framemd5(self.folder / "out.mp4")), FRAMES)

    @needs("av")
    def test_pipe(self):
        self.make_video()
        run = self.run_example("pipe.py", self.video, self.folder / "det.csv", self.folder / "out.avi", "boxes")
        self.assertIn("det.csv", run.stderr)
        self.assertEqual(len(framemd5(self.folder / "out.avi")), FRAMES)

    def test_graph(self):
        self.make_video()
        self.run_example("graph.py", self.folder / "mine.json")
        subprocess.run([PROGRAM, "render", self.video, "-g", self.folder / "mine.json", "--tracks", self.folder / "det.csv",
                        "-o", self.folder / "out.mkv", "--vcodec", "ffv1"], check=True, capture_output=True)  # fmt: skip
        self.assertTrue(all(a != b for a, b in zip(framemd5(self.video), framemd5(self.folder / "out.mkv"))))

    def test_every_example_is_run_here(self):
        names = {path.name for path in EXAMPLES.iterdir() if path.is_file()}
        text = pathlib.Path(__file__).read_text(encoding="utf-8")
        self.assertEqual({name for name in names if f'"{name}"' not in text}, set())

    def test_notebook(self):
        notebook = json.loads((EXAMPLES / "notebook.ipynb").read_text(encoding="utf-8"))
        names, shown = {}, []
        for cell in notebook["cells"]:
            if cell["cell_type"] != "code":
                continue
            *lines, last = "".join(cell["source"]).rstrip().split("\n")
            exec("\n".join(lines), names)
            shown.append(eval(last, names))
        self.assertIn("<svg", shown[0]._repr_svg_())
        pictures = [clip._repr_png_() for clip in shown[1:3]]
        self.assertNotEqual(*pictures)
        self.assertIn("accent", shown[3])


class Camera:
    """Some frames, then none, as of OpenCV's VideoCapture."""

    def __init__(self, frames=4):
        self.left = frames

    def read(self):
        self.left -= 1
        return (True, np.zeros((HEIGHT, WIDTH, 3), np.uint8)) if self.left >= 0 else (False, None)


@needs_ffmpeg
class Page(WithFolder):
    """The code of docs/python.md, one block after the other, in a folder of its own."""

    def blocks(self):
        page = (SOURCE / "docs/python.md").read_text(encoding="utf-8")
        return re.findall(r"```python\n(.*?)```", page, re.DOTALL)

    def run_blocks(self, chosen, names):
        here = os.getcwd()
        self.addCleanup(os.chdir, here)
        os.chdir(self.folder)
        count = 0
        for block in self.blocks():
            if chosen(block):
                names["frame"] = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
                with contextlib.redirect_stdout(io.StringIO()):
                    exec(compile(block.replace("1920, 1080", f"{WIDTH}, {HEIGHT}").replace("120", "12"), "docs/python.md", "exec"), names)
                count += 1
        return count

    def names(self):
        return {"scene": np.zeros((HEIGHT, WIDTH, 3), np.uint8), "detections": detections(0), "camera": Camera(),
                "overlace": overlace, "detector": lambda frame: detections(3)}  # fmt: skip

    def test_blocks(self):
        self.make_video()
        os.rename(self.video, self.folder / "in.mp4")
        os.rename(self.folder / "det.csv", self.folder / "det.txt")
        names = self.names()
        count = self.run_blocks(lambda block: "sv." not in block, names)
        self.assertEqual(count, len(self.blocks()) - 1)
        self.assertEqual(overlace.Graph.load(self.folder / "mine.json")["frames"].corner_radius, 4)
        self.assertEqual(names["report"].frames, FRAMES)

    @needs("supervision", "ultralytics", "torch")
    def test_supervision_and_ultralytics(self):
        import supervision
        import torch
        from ultralytics.engine.results import Results

        names = self.names()
        rows = torch.tensor([[10.0, 10, 60, 90, 1, 0.9, 0], [100, 20, 150, 120, 2, 0.8, 0]])

        class Model:
            def track(self, frame, persist):
                return [Results(orig_img=frame, path="", names={0: "person"}, boxes=rows)]

        names.update(model=Model(), sv=supervision, overlay=overlace.Overlay("boxes"))
        self.assertEqual(self.run_blocks(lambda block: "sv." in block, names), 1)
        self.assertTrue(names["scene"].any())


if __name__ == "__main__":
    unittest.main()
