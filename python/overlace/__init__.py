# SPDX-License-Identifier: Apache-2.0
"""overlace draws tracked objects onto pictures: boxes, labels, trails, links between neighbours.

    import overlace

    overlay = overlace.Overlay("boxes")                     # live: frame after frame
    overlay.draw(frame, detections)                         # in place

    clip = overlace.Clip("constellation", "det.txt", size=(1920, 1080))
    clip.draw(frame, 120)                                   # finished tracks, any frame

See docs/python.md. Names are loaded when they are first used, so that the import takes no time.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from .errors import (
    ArgumentError,
    Error,
    InputError,
    InternalError,
    LimitError,
    LossWarning,
    OutOfMemoryError,
    OutputError,
    Problem,
    UnavailableError,
    UsageError,
)

if TYPE_CHECKING:
    from . import supervision
    from .clip import Clip
    from .document import Source
    from .graph import Graph
    from .overlay import Overlay
    from .registry import Knob, Preset, check, features, nodes, presets, schema, version
    from .rows import Rows
    from .run import Progress, Report, render, track
    from .tracks import Tracks
    from .values import Value, expr, keyframes, map, series

_MODULES = {
    "clip": ("Clip",),
    "document": ("Source",),
    "graph": ("Graph",),
    "overlay": ("Overlay",),
    "registry": ("Knob", "Preset", "check", "features", "nodes", "presets", "schema", "version"),
    "rows": ("Rows",),
    "run": ("Progress", "Report", "render", "track"),
    "supervision": ("supervision",),
    "tracks": ("Tracks",),
    "values": ("Value", "expr", "keyframes", "map", "series"),
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}

__all__ = [  # noqa: F822
    "ArgumentError", "Clip", "Error", "Graph", "InputError", "InternalError", "Knob", "LimitError", "LossWarning",
    "OutOfMemoryError", "OutputError", "Overlay", "Preset", "Problem", "Progress", "Report", "Rows", "Source", "Tracks",
    "UnavailableError", "UsageError", "Value", "check", "expr", "features", "keyframes", "map", "nodes", "presets",
    "render", "schema", "series", "supervision", "track", "version",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    module = _MODULE_OF.get(name)
    if module is None:
        raise AttributeError(f"module 'overlace' has no attribute {name!r}")
    loaded = importlib.import_module(f".{module}", __name__)
    value = loaded if name == module else getattr(loaded, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
