# SPDX-License-Identifier: Apache-2.0
"""Tables of detections: read, made, looked at and written."""

from __future__ import annotations

import contextlib
import ctypes
import os
import threading
from typing import Any, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from . import _ovl
from ._arguments import Rate, clip_of, described, rate_of, size_of, whole
from .detections import class_names, columns_of
from .errors import ArgumentError, refused
from .rows import Rows, Table


class Tracks:
    """Detections of a clip, by frame.

        tracks = overlace.Tracks.read("det.txt")
        tracks = overlace.Tracks(); tracks.put(0, detections); tracks.write("tracks.json")

    The columns are of all rows, in order of their frames. They look into the tracks without a copy and stay
    as they are when the tracks change. Any number of threads may use one.
    """

    def __init__(self, *, classes: Sequence[str] | Mapping[int, str] | None = None) -> None:
        self._classes = class_names(classes)
        self._lock = threading.RLock()
        self._table = Table()
        self._rows: Rows | None = None
        self.notes: list[str] = []
        _ovl.call("ovl_tracks_create", self._table.handle.out())

    @classmethod
    def read(
        cls,
        path: str | os.PathLike[str],
        *,
        format: str | None = None,
        sequence: str | None = None,
        size: tuple[int, int] | None = None,
        fps: Rate = 25,
        frame_base: int | None = None,
        fractions: bool = False,
    ) -> Tracks:
        """Reads a tracker's file or folder of any format in docs/track-formats.md.

        `size`: width and height of the clip's picture, to which boxes are scaled; without it, they stay in
        the file's pixels. `frame_base`: number of the clip's first frame in the file. `fractions`: positions
        are fractions of the picture. `notes` has what was assumed and left out.
        """
        notes = _ovl.Notes()
        options = _ovl.ReadOptions(fractions=fractions, log=notes.log)
        options.format = None if format is None else _ovl.encode(format, "the format")
        options.sequence = None if sequence is None else _ovl.encode(sequence, "the sequence")
        if frame_base is not None:
            options.has_frame_base, options.frame_base = 1, whole(frame_base, "frame_base", -(2**62), 2**62)
        if size is not None:
            clip = clip_of(size_of(size), rate_of(fps))
            options.clip = ctypes.pointer(clip)
        elif fractions:
            raise refused("fractions need the size of the picture", "give size=(width, height)")
        tracks = cls.__new__(cls)
        tracks._classes, tracks._lock, tracks._table, tracks._rows = [], threading.RLock(), Table(), None
        name = _ovl.encode(os.fspath(path), "the track file")
        _ovl.call("ovl_tracks_read", name, ctypes.byref(options), tracks._table.handle.out())
        tracks.notes = notes.lines
        return tracks

    def put(self, frame: int, detections: Any) -> None:
        """Gives a frame its detections, of any kind that `Overlay.draw` takes; what it had is replaced."""
        number = whole(frame, "the frame's number")
        columns = detections if isinstance(detections, Rows) else columns_of(detections, self._classes)
        with self._lock:
            self._own_table()
            struct = columns.struct()
            _ovl.call("ovl_tracks_put", self._table.handle, number, ctypes.byref(struct))

    def rows(self, frame: int) -> Rows:
        """The rows of a frame."""
        number = whole(frame, "the frame's number")
        return self._between(number, min(number + 1, 2**31 - 1))

    def write(
        self,
        path: str | os.PathLike[str],
        *,
        format: str | None = None,
        size: tuple[int, int] | None = None,
        fps: Rate | None = None,
        overwrite: bool = False,
    ) -> list[str]:
        """Writes a file; the format follows from its extension, and ".json" keeps everything. Returns what the
        format cannot hold, one sentence each.

        `size` and `fps` are those of the clip, which some formats state; a file that was read states its own.
        """
        notes = _ovl.Notes()
        options = _ovl.WriteOptions(overwrite=overwrite, log=notes.log)
        options.format = None if format is None else _ovl.encode(format, "the format")
        if size is not None:
            clip = clip_of(size_of(size), rate_of(25 if fps is None else fps))
            options.clip = ctypes.pointer(clip)
        elif fps is not None:
            raise refused("fps without size", "give size=(width, height) as well")
        with self.lent() as table:
            name = _ovl.encode(os.fspath(path), "the track file")
            _ovl.call("ovl_tracks_write", table, name, ctypes.byref(options))
        return notes.lines

    @property
    def size(self) -> tuple[int, int] | None:
        """Width and height of the picture, as a file that was read states them."""
        facts = self._facts()
        return (facts.width, facts.height) if facts.width > 0 else None

    @property
    def frames(self) -> range:
        """From the first frame that has rows to the last one."""
        facts = self._facts()
        return range(facts.first, facts.end)

    def __len__(self) -> int:
        """The number of rows."""
        return self._facts().row_count

    def __repr__(self) -> str:
        frames = self.frames
        return f"<overlace.Tracks {len(self)} rows, frames {frames.start} to {frames.stop - 1}>"

    @property
    def frame(self) -> NDArray[np.int32]:
        """Frame numbers: N."""
        return self._all().frame

    @property
    def box(self) -> NDArray[np.float32]:
        """N x 4: x, y, width, height in pixels."""
        return self._all().box

    @property
    def xyxy(self) -> NDArray[np.float32]:
        """N x 4: x1, y1, x2, y2 in pixels; computed."""
        return self._all().xyxy

    @property
    def id(self) -> NDArray[np.int64]:
        """Ids of the tracked objects: N; -1: none."""
        return self._all().id

    @property
    def class_index(self) -> NDArray[np.int32]:
        """Class numbers, into `class_names`: N; -1: unknown."""
        return self._all().class_index

    @property
    def class_names(self) -> list[str]:
        """Names by class number; a class beyond them has none."""
        return self._all().class_names

    @property
    def score(self) -> NDArray[np.float32]:
        """Scores: N; NaN: none."""
        return self._all().score

    @property
    def rotation(self) -> NDArray[np.float32] | None:
        """Degrees clockwise of each box about its centre: N; None: no box is rotated."""
        return self._all().rotation

    @property
    def embedding(self) -> NDArray[np.float32] | None:
        """Embeddings: N x D, NaN in rows without one; None: no row has one."""
        return self._all().embedding

    @property
    def attribute_names(self) -> list[str]:
        """Names of the further columns."""
        return self._all().attribute_names

    def attribute(self, name: str) -> NDArray[np.float32] | list[str | None]:
        """A further column: N numbers (NaN: none) or N texts (None: none)."""
        return self._all().attribute(name)

    def key_points(self, row: int) -> NDArray[Any]:
        """Key points of a row: K with x, y, score and state; see `Rows.key_points`."""
        return self._all().key_points(row)

    def outline(self, row: int) -> list[NDArray[np.float32]]:
        """The outline of a row: rings of M x 2 corners."""
        return self._all().outline(row)

    def mask(self, row: int) -> NDArray[np.bool_] | None:
        """The mask of a row: H x W over the whole picture; None: it has none."""
        return self._all().mask(row)

    @contextlib.contextmanager
    def lent(self) -> Iterator[ctypes.c_void_p]:
        """The library's table, while no other thread uses it."""
        with self._lock:
            yield self._table.handle._as_parameter_

    def _facts(self) -> _ovl.TracksFacts:
        facts = _ovl.TracksFacts()
        with self.lent() as table:
            _ovl.call("ovl_tracks_get", table, ctypes.byref(facts))
        return facts

    def _all(self) -> Rows:
        with self._lock:
            if self._rows is None:
                facts = self._facts()
                self._rows = self._between(facts.first, facts.end)
            return self._rows

    def _between(self, first: int, end: int) -> Rows:
        columns = _ovl.Columns()
        with self.lent() as table:
            _ovl.call("ovl_tracks_columns", table, first, end, ctypes.byref(columns))
            return Rows(self._table, columns)

    def _own_table(self) -> None:
        """Before a change: rows that somebody looks at keep the table, and the change goes to a copy."""
        self._rows = None
        if not self._table.rows:
            return
        copy = Table()
        _ovl.call("ovl_tracks_create", copy.handle.out())
        columns = self._all()._columns
        if columns.row_count > 0:
            _ovl.call("ovl_tracks_put", copy.handle, 0, ctypes.byref(columns))
        self._table, self._rows = copy, None


def tracks_of(value: Any, first_frame: int, classes: Sequence[str] | Mapping[int, str] | None) -> Tracks:
    """Tracks of detections by frame: `Tracks` as they are, a list from `first_frame` on, a dict by number."""
    if isinstance(value, Tracks):
        return value
    if isinstance(value, Mapping):
        numbered = list(value.items())
    elif isinstance(value, Sequence):
        numbered = list(enumerate(value, first_frame))
    else:
        raise ArgumentError(
            f"the tracks are {described(value)}",
            "give overlace.Tracks, a track file, or detections for each frame: a list, or a dict by frame number",
        )
    tracks = Tracks(classes=classes)
    for frame, detections in numbered:
        try:
            tracks.put(frame, detections)
        except (ArgumentError, ValueError) as error:
            raise type(error)(f"frame {frame}: {error}") from None
    return tracks
