# SPDX-License-Identifier: Apache-2.0
"""Values of parameters that vary: with an attribute of the object drawn, a series, or time. See docs/graph/values.md."""

from __future__ import annotations

from typing import Any, Mapping, Sequence, Union

Input = Union[float, str]  # a number, or a length such as "20%", a class or a text


class Value(dict[str, Any]):
    """A varying value, in the spelling of a document."""

    def __repr__(self) -> str:
        return f"overlace.Value({super().__repr__()})"


def map(  # noqa: A001, the document's word
    attribute: str | Value,
    *,
    ramp: str | Sequence[tuple[Input, str]] | None = None,
    palette: str | Sequence[str] | None = None,
    stops: Sequence[tuple[Input, Any]] | None = None,
    from_: Sequence[Input] | None = None,
    to: Sequence[Any] | None = None,
    missing: Any = None,
) -> Value:
    """A value that follows an attribute of the object drawn, such as "speed", "score" or "class".

    Colours take `ramp` (a name such as "turbo", or stops) or `palette`; numbers take `stops`, or `from_`
    and `to`. `missing`: the value of an object without the attribute. `attribute` may be `expr(…)`.
    """
    return _value("map", attribute, ramp, palette, stops, from_, to, missing)


def series(
    name: str,
    *,
    ramp: str | Sequence[tuple[Input, str]] | None = None,
    palette: str | Sequence[str] | None = None,
    stops: Sequence[tuple[Input, Any]] | None = None,
    from_: Sequence[Input] | None = None,
    to: Sequence[Any] | None = None,
    missing: Any = None,
) -> Value:
    """A value that follows a series, a number over time that a node makes, such as "door.in"; see `map`."""
    return _value("series", name, ramp, palette, stops, from_, to, missing)


def expr(text: str, *, missing: Any = None) -> Value:
    """A number by arithmetic over attributes and series: `expr("clamp(speed / 40, 0, 1)")`."""
    value = Value(expr=text)
    if missing is not None:
        value["missing"] = missing
    return value


def keyframes(points: Mapping[float, Any], *, ease: str | None = None, unit: str = "time") -> Value:
    """A value over time: `keyframes({0: 0, 1.5: 1}, ease="in_out")`.

    `points` has values by seconds, or by frame numbers with unit="frame"; `ease` is "linear", "hold",
    "in", "out" or "in_out".
    """
    extra = {} if ease is None else {"ease": ease}
    return Value(keyframes=[{unit: at, "value": value, **extra} for at, value in points.items()])


def _value(kind: str, source: Any, *options: Any) -> Value:
    value = Value({kind: source})
    for name, option in zip(("ramp", "palette", "stops", "from", "to", "missing"), options):
        if option is not None:
            value[name] = list(option) if isinstance(option, tuple) else option
    return value
