# SPDX-License-Identifier: Apache-2.0
"""Pieces of the generated pages."""

from __future__ import annotations

import html
import json
from typing import Any

LINE = 110  # characters of a document's line


def literal(value: Any) -> str:
    """A value as a document has it."""
    return json.dumps(value, ensure_ascii=False)


def document_text(value: Any, indent: str = "") -> str:
    """JSON as a person lays it out: what fits into a line stays in it."""
    flat = spaced(value)
    if len(indent) + len(flat) <= LINE and (indent.count("  ") >= 2 or not isinstance(value, dict)):
        return flat
    inner = indent + "  "
    if isinstance(value, dict):
        rows = [f"{inner}{literal(key)}: {document_text(item, inner)}" for key, item in value.items()]
        return "{\n" + ",\n".join(rows) + f"\n{indent}}}"
    if isinstance(value, list):
        return "[\n" + ",\n".join(inner + document_text(item, inner) for item in value) + f"\n{indent}]"
    return flat


def spaced(value: Any) -> str:
    """One line of JSON, with spaces inside of braces."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{literal(key)}: {spaced(item)}" for key, item in value.items()) + " }" if value else "{}"
    if isinstance(value, list):
        return "[" + ", ".join(spaced(item) for item in value) + "]"
    return literal(value)


def fenced(text: str, language: str) -> list[str]:
    return [f"```{language}", text.rstrip("\n"), "```", ""]


def captions(values: list[Any], columns: int) -> list[str]:
    """The values under the pictures of a strip."""
    cells = "".join(f"<code>{html.escape(value if isinstance(value, str) and value else literal(value))}</code>" for value in values)
    return [f'<div class="values" style="--columns: {columns}">{cells}</div>', ""]


def toctree(caption: str, pages: list[str]) -> list[str]:
    """Pages that belong under this one in the site's list, whose places are relative to it."""
    return ["```{toctree}", f":caption: {caption}", ":hidden:", ":maxdepth: 1", "", *pages, "```", ""]


def gallery(entries: list[tuple[str, str, str, str]]) -> list[str]:
    """Linked pictures side by side. An entry: address of the page, of the picture ("" for none), title, text."""
    lines = ['<div class="gallery">', ""]
    for page, picture, title, text in entries:
        shown = f"![]({picture})\n" if picture else ""
        lines += ['<div class="card">', "", f"{shown}[{title}]({page})", "", text, "", "</div>", ""]
    return [*lines, "</div>", ""]
