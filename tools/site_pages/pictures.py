# SPDX-License-Identifier: Apache-2.0
"""Pictures of the pages: cut to where something happens, put side by side, hashed as pixels, written as WebP."""

from __future__ import annotations

import hashlib
import pathlib

import numpy as np
from PIL import Image

PAGE_WIDTH = 960  # px, of a page's picture
PANEL = (320, 180)  # px, of one picture of a strip
COLUMNS, GAP = 3, 8
GREY = 128
STEP = 16  # px; differences are looked for in squares of this size
STRIP_WIDTHS = (320, 640, 960)  # px, of what a strip shows of a frame
ENOUGH = 0.25  # share of the differences that a strip shows
QUALITY, STRIP_QUALITY = 40, 24  # of WebP, 0 to 100: the site stays small, and drawings sharp

Pixels = np.ndarray


def hash_of(pixels: Pixels) -> str:
    """Names the pixels themselves: encoders differ from one version to the next."""
    return hashlib.sha256(f"{pixels.shape}".encode() + np.ascontiguousarray(pixels).tobytes()).hexdigest()[:16]


def differences(panels: list[Pixels]) -> Pixels:
    """How many samples differ between the first picture and the others, by squares."""
    first = panels[0]
    changed = np.zeros(first.shape[:2], bool)
    for other in panels[1:]:
        changed |= (first != other).any(axis=2)
    height, width = (size // STEP * STEP for size in changed.shape)
    return changed[:height, :width].reshape(height // STEP, STEP, width // STEP, STEP).sum(axis=(1, 3))


def window(panels: list[Pixels], widths: tuple[int, ...]) -> tuple[int, int, int, int]:
    """x, y, width and height of a part in the panels' shape, where most of the differences are.

    The first of the widths in which enough of them are, or else the last.
    """
    height, width = panels[0].shape[:2]
    counts = differences(panels)
    sums = np.pad(counts.cumsum(0).cumsum(1), ((1, 0), (1, 0)))
    for wanted in widths:
        wide = min(wanted, width, int(height * PANEL[0] / PANEL[1]))
        high = int(wide * PANEL[1] / PANEL[0])
        down, right = min(high // STEP, counts.shape[0]), min(wide // STEP, counts.shape[1])
        inside = sums[down:, right:] - sums[:-down, right:] - sums[down:, :-right] + sums[:-down, :-right]
        if inside.max() >= ENOUGH * counts.sum():
            break
    best = np.argwhere(inside == inside.max())
    top, left = best[len(best) // 2] * STEP  # of equal ones, the one in the middle
    return min(int(left), width - wide), min(int(top), height - high), wide, high


def strip(panels: list[Pixels]) -> Pixels:
    """The panels' windows in rows of three, on grey."""
    x, y, width, height = window(panels, STRIP_WIDTHS)
    columns = min(COLUMNS, len(panels))
    rows = -(-len(panels) // columns)
    sheet = np.full((rows * (PANEL[1] + GAP) - GAP, columns * (PANEL[0] + GAP) - GAP, 3), GREY, np.uint8)
    for index, panel in enumerate(panels):
        cut = Image.fromarray(panel[y:y + height, x:x + width])
        top, left = index // columns * (PANEL[1] + GAP), index % columns * (PANEL[0] + GAP)
        sheet[top:top + PANEL[1], left:left + PANEL[0]] = np.asarray(cut.resize(PANEL, Image.Resampling.LANCZOS))
    return sheet


def part(pixels: Pixels, plain: Pixels) -> Pixels:
    """The part of a drawn frame, as wide as a page's picture, where most is drawn."""
    x, y, width, height = window([plain, pixels], (PAGE_WIDTH,))
    return pixels[y:y + height, x:x + width]


def write(pixels: Pixels, path: pathlib.Path, quality: int = QUALITY) -> None:
    """Writes a picture as WebP of this quality, 0 to 100."""
    picture = Image.fromarray(pixels)
    path.parent.mkdir(parents=True, exist_ok=True)
    picture.save(path, quality=quality, method=6)
