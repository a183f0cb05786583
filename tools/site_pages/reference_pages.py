# SPDX-License-Identifier: Apache-2.0
"""Reference pages from what describes itself: the program's commands, the Python package, and the C header."""

from __future__ import annotations

import inspect
import json
import pathlib
import re
import subprocess
from typing import Any

import overlace

from .clips import ROOT
from .markdown import fenced, toctree

Command = dict[str, Any]


def cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;").replace("\n", " ")


def facts(option: dict[str, Any]) -> str:
    """What an option's value may be, and its default."""
    value = option.get("value", {})
    parts = [", ".join(f"`{choice}`" for choice in value["choices"])] if value.get("choices") else []
    default = option.get("default", value.get("default"))
    return "; ".join([*parts, f"default `{default}`"] if default not in (None, "") else parts)


def command_section(path: str, command: Command, depth: int) -> list[str]:
    """A command with its arguments, options and examples, and those below it."""
    lines = [f"{'#' * depth} overlace {path}", "", f"{command['doc']}.", ""]
    for example in command.get("examples", []):
        lines += [f"{example['doc'][:1].upper()}{example['doc'][1:]}:", "", *fenced(example["line"], "sh")]
    if command.get("arguments"):
        lines += ["| argument | |", "| --- | --- |"]
        lines += [f"| `{row['value']['name']}` | {cell(row['doc'])} |" for row in command["arguments"]] + [""]
    groups: dict[str, list[str]] = {}
    for option in command["options"]:
        names = ", ".join(f"`{name}`" for name in option["names"])
        value = f" `{option['value']['name']}`" if "value" in option else ""
        groups.setdefault(option.get("group", "Options"), []).append(
            f"| {names}{value} | {cell(option['doc'])} | {cell(facts(option))} |")
    for group, rows in groups.items():
        lines += [f"**{group}**", "", "| option | | values |", "| --- | --- | --- |", *rows, ""]
    for below in command["commands"]:
        lines += command_section(f"{path} {below['name']}", below, depth + 1)
    return lines


def write_commands(folder: pathlib.Path, program: str) -> None:
    """A page for each command of the program."""
    described = json.loads(subprocess.run([program, "describe"], check=True, capture_output=True, text=True).stdout)
    folder.mkdir()
    lines = ["# Commands", "", "As `overlace COMMAND --help-all` tells it. [Running overlace](../running.md) is the guide.", "",
             "| command | |", "| --- | --- |"]
    for command in described["commands"]:
        lines.append(f"| [{command['name']}]({command['name']}.md) | {cell(command['doc'])} |")
        (folder / f"{command['name']}.md").write_text("\n".join(command_section(command["name"], command, 1)) + "\n")
    lines += ["", *toctree("Commands", [command["name"] for command in described["commands"]])]
    (folder / "index.md").write_text("\n".join(lines))


def signature_of(thing: Any) -> str:
    try:
        text = re.sub(r"<factory>|<object object at \w+>", "...", str(inspect.signature(thing)))
        return re.sub(r"(: |-> )'([^']*)'", r"\1\2", text)  # annotations are texts
    except (TypeError, ValueError):
        return ""


def python_entry(name: str, thing: Any, depth: int) -> list[str]:
    """A class or function with its signature and docstring; of a class, its public methods, too."""
    code = f"{name}{signature_of(thing)}" if callable(thing) else name
    lines = [f"{'#' * depth} {name}", "", *fenced(code, "python")]
    doc = inspect.getdoc(thing)
    lines += fenced(doc, "text") if doc else []
    if inspect.isclass(thing) and not issubclass(thing, BaseException):
        for member, value in vars(thing).items():
            if not member.startswith("_") and (callable(value) or isinstance(value, (property, classmethod, staticmethod))):
                plain = value.fget if isinstance(value, property) else getattr(thing, member)
                shown = member if isinstance(value, property) else f"{member}{signature_of(plain)}"
                lines += [*fenced(shown, "python"), cell(inspect.getdoc(plain) or ""), ""]
    return lines


def write_python(folder: pathlib.Path) -> None:
    """The package's public names."""
    lines = ["# The Python package, name by name", "", "[Python](python.md) is the guide.", ""]
    for name in overlace.__all__:
        thing = getattr(overlace, name)
        if not inspect.ismodule(thing):
            lines += python_entry(f"overlace.{name}", thing, 2)
    (folder / "python-reference.md").write_text("\n".join(lines) + "\n")


def write_c(folder: pathlib.Path) -> None:
    """The header's sections."""
    parts = re.split(r"^/\* ---- (.+?) -+ \*/\n", (ROOT / "api/overlace.h").read_text(), flags=re.M)
    about = re.search(r"/\*\n(.*?)\*/", parts[0], re.S)
    lines = ["# overlace.h", "", "[The C library](library.md) is the guide.", ""]
    lines += fenced(re.sub(r"^ \* ?", "", about[1], flags=re.M), "text") if about else []
    for title, code in zip(parts[1::2], parts[2::2], strict=True):
        lines += [f"## {title}", "", *fenced(code.split("#ifdef __cplusplus")[0].strip("\n"), "c")]
    (folder / "c-reference.md").write_text("\n".join(lines) + "\n")


def write(folder: pathlib.Path, program: str) -> None:
    write_commands(folder / "commands", program)
    write_python(folder)
    write_c(folder)
