# SPDX-License-Identifier: Apache-2.0
"""A page for each preset: its picture in docs/looks, the command that made it, its knobs, document and graph."""

from __future__ import annotations

import pathlib
import re
import shlex

import overlace

from . import clips, live, shots
from .markdown import fenced, gallery, toctree


def has_sliders(shot: shots.Shot) -> bool:
    """Whether a page can draw it as its picture shows it: it has the footage and the tracks, and nothing is set."""
    footage = clips.CLIPS.get(shot.clip)
    return footage is not None and footage.path is not None and shot.tracks == footage.tracks and not shot.settings


def page(name: str, folder: pathlib.Path) -> None:
    """Writes folder/NAME.md and its graph; the picture is there."""
    preset = overlace.presets()[name]
    shot, rows = shots.shot(name), shots.settings_of(name)
    clip = shots.CLIPS[shot.clip]
    (folder / f"{name}.svg").write_text(overlace.Graph.load(name).svg())
    lines = [f"# {preset.title}", "", preset.doc, "", f"![{preset.title} on a frame]({name}.jpg)", "",
             f"This command made the picture, which is reduced to {shots.WIDTH} pixels here; `overlace render` draws the whole clip.", "",
             *fenced(shlex.join(shot.command(name)), "sh")]
    if rows and has_sliders(shot):
        facts = live.still(folder.parent, shot.clip, shot.frame)
        lines += live.block(f"{preset.title}, with its knobs", facts | {"preset": name})
    lines += [f"{shot.note}", ""] if shot.note else []
    lines += [f"The clip: {clip.about} [Its commands](../looks.md#the-clips).", ""]
    if rows:
        lines += ["## Knobs", "", "`--set KNOB=VALUE` sets one.", "", "| knob | default | |", "| --- | --- | --- |"]
        lines += [f"| `{knob}` | `{default}` | {doc} |" for knob, default, doc in rows] + [""]
    nodes = sorted(set(re.findall(r'"type": "([a-z]+_[a-z_]+|composite)"', preset.text)) & set(overlace.nodes()))
    lines += ["## Graph", "", f"![The nodes of {preset.title} and their wires]({name}.svg)", "",
              "Its nodes: " + ", ".join(f"[{kind}](../nodes/{kind}.md)" for kind in nodes) + ".", ""] if nodes else []
    lines += ["## Document", "", f"`overlace presets {name} -o mine.json` saves it for editing.", "", *fenced(preset.text, "json")]
    (folder / f"{name}.md").write_text("\n".join(lines))


def write(folder: pathlib.Path) -> None:
    """All pages, and the one that leads to them."""
    presets = overlace.presets()
    lines = ["# Looks, one by one", "", "All presets. [Looks on one page](../looks.md) shows them large.", ""]
    for group, names in shots.GROUPS.items():
        lines += [f"## {group}", "", *gallery([(f"{name}.md", f"{name}.jpg", presets[name].title, "") for name in names if name in presets])]
    for name in presets:
        page(name, folder)
    (folder / "index.md").write_text("\n".join([*lines, *toctree("Looks", sorted(presets))]))
