# SPDX-License-Identifier: Apache-2.0
"""Draws documents onto frames of the clips. Two ways, with the same bytes: the library draws onto a frame in memory, in a few
milliseconds; a document that looks at pixels or hears sound in advance needs the program, of which one process stays open
for each clip."""

from __future__ import annotations

import contextlib
import http.client
import io
import json
import os
import pathlib
import re
import subprocess
import tempfile
from typing import Any

import numpy as np
import overlace
from PIL import Image

from . import clips, scenes

# Nodes that need the whole clip's pixels or sound, which the library does not open.
WHOLE_CLIP = re.compile(r"audio_|sonify_|track_(motion|features|blobs|people|camera|detect)|draw_(waveform|spectr|meter)")
# Nodes that paint with a picture: the program that reads drawings lies beside `overlace`, not beside a library that is not installed.
PAINTS_PICTURES = re.compile(r"draw_(icons|image)")

Document = dict[str, Any]
PATIENCE_S = 900  # for one picture: the machine may be busy


class Refused(Exception):
    """A document that cannot be drawn, with all that is wrong with it."""


def needs_program(document: Document) -> bool:
    """Whether a document looks at pixels or hears sound before the first frame, or paints with a picture."""
    nodes = document["nodes"].values()
    return any(WHOLE_CLIP.match(node["type"]) or PAINTS_PICTURES.match(node["type"]) for node in nodes) or any(
        node["type"] == "track_input" and "path" not in node.get("params", {}) for node in nodes)


class Engine:
    """`overlace edit` on a clip: draws any text on any frame, and keeps the clip open."""

    def __init__(self, clip: clips.Clip) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="overlace-site-")
        graph = pathlib.Path(self._folder.name, "graph.json")
        graph.write_text('{"overlace": 1, "nodes": {"fill": {"type": "draw_fill"}}, "composite": ["fill"]}')
        graph.with_name("mark.svg").write_text(scenes.MARK)
        program = [os.environ["OVERLACE_PROGRAM"], "edit", str(clip.program_file(graph.parent)), "-g", str(graph),
                   "--max-seconds", str(PATIENCE_S)]
        if clip.track_file and clip.scale == 1:
            program += ["--tracks", clip.track_file]
        self._process = subprocess.Popen(program, cwd=self._folder.name, text=True, stdout=subprocess.PIPE,
                                         stderr=subprocess.DEVNULL, env={**os.environ, "XDG_STATE_HOME": self._folder.name})
        assert self._process.stdout is not None
        address = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/#(\w+)", self._process.stdout.readline().strip())
        if address is None:
            raise Refused("overlace edit gave no address")
        self._port, self._token = int(address[1]), address[2]
        self._width = clip.size[0]

    def draw(self, document: Document, number: int) -> np.ndarray:
        """A frame with the document's overlay: H x W x 3."""
        question = json.dumps({"text": json.dumps(document), "settings": {}, "frame": number, "width": self._width, "exact": True,
                               "solo": "", "plain": False})
        status, provisional, body = self._ask(question)
        while provisional:  # a draft in place of what takes longer: the same question again goes on from there
            status, provisional, body = self._ask(question)
        if status != 200:
            raise Refused(body.decode(errors="replace"))
        return np.asarray(Image.open(io.BytesIO(body)).convert("RGB"))

    def _ask(self, question: str) -> tuple[int, bool, bytes]:
        """The answer's status, whether it is a draft, and its body."""
        host = f"127.0.0.1:{self._port}"
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE_S)) as connection:
            connection.request("POST", "/frame", question, {
                "Host": host, "Origin": f"http://{host}", "Overlace-Token": self._token})
            answer = connection.getresponse()
            return answer.status, answer.getheader("Overlace-Provisional") == "1", answer.read()

    def close(self) -> None:
        self._process.terminate()
        self._process.wait(PATIENCE_S)
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._folder.cleanup()


class Painter:
    """Draws any document, by whichever way it needs. One thread at a time."""

    def __init__(self) -> None:
        self._engines: dict[str, Engine] = {}

    def __enter__(self) -> Painter:
        return self

    def __exit__(self, *_: object) -> None:
        for engine in self._engines.values():
            engine.close()

    def draw(self, document: Document, clip_name: str, number: int, table: overlace.Tracks | None = None) -> np.ndarray:
        """Frame `number` of a clip with the document's overlay: H x W x 3, RGB. `table` replaces the clip's tracks. Throws Refused."""
        clip = clips.CLIPS[clip_name]
        if needs_program(document):
            if clip_name not in self._engines:
                self._engines[clip_name] = Engine(clip)
            return self._engines[clip_name].draw(document, number)
        pixels = clips.frame(clip_name, number).copy()
        try:
            with overlace.Clip(document, table or clip.track_file, size=clip.size, fps=clip.rate, frames=clip.frames,
                               scale=clip.scale, threads=1) as drawn:
                return drawn.draw(pixels, number, order="rgb")
        except overlace.Error as error:
            raise Refused(str(error)) from error
