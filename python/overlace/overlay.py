# SPDX-License-Identifier: Apache-2.0
"""Live drawing: frame after frame, with detections as they come."""

from __future__ import annotations

import collections
import contextlib
import ctypes
import threading
from typing import Any, Iterable, Iterator, Mapping, NamedTuple, Sequence, TypeVar

from . import _ovl
from ._arguments import Rate, clip_of, device_options, rate_of, whole
from ._columns import Columns
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
    _past: collections.deque[tuple[int, Columns | Rows]]  # detections of the last frames, for a stream that begins anew
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
        self._begin(None)
        self._check()

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
        to your frames. `number`: by default one more than before; a smaller one begins anew, and a gap stays
        a gap. A frame of another size begins a new stream. `detections`: see docs/python.md. `seconds`:
        presentation time. `order` and `meaning`: what the samples are.
        """
        with self._alone():
            columns = detections if isinstance(detections, Rows) else columns_of(detections, self._classes)
            picture = picture_of(frame, order, meaning=meaning, seconds=seconds)
            at = self._next if number is None else whole(number, "number")
            if picture.size != self._size:
                self._change_size(picture.size)
            elif at < self._next:
                self._begin(self._size)
            self._put(at, columns)
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
            before = self._knobs
            self._knobs = {**before, **knobs}
            try:
                self._check()
                if self._size is not None:
                    self._live = self._created(self._size, self._past)
            except Exception:
                self._knobs = before
                raise

    def bounds(self, number: int | None = None) -> tuple[int, int, int, int] | None:
        """x, y, width and height in pixels of where the last frame's overlay paints; None: nowhere."""
        with self._alone():
            if self._live is None:
                return None
            rect = _ovl.Rect()
            at = self._next - 1 if number is None else whole(number, "number")
            _ovl.call("ovl_live_bounds", self._live, at, ctypes.byref(rect))
            return (rect.x, rect.y, rect.width, rect.height) if rect.width > 0 else None

    @property
    def lost(self) -> int:
        """Detections that were left out: beyond `max_rows` of a frame, or too late."""
        live = 0 if self._live is None else int(_ovl.function("ovl_live_lost")(self._live))
        return self._lost_before + live

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

    def _begin(self, size: tuple[int, int] | None) -> None:
        """Begins a stream of frames of this size; None: the first frame tells it."""
        self._live = None if size is None else self._created(size)
        self._size, self._next = size, 0
        self._past = collections.deque(maxlen=self._memory + self._delay)
        self._waiting = collections.deque()

    def _created(
        self, size: tuple[int, int], past: Iterable[tuple[int, Columns | Rows]] = ()
    ) -> _ovl.Handle:
        """A stream of the library that has the detections of these frames."""
        texts = setting_texts(self._settings, self._knobs)
        clip = clip_of(size, self._rate, scale=self._scale)
        options = _ovl.LiveOptions(
            ids=self._ids,
            memory=self._memory,
            delay=self._delay,
            max_rows=self._max_rows,
            graph=_ovl.encode(self._graph, "the graph"),
            settings=_ovl.texts(texts, "a setting"),
            setting_count=len(texts),
            clip=ctypes.pointer(clip),
            log=self._notes.log,
        )
        live = _ovl.Handle("ovl_live_free")
        _ovl.about_to_draw()
        _ovl.call("ovl_live_create", ctypes.byref(options), ctypes.byref(self._device), live.out())
        for number, columns in past:
            _ovl.call("ovl_live_put", live, number, ctypes.byref(columns.struct()))
        return live

    def _check(self) -> None:
        """Refuses a wrong graph or setting before the first frame tells the size."""
        texts = setting_texts(self._settings, self._knobs)
        graph = _ovl.encode(self._graph, "the graph")
        _ovl.call("ovl_check", graph, _ovl.texts(texts, "a setting"), len(texts))

    def _change_size(self, size: tuple[int, int]) -> None:
        if self._size is not None:
            width, height = size
            self._notes.lines.append(f"the frames now have {width} x {height} pixels: a new stream begins")
        self._lost_before = self.lost
        self._begin(size)

    def _put(self, number: int, columns: Columns | Rows) -> None:
        _ovl.call("ovl_live_put", self._live, number, ctypes.byref(columns.struct()))
        self._past.append((number, columns))

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
