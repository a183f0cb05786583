# SPDX-License-Identifier: Apache-2.0
"""What names a graph, and settings, as the library and the program take them."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, Mapping, Union

from ._arguments import described
from .errors import ArgumentError, refused

if TYPE_CHECKING:
    from .graph import Graph

# A preset's name, a file, a document's text, which begins with "{", a document as a dict, or a graph built here.
Source = Union[str, "os.PathLike[str]", Mapping[str, Any], "Graph"]


def source_text(source: Source) -> str:
    """A graph as ovl_program_options.graph: a preset's name, a file's name, or a document's text."""
    if isinstance(source, str):
        return source
    if isinstance(source, os.PathLike):
        name = os.fspath(source)
        return name if os.sep in name else os.path.join(os.curdir, name)  # a file, even if a preset has its name
    if isinstance(source, Mapping):
        return document_text(source)
    text = getattr(source, "source", None)  # of a Graph
    if isinstance(text, str):
        return text
    raise ArgumentError(
        f"the graph is {described(source)}",
        "give a preset, a file, a document as a text or a dict, or an overlace.Graph",
    )


def document_text(document: Mapping[str, Any]) -> str:
    """A document as JSON."""
    try:
        return json.dumps(document, ensure_ascii=False, allow_nan=False, default=_plain)
    except (TypeError, ValueError, RecursionError) as error:
        raise refused(f"the document cannot be written as JSON: {error}") from None


def _plain(value: Any) -> Any:
    """Numbers and arrays of NumPy."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"{described(value)} is neither a number, a text, a list nor a dict")


def setting_texts(settings: Mapping[str, Any], knobs: Mapping[str, Any]) -> list[str]:
    """Settings as "NODE.PARAM=VALUE" and "KNOB=VALUE"."""
    return [f"{target}={value_text(value, target)}" for target, value in {**settings, **knobs}.items()]


def value_text(value: Any, target: str) -> str:
    """A value as a user would type it after "TARGET=": 3, 0.4%, #5ce1e6, or JSON."""
    if isinstance(value, str):
        return value
    if value is None:
        raise refused(f"{target} is None", "leave it out, or give a value")
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, default=_plain)
    except (TypeError, ValueError, RecursionError) as error:
        raise refused(f"{target} is {value!r}: {error}") from None
