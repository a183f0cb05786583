# SPDX-License-Identifier: Apache-2.0
"""Whole videos, by the program `overlace`: rendered, or tracked."""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import warnings
from dataclasses import dataclass, field
from typing import Any, Callable, Mapping, Union

from .document import Source, setting_texts, source_text
from .errors import Error, LossWarning, Problem, UnavailableError, error_of, refused
from .tracks import Tracks

Path = Union[str, "os.PathLike[str]"]
LONGEST_WORD = 100_000  # characters: Linux takes 128 KiB
FINISHED_WITH_LOSS = 3  # an exit code of the program, see docs/running.md


@dataclass(frozen=True)
class Progress:
    """How far a render is."""

    part: str  # "tracks" or "render"
    frames_done: int
    frames_total: int | None  # None: unknown
    fps: float  # frames per second of the last ten seconds
    elapsed_s: float
    eta_s: float | None  # None: unknown


@dataclass(frozen=True)
class Report:
    """What a render did; `facts` has all that the program reports (docs/running.md)."""

    output: str
    frames: int
    size_bytes: int
    elapsed_s: float
    notes: list[str] = field(default_factory=list)  # what was assumed, converted and left out
    losses: list[str] = field(default_factory=list)  # what the output lacks; empty: complete
    facts: dict[str, Any] = field(default_factory=dict)


def render(
    input: Path,
    output: Path,
    graph: Source = "boxes",
    tracks: Tracks | Path | None = None,
    *,
    settings: Mapping[str, Any] = {},
    progress: Callable[[Progress], None] | None = None,
    **options: Any,
) -> Report:
    """Draws a graph over every frame of a video: `overlace render`.

    `tracks`: a track file or `Tracks`; None: the graph's own, or moving objects. `progress` is called a few
    times a second. `options` are those of the command line: `crf=18`, `overwrite=True`, `frames="100-200"`,
    `device="cpu"`; True is a flag, a list repeats the option. Ctrl-C ends the render and leaves no output.
    A finished output that lacks something (`losses`) is reported by a LossWarning.
    """
    with tempfile.TemporaryDirectory(prefix="overlace-") as folder:
        words = ["render", _file(input), "-o", _file(output), "--progress", "json"]
        words += _graph_words(graph, settings, pathlib.Path(folder))
        if tracks is not None:
            words += ["--tracks", _track_file(tracks, pathlib.Path(folder))]
        outcome: dict[str, Any] = {}
        code, said = _run(words + _option_words(options), lambda line: _hear(line, progress, outcome))
    if code not in (0, FINISHED_WITH_LOSS):
        raise _failure(code, outcome.get("errors") or said)
    return _report(os.fspath(output), outcome, said)


def track(input: Path, output: Path | None = None, **options: Any) -> Tracks:
    """Finds and follows objects in a video: `overlace tracks make`. Returns what was written to `output`.

    `options` are those of the command line: `graph="…"` names the graph whose tracks are made,
    `tracks="det.txt"` gives detections to track instead of moving objects.
    """
    graph, settings = options.pop("graph", None), options.pop("settings", {})
    with tempfile.TemporaryDirectory(prefix="overlace-") as folder:
        written = os.path.join(folder, "tracks.json") if output is None else os.fspath(output)
        words = ["tracks", "make", _file(input), "-o", _file(written)]
        if graph is not None:
            words += _graph_words(graph, settings, pathlib.Path(folder))
        elif settings:
            raise refused("settings without a graph", "give graph as well")
        code, said = _run(words + _option_words(options), lambda line: None)
        if code != 0:
            raise _failure(code, said)
        tracks = Tracks.read(written)
        tracks.notes[:0] = said
        return tracks


# ---- The command line -------------------------------------------------------------------------------


def program() -> str:
    """The program: as OVERLACE_PROGRAM says, else the first `overlace` of the path."""
    named = os.environ.get("OVERLACE_PROGRAM")
    found = shutil.which(named or "overlace")
    if not found:
        raise _no_program(f"OVERLACE_PROGRAM names {named}, which is no program" if named else "it is not on the path")
    return found


