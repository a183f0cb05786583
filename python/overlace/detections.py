# SPDX-License-Identifier: Apache-2.0
"""Detections of other libraries as columns. Nothing is imported for it: objects are known by what they offer."""

from __future__ import annotations

import math
from typing import Any, Callable, Mapping, Sequence

import numpy as np

from ._arguments import described
from ._columns import (
    Columns,
    attribute_of,
    boxes_of,
    classes_of,
    embedding_of,
    masks_of,
    outlines_of,
    points_of,
    rotated_boxes,
    without_rows,
)
from ._convert import matrix, numbers, shape_text, to_numpy, whole_numbers
from .errors import ArgumentError, refused

TAKEN = (
    'None, rows of overlace.Tracks, a dict of columns ("xyxy", "id", "class", "score", …), detections of supervision, '
    "a result of ultralytics, or an array of N x 4 (x1, y1, x2, y2), 5 (and score), 6 (and class) or 7 (x1, y1, x2, y2, "
    "id, score, class)"
)

# Names of a dict's columns; the first is ours.
_NAMES = {
    "xyxy": ("xyxy", "boxes"),
    "id": ("id", "tracker_id", "track_id", "ids"),
    "class": ("class", "labels", "class_name", "class_id", "classes"),
    "score": ("score", "scores", "confidence", "conf"),
    "rotation": ("rotation",),
    "key_points": ("key_points", "keypoints"),
    "masks": ("masks", "mask"),
    "outlines": ("outlines",),
    "embedding": ("embedding", "embeddings"),
}
_MEANING = {name: meaning for meaning, names in _NAMES.items() for name in names}


def columns_of(detections: Any, classes: Sequence[str] = ()) -> Columns:
    """The columns of detections of any kind that is taken; `classes`: names of class numbers."""
    if detections is None:
        return without_rows()
    if isinstance(detections, Columns):
        return detections
    for is_kind, adapt in _KINDS:
        if is_kind(detections):
            return adapt(detections, classes)
    raise ArgumentError(f"detections are {described(detections)}", f"give {TAKEN}")


def class_names(classes: Sequence[str] | Mapping[int, str] | None) -> list[str]:
    """Names by class number, from a list, or a dict with gaps."""
    if classes is None:
        return []
    if isinstance(classes, Mapping):
        most = max(classes, default=-1)
        if not all(isinstance(number, int) and 0 <= number < 1_000_000 for number in classes):
            raise refused(f"classes are numbered {list(classes)[:5]}", "give numbers from 0 on")
        return [str(classes.get(number, number)) for number in range(most + 1)]
    if isinstance(classes, str):
        raise ArgumentError(f"classes are the text {classes!r}", "give a list of names")
    return [str(name) for name in classes]


# ---- A dict of columns ------------------------------------------------------------------------------


def _of_dict(columns: Mapping[str, Any], classes: Sequence[str]) -> Columns:
    known: dict[str, tuple[str, Any]] = {}
    others: dict[str, Any] = {}
    for name, value in columns.items():
        if not isinstance(name, str):
            raise ArgumentError(f"a column is called {name!r}", "give texts as names")
        meaning = _MEANING.get(name)
        if value is None:
            continue
        if meaning is None:
            others[name] = value
        elif meaning in known:
            raise refused(f'columns "{known[meaning][0]}" and "{name}" mean the same', "give one of them")
        else:
            known[meaning] = name, value
    if "xyxy" not in known:
        if not known and not others:
            return without_rows()
        raise refused(f'the columns are {", ".join(map(repr, columns))}', 'give the boxes as "xyxy" or "boxes"')
    name, value = known.pop("xyxy")
    out = Columns(boxes_of(value, name))
    for meaning, (name, value) in known.items():
        _set(out, meaning, name, value, classes)
    for name, value in others.items():
        out.attributes[name] = attribute_of(value, name, len(out))
    return out


def _set(out: Columns, meaning: str, name: str, value: Any, classes: Sequence[str]) -> None:
    count = len(out)
    if meaning == "id":
        out.id = whole_numbers(value, name, count)
    elif meaning == "class":
        out.class_index, out.class_names = classes_of(value, name, count, classes)
    elif meaning == "score":
        out.score = numbers(value, name, count)
    elif meaning == "rotation":
        out.rotation = numbers(value, name, count)
    elif meaning == "key_points":
        out.points = points_of(value, name, count)
    elif meaning == "masks":
        out.masks = masks_of(value, name, count)
    elif meaning == "outlines":
        out.outlines = outlines_of(value, name, count)
    elif meaning == "embedding":
        out.embedding = embedding_of(value, name, count)


# ---- Objects of other libraries ---------------------------------------------------------------------


def _is_supervision(value: Any) -> bool:
    return all(hasattr(value, name) for name in ("xyxy", "tracker_id", "class_id", "confidence"))


