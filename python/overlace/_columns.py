# SPDX-License-Identifier: Apache-2.0
"""Detections of one frame as checked columns, and those as libovl's ovl_columns."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass, field
from typing import Any, Sequence

import numpy as np
from numpy.typing import NDArray

from . import _ovl
from ._convert import matrix, numbers, shape_text, text_indices, to_numpy, whole_numbers
from .errors import refused

POINT = np.dtype([("x", "f4"), ("y", "f4"), ("score", "f4"), ("state", "u1"), ("unused", "u1", 3)])
CORNER = np.dtype([("x", "f4"), ("y", "f4"), ("ring", "u4")])

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Texts:
    """A text of every row, as an index into the distinct ones; NaN: none."""

    index: Floats
    texts: list[str]


@dataclass(frozen=True)
class Lists:
    """Items of all rows one after another; row i has items[offset[i]:offset[i + 1]]."""

    items: NDArray[Any]
    offset: NDArray[np.uint64]


@dataclass
class Columns:
    """N detections. Positions are pixels from the picture's top left corner; None: not known."""

    box: Floats  # N x 4: x, y, width, height
    id: NDArray[np.int64] | None = None  # -1: none
    class_index: NDArray[np.int32] | None = None  # -1: unknown
    class_names: list[str] = field(default_factory=list)  # by class_index
    score: Floats | None = None  # NaN: none
    rotation: Floats | None = None  # degrees clockwise about the box's centre
    points: Lists | None = None  # of POINT
    outlines: Lists | None = None  # of CORNER
    masks: NDArray[np.uint8] | None = None  # N x H x W over the whole picture; not 0 is inside
    embedding: Floats | None = None  # N x D
    attributes: dict[str, Floats | Texts] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.box)

    def struct(self) -> _ovl.Columns:
        """As the library takes it: valid as long as this object and the struct are."""
        out = _ovl.Columns(row_count=len(self.box), box=_address(self.box))
        out.id, out.class_index = _address(self.id), _address(self.class_index)
        out.score, out.rotation = _address(self.score), _address(self.rotation)
        if self.points is not None:
            out.points, out.point_offset = _address(self.points.items), _address(self.points.offset)
            out.point_count = len(self.points.items)
        if self.outlines is not None:
            out.corners, out.corner_offset = _address(self.outlines.items), _address(self.outlines.offset)
            out.corner_count = len(self.outlines.items)
        if self.masks is not None:
            out.masks, (out.mask_stride, out.mask_row_stride, _) = _address(self.masks), self.masks.strides
            _, out.mask_height, out.mask_width = self.masks.shape
        if self.embedding is not None:
            out.embedding, out.embedding_size = _address(self.embedding), self.embedding.shape[1]
        if self.class_names:
            out.class_names = _ovl.names(tuple(self.class_names))
            out.class_count = len(self.class_names)
        if self.attributes:
            out.attributes, out.attribute_count = self._attributes(), len(self.attributes)
        return out

    def _attributes(self) -> Any:
        structs = (_ovl.Attribute * len(self.attributes))()
        for struct, (name, values) in zip(structs, self.attributes.items()):
            struct.name = _ovl.encode(name, "an attribute's name")
            if isinstance(values, Texts):
                struct.values, struct.text_count = _address(values.index), len(values.texts)
                struct.texts = _ovl.names(tuple(values.texts))
            else:
                struct.values = _address(values)
        return structs


def _address(array: NDArray[Any] | None) -> int | None:
    return None if array is None or array.size == 0 else int(array.__array_interface__["data"][0])


def without_rows() -> Columns:
    return Columns(np.empty((0, 4), np.float32))


# ---- Making the columns from what was given; refusals name the column and the row --------------------


def boxes_of(value: Any, column: str) -> Floats:
    """Corners x1, y1, x2, y2 as x, y, width, height."""
    corners = matrix(value, column, 4)
    box = np.empty(corners.shape, np.float32)
    box[:, :2] = corners[:, :2]
    with np.errstate(invalid="ignore", over="ignore"):
        np.subtract(corners[:, 2:], corners[:, :2], out=box[:, 2:])
    check_boxes(box, column, "x1, y1, x2, y2 with x1 <= x2 and y1 <= y2")
    return box


def check_boxes(box: Floats, column: str, taken: str) -> None:
    """Refuses boxes that are not finite or have a negative side."""
    good = np.isfinite(box).all(axis=1) & (box[:, 2:] >= 0).all(axis=1)
    if not good.all():
        row = int(np.argmin(good))
        raise refused(f'column "{column}", row {row}: the box {box[row].tolist()} as x, y, width, height', f"give {taken}")


def rotated_boxes(centers: Floats, sizes: Floats, degrees: Floats, column: str) -> tuple[Floats, Floats]:
    """Boxes before their rotation, and the rotation."""
    with np.errstate(over="ignore", invalid="ignore"):
        box = np.concatenate([centers - sizes / 2, sizes], axis=1).astype(np.float32)
    check_boxes(box, column, "finite numbers")
    return box, np.ascontiguousarray(degrees, np.float32)


def classes_of(value: Any, column: str, count: int, names: Sequence[str]) -> tuple[NDArray[np.int32], list[str]]:
    """Class numbers, or texts, as numbers and names."""
    array = to_numpy(value, column)
    if array.dtype.kind in "USO":
        places, texts = text_indices(array, column, count)
        return np.where(np.isnan(places), -1, places).astype(np.int32), texts
    index = whole_numbers(array, column, count)
    if names and len(index) and index.max() >= len(names):
        row = int(np.argmax(index))
        raise refused(f'column "{column}", row {row}: class {index[row]}', f"there are {len(names)} class names")
    if len(index) and not -1 <= index.min() <= index.max() < 2**31:
        row = int(np.argmax((index < -1) | (index >= 2**31)))
        raise refused(f'column "{column}", row {row}: class {index[row]}', "give numbers from 0 on, -1 for none")
    return index.astype(np.int32), list(names)


