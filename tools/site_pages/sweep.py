# SPDX-License-Identifier: Apache-2.0
"""Values of a parameter that show what it does: least, usual and most, as far as the editor's slider goes; or all choices."""

from __future__ import annotations

import re
from typing import Any

HEIGHT = 720  # px, of the pictures

# What else a parameter needs in order to show.
WITH: dict[str, dict[str, Any]] = {
    "glow_gain": {"glow_radius": "3%"}, "glow_side": {"glow_radius": "3%"},
    **{f"dash_{part}": {"dash_length": "2%"} for part in ("gap", "offset", "speed", "fade", "count")},
    "border": {"border_width": "0.4%"}, "shadow_color": {"shadow": "0.5%"}, "outline": {"outline_width": "0.4%"},
    "motion": {"enter": 12}, "ease": {"enter": 12},
    "plate_radius": {"plate_padding": "1%"},
}
ARRIVING = ("enter", "motion", "ease")  # shows on a frame shortly after an object has appeared
COLOR = "#ff3b6b"


def length_of(value: Any) -> tuple[float, bool] | None:
    """A number, and whether it is a percentage."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return float(value), False
    found = re.fullmatch(r"\s*(-?[\d.]+)\s*%", value) if isinstance(value, str) else None
    return (float(found[1]), True) if found else None


def ends(param: dict[str, Any], is_percent: bool) -> tuple[float, float]:
    """How far the editor's slider goes, in pixels or percent of the picture's height."""
    of_default = length_of(param["default"])
    in_percent = of_default is not None and of_default[1]
    factor = 1.0 if in_percent == is_percent else 100 / HEIGHT if is_percent else HEIGHT / 100
    low, high = param["usual"]
    return low * factor, high * factor


def written(value: float, is_percent: bool, whole: bool) -> Any:
    short = float(f"{value:.3g}")
    number = int(short) if whole or short == int(short) else short
    return f"{number}%" if is_percent else number


def within(param: dict[str, Any], value: Any) -> Any:
    """The value, or the end of the range that rounding has left."""
    low, high = (param.get(end) for end in ("min", "max"))
    bounded = value if low is None else max(value, low)
    return bounded if high is None else min(bounded, high)


def values_of(param: dict[str, Any], now: Any) -> list[Any]:
    """What to draw a parameter with; an empty list if it has no such values."""
    kind = param["kind"]
    if kind == "boolean":
        return [False, True]
    if kind == "choice":
        return list(param["choices"])
    if kind == "color":
        usual = now if isinstance(now, str) else param["default"]
        return [usual, COLOR] if isinstance(usual, str) else []
    if kind not in ("number", "integer"):
        return []
    length = length_of(now) or length_of(param["default"])
    if length is None:
        return []
    value, is_percent = length
    low, high = ends(param, is_percent)
    middle = value if low < value < high else (low + high) / 2
    steps = [written(at, is_percent, kind == "integer") for at in (low, middle, high)]
    return steps if is_percent else [within(param, at) for at in steps]
