# SPDX-License-Identifier: Apache-2.0
"""Sliders on a page: the playground inside of it, on a still of the page's clip. Pages show a picture until somebody asks for them."""

from __future__ import annotations

import html
import pathlib
import shutil
import urllib.parse

from . import clips, pictures

QUALITY = 60  # of stills, of WebP
FOLDER = "live"  # of stills, tracks and documents, beside the folders of pages
EXTRA = f"extra/{FOLDER}"  # the same, where Sphinx takes it from


def still(folder: pathlib.Path, name: str, number: int) -> dict[str, str | int]:
    """What the playground's address says of a frame of a clip; its picture and tracks are written once. `folder` is Sphinx's source."""
    clip, live = clips.CLIPS[name], folder / EXTRA
    live.mkdir(parents=True, exist_ok=True)
    picture = live / f"{name}-{number}.webp"
    if not picture.is_file():
        pictures.write(clips.frame(name, number), picture, QUALITY)
    width, height = (round(side / clip.scale) for side in clip.size)
    facts: dict[str, str | int] = {"still": f"../{FOLDER}/{picture.name}", "width": width, "height": height, "rate": clip.rate,
                                   "frames": clip.frames, "frame": number}
    if clip.tracks:
        shutil.copyfile(clips.TRACKS / clip.tracks, live / clip.tracks)
        facts["tracks"] = f"../{FOLDER}/{clip.tracks}"
    return facts


def document(folder: pathlib.Path, name: str, text: str) -> str:
    """Writes a document for the playground; its address from there."""
    (folder / EXTRA / name).write_text(text)
    return f"../{FOLDER}/{name}"


def block(title: str, facts: dict[str, str | int]) -> list[str]:
    """Where the sliders come, as lines of a page one folder below the site's root."""
    address = f"../playground/playground.html?live#{urllib.parse.urlencode(facts, safe='/.')}"
    return [f'<div class="live" data-page="{html.escape(address)}" data-title="{html.escape(title)}"></div>', ""]
