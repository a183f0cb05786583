# SPDX-License-Identifier: Apache-2.0
"""Nodes of a graph, typed by what they make, and references to knobs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .graph import Graph


class KnobReference(str):
    """What a parameter is to take its value from: a knob, or a colour of the theme."""


class Layer(dict[str, Any]):
    """A node in the paint order, with its own blend mode and opacity."""


class Node:
    """A node of a graph. Its attributes are its parameters and inputs: `node.width = 3`, `del node.width`.

    A parameter that the graph does not set has its default. Nodes are made by `Graph`'s methods, and found by
    `graph["name"]`.
    """

    def __init__(self, graph: Graph, name: str) -> None:
        object.__setattr__(self, "_graph", graph)
        object.__setattr__(self, "_name", name)

    _graph: Graph
    _name: str

    def __getattr__(self, parameter: str) -> Any:
        if parameter.startswith("__"):
            raise AttributeError(parameter)
        return self._graph._value_of(self._name, parameter)

    def __setattr__(self, parameter: str, value: Any) -> None:
        self._graph._set_value(self._name, parameter, value)

    def __delattr__(self, parameter: str) -> None:
        self._graph._set_value(self._name, parameter, None)

    def __dir__(self) -> list[str]:
        return self._graph._parameters_of(self._name)

    def __repr__(self) -> str:
        return f"<overlace node {self._name!r}>"


class AudioNode(Node):
    """Makes what a clip's sound has in it."""


class TracksNode(Node):
    """Makes tracks."""


class LinksNode(Node):
    """Makes links between objects."""


class CurvesNode(Node):
    """Makes curves."""


class PaintedNode(Node):
    """Can be in the paint order."""

    def blended(self, blend: str | None = None, *, opacity: Any = None) -> Layer:
        """This node in the paint order, with a blend mode such as "screen", and an opacity."""
        options = {"blend": blend, "opacity": opacity}
        return Layer(node=self._name, **{name: value for name, value in options.items() if value is not None})


class LayerNode(PaintedNode):
    """Makes a layer."""


class DrawingNode(LayerNode):
    """Makes a drawing, which is taken wherever a layer is."""


class PictureNode(PaintedNode):
    """Changes the picture."""


class SoundNode(Node):
    """Makes sound."""


STAGES: dict[str, type[Node]] = {
    "audio": AudioNode,
    "tracks": TracksNode,
    "links": LinksNode,
    "curves": CurvesNode,
    "display list": DrawingNode,
    "layer": LayerNode,
    "picture": PictureNode,
    "sound": SoundNode,
}
