# SPDX-License-Identifier: Apache-2.0
"""What there is: presets with their knobs, node types, the schema of documents, and what the library can do."""

from __future__ import annotations

import ctypes
import functools
import json
from dataclasses import dataclass
from typing import Any, Iterator, Mapping

from . import _ovl
from .document import Source, setting_texts, source_text
from .errors import Error, Problem, UnavailableError, UsageError


@dataclass(frozen=True)
class Knob:
    """A parameter that the author of a document exposes."""

    name: str
    kind: str  # "number", "integer", "boolean", "color" or "text"
    default: str  # as a user would type it: "3", "0.4%", "#5ce1e6"
    doc: str
    min: float  # of numbers; infinite without a limit
    max: float


@dataclass(frozen=True)
class Preset:
    """A built-in look."""

    name: str
    title: str
    doc: str
    knobs: dict[str, Knob]

    @property
    def text(self) -> str:
        """The document, as JSON."""
        return _ovl.decode(_ovl.function("ovl_preset_text")(_ovl.encode(self.name, "the preset")))


class _Presets(Mapping[str, Preset]):
    """The presets by name; each is looked at when it is asked for."""

    @functools.cached_property
    def _names(self) -> list[str]:
        names: list[str] = []
        while name := _ovl.function("ovl_preset")(len(names)):
            names.append(_ovl.decode(name))
        return names

    def __getitem__(self, name: str) -> Preset:
        if name not in self._names:
            raise KeyError(f"there is no preset {name!r}; there are {', '.join(self._names)}")
        return _preset(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __repr__(self) -> str:
        return f"<overlace presets: {', '.join(self._names)}>"


@functools.lru_cache(maxsize=None)
def _preset(name: str) -> Preset:
    title, doc, knobs = _knobs(name)
    return Preset(name, title, doc, knobs)


def _knobs(graph: str) -> tuple[str, str, dict[str, Knob]]:
    """Title, description and knobs of a document."""
    handle = _ovl.Handle("ovl_knobs_free")
    _ovl.call("ovl_knobs_create", _ovl.encode(graph, "the graph"), handle.out())
    knobs = {}
    for index in range(_ovl.function("ovl_knobs_count")(handle)):
        knob = _ovl.Knob()
        _ovl.call("ovl_knobs_get", handle, index, ctypes.byref(knob))
        name, kind = _ovl.decode(knob.name), _ovl.KNOB_KINDS[knob.type]
        knobs[name] = Knob(name, kind, _ovl.decode(knob.value), _ovl.decode(knob.doc), knob.min, knob.max)
    title, doc = (_ovl.decode(_ovl.function(name)(handle)) for name in ("ovl_knobs_title", "ovl_knobs_doc"))
    return title, doc, knobs


def presets() -> Mapping[str, Preset]:
    """The built-in looks by name."""
    return _PRESETS


_PRESETS = _Presets()


def check(graph: Source, *, settings: Mapping[str, Any] = {}, **knobs: Any) -> list[Problem]:
    """All problems of a document with these settings; an empty list if there are none."""
    texts = setting_texts(settings, knobs)
    try:
        _ovl.call("ovl_check", _ovl.encode(source_text(graph), "the graph"), _ovl.texts(texts, "a setting"), len(texts))
    except UsageError as error:
        return list(error.problems)
    except Error as error:
        if error.code == 4:  # a file that the document names
            return list(error.problems)
        raise
    return []


def nodes() -> dict[str, dict[str, Any]]:
    """All node types by name: "stage", "doc", "inputs" and "params", as `overlace nodes --json` prints them."""
    return {node["name"]: node for node in json.loads(_text(_ovl.TEXT_NODES))}


def schema() -> dict[str, Any]:
    """The JSON Schema (draft 7) of documents."""
    loaded: dict[str, Any] = json.loads(_text(_ovl.TEXT_SCHEMA))
    return loaded


def features() -> dict[str, Any]:
    """What this library can do here: "version", "track_formats", "pixel_formats", "gpus" (how many it can draw on)."""
    loaded: dict[str, Any] = json.loads(_text(_ovl.TEXT_FEATURES))
    return loaded


def version() -> tuple[int, int, int]:
    """Major, minor and patch number of libovl."""
    number = _ovl.library().ovl_version()
    return number // 10000, number // 100 % 100, number % 100


def _text(kind: int) -> str:
    text = _ovl.function("ovl_text")(kind)
    if text is None:
        raise UnavailableError("this libovl does not describe itself; install a newer one")
    return _ovl.decode(text)
