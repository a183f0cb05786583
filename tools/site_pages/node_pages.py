# SPDX-License-Identifier: Apache-2.0
"""A page for each node: what it does, a picture, and a strip of pictures for each parameter that shows."""

from __future__ import annotations

import functools
import json
import os
import pathlib
import re
from typing import Any

import numpy as np
import overlace

from . import clips, live, pictures, scenes, sweep
from .markdown import captions, document_text, fenced, gallery, toctree
from .painter import Painter, Refused

STAGES = {
    "tracks": "Tracks: where objects are", "links": "Links between objects", "curves": "Curves of links",
    "display list": "Drawings", "layer": "Layers and effects on drawings", "picture": "Changes of the picture itself",
    "audio": "Sound, measured", "sound": "Sound, made"}

LIVE = {"tracks", "links", "curves", "display list", "layer", "picture"}  # stages of pictures

Kind = dict[str, Any]
Made = tuple[dict[str, str], list[str]]  # hashes of pictures, and what was refused


@functools.cache
def arrival() -> int:
    """The frame of the walk in which a large object has been there for four frames."""
    first: dict[int, tuple[int, float]] = {}
    for frame, number, _x, _y, width, height, *_ in json.loads((clips.TRACKS / "walk.json").read_text())["rows"]:
        first.setdefault(number, (frame, width * height))
    return max((area, frame) for frame, area in first.values() if 40 < frame < 380)[1] + 4


def is_seen(kind: Kind, scene: scenes.Scene) -> bool:
    return not scene.without and clips.CLIPS[scene.clip].path is not None


def first_values(kind: Kind, scene: scenes.Scene, param: dict[str, Any]) -> tuple[dict[str, Any], list[Any]]:
    """The other parameters with which one shows, and its values."""
    name = param["name"]
    names = {row["name"] for row in kind["params"]}
    more = {key: value for key, value in sweep.WITH.get(name, {}).items() if key in names}
    now = scene.params.get(name, param["default"])
    return scene.params | more, scene.values.get(name) or sweep.values_of(param, now)


