# SPDX-License-Identifier: Apache-2.0
"""The commands and files of the pages, followed in order as a reader would.

A fenced block after `<!-- run -->` is run. `<!-- run: a.mp4 b.csv -->` names further files that it must leave, and
`<!-- run unless a.json -->` is what a reader skips who has that file. `<!-- file: a.json -->` is a block to save.
"""

import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile
import unittest
from dataclasses import dataclass

SOURCE = pathlib.Path(os.environ["OVERLACE_SOURCE_DIR"])
DOCS = SOURCE / "docs"
PROGRAM = pathlib.Path(os.environ["OVERLACE_PROGRAM"])
PYTHON = pathlib.Path(os.environ["OVERLACE_PAGE_PYTHON"])
CLIP = pathlib.Path("/usr/share/doc/opencv-doc/examples/data/vtest.avi")
MARK = re.compile(r"^<!-- (?:run|file)\b", re.M)
BLOCK = re.compile(r"^<!-- (run|file)(?: (unless) (\S+))?(?:: *([^>]*?))? *-->\n+```(\w+)\n(.*?)^```$", re.M | re.S)
OUTPUT_OPTIONS = ("-o", "--output", "--events", "--report")
TRACKING = "overlace tracks make walk.avi -o tracks.json"

needs_clip = unittest.skipUnless(CLIP.is_file(), "run tools/setup demo: the clip is from opencv-doc")
needs_ffmpeg = unittest.skipUnless(shutil.which("ffmpeg"), "no ffmpeg")


@dataclass(frozen=True)
class Step:
    """What a page asks for: commands to run, or a file to save."""

    text: str
    saved_as: str = ""
    leaves: tuple[str, ...] = ()
    unless: str = ""


def steps_of(page: pathlib.Path) -> list[Step]:
    """The marked blocks of a page, in order."""
    text = page.read_text()
    steps = []
    for kind, _, unless, names, _, body in BLOCK.findall(text):
        step = Step(body, saved_as=names) if kind == "file" else Step(body, leaves=tuple(names.split()), unless=unless)
        steps.append(step)
    assert len(steps) == len(MARK.findall(text)), f"{page}: a mark without a block"
    return steps


def outputs_of(command: str) -> list[str]:
    """Patterns of the files that the options of a command name."""
    words = shlex.split(command)
    named = [value for option, value in zip(words, words[1:], strict=False) if option in OUTPUT_OPTIONS]
    return [re.sub(r"#+|\{[^}]*\}", "*", name) for name in named] if "--dry-run" not in words else []


