# SPDX-License-Identifier: Apache-2.0
"""A compiled document and the renderers that draw it, shared by threads."""

from __future__ import annotations

import contextlib
import ctypes
import threading
from typing import Iterator

from . import _ovl
from .errors import refused


class Program:
    """A program of libovl. Every call leases a renderer; idle ones are kept warm."""

    def __init__(self, options: _ovl.ProgramOptions, device: _ovl.DeviceOptions) -> None:
        self._device = device
        self._program = _ovl.Handle("ovl_program_unref")
        self._lock = threading.Lock()  # guards what follows
        self._idle: list[_ovl.Handle] = []
        self._in_use = 0
        self._is_closed = False
        notes = _ovl.Notes()
        options.log = notes.log
        _ovl.about_to_draw()
        _ovl.call("ovl_program_create", ctypes.byref(options), self._program.out())
        options.log = _ovl.Log()
        self.notes = notes.lines
        with self._lease():  # a device that is not there is told now
            pass

    def draw(self, image: _ovl.Image, frame: int) -> None:
        """Draws a frame's overlay onto a picture."""
        with self._lease() as renderer:
            _ovl.call("ovl_draw", renderer, frame, ctypes.byref(image), None)

    def bounds(self, frame: int) -> tuple[int, int, int, int] | None:
        """x, y, width, height of where a frame's overlay may paint."""
        rect = _ovl.Rect()
        with self._lease() as renderer:
            _ovl.call("ovl_bounds", renderer, frame, ctypes.byref(rect))
        return (rect.x, rect.y, rect.width, rect.height) if rect.width > 0 else None

    def frames(self) -> range:
        """The frames that have tracks."""
        first, last = ctypes.c_int32(), ctypes.c_int32()
        _ovl.call("ovl_program_frames", self._program, ctypes.byref(first), ctypes.byref(last))
        return range(first.value, last.value + 1)

    def close(self) -> None:
        """Frees all memory but that of calls in other threads, the last of which frees the rest."""
        if _ovl.is_lost():
            return
        with self._lock:
            self._is_closed = True
            idle, self._idle = self._idle, []
            is_unused = self._in_use == 0
        for renderer in idle:
            renderer.close()
        if is_unused:
            self._program.close()

    @contextlib.contextmanager
    def _lease(self) -> Iterator[_ovl.Handle]:
        _ovl.library()  # refuses a forked process, whose lock may never be released
        with self._lock:
            if self._is_closed:
                raise refused("the clip is closed")
            self._in_use += 1
            renderer = self._idle.pop() if self._idle else None
        try:
            if renderer is None:
                renderer = _ovl.Handle("ovl_renderer_free")
                _ovl.call("ovl_renderer_create", self._program, ctypes.byref(self._device), renderer.out())
            yield renderer
        finally:
            self._give_back(renderer)

    def _give_back(self, renderer: _ovl.Handle | None) -> None:
        with self._lock:
            self._in_use -= 1
            is_closed, is_unused = self._is_closed, self._in_use == 0
            if renderer is not None and not is_closed:
                self._idle.append(renderer)
        if is_closed and renderer is not None:
            renderer.close()
        if is_closed and is_unused:
            self._program.close()
