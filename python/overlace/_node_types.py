# SPDX-License-Identifier: Apache-2.0
"""The node types of the registry, as methods and arguments of Python."""

from __future__ import annotations

import difflib
import functools
from typing import Any, Iterable

from .registry import nodes

# A node type with the name of a method of Graph's own is made by another one.
RENAMED = {"group": "composite"}


NodeType = dict[str, Any]  # "name", "stage", "doc", "inputs", "params"


@functools.cache
def node_types() -> dict[str, NodeType]:
    """The node types by name."""
    return nodes()


def methods(types: dict[str, NodeType]) -> dict[str, NodeType]:
    """Node types by the names of their methods."""
    names = {type_name: method for method, type_name in RENAMED.items()}
    return {names.get(name, name): node_type for name, node_type in types.items()}


def nearest(name: str, names: Iterable[str]) -> str:
    """A hint at the nearest name; all names where none is near."""
    names = list(names)
    near = difflib.get_close_matches(name, names, 1)
    return f"did you mean {near[0]!r}?" if near else f"there are {', '.join(names)}"


def argument_name(name: str) -> str:
    """A parameter as an argument: `from` is a word of Python."""
    return f"{name}_" if name == "from" else name


def described(node_type: NodeType) -> str:
    """What a node type does, and a line for each input and parameter."""
    lines = [node_type["doc"], ""]
    for port in node_type["inputs"]:
        taken = ("a list of " if port["many"] else "") + port["stage"] + (", optional" if port["optional"] else "")
        lines.append(f"{argument_name(port['name'])}: {taken}. {port['doc']}")
    for param in node_type["params"]:
        lines.append(f"{argument_name(param['name'])}: {_facts(param)}. {param['doc']}")
    return "\n".join(lines).rstrip()


def _facts(param: dict[str, Any]) -> str:
    text = str(param["kind"])
    low, high = param.get("min"), param.get("max")
    if low is not None and high is not None:
        text += f", {low:g} to {high:g}"
    elif low is not None:
        text += f", from {low:g}"
    text += f" {param['unit']}" if param.get("unit") else ""
    if "choices" in param:
        text = f"one of {', '.join(param['choices'])}"
    varies = [word for word, can in (("keyframes or a series", "animatable"), ("a map", "mappable")) if param[can]]
    return f"{text}, default {param['default']!r}" + (f"; takes {' or '.join(varies)}" if varies else "")