def _no_program(why: str) -> UnavailableError:
    problem = Problem(
        f"whole videos need the program overlace, which the Python package does not bring: {why}",
        "build it in a clone (tools/build), and put it on the path or set OVERLACE_PROGRAM to build/bin/overlace; "
        "overlace.Overlay and overlace.Clip draw pictures in memory without it",
    )
    return UnavailableError(str(problem), [problem])


def _file(name: Path) -> str:
    """A file's name that cannot be taken for an option."""
    text = os.fspath(name)
    return os.path.join(os.curdir, text) if text.startswith("-") and text != "-" else text


def _graph_words(graph: Source, settings: Mapping[str, Any], folder: pathlib.Path) -> list[str]:
    text = source_text(graph)
    if len(text) > LONGEST_WORD:
        file = folder / "graph.json"
        file.write_text(text, encoding="utf-8")
        text = str(file)
    words = ["-g", text]
    for setting in setting_texts(settings, {}):
        words += ["--set", setting]
    return words


def _track_file(tracks: Tracks | Path, folder: pathlib.Path) -> str:
    if not isinstance(tracks, Tracks):
        return _file(tracks)
    file = folder / "tracks.json"
    tracks.write(file)
    return str(file)


def _option_words(options: Mapping[str, Any]) -> list[str]:
    words: list[str] = []
    for name, value in options.items():
        option = f"--{name.rstrip('_').replace('_', '-')}"
        for one in value if isinstance(value, (list, tuple)) else [value]:
            if one is True:
                words.append(option)
            elif one is not None and one is not False:
                words.append(f"{option}={one if isinstance(one, (str, int, float)) else os.fspath(one)}")
    return words


def _run(words: list[str], hear: Callable[[str], None]) -> tuple[int, list[str]]:
    """Runs the program and hands over its lines; returns its exit code and what it said on stderr."""
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as said:
        with subprocess.Popen(
            [program(), *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=said,
            text=True, encoding="utf-8", errors="replace",
        ) as run:  # fmt: skip
            try:
                for line in run.stdout or ():
                    hear(line)
                code = run.wait()
            except BaseException:  # Ctrl-C, or what `hear` raised
                _end(run)
                raise
        said.seek(0)
        return code, [line.removeprefix("overlace: ") for line in said.read().splitlines() if line]


def _end(run: subprocess.Popen[str]) -> None:
    """Stops the program as Ctrl-C does, so that it leaves nothing behind."""
    if run.poll() is None:
        run.send_signal(signal.SIGINT)
    try:
        run.wait(timeout=20)
    except (subprocess.TimeoutExpired, KeyboardInterrupt):
        run.kill()


def _failure(code: int, errors: list[str]) -> Error:
    text = "\n".join(errors) or f"overlace ended with exit code {code}"
    return error_of(code, text, [Problem(line) for line in errors])


def _hear(line: str, progress: Callable[[Progress], None] | None, outcome: dict[str, Any]) -> None:
    """Hands a line of progress on; the last line goes into `outcome`."""
    facts: dict[str, Any] = json.loads(line)
    if facts["event"] == "end":
        outcome.update(facts)
    elif facts["event"] == "progress" and progress is not None:
        names = ("frames_done", "frames_total", "fps", "elapsed_s", "eta_s")
        progress(Progress(part=facts["pass"], **{name: facts[name] for name in names}))


def _report(output: str, outcome: dict[str, Any], said: list[str]) -> Report:
    losses = list(outcome["errors"])
    if losses:
        warnings.warn("\n".join(losses), LossWarning, stacklevel=3)
    return Report(
        output=output,
        frames=outcome["frames"],
        size_bytes=outcome["size_bytes"],
        elapsed_s=outcome["elapsed_s"],
        notes=[line for line in said if line not in losses],
        losses=losses,
        facts=outcome,
    )