class Reader(unittest.TestCase):
    """Follows steps in a folder of its own."""

    tracks: bytes = b""  # what TRACKING made, once per process
    clip = CLIP  # what commands that name CLIP get: its beginning, which is all that pages look at

    @classmethod
    def setUpClass(cls) -> None:
        if CLIP.is_file() and shutil.which("ffmpeg"):
            folder = tempfile.TemporaryDirectory(prefix="overlace-clip-")
            cls.addClassCleanup(folder.cleanup)
            cls.clip = pathlib.Path(folder.name, CLIP.name)
            subprocess.run(["ffmpeg", "-v", "error", "-i", CLIP, "-frames:v", "400", "-c", "copy", cls.clip], check=True)

    def setUp(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="overlace-page-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def run_commands(self, commands: str) -> None:
        path = f"{PROGRAM.parent}:{PYTHON.parent}:{os.environ['PATH']}"
        ran = subprocess.run(
            ["bash", "-euc", commands.replace(str(CLIP), str(self.clip))], cwd=self.folder, env={**os.environ, "PATH": path}, capture_output=True, text=True
        )
        self.assertEqual(ran.returncode, 0, f"{commands}{ran.stdout}{ran.stderr}")

    def follow(self, steps: list[Step]) -> None:
        for step in steps:
            if step.saved_as:
                (self.folder / step.saved_as).write_text(step.text)
            elif not (step.unless and (self.folder / step.unless).exists()):
                self.run_commands(self.without_tracking(step.text))
                self.keep_tracks()
                for pattern in (*step.leaves, *(name for line in step.text.splitlines() for name in outputs_of(line))):
                    made = list(self.folder.glob(pattern))
                    self.assertTrue(made, f"{pattern} is missing after {step.text}")
                    self.assertTrue(all(file.stat().st_size > 0 for file in made), f"{pattern} is empty")

    def without_tracking(self, commands: str) -> str:
        """Commands without the line that most pages begin with, if its file is here from another page."""
        lines = commands.splitlines(keepends=True)
        if Reader.tracks and TRACKING + "\n" in lines:
            (self.folder / "tracks.json").write_bytes(Reader.tracks)
            lines.remove(TRACKING + "\n")
        return "".join(lines)

    def keep_tracks(self) -> None:
        made = self.folder / "tracks.json"
        if not Reader.tracks and (self.folder / "walk.avi").exists() and made.exists():
            Reader.tracks = made.read_bytes()


@needs_clip
@needs_ffmpeg
class Commands(Reader):
    """A test for each tutorial, each in an empty folder."""


@needs_clip
@needs_ffmpeg
class Guides(Reader):
    """A test for each page about documents, beside the clip and the tracks of the first tutorial."""

    def setUp(self) -> None:
        super().setUp()
        shutil.copy(self.clip, self.folder / "walk.avi")
        self.follow([Step(TRACKING + "\n")])


@needs_clip
@needs_ffmpeg
class Stranger(Reader):
    """From the front page to a look of one's own, by what the pages say alone."""

    def test_path(self) -> None:
        front = (DOCS / "index.md").read_text()
        for page in ("tutorials/first-video.md", "tutorials/your-own-look.md"):
            self.assertIn(f"({page})", front)
        three = re.search(r"^## Three commands\n+```\n(.*?)^```$", front, re.M | re.S)
        self.assertIsNotNone(three)
        assert three is not None
        self.assertEqual(len(three[1].splitlines()), 3)
        subprocess.run(["ffmpeg", "-v", "error", "-i", CLIP, "-frames:v", "150", self.folder / "in.mp4"], check=True)
        self.follow([Step(three[1])])

        shutil.rmtree(self.folder)
        self.folder.mkdir()
        self.follow(steps_of(DOCS / "tutorials/first-video.md"))
        self.follow(steps_of(DOCS / "tutorials/your-own-look.md"))
        look = (self.folder / "mine.json").read_text()
        self.assertIn("#ff8800", look)
        self.assertNotEqual((self.folder / "mine.png").read_bytes(), (self.folder / "still.png").read_bytes())


@needs_ffmpeg
class Documents(Reader):
    """Every complete document on a page is one that overlace takes."""

    def test_check(self) -> None:
        for name in ("pin.png", "logo.png", "poster.png", "arrow.png", "icons/person.png"):
            (self.folder / name).parent.mkdir(exist_ok=True)
            self.run_commands(f"ffmpeg -v error -f lavfi -i color=s=8x8 -frames:v 1 {name}")
        (self.folder / "film.cube").write_text("LUT_1D_SIZE 2\n0 0 0\n1 1 1\n")
        (self.folder / "gt.txt").write_text("1,1,10,10,20,40,1,-1,-1,-1\n")
        checked = 0
        for page in sorted(DOCS.rglob("*.md")):
            for body in re.findall(r"^```json\n(\{.*?)^```$", page.read_text(), re.M | re.S):
                if "overlace" in json.loads(body) and ".onnx" not in body:  # nobody's model is here
                    (self.folder / "checked.json").write_text(body)
                    with self.subTest(page=page.name, document=body[:200]):
                        self.run_commands("overlace check checked.json")
                    checked += 1
        self.assertGreater(checked, 50)


class Outputs(unittest.TestCase):
    """What the runner expects of a command."""

    def test_outputs(self) -> None:
        self.assertEqual(outputs_of("overlace render a -o 'ov.####.exr' --report r.json"), ["ov.*.exr", "r.json"])
        self.assertEqual(outputs_of("overlace batch run c -o 'out/{stem}.mp4'"), ["out/*.mp4"])
        self.assertEqual(outputs_of("overlace batch run c -o 'out/{stem}.mp4' --dry-run"), [])


def add_pages(case: type[Reader], folder: str) -> None:
    """Gives each page of a folder a test of its own."""
    for page in sorted((DOCS / folder).glob("*.md")):

        def test(self: Reader, page: pathlib.Path = page) -> None:
            steps = steps_of(page)
            self.assertGreater(len(steps), 1)
            self.follow(steps)

        setattr(case, f"test_{page.stem.replace('-', '_')}", test)


add_pages(Commands, "tutorials")
add_pages(Guides, "graph")

if __name__ == "__main__":
    unittest.main()
