# SPDX-License-Identifier: Apache-2.0
"""Rows of a table of detections as arrays that look into the library's memory."""

from __future__ import annotations

import ctypes
import weakref
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from . import _ovl
from ._columns import CORNER, POINT


class Table:
    """A table of the library, which may not change while it has rows that somebody looks at."""

    def __init__(self) -> None:
        self.handle = _ovl.Handle("ovl_tracks_free")
        self.rows: weakref.WeakSet[Rows] = weakref.WeakSet()


class _Memory:
    """Memory of a table, for NumPy; the array keeps the rows, and so the table."""

    def __init__(self, rows: Rows, address: int, shape: tuple[int, ...], dtype: np.dtype[Any]) -> None:
        self._rows = rows
        self.__array_interface__ = {
            "version": 3, "data": (address, True), "shape": shape, "typestr": dtype.str, "descr": dtype.descr,
        }  # fmt: skip


class Rows:
    """Rows of a table as columns, without copies. Positions are pixels from the picture's top left corner."""

    def __init__(self, table: Table, columns: _ovl.Columns) -> None:
        self._table = table
        self._columns = columns
        table.rows.add(self)

    def __len__(self) -> int:
        return self._columns.row_count

    @property
    def frame(self) -> NDArray[np.int32]:
        """Frame numbers: N."""
        return self._view(self._columns.frame, (len(self),), np.int32)

    @property
    def box(self) -> NDArray[np.float32]:
        """N x 4: x, y, width, height in pixels."""
        return self._view(self._columns.box, (len(self), 4), np.float32)

    @property
    def xyxy(self) -> NDArray[np.float32]:
        """N x 4: x1, y1, x2, y2 in pixels. The one column that is computed."""
        corners = self.box.copy()
        corners[:, 2:] += corners[:, :2]
        return corners

    @property
    def id(self) -> NDArray[np.int64]:
        """Ids of the tracked objects: N; -1: none."""
        return self._view(self._columns.id, (len(self),), np.int64)

    @property
    def class_index(self) -> NDArray[np.int32]:
        """Class numbers, into `class_names`: N; -1: unknown."""
        return self._view(self._columns.class_index, (len(self),), np.int32)

    @property
    def class_names(self) -> list[str]:
        """Names by class number; a class beyond them has none."""
        return _ovl.text_list(self._columns.class_names, self._columns.class_count)

    @property
    def score(self) -> NDArray[np.float32]:
        """Scores: N; NaN: none."""
        return self._view(self._columns.score, (len(self),), np.float32)

    @property
    def rotation(self) -> NDArray[np.float32] | None:
        """Degrees clockwise of each box about its centre: N; None: no box is rotated."""
        return self._optional(self._columns.rotation, (len(self),), np.float32)

    @property
    def embedding(self) -> NDArray[np.float32] | None:
        """Embeddings: N x D, NaN in rows without one; None: no row has one."""
        return self._optional(self._columns.embedding, (len(self), self._columns.embedding_size), np.float32)

    @property
    def attribute_names(self) -> list[str]:
        """Names of the further columns."""
        return [_ovl.decode(self._columns.attributes[i].name) for i in range(self._columns.attribute_count)]

    def attribute(self, name: str) -> NDArray[np.float32] | list[str | None]:
        """A further column: N numbers, NaN where a row has none; or N texts, None where a row has none."""
        names = self.attribute_names
        if name not in names:
            raise KeyError(f"there is no attribute {name!r}; there are {', '.join(names) or 'none'}")
        column = self._columns.attributes[names.index(name)]
        values = self._view(column.values, (len(self),), np.float32)
        if not column.text_count:
            return values
        texts = _ovl.text_list(column.texts, column.text_count)
        return [None if np.isnan(value) else texts[int(value)] for value in values]

    def key_points(self, row: int) -> NDArray[Any]:
        """Key points of a row: K with x, y, score (NaN: none) and state (0 absent, 1 hidden, 2 visible)."""
        columns = self._columns
        return self._list(row, columns.points, columns.point_offset, columns.point_count, POINT)

    def outline(self, row: int) -> list[NDArray[np.float32]]:
        """The outline of a row: rings of M x 2 corners, x and y; inside is by the even-odd rule."""
        columns = self._columns
        corners = self._list(row, columns.corners, columns.corner_offset, columns.corner_count, CORNER)
        points = np.stack([corners["x"], corners["y"]], axis=1)
        return [points[corners["ring"] == ring] for ring in np.unique(corners["ring"])]

    def mask(self, row: int) -> NDArray[np.bool_] | None:
        """The mask of a row: H x W over the whole picture, True inside; None: it has none."""
        columns, at = self._columns, self._row(row)
        if not columns.mask_runs:
            return None
        offset = self._view(columns.mask_run_offset, (len(self) + 1,), np.uint64)
        width, height = map(int, self._view(columns.mask_size, (len(self), 2), np.int32)[at])
        if offset[at] == offset[at + 1] or width < 1 or height < 1:
            return None
        pixels = np.empty((height, width), np.uint8)
        _ovl.call("ovl_mask", ctypes.byref(columns), at, pixels.ctypes.data, width)
        return pixels.view(np.bool_)

    def struct(self) -> _ovl.Columns:
        """As the library takes the rows of one frame."""
        copy = _ovl.Columns.from_buffer_copy(self._columns)
        copy.frame = None
        return copy

    def _row(self, row: int) -> int:
        at = row + len(self) if row < 0 else row
        if not 0 <= at < len(self):
            raise IndexError(f"there is no row {row}; there are {len(self)}")
        return at

    def _view(self, address: int | None, shape: tuple[int, ...], dtype: DTypeLike) -> NDArray[Any]:
        if not address or 0 in shape:
            return np.empty(shape, dtype)
        return np.asarray(_Memory(self, address, shape, np.dtype(dtype)))

    def _optional(self, address: int | None, shape: tuple[int, ...], dtype: DTypeLike) -> NDArray[Any] | None:
        return self._view(address, shape, dtype) if address else None

    def _list(self, row: int, items: int | None, offset: int | None, count: int, dtype: np.dtype[Any]) -> NDArray[Any]:
        at = self._row(row)
        if not items:
            return np.empty(0, dtype)
        offsets = self._view(offset, (len(self) + 1,), np.uint64)
        return self._view(items, (count,), dtype)[int(offsets[at]) : int(offsets[at + 1])]
