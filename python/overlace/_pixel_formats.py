# SPDX-License-Identifier: Apache-2.0
"""How the samples of a pixel format lie in memory, by FFmpeg's name of the format."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True)
class Plane:
    """A plane: how often its width and height are halved, and the samples of a pixel in it."""

    shift_x: int = 0
    shift_y: int = 0
    samples: int = 1

    def width(self, pixels: int) -> int:
        """Samples in a row of a picture that is `pixels` wide."""
        return -(-pixels >> self.shift_x) * self.samples

    def height(self, pixels: int) -> int:
        """Rows of a picture that is `pixels` high."""
        return -(-pixels >> self.shift_y)


@dataclass(frozen=True)
class Layout:
    """A pixel format: the type of its samples as in NumPy ("u1", "u2", "f2", "f4"), and its planes."""

    name: str
    sample: str
    planes: tuple[Plane, ...]
    alpha: bool = False

    @property
    def is_packed(self) -> bool:
        return len(self.planes) == 1


_PACKED = {
    "rgb24": ("u1", 3), "bgr24": ("u1", 3), "rgba": ("u1", 4), "bgra": ("u1", 4), "argb": ("u1", 4), "abgr": ("u1", 4),
    "rgb0": ("u1", 4), "bgr0": ("u1", 4), "0rgb": ("u1", 4), "0bgr": ("u1", 4),
    "rgb48": ("u2", 3), "bgr48": ("u2", 3), "rgba64": ("u2", 4), "bgra64": ("u2", 4),
    "rgbf16": ("f2", 3), "rgbaf16": ("f2", 4), "rgbf32": ("f4", 3), "rgbaf32": ("f4", 4),
    "gray": ("u1", 1), "gray10": ("u2", 1), "gray12": ("u2", 1), "gray16": ("u2", 1), "grayf32": ("f4", 1),
    "ya8": ("u1", 2), "ya16": ("u2", 2),
}  # fmt: skip
_SEMI_PLANAR = {
    "nv12": ("u1", 1, 1), "nv16": ("u1", 1, 0), "nv24": ("u1", 0, 0),
    "p010": ("u2", 1, 1), "p016": ("u2", 1, 1), "p210": ("u2", 1, 0), "p216": ("u2", 1, 0),
}  # fmt: skip
_YCBCR = re.compile(r"yuv(a?)(420|422|444)p(|10|12|16)")
_RGB_PLANES = re.compile(r"gbr(a?)p(|10|12|16|f32)")
_CHROMA_SHIFTS = {"420": (1, 1), "422": (1, 0), "444": (0, 0)}

# By family, samples of a pixel, and type of the samples.
_FAMILIES = {
    ("bgr", 3, "u1"): "bgr24", ("bgr", 4, "u1"): "bgra", ("bgr", 3, "u2"): "bgr48", ("bgr", 4, "u2"): "bgra64",
    ("rgb", 3, "u1"): "rgb24", ("rgb", 4, "u1"): "rgba", ("rgb", 3, "u2"): "rgb48", ("rgb", 4, "u2"): "rgba64",
    ("rgb", 3, "f2"): "rgbf16", ("rgb", 4, "f2"): "rgbaf16", ("rgb", 3, "f4"): "rgbf32", ("rgb", 4, "f4"): "rgbaf32",
}  # fmt: skip
_GRAY = {"u1": "gray", "u2": "gray16", "f4": "grayf32"}


@lru_cache(maxsize=None)
def layout_of(name: str) -> Layout | None:
    """The layout of a format with FFmpeg's name, without "le"; None if the name is not known."""
    if name in _PACKED:
        sample, samples = _PACKED[name]
        return Layout(name, sample, (Plane(samples=samples),), samples in (2, 4) and "0" not in name)
    if name in _SEMI_PLANAR:
        sample, x, y = _SEMI_PLANAR[name]
        return Layout(name, sample, (Plane(), Plane(x, y, 2)))
    if match := _YCBCR.fullmatch(name):
        chroma = Plane(*_CHROMA_SHIFTS[match[2]])
        alpha = (Plane(),) if match[1] else ()
        return Layout(name, "u2" if match[3] else "u1", (Plane(), chroma, chroma, *alpha), bool(alpha))
    if match := _RGB_PLANES.fullmatch(name):
        sample = {"": "u1", "f32": "f4"}.get(match[2], "u2")
        return Layout(name, sample, (Plane(),) * (4 if match[1] else 3), bool(match[1]))
    return None


def packed_name(family: str, samples: int, sample: str) -> str | None:
    """The format of pixels of `samples` samples in the order "rgb" or "bgr"; one sample is grey."""
    return _GRAY.get(sample) if samples == 1 else _FAMILIES.get((family, samples, sample))


def planes_name(shapes: list[tuple[int, int]], sample: str) -> str | None:
    """The format of 8-bit planes Y Cb Cr [A] or Y CbCr with these heights and samples in a row."""
    if sample != "u1":
        return None  # 10, 12 or 16 bits: only their owner knows
    height, width = shapes[0]
    names = ["nv12", "nv16", "nv24"] if len(shapes) == 2 else [
        f"yuv{'a' if len(shapes) == 4 else ''}{chroma}p" for chroma in _CHROMA_SHIFTS]  # fmt: skip
    for name in names:
        layout = layout_of(name)
        if layout and shapes == [(plane.height(height), plane.width(width)) for plane in layout.planes]:
            return name
    return None