def _of_supervision(value: Any, classes: Sequence[str]) -> Columns:
    """supervision.Detections. Of `data`, what is one number or text for each row becomes attributes."""
    out = Columns(boxes_of(value.xyxy, "xyxy"))
    count, data = len(out), dict(getattr(value, "data", None) or {})
    names = data.pop("class_name", None)
    class_column = value.class_id if names is None else names
    for meaning, name, column in (
        ("id", "tracker_id", value.tracker_id),
        ("class", "class_id" if names is None else "class_name", class_column),
        ("score", "confidence", value.confidence),
        ("masks", "mask", getattr(value, "mask", None)),
    ):
        if column is not None and (count or meaning != "masks"):
            _set(out, meaning, name, column, classes)
    corners = data.pop("xyxyxyxy", None)
    if corners is not None and count:
        out.box, out.rotation = _of_corners(to_numpy(corners, "xyxyxyxy"))
    for name, column in data.items():
        if np.ndim(column) == 1:
            out.attributes[name] = attribute_of(column, name, count)
    return out


def _of_corners(corners: Any) -> tuple[Any, Any]:
    """Rotated boxes from their corners N x 4 x 2, in order."""
    if corners.ndim != 3 or corners.shape[1:] != (4, 2):
        raise refused(f'column "xyxyxyxy": {shape_text(corners)}', "give N x 4 x 2 numbers")
    across, down = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 1]
    sizes = np.stack([np.hypot(*across.T), np.hypot(*down.T)], axis=1)
    return rotated_boxes(corners.mean(axis=1), sizes, np.degrees(np.arctan2(across[:, 1], across[:, 0])), "xyxyxyxy")


def _is_ultralytics(value: Any) -> bool:
    return hasattr(value, "names") and hasattr(value, "boxes") and hasattr(value, "orig_shape")


def _of_ultralytics(value: Any, classes: Sequence[str]) -> Columns:
    """A result of ultralytics: boxes or rotated boxes, key points, and masks as outlines."""
    rotated = getattr(value, "obb", None)
    found = value.boxes if rotated is None else rotated
    if found is None:
        return without_rows()
    if rotated is None:
        out = Columns(boxes_of(found.xyxy, "boxes.xyxy"))
    else:
        xywhr = matrix(found.xywhr, "obb.xywhr", 5)
        box, rotation = rotated_boxes(xywhr[:, :2], xywhr[:, 2:4], xywhr[:, 4] * (180 / math.pi), "obb.xywhr")
        out = Columns(box, rotation=rotation)
    names = list(classes) or class_names(value.names)
    for meaning, name, column in (("id", "id", found.id), ("class", "cls", found.cls), ("score", "conf", found.conf)):
        if column is not None:
            _set(out, meaning, name, column, names)
    points = getattr(value, "keypoints", None)
    if points is not None and len(out):
        data = np.array(to_numpy(points.data, "keypoints"), np.float32)
        data[(data[:, :, :2] == 0).all(axis=2), :2] = np.nan  # how ultralytics marks a point that was not found
        out.points = points_of(data, "keypoints", len(out))
    masks = getattr(value, "masks", None)
    if masks is not None and len(out):
        out.outlines = outlines_of(masks.xy, "masks.xy", len(out))
    return out


# ---- Arrays -----------------------------------------------------------------------------------------


def _is_array(value: Any) -> bool:
    return isinstance(value, (list, tuple)) or hasattr(value, "__array__") or hasattr(value, "__array_interface__")


def _of_array(value: Any, classes: Sequence[str]) -> Columns:
    if isinstance(value, (list, tuple)) and len(value) == 1 and any(is_kind(value[0]) for is_kind, _ in _KINDS[:3]):
        raise ArgumentError(f"detections are a list of one {type(value[0]).__name__}", "give its element: results[0]")
    array = to_numpy(value, "detections")
    if array.size == 0 and array.ndim <= 2:
        return without_rows()
    if array.ndim != 2 or not 4 <= array.shape[1] <= 7 or array.dtype.kind not in "biuf":
        raise refused(f"detections are an array of {shape_text(array)}", f"give {TAKEN}")
    out = Columns(boxes_of(array[:, :4], "xyxy"))
    has_id = array.shape[1] == 7
    if has_id:
        _set(out, "id", "id", array[:, 4], classes)
    if array.shape[1] > 4:
        _set(out, "score", "score", array[:, 4 + has_id], classes)
    if array.shape[1] > 5:
        _set(out, "class", "class", array[:, 5 + has_id], classes)
    return out


_KINDS: list[tuple[Callable[[Any], bool], Callable[[Any, Sequence[str]], Columns]]] = [
    (lambda value: isinstance(value, Mapping), _of_dict),
    (_is_supervision, _of_supervision),
    (_is_ultralytics, _of_ultralytics),
    (_is_array, _of_array),
]
