# SPDX-License-Identifier: Apache-2.0
"""A graph document, built or edited from Python."""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import re
from typing import Any, Iterator, Mapping

from . import _ovl
from ._layout import laid_out
from ._node_types import argument_name, nearest, node_types
from ._nodes import NodeMethods
from .document import document_text, value_text
from .errors import ArgumentError, Error, OutputError, Problem, UsageError, refused
from .handles import STAGES, KnobReference, Layer, Node, PaintedNode
from .registry import check, presets


class Graph(NodeMethods):
    """A graph. For each node type there is a method that adds such a node, named in the registry.

        g = overlace.Graph(title="Mine")
        people = g.track_input(path="$tracks")
        g.composite(g.draw_boxes(tracks=people, color=g.knob("accent", "#5ce1e6")))
        g.save("mine.json")

    Inputs are nodes; parameters are numbers, texts, lists, knobs, and `overlace.map` and its like. `node="boxes"`
    names a node, else its type does. A graph that was loaded keeps its comments and its layout: an edit
    changes nothing else in the text.
    """

    def __init__(self, *, title: str = "", doc: str = "", extends: str = "") -> None:
        self._document: dict[str, Any] = {"$schema": "./overlace-graph.schema.json", "overlace": 1}
        for name, text in (("title", title), ("doc", doc), ("extends", extends)):
            if text:
                self._document[name] = text
        if not extends:
            self._document.update(nodes={}, composite=[])
        self._loaded: str | None = None  # the text that edits go to; None: the document is laid out anew
        self._saved: str | None = None  # the text in the file
        self.path: str | None = None

    @classmethod
    def load(cls, source: str | os.PathLike[str]) -> Graph:
        """A graph from a file, or a preset by its name."""
        graph = cls()
        name = os.fspath(source)
        if isinstance(source, str) and name in presets() and not os.path.exists(name):
            graph._take(presets()[name].text)
            return graph
        with open(source, encoding="utf-8", newline="") as file:
            text = file.read()
        graph.path = name
        graph._take(text)
        graph._saved = text
        return graph

    @property
    def text(self) -> str:
        """The document."""
        return laid_out(self._document) if self._loaded is None else self._loaded

    @property
    def source(self) -> str:
        """What the library draws: the file, as long as it has this text, else the text. Files that a text names are
        found from the working folder."""
        text = self.text
        return self.path if self.path is not None and text == self._saved else text

    @property
    def document(self) -> dict[str, Any]:
        """The document as a dict; a copy."""
        copy: dict[str, Any] = json.loads(self.text)
        return copy

    def check(self) -> list[Problem]:
        """All problems of the graph."""
        return check(self)

    def save(self, path: str | os.PathLike[str] | None = None) -> None:
        """Writes the document, by default to where it came from, replacing what is there. A graph with problems is
        refused."""
        name = self.path if path is None else os.fspath(path)
        if name is None:
            raise refused("the graph has no file", "give save() one")
        text = self.text
        with _written_beside(name, text) as written:  # there, so that files that the document names are found
            problems = [one._replace(file=name) if one.file == written else one for one in check(written)]
            if problems:
                raise UsageError("\n".join(map(str, problems)), problems)
        self.path, self._saved = name, text

    def rename(self, node: Node | str, name: str) -> Node:
        """Gives a node another name, everywhere, and returns it under that name."""
        old = self._name_of(node)
        self._act({"act": "rename", "node": old, "to": name})
        return self[name]

    def remove(self, node: Node | str) -> None:
        """Removes a node, its wires, and its places in the lists. Nodes that need it must go first."""
        self._act({"act": "remove", "node": self._name_of(node)})

    # ---- What a document has beside nodes ----------------------------------------------------------

    def composite(self, *layers: PaintedNode | Layer | str) -> None:
        """Sets the paint order, bottom first: nodes, and `node.blended("screen")`."""
        self._put("/composite", [layer if isinstance(layer, Layer) else self._name_of(layer) for layer in layers])

    def play(self, *sounds: Node | str) -> None:
        """Sets the nodes that are heard."""
        self._put("/sound", [self._name_of(sound) for sound in sounds])

    def redact(self, *covers: Node | str) -> None:
        """Sets the nodes that hide objects (docs/redaction.md)."""
        self._put("/redact", [self._name_of(cover) for cover in covers])

    def knob(
        self,
        name: str,
        default: Any = None,
        *,
        doc: str = "",
        kind: str | None = None,
        min: float | None = None,
        max: float | None = None,
        required: bool = False,
    ) -> KnobReference:
        """A knob, to be given to parameters; without `default`, one that is there. `kind` is "color", "number",
        "integer", "boolean" or "text", by default that of the default. A video is not rendered while a text that is
        `required` is empty."""
        if default is None:
            if name not in self._document.get("knobs", {}):
                raise refused(f"there is no knob {name!r}", "give its default")
            return KnobReference(f"${name}")
        _check_name(name, "knob")
        options = {"min": min, "max": max, "required": required or None, "doc": doc or None}
        knob = {"type": kind or _knob_kind(default), "default": default}
        self._put(f"/knobs/{name}", {**knob, **{key: value for key, value in options.items() if value is not None}})
        return KnobReference(f"${name}")

    def theme(self, name: str, color: str) -> KnobReference:
        """A colour of the theme, to be given to parameters."""
        _check_name(name, "colour")
        self._put(f"/theme/{name}", color)
        return KnobReference(f"$theme.{name}")

    def __getitem__(self, name: str) -> Node:
        """A node by its name."""
        kind = self._types().get(name)
        if kind is None and "extends" not in self._document:
            raise KeyError(f"there is no node {name!r}; {nearest(name, self._types())}")
        stage = node_types()[kind]["stage"] if kind in node_types() else None
        return STAGES.get(stage or "", Node)(self, name)

    def __iter__(self) -> Iterator[str]:
        """Names of the nodes."""
        return iter(self._types())

    def svg(self) -> str:
        """The graph as an SVG drawing: nodes by stage, and their wires. It need not be complete."""
        drawn = ctypes.c_void_p()
        _ovl.call("ovl_graph_svg", _ovl.encode(self.source, "the graph"), ctypes.byref(drawn))
        return _ovl.taken_text(drawn)

    def _repr_svg_(self) -> str:
        """A notebook's picture."""
        return self.svg()

    def __repr__(self) -> str:
        title = self._document.get("title", "")
        return f"<overlace.Graph {title!r}: {len(self._types())} nodes>"

    # ---- Nodes ------------------------------------------------------------------------------------

    def _types(self) -> dict[str, str]:
        found = self._document.get("nodes", {})
        return {name: node.get("type", "") for name, node in found.items() if isinstance(node, Mapping)}

    def _add(self, node_type: dict[str, Any], name: str | None, arguments: dict[str, Any]) -> Node:
        kind = node_type["name"]
        node: dict[str, Any] = {"type": kind}
        ports = {port["name"]: port for port in node_type["inputs"]}
        params = {argument_name(param["name"]): param["name"] for param in node_type["params"]}
        for argument, value in arguments.items():
            if argument in ports:
                node.setdefault("inputs", {})[argument] = self._wire(kind, ports[argument], value)
            elif argument in params:
                node.setdefault("params", {})[params[argument]] = value
            else:
                hint = nearest(argument, [*ports, *params])
                raise ArgumentError(f"{kind} has no input or parameter {argument!r}", hint)
        missing = [name for name, port in ports.items() if not port["optional"] and name not in arguments]
        if missing:
            raise ArgumentError(f"{kind} needs its input {missing[0]!r}", f"give {missing[0]}=NODE")
        made = name or self._free_name(kind)
        _check_name(made, "node")
        if made in self._types():
            raise refused(f"there is a node {made!r} already", "name this one otherwise with node=")
        self._put(f"/nodes/{made}", node)
        return STAGES[node_type["stage"]](self, made)

    def _wire(self, kind: str, port: dict[str, Any], value: Any) -> Any:
        if port["many"]:
            return [self._wire_one(kind, port, one) for one in (value if isinstance(value, (list, tuple)) else [value])]
        return self._wire_one(kind, port, value)

    def _wire_one(self, kind: str, port: dict[str, Any], value: Any) -> str:
        wanted = STAGES[port["stage"]]
        if isinstance(value, str):
            return value
        if type(value) is not Node and not isinstance(value, wanted):
            found = type(value).__name__ if isinstance(value, Node) else repr(value)
            raise ArgumentError(f"{kind}'s input {port['name']!r} is {found}", f"give a {wanted.__name__}")
        return self._name_of(value)

    def _name_of(self, node: Node | str) -> str:
        if isinstance(node, str):
            return node
        if not isinstance(node, Node):
            raise ArgumentError(f"{node!r} is no node", "give what a method of the graph returned")
        if node._graph is not self:
            raise refused(f"node {node._name!r} belongs to another graph")
        return node._name

    def _free_name(self, kind: str) -> str:
        base = kind.split("_", 1)[-1] if kind != "composite" else "group"
        taken, name, number = self._types(), base, 1
        while name in taken:
            number += 1
            name = f"{base}_{number}"
        return name

    def _parameters_of(self, name: str) -> list[str]:
        node_type = node_types().get(self._types().get(name, ""), {"inputs": [], "params": []})
        return [argument_name(row["name"]) for row in [*node_type["inputs"], *node_type["params"]]]

    def _row_of(self, name: str, parameter: str) -> tuple[str, dict[str, Any] | None]:
        """Whether it is of "inputs" or "params", and its row in the registry; None for a node of the base."""
        kind = self._types().get(name, "")
        node_type = node_types().get(kind)
        if node_type is None:
            return "params", None
        for part in ("inputs", "params"):
            for row in node_type[part]:
                if argument_name(row["name"]) == parameter:
                    return part, row
        raise AttributeError(f"{kind} has no input or parameter {parameter!r}; {nearest(parameter, dir(self[name]))}")

    def _value_of(self, name: str, parameter: str) -> Any:
        part, row = self._row_of(name, parameter)
        node = self._document.get("nodes", {}).get(name, {})
        key = row["name"] if row else parameter
        return node.get(part, {}).get(key, row.get("default") if row else None)

    def _set_value(self, name: str, parameter: str, value: Any) -> None:
        """Sets an input or a parameter; None takes it away."""
        part, row = self._row_of(name, parameter)
        key = row["name"] if row else parameter
        if part == "inputs" and row is not None and value is not None:
            value = self._wire(self._types()[name], row, value)
        if self._loaded is not None:
            target = f"{name}.inputs.{key}" if part == "inputs" else f"{name}.{key}"
            self._edit(target, None if value is None else value_text(value, target))
            return
        values = self._document["nodes"][name].setdefault(part, {})
        if value is None:
            values.pop(key, None)
        else:
            values[key] = json.loads(document_text(value))

    # ---- The text -----------------------------------------------------------------------------------

    def _put(self, pointer: str, value: Any) -> None:
        """Sets a member of the document."""
        plain = json.loads(document_text(value))
        if self._loaded is not None:
            self._edit(pointer, document_text(plain))
            return
        *parents, last = pointer[1:].split("/")
        at = self._document
        for parent in parents:
            at = at.setdefault(parent, {})
        at[last] = plain

    def _edit(self, target: str, value: str | None) -> None:
        """Makes the least change to the loaded text."""
        to = None if value is None else _ovl.encode(value, target)
        self._take(self._edited("ovl_edit", _ovl.encode(target, "the target"), to))

    def _act(self, act: dict[str, Any]) -> None:
        """Performs an act as an editor does; a document that was built here is laid out anew."""
        edited = self._edited("ovl_edit_acts", _ovl.encode(json.dumps(act), "the act"))
        if self._loaded is None:
            self._document = json.loads(edited)
        else:
            self._take(edited)

    def _edited(self, function: str, *arguments: bytes | None) -> str:
        edited = ctypes.c_void_p()
        text = _ovl.encode(self.text, "the document")
        file = None if self.path is None else _ovl.encode(self.path, "the file")
        _ovl.call(function, text, file, *arguments, ctypes.byref(edited))
        return _ovl.taken_text(edited)

    def _take(self, text: str) -> None:
        try:
            document = json.loads(text.removeprefix("\ufeff"))
        except ValueError as error:
            raise refused(f"{self.path or 'the document'}: {error}") from None
        if not isinstance(document, dict):
            raise refused(f"{self.path or 'the document'} is no JSON object")
        self._loaded, self._document = text, document


def _check_name(name: str, what: str) -> None:
    if not re.fullmatch("[a-z][a-z0-9_]{0,63}", name):
        raise refused(f"a {what} is called {name!r}", "names are a to z, 0 to 9 and _, and begin with a letter")


def _knob_kind(default: Any) -> str:
    if isinstance(default, bool):
        return "boolean"
    if isinstance(default, int):
        return "integer"
    if isinstance(default, float) or (isinstance(default, str) and default.endswith("%")):
        return "number"
    return "color" if isinstance(default, str) and default.startswith("#") else "text"


@contextlib.contextmanager
def _written_beside(path: str, text: str) -> Iterator[str]:
    """A file beside `path` that takes its place if nothing is raised: `path` is there only when it is complete."""
    folder, name = os.path.split(path)
    written = os.path.join(folder or os.curdir, f".{name}.{os.getpid()}.json")
    try:
        with open(written, "x", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        yield written
        os.replace(written, path)
    except BaseException as error:
        with contextlib.suppress(OSError):
            os.unlink(written)
        if isinstance(error, OSError) and not isinstance(error, Error):
            raise OutputError(f"{path} cannot be written: {error.strerror}") from None
        raise
