# SPDX-License-Identifier: Apache-2.0
"""A graph as a picture for notebooks: a column for each stage, and wires."""

from __future__ import annotations

from html import escape
from typing import Any, Mapping

COLUMN, ROW, WIDTH, HEIGHT = 170, 34, 130, 24  # px
COLORS = {
    "audio": "#8a63d2", "tracks": "#2f7d4f", "links": "#b26a00", "curves": "#a03060", "display list": "#2060a0",
    "layer": "#5050a0", "picture": "#806030", "sound": "#8a63d2",
}  # fmt: skip


def svg_of(document: Mapping[str, Any], types: Mapping[str, Mapping[str, Any]]) -> str:
    """The picture of a document; `types` are the node types by name."""
    nodes = {name: node for name, node in document.get("nodes", {}).items() if isinstance(node, Mapping)}
    stages = {name: types.get(node.get("type", ""), {}).get("stage", "") for name, node in nodes.items()}
    columns = [stage for stage in (*COLORS, "") if stage in stages.values()]
    places: dict[str, tuple[int, int]] = {}
    for column, stage in enumerate(columns):
        for row, name in enumerate(name for name in nodes if stages[name] == stage):
            places[name] = (20 + column * COLUMN, 30 + row * ROW)
    wires = [
        (places[source], places[name])
        for name, node in nodes.items()
        for value in node.get("inputs", {}).values()
        for source in (value if isinstance(value, list) else [value])
        if isinstance(source, str) and source in places
    ]
    height = max((y for _, y in places.values()), default=0) + ROW + 10
    parts = [_heading(column, stage) for column, stage in enumerate(columns)]
    parts += [_wire(begin, end) for begin, end in wires]
    parts += [_box(name, nodes[name].get("type", ""), stages[name], at) for name, at in places.items()]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{len(columns) * COLUMN + 20}" height="{height}" '
        f'font-family="sans-serif" font-size="12">{"".join(parts)}</svg>'
    )


def _heading(column: int, stage: str) -> str:
    return f'<text x="{20 + column * COLUMN}" y="18" fill="#888">{escape(stage)}</text>'


def _wire(begin: tuple[int, int], end: tuple[int, int]) -> str:
    x, y, to_x, to_y = begin[0] + WIDTH, begin[1] + HEIGHT / 2, end[0], end[1] + HEIGHT / 2
    bend = max(30, (to_x - x) / 2)
    curve = f"M{x} {y:g}C{x + bend:g} {y:g} {to_x - bend:g} {to_y:g} {to_x} {to_y:g}"
    return f'<path d="{curve}" fill="none" stroke="#999" stroke-width="1.5"/>'


def _box(name: str, kind: str, stage: str, at: tuple[int, int]) -> str:
    color = COLORS.get(stage, "#666")
    return (
        f'<g><title>{escape(str(kind))}</title><rect x="{at[0]}" y="{at[1]}" width="{WIDTH}" height="{HEIGHT}" rx="5" '
        f'fill="{color}"/><text x="{at[0] + 8}" y="{at[1] + 16}" fill="#fff">{escape(name[:18])}</text></g>'
    )
