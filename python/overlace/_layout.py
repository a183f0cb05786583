# SPDX-License-Identifier: Apache-2.0
"""JSON as documents are laid out: what fits into a line is on one."""

from __future__ import annotations

from typing import Any, Mapping

from .document import document_text

COLUMNS = 120


def laid_out(document: Mapping[str, Any]) -> str:
    """The text of a document, with a line end."""
    return _text(document, 0, 0) + "\n"


def _text(value: Any, indent: int, before: int) -> str:
    """A value in a line that has `before` columns already, if it fits."""
    line = _line(value)
    is_container = isinstance(value, (Mapping, list, tuple)) and len(value) > 0
    if not is_container or (indent > 0 and before + len(line) < COLUMNS):
        return line
    inner = " " * (indent + 2)
    if isinstance(value, Mapping):
        items = [f"{_line(key)}: " for key in value]
        texts = [item + _text(one, indent + 2, indent + 2 + len(item)) for item, one in zip(items, value.values())]
        ends = "{}"
    else:
        texts, ends = [_text(one, indent + 2, indent + 2) for one in value], "[]"
    return ends[0] + "\n" + ",\n".join(inner + text for text in texts) + "\n" + " " * indent + ends[1]


def _line(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_line(key)}: {_line(one)}" for key, one in value.items()) + " }" if value else "{}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_line, value)) + "]"
    return document_text(value)
