# SPDX-License-Identifier: Apache-2.0
"""Values of any array library as NumPy arrays of the expected type; refusals name the column and the row."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._arguments import described
from .errors import ArgumentError, refused


def to_numpy(value: Any, column: str) -> NDArray[Any]:
    """An array of NumPy; tensors by detach(), cpu() and numpy(), arrays of CuPy by get()."""
    if isinstance(value, np.ndarray):
        return value
    try:
        if hasattr(value, "detach"):
            value = value.detach()
        if hasattr(value, "cpu"):
            value = value.cpu()
        if hasattr(value, "numpy"):
            return np.asarray(value.numpy())
        if hasattr(value, "__cuda_array_interface__") and hasattr(value, "get"):
            return np.asarray(value.get())
        return np.asarray(value)
    except Exception as error:  # whatever the other library raises
        raise ArgumentError(f'column "{column}" is {described(value)}, which is no array: {error}') from None


def shape_text(array: NDArray[Any]) -> str:
    """An array's shape and type, for a refusal."""
    return f"{' x '.join(map(str, array.shape)) or 'one value'} of {array.dtype}"


def numbers(value: Any, column: str, count: int) -> NDArray[np.float32]:
    """One number for every row."""
    array = _of_rows(value, column, count)
    if array.dtype.kind not in "biuf":
        raise refused(f'column "{column}": {shape_text(array)}', "give numbers")
    with np.errstate(over="ignore"):
        return np.ascontiguousarray(array, np.float32)


def whole_numbers(value: Any, column: str, count: int) -> NDArray[np.int64]:
    """One whole number for every row; None and NaN become -1."""
    array = _of_rows(value, column, count)
    if array.dtype.kind == "O":
        try:
            array = np.array([np.nan if item is None else item for item in array], np.float64)
        except (TypeError, ValueError):
            raise refused(f'column "{column}": {shape_text(array)}', "give whole numbers") from None
    if array.dtype.kind == "f":
        array = np.where(np.isnan(array), -1, array).astype(np.float64)
        bad = (array != np.floor(array)) | (np.abs(array) >= 2.0**63)
        if bad.any():
            row = int(np.argmax(bad))
            raise refused(f'column "{column}", row {row}: {array[row]}', "give whole numbers")
    elif array.dtype.kind not in "biu":
        raise refused(f'column "{column}": {shape_text(array)}', "give whole numbers")
    elif array.dtype == np.uint64 and array.size and array.max() >= 2**63:
        row = int(np.argmax(array))
        raise refused(f'column "{column}", row {row}: {array[row]}', "give numbers below 2^63")
    return np.ascontiguousarray(array, np.int64)


def matrix(value: Any, column: str, width: int) -> NDArray[np.float32]:
    """N rows of `width` numbers. An empty list has no rows."""
    array = to_numpy(value, column)
    if array.size == 0 and array.ndim < 3:
        return np.empty((0, width), np.float32)
    if array.ndim != 2 or array.shape[1] != width or array.dtype.kind not in "biuf":
        raise refused(f'column "{column}": {shape_text(array)}', f"give N x {width} numbers")
    with np.errstate(over="ignore", invalid="ignore"):
        return np.ascontiguousarray(array, np.float32)


def text_indices(value: Any, column: str, count: int) -> tuple[NDArray[np.float32], list[str]]:
    """Texts as indices into the distinct ones, in the order in which they come; None is NaN."""
    array = _of_rows(value, column, count)
    known: dict[str, int] = {}
    index = np.empty(len(array), np.float32)
    for row, item in enumerate(array.tolist()):
        if isinstance(item, bytes):
            item = item.decode("utf-8", "replace")
        if item is None:
            index[row] = np.nan
        elif isinstance(item, str):
            index[row] = known.setdefault(item, len(known))
        else:
            raise refused(f'column "{column}", row {row}: {item!r}', "give a text, or None")
    return index, list(known)


def _of_rows(value: Any, column: str, count: int) -> NDArray[Any]:
    array = to_numpy(value, column)
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim != 1:
        raise refused(f'column "{column}": {shape_text(array)}', "give one value for each row")
    if len(array) != count:
        raise refused(f'column "{column}" has {len(array)} rows, there are {count} boxes')
    return array