def points_of(value: Any, column: str, count: int) -> Lists:
    """Key points: an array N x K x 2 or 3 (x, y, score), or one K x 2 or 3 for each row; NaN: not found."""
    rows = [to_numpy(row, column) for row in _rows_of(value, column, count)]
    for row, points in enumerate(rows):
        if points.size and (points.ndim != 2 or points.shape[1] not in (2, 3) or points.dtype.kind not in "biuf"):
            raise refused(f'column "{column}", row {row}: {shape_text(points)}', "give K x 2 or K x 3: x, y, score")
    counts = [len(points) if points.size else 0 for points in rows]
    items = np.zeros(sum(counts), POINT)
    items["score"] = np.nan
    at = 0
    for points, many in zip(rows, counts):
        part = items[at : at + many]
        at += many
        if many == 0:
            continue
        with np.errstate(over="ignore"):
            part["x"], part["y"] = points[:, 0], points[:, 1]
            if points.shape[1] == 3:
                part["score"] = points[:, 2]
        part["state"] = np.where(np.isnan(points[:, :2]).any(axis=1), *_STATES)
    return Lists(items, _offsets(counts))


_STATES = (_ovl.POINT_STATES["absent"], _ovl.POINT_STATES["visible"])


def outlines_of(value: Any, column: str, count: int) -> Lists:
    """Outlines: for each row a polygon M x 2, or a list of such rings."""
    parts, counts = [], []
    for row, outline in enumerate(_rows_of(value, column, count)):
        rings = _rings(outline, f'column "{column}", row {row}', column)
        corners = np.zeros(sum(map(len, rings)), CORNER)
        at = 0
        for number, ring in enumerate(rings):
            part = corners[at : at + len(ring)]
            with np.errstate(over="ignore"):
                part["x"], part["y"], part["ring"] = ring[:, 0], ring[:, 1], number
            at += len(ring)
        if not (np.isfinite(corners["x"]).all() and np.isfinite(corners["y"]).all()):
            raise refused(f'column "{column}", row {row}: a corner is not finite')
        parts.append(corners)
        counts.append(len(corners))
    return Lists(np.concatenate(parts) if parts else np.zeros(0, CORNER), _offsets(counts))


def _rows_of(value: Any, column: str, count: int) -> Sequence[Any]:
    """The rows of a list, whose elements may have different lengths, or of an array."""
    rows: Any = value if isinstance(value, (list, tuple)) else to_numpy(value, column)
    if not isinstance(rows, (list, tuple)) and rows.ndim == 0:
        raise refused(f'column "{column}": {shape_text(rows)}', "give one element for each row")
    if len(rows) != count:
        raise refused(f'column "{column}" has {len(rows)} rows, there are {count} boxes')
    return rows  # type: ignore[no-any-return]


def _rings(outline: Any, where: str, column: str) -> list[NDArray[Any]]:
    if outline is None:
        return []
    several = isinstance(outline, (list, tuple)) and len(outline) > 0 and np.ndim(outline[0]) == 2
    rings = [to_numpy(ring, column) for ring in (outline if several else [outline])]
    rings = [ring for ring in rings if ring.size > 0]
    for ring in rings:
        if ring.ndim != 2 or ring.shape[1] != 2 or ring.dtype.kind not in "biuf":
            raise refused(f"{where}: {shape_text(ring)}", "give a polygon of M x 2: x, y; or a list of such rings")
    return rings


def masks_of(value: Any, column: str, count: int) -> NDArray[np.uint8] | None:
    """Masks N x H x W (or N x 1 x H x W): booleans, integers, or shares with inside above 0.5."""
    masks = to_numpy(value, column)
    if masks.ndim == 4 and masks.shape[1] == 1:
        masks = masks[:, 0]
    if masks.ndim != 3 or masks.dtype.kind not in "biuf":
        raise refused(f'column "{column}": {shape_text(masks)}', "give N x H x W: not 0 is inside")
    if len(masks) != count:
        raise refused(f'column "{column}" has {len(masks)} rows, there are {count} boxes')
    if masks.size == 0:
        return None
    if masks.dtype.kind == "f":
        masks = masks > 0.5
    elif masks.dtype.itemsize != 1:
        masks = masks != 0
    view: NDArray[np.uint8] = masks.view(np.uint8)
    return view if view.strides[2] == 1 and min(view.strides) > 0 else np.ascontiguousarray(view)


def embedding_of(value: Any, column: str, count: int) -> Floats | None:
    """Embeddings N x D."""
    array = to_numpy(value, column)
    if array.ndim != 2 or array.dtype.kind not in "biuf" or len(array) != count:
        raise refused(f'column "{column}": {shape_text(array)}', f"give {count} x D numbers")
    with np.errstate(over="ignore"):
        return np.ascontiguousarray(array, np.float32) if array.size else None


def attribute_of(value: Any, column: str, count: int) -> Floats | Texts:
    """A number or a text of every row."""
    array = to_numpy(value, column)
    if array.dtype.kind in "USO":
        return Texts(*text_indices(array, column, count))
    return numbers(array, column, count)


def _offsets(counts: Sequence[int]) -> NDArray[np.uint64]:
    offsets = np.zeros(len(counts) + 1, np.uint64)
    np.cumsum(counts, out=offsets[1:])
    return offsets
