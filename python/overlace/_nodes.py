# SPDX-License-Identifier: Apache-2.0
"""A method for each node type of the registry. _nodes.pyi, which tools/python-stubs writes, has their types."""

from __future__ import annotations

from typing import Any, Callable

from ._node_types import NodeType, described, methods, nearest, node_types
from .handles import Node


class NodeMethods:
    """Methods that add a node: `graph.draw_boxes(tracks=people, corner_radius=4)`."""

    def _add(self, node_type: NodeType, name: str | None, arguments: dict[str, Any]) -> Node:
        raise NotImplementedError

    def __getattr__(self, method: str) -> Callable[..., Node]:
        if method.startswith("_"):
            raise AttributeError(method)
        found = methods(node_types())
        if method not in found:
            raise AttributeError(f"there is no node type {method!r}; {nearest(method, found)}")
        node_type = found[method]

        def add(*, node: str | None = None, **arguments: Any) -> Node:
            return self._add(node_type, node, arguments)

        add.__name__ = add.__qualname__ = method
        add.__doc__ = described(node_type)
        return add

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *methods(node_types())]
