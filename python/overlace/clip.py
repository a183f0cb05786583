# SPDX-License-Identifier: Apache-2.0
"""A clip with finished tracks: any frame, in any order, on any thread."""

from __future__ import annotations

import ctypes
import os
from typing import Any, Mapping, Sequence, TypeVar

import numpy as np
from numpy.typing import NDArray

from . import _ovl
from ._arguments import Rate, clip_of, device_options, rate_of, size_of, whole
from ._pixel_formats import packed_name
from ._png import png_of
from ._program import Program
from .document import Source, setting_texts, source_text
from .errors import refused
from .frames import Picture, picture_of
from .tracks import Tracks, tracks_of

Frame = TypeVar("Frame")


class Clip:
    """Draws the frames of a clip whose tracks are known.

        clip = overlace.Clip("boxes", "det.txt", size=(1920, 1080))
        clip.draw(frame, 120)

    `tracks`: `overlace.Tracks`, a track file or folder, or detections for each frame: a list from
    `first_frame` on, or a dict by frame number. `size`: width and height in pixels. `frames`: how many the
    clip has, if that is known. `scale`: pixels of a picture per pixel of document and tracks. `settings`
    are parameters ("links.k": 5), `knobs` what the document lets its users change. `classes`: names of
    class numbers. `device`: "auto", "cpu", "cuda" or "cuda:N"; `threads`: on a CPU, 0 for one per core.
    Any number of threads may use a clip.
    """

    def __init__(
        self,
        graph: Source,
        /,
        tracks: Tracks | str | os.PathLike[str] | Sequence[Any] | Mapping[Any, Any] | None,
        *,
        size: tuple[int, int],
        fps: Rate = 25,
        first_frame: int = 0,
        frames: int | None = None,
        scale: float = 1.0,
        settings: Mapping[str, Any] = {},
        classes: Sequence[str] | Mapping[int, str] | None = None,
        device: str = "auto",
        threads: int = 0,
        **knobs: Any,
    ) -> None:
        self._size = size_of(size)
        self._first = whole(first_frame, "first_frame")
        self._count = 0 if frames is None else whole(frames, "frames", 1)
        self._clip = clip_of(self._size, rate_of(fps), self._first, self._count, scale)
        self._device = device_options(device, threads)
        self._graph = _ovl.encode(source_text(graph), "the graph")
        self._settings = _ovl.texts(setting_texts(settings, knobs), "a setting")
        self._file: bytes | None = None
        self._tracks: Tracks | None = None
        if isinstance(tracks, (str, os.PathLike)):
            self._file = _ovl.encode(os.fspath(tracks), "the track file")
        elif tracks is not None:
            self._tracks = tracks_of(tracks, self._first, classes)
        self._program = self._create()
        self._overlay: Program | None = None  # draws on empty pictures

    def _create(self, overlay_only: bool = False) -> Program:
        options = _ovl.ProgramOptions(graph=self._graph, clip=ctypes.pointer(self._clip), overlay_only=overlay_only)
        options.settings, options.setting_count = self._settings, len(self._settings)
        options.tracks = self._file
        if self._tracks is None:
            return Program(options, self._device)
        with self._tracks.lent() as table:
            options.table = table
            return Program(options, self._device)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the pictures in pixels."""
        return self._size

    @property
    def frames(self) -> range:
        """The frames of the clip or, if their number was not given, those that have tracks."""
        return range(self._first, self._first + self._count) if self._count > 0 else self._program.frames()

    @property
    def notes(self) -> list[str]:
        """What was assumed, chosen and left out, one sentence each."""
        return list(self._program.notes)

    def draw(
        self,
        frame: Frame,
        number: int,
        *,
        order: str = "bgr",
        seconds: float | None = None,
        part: tuple[int, int] | None = None,
        **meaning: str,
    ) -> Frame:
        """Draws the overlay of frame `number` onto `frame`, in place, and returns it.

        `order` and `meaning`: see docs/python.md. `seconds`: presentation time from the clip's first
        frame on, else by the rate. `part`: x and y of the frame's top left pixel in the clip's picture, if
        it is a part of that.
        """
        picture = picture_of(frame, order, meaning=meaning, seconds=seconds)
        self._place(picture, part)
        self._program.draw(picture.image, whole(number, "the frame's number"))
        if picture.finish is not None:
            picture.finish()
        return frame

    def overlay(self, number: int, *, order: str = "rgba", dtype: str = "uint8") -> NDArray[Any]:
        """The overlay alone: H x W x 4, premultiplied, of uint8, uint16, float16 or float32."""
        sample = np.dtype(dtype).str[1:]
        if order not in ("rgba", "bgra") or packed_name(order[:3], 4, sample) is None:
            raise refused(f'there is no overlay with order="{order}", dtype="{dtype}"', 'floats are "rgba" only')
        if self._overlay is None:
            self._overlay = self._create(overlay_only=True)
        width, height = self._size
        pixels: NDArray[Any] = np.zeros((height, width, 4), dtype)
        picture = picture_of(pixels, order, meaning={"alpha": "premultiplied"})
        self._overlay.draw(picture.image, whole(number, "the frame's number"))
        return pixels

    def bounds(self, number: int) -> tuple[int, int, int, int] | None:
        """x, y, width and height in pixels of where the overlay of a frame may paint; None: nowhere."""
        return self._program.bounds(whole(number, "the frame's number"))

    def close(self) -> None:
        """Frees the clip's memory. The clip cannot draw afterwards."""
        self._program.close()
        if self._overlay is not None:
            self._overlay.close()

    def __enter__(self) -> Clip:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _repr_png_(self) -> bytes:
        """A notebook's picture: the middle frame's overlay on grey."""
        frames = self.frames
        width, height = self._size
        pixels = np.full((height, width, 3), 40, np.uint8)
        return png_of(self.draw(pixels, frames[len(frames) // 2] if frames else self._first, order="rgb"))

    def __repr__(self) -> str:
        frames = self.frames
        return f"<overlace.Clip {self._size[0]} x {self._size[1]}, frames {frames.start} to {frames.stop - 1}>"

    def _place(self, picture: Picture, part: tuple[int, int] | None) -> None:
        if part is not None:
            picture.image.x, picture.image.y = whole(part[0], "part"), whole(part[1], "part")
        elif picture.size != self._size:
            (width, height), (wanted, high) = picture.size, self._size
            raise refused(
                f"the frame has {width} x {height} pixels, the clip {wanted} x {high}",
                "give part=(x, y) if the frame is a part of the clip's picture",
            )
