# SPDX-License-Identifier: Apache-2.0
"""Arguments of the package as the library's: clips, rates, devices, what a picture's samples mean."""

from __future__ import annotations

import operator
from fractions import Fraction
from typing import Mapping, Sequence, SupportsIndex, Union

from . import _ovl
from .errors import ArgumentError, refused

Rate = Union[float, str, Fraction, Sequence[int]]


def clip_of(
    size: tuple[int, int], rate: tuple[int, int], first_frame: int = 0, frame_count: int = 0, scale: float = 1.0
) -> _ovl.Clip:
    """A clip; numbers that do not fit are refused."""
    members = {"width": size[0], "height": size[1], "first_frame": first_frame, "frame_count": frame_count}
    for name, value in members.items():
        if not -(2**31) <= value < 2**31:
            raise refused(f"{name} is {value}, which is too large")
    return _ovl.Clip(rate_num=rate[0], rate_den=rate[1], scale=scale, **members)


def device_options(device: str, threads: int, stream: int = 0) -> _ovl.DeviceOptions:
    """Options for "auto", "cpu", "cuda" or "cuda:N"."""
    kind, colon, index = device.partition(":")
    if kind not in _ovl.DEVICES or (colon and not (kind == "cuda" and index.isdecimal())):
        raise refused(f'there is no device "{device}"', 'give "auto", "cpu", "cuda" or "cuda:N"')
    number = _ovl.CUDA_DEVICE_BY_INDEX if colon else _ovl.DEVICES[kind]
    if threads < 0 or threads > 4096:
        raise refused(f"threads is {threads}", "give the number of CPU threads, or 0 for one per core")
    return _ovl.DeviceOptions(device=number, index=int(index or 0), threads=threads, stream=stream or None)


def meaning_of(meaning: Mapping[str, str]) -> dict[str, int]:
    """Members of an image for words such as range="full"."""
    members = {}
    for name, word in meaning.items():
        if name not in _ovl.MEANINGS:
            raise ArgumentError(
                f"there is no argument {name!r}", f"what samples mean is told by {', '.join(_ovl.MEANINGS)}"
            )
        if word not in _ovl.MEANINGS[name]:
            raise refused(f"{name} is {word!r}", f"give one of {', '.join(_ovl.MEANINGS[name])}")
        members[name] = _ovl.MEANINGS[name][word]
    return members


def rate_of(fps: Rate) -> tuple[int, int]:
    """Frames per second as a ratio: 25, 29.97, "30000/1001", Fraction, (30000, 1001)."""
    try:
        ratio = Fraction(*fps) if isinstance(fps, (tuple, list)) else Fraction(fps)  # type: ignore[arg-type]
    except (TypeError, ValueError, ZeroDivisionError, OverflowError):
        raise refused(f"fps is {fps!r}", "give frames per second, such as 25, 29.97 or (30000, 1001)") from None
    for whole in (24, 30, 48, 60, 120):  # 23.976, 29.97, 59.94: the rates of NTSC
        if abs(ratio - Fraction(whole * 1000, 1001)) < Fraction(whole, 100000):
            ratio = Fraction(whole * 1000, 1001)
    ratio = ratio.limit_denominator(1_000_000)
    if not 0 < ratio < 1_000_000:
        raise refused(f"fps is {fps!r}", "give frames per second above 0")
    return ratio.numerator, ratio.denominator


def whole(value: SupportsIndex, what: str, least: int = -(2**31), most: int = 2**31 - 1) -> int:
    """A whole number within a range; `what` names it in the refusal."""
    try:
        number = operator.index(value)
    except TypeError:
        raise ArgumentError(f"{what} is {value!r}", "give a whole number") from None
    if not least <= number <= most:
        raise refused(f"{what} is {number}", f"give a number from {least} to {most}")
    return number


def size_of(size: Sequence[SupportsIndex]) -> tuple[int, int]:
    """Width and height in pixels."""
    if len(size) != 2:
        raise refused(f"size is {size!r}", "give width and height in pixels")
    return whole(size[0], "the width", 1, 1 << 16), whole(size[1], "the height", 1, 1 << 16)


def described(value: object) -> str:
    """What an argument is, in words: "a NumPy array of 4 x 4 x 2, int64", "a str"."""
    kind = type(value)
    name = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
    name = {"numpy.ndarray": "NumPy array"}.get(name, name)
    if value is None:
        return "None"
    article = "an" if name[0].lower() in "aeiou" else "a"
    shape, dtype = getattr(value, "shape", None), getattr(value, "dtype", None)
    if isinstance(shape, tuple) and dtype is not None:
        return f"{article} {name} of {' x '.join(map(str, shape)) or 'no dimensions'}, {dtype}"
    return f"{article} {name}"
