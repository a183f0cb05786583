# SPDX-License-Identifier: Apache-2.0
"""overlace among annotators of supervision, which is not imported."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

from .document import Source
from .overlay import Overlay

Scene = TypeVar("Scene")


class Annotator(Protocol):
    """What supervision's annotators offer."""

    def annotate(self, scene: Scene, detections: Any) -> Scene: ...


class OverlayAnnotator:
    """An overlay with supervision's method. A call is a frame: use one for each video."""

    def __init__(self, overlay: Overlay) -> None:
        self.overlay = overlay

    def annotate(self, scene: Scene, detections: Any, **meaning: Any) -> Scene:
        """Draws on `scene`, H x W x 3 in the order B, G, R, or an image of Pillow, in place, and returns it."""
        self.overlay.draw(scene, detections, **meaning)
        return scene


def annotator(graph: Source = "boxes", /, **options: Any) -> OverlayAnnotator:
    """An annotator that draws a graph; `options` as those of `overlace.Overlay`, without `delay`."""
    if "delay" in options:
        raise TypeError("an annotator returns the frame that it was given: delay cannot be used")
    return OverlayAnnotator(Overlay(graph, **options))
