# SPDX-License-Identifier: Apache-2.0
"""Live drawing: frame after frame, with detections as they come."""

from __future__ import annotations

import collections
import contextlib
import ctypes
import threading
from typing import Any, Iterator, Mapping, NamedTuple, Sequence, TypeVar

from . import _ovl
from ._arguments import Rate, clip_of, device_options, rate_of, whole
from .detections import class_names, columns_of
from .document import Source, setting_texts, source_text
from .errors import refused
from .frames import Picture, picture_of
from .rows import Rows

Frame = TypeVar("Frame")


class _Waiting(NamedTuple):
    """A frame whose `delay` following ones have not come yet."""

    frame: Any
    picture: Picture
    number: int


class Overlay:
    """Draws on frames as they come.

        overlay = overlace.Overlay("boxes")
        for frame in video:
            overlay.draw(frame, detector(frame))

    A frame looks as if the clip had only the last `memory` frames and the next `delay` ones; ages of
    objects, links, running counts and places of labels go on beyond that. `max_rows`: detections of a
    frame beyond it are left out, and counted by `lost`. `assign_ids`: whether overlace follows objects from
    frame to frame; None: where detections have no ids. `classes`: names of class numbers. `settings` are
    parameters ("links.k": 5), `knobs` what the document lets its users change. `device`: "auto", "cpu",
    "cuda" or "cuda:N"; `threads`: on a CPU, 0 for one per core. `scale`: pixels of a picture per pixel of
    document and detections. One thread at a time may use it: another one gets a RuntimeError.
    """

    _size: tuple[int, int] | None  # of the stream's frames; None: none has come
    _live: _ovl.Handle | None
    _next: int  # number of the next frame
    _waiting: collections.deque[_Waiting]

    def __init__(
        self,
        graph: Source = "boxes",
        /,
        *,
        settings: Mapping[str, Any] = {},
        fps: Rate = 25,
        memory: int = 50,
        delay: int = 0,
        max_rows: int = 1000,
        assign_ids: bool | None = None,
        classes: Sequence[str] | Mapping[int, str] | None = None,
        scale: float = 1.0,
        device: str = "auto",
        threads: int = 0,
        **knobs: Any,
    ) -> None:
        self._graph = source_text(graph)
        self._settings, self._knobs = dict(settings), dict(knobs)
        self._rate, self._scale = rate_of(fps), scale
        self._memory, self._delay = whole(memory, "memory", 1), whole(delay, "delay", 0)
        self._max_rows = whole(max_rows, "max_rows", 1)
        self._ids = _ovl.IDS[None if assign_ids is None else bool(assign_ids)]
        self._classes = class_names(classes)
        self._device = device_options(device, threads)
        self._busy = threading.Lock()
        self._is_closed = False
        self._notes = _ovl.Notes()
        self._lost_before = 0
        self._live = self._size = None
        self._next = 0
        self._waiting = collections.deque()
        self._check(setting_texts(self._settings, self._knobs))

    def draw(
        self,
        frame: Frame,
        detections: Any = None,
        *,
        order: str = "bgr",
        number: int | None = None,
        seconds: float | None = None,
        **meaning: str,
    ) -> Frame | None:
        """Draws on a frame, in place, and returns it.

        With a delay of D, returns the frame of D calls ago, drawn, or None; until then the overlay refers
        to your frames. `number`: by default one more than before; a gap stays a gap. A smaller number, or a
        frame of another size, begins a new stream and gives up frames that wait. `seconds`: presentation time.
        `detections`, `order` and `meaning`: see docs/python.md.
        """
        with self._alone():
            columns = detections if isinstance(detections, Rows) else columns_of(detections, self._classes)
            picture = picture_of(frame, order, meaning=meaning, seconds=seconds)
            at = self._next if number is None else whole(number, "number")
            live = self._stream(picture.size, at)
            _ovl.call("ovl_live_put", live, at, ctypes.byref(columns.struct()))
            self._waiting.append(_Waiting(frame, picture, at))
            self._next = at + 1
            return self._drawn(self._waiting.popleft()) if self._waiting[0].number + self._delay <= at else None

    def flush(self) -> Iterator[Any]:
        """Draws and yields the last frames, which no others follow."""
        while True:
            with self._alone():
                if not self._waiting:
                    return
                frame = self._drawn(self._waiting.popleft())
            yield frame

    def set(self, **knobs: Any) -> None:
        """Changes knobs, from the next frame on. A knob that is refused changes nothing."""
        with self._alone():
            texts = setting_texts(self._settings, {**self._knobs, **knobs})
            self._check(texts)
            if self._live is not None:
                _ovl.call("ovl_live_set", self._live, _ovl.texts(texts, "a setting"), len(texts))
            self._knobs.update(knobs)

    @property
    def lost(self) -> int:
        """Detections that were left out: beyond `max_rows` of a frame, or too late."""
        return self._lost_before + (int(_ovl.function("ovl_live_lost")(self._live)) if self._live is not None else 0)

    @property
    def notes(self) -> list[str]:
        """What was assumed, chosen and left out, one sentence each."""
        return list(self._notes.lines)

    def close(self) -> None:
        """Frees the overlay's memory. It cannot draw afterwards."""
        with self._alone():
            self._is_closed = True
            self._waiting.clear()
            if self._live is not None:
                self._live.close()

    def __enter__(self) -> Overlay:
        return self

    def __exit__(self, *_: object) -> None:
        if not self._is_closed:
            self.close()

    # ---- One stream -----------------------------------------------------------------------------

    def _stream(self, size: tuple[int, int], number: int) -> _ovl.Handle:
        """The stream that a frame belongs to: the last one, or, for another size or a smaller number, a new one."""
        if self._live is None or size != self._size:
            if self._live is not None:
                self._notes.lines.append(f"the frames now have {size[0]} x {size[1]} pixels: a new stream begins")
            live = self._created(size)
            self._lost_before = self.lost
            self._live, self._size = live, size
            self._waiting.clear()
        elif number < self._next:
            _ovl.call("ovl_live_restart", self._live)
            self._waiting.clear()
        return self._live

    def _created(self, size: tuple[int, int]) -> _ovl.Handle:
        texts = setting_texts(self._settings, self._knobs)
        clip = clip_of(size, self._rate, scale=self._scale)
        options = _ovl.LiveOptions(
            ids=self._ids,
            memory=self._memory,
            delay=self._delay,
            max_rows=self._max_rows,
            class_names=_ovl.names(tuple(self._classes)),
            class_count=len(self._classes),
            graph=_ovl.encode(self._graph, "the graph"),
            settings=_ovl.texts(texts, "a setting"),
            setting_count=len(texts),
            clip=ctypes.pointer(clip),
            log=self._notes.log,
        )
        live = _ovl.Handle("ovl_live_free")
        _ovl.about_to_draw()
        _ovl.call("ovl_live_create", ctypes.byref(options), ctypes.byref(self._device), live.out())
        return live

    def _check(self, settings: Sequence[str]) -> None:
        """Refuses a wrong graph or setting before the first frame tells the size."""
        graph = _ovl.encode(self._graph, "the graph")
        _ovl.call("ovl_check", graph, _ovl.texts(settings, "a setting"), len(settings))

    def _drawn(self, waiting: _Waiting) -> Any:
        _ovl.call("ovl_live_draw", self._live, waiting.number, ctypes.byref(waiting.picture.image), None)
        if waiting.picture.finish is not None:
            waiting.picture.finish()
        return waiting.frame

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """One call. Another thread, and a call from within, are refused."""
        if not self._busy.acquire(blocking=False):
            raise RuntimeError("another thread is using this overlace.Overlay; give each thread its own")
        try:
            if self._is_closed:
                raise refused("the overlay is closed")
            yield
        finally:
            self._busy.release()