class NodePage:
    """One node's page and pictures, in folder/NAME.md and folder/NAME/."""

    def __init__(self, kind: Kind, table: str, folder: pathlib.Path, painter: Painter) -> None:
        self._kind, self._table, self._folder, self._painter = kind, table, folder, painter
        self._name: str = kind["name"]
        self._scene = scenes.scene_of(self._name)
        self.hashes: dict[str, str] = {}
        self.unshown: list[str] = []  # why there is no picture

    def write(self) -> None:
        document = scenes.document_of(self._kind, self._scene)
        lines = [f"# {self._name}", "", f"{self._kind['doc']}", ""]
        seen = is_seen(self._kind, self._scene)
        strips: list[str] = []
        if seen:
            lines += self._picture(document) + self._live(document)
            strips = self._strips()
        elif self._scene.without:
            lines += [self._scene.without, ""]
        lines += ["A document with it, to copy:", "", *fenced(document_text(document), "json")]
        lines += self._table.splitlines()[3:]  # without the heading, and the sentence that is above
        if strips:
            lines += ["", "## What its parameters do", "", *strips]
        (self._folder / f"{self._name}.md").write_text("\n".join(lines) + "\n")

    def _draw(self, params: dict[str, Any] | None, frame: int) -> np.ndarray:
        return self._painter.draw(scenes.document_of(self._kind, self._scene, params), self._scene.clip, frame)

    def _put(self, pixels: np.ndarray, name: str, quality: int = pictures.QUALITY) -> str:
        """Writes a picture of this page; its address from there."""
        self.hashes[f"{self._name}/{name}"] = pictures.hash_of(pixels)
        pictures.write(pixels, self._folder / self._name / f"{name}.webp", quality)
        return f"{self._name}/{name}.webp"

    def _picture(self, document: Any) -> list[str]:
        try:
            pixels = self._painter.draw(document, self._scene.clip, self._scene.frame)
        except Refused as refusal:
            self.unshown.append(f"{self._name}: {refusal}")
            return []
        shown = pictures.part(pixels, clips.frame(self._scene.clip, self._scene.frame))
        return [f"![{self._name} on a frame]({self._put(shown, 'picture')})", ""]

    def _live(self, document: Any) -> list[str]:
        """Its sliders, where a page can draw it."""
        text = document_text(document)
        needs_more = '"audio_' in text or ".svg" in text  # sound, or a drawing, which workers cannot read
        if self._kind["stage"] not in LIVE or needs_more or not clips.CLIPS[self._scene.clip].tracks:
            return []  # clips without tracks are those whose pixels are searched
        site = self._folder.parent
        facts = live.still(site, self._scene.clip, self._scene.frame)
        node = next(name for name, made in document["nodes"].items() if made["type"] == self._name)
        return live.block(f"{self._name}, with its parameters",
                          facts | {"node": node, "document": live.document(site, f"{self._name}.json", text)})

    def _strips(self) -> list[str]:
        lines = []
        for param in self._kind["params"]:
            params, values = first_values(self._kind, self._scene, param)
            panels, kept = self._panels(param["name"], params, values)
            if len(panels) < 2 or not pictures.differences(panels).any():
                continue
            address = self._put(pictures.strip(panels), param["name"], pictures.STRIP_QUALITY)
            lines += [f"### {param['name']}", "", param["doc"], "",
                      f"![{param['name']} of {', '.join(str(value) for value in kept)}]({address})", ""]
            lines += captions(kept, min(pictures.COLUMNS, len(kept)))
        return lines

    def _panels(self, name: str, params: dict[str, Any], values: list[Any]) -> tuple[list[np.ndarray], list[Any]]:
        """Pictures with each value that can be drawn."""
        arrives = name in sweep.ARRIVING and self._scene.clip == "walk"
        frame = arrival() if arrives else self._scene.frame
        panels, kept = [], []
        for value in values:
            try:
                panels.append(self._draw(params | {name: value}, frame))
                kept.append(value)
            except Refused:
                continue  # a value that needs what this scene has not
        return panels, kept


def tables(markdown: str) -> dict[str, str]:
    """The nodes' parts of `overlace nodes --markdown`."""
    return {part.splitlines()[0]: f"## {part}" for part in re.split(r"^## ", markdown, flags=re.M)[1:]}


def index(folder: pathlib.Path, kinds: dict[str, Kind]) -> None:
    """The page that leads to all of them, by what they make."""
    lines = ["# Nodes, one by one", "", "What each node does, in pictures. [All nodes on one page](../nodes.md) has their parameters alone.", ""]
    if clips.CLIPS["walk"].path is None:
        lines += ["This copy of the site was built without footage, so it has no pictures here.", ""]
    for stage, title in STAGES.items():
        of_stage = [kind for kind in kinds.values() if kind["stage"] == stage]
        if of_stage:
            cards = [(f"{kind['name']}.md", picture if (folder / (picture := f"{kind['name']}/picture.webp")).is_file() else "",
                      kind["name"], kind["doc"]) for kind in of_stage]
            lines += [f"## {title}", "", *gallery(cards)]
    lines += toctree("Nodes", sorted(kinds))
    (folder / "index.md").write_text("\n".join(lines))


def kinds() -> dict[str, Kind]:
    return overlace.nodes()


def make_pages(names: list[str], folder: pathlib.Path, tables: dict[str, str]) -> Made:
    """Writes pages of nodes in this process; hashes of their pictures, and what was refused."""
    found = kinds()
    os.chdir(folder)  # documents name pictures that lie there
    hashes: dict[str, str] = {}
    unshown: list[str] = []
    with Painter() as painter:
        for name in names:
            page = NodePage(found[name], tables[name], folder, painter)
            page.write()
            hashes |= page.hashes
            unshown += page.unshown
    return hashes, unshown
