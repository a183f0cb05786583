# SPDX-License-Identifier: Apache-2.0
"""Waiting for a stream of CUDA, by the driver that the caller's library has loaded."""

from __future__ import annotations

import ctypes
import functools

from .errors import UnavailableError


@functools.cache
def _driver() -> ctypes.CDLL:
    try:
        return ctypes.CDLL("libcuda.so.1")
    except OSError as error:
        raise UnavailableError(f"the frame is on a GPU, but NVIDIA's driver cannot be loaded: {error}") from None


def wait_for(stream: int | None) -> None:
    """Waits for what is queued on a stream, as `stream` of the CUDA array interface: 1 is the default
    stream, 2 the thread's; None: there is nothing to wait for."""
    if stream is None:
        return
    code = _driver().cuStreamSynchronize(ctypes.c_void_p(stream))
    if code != 0:
        raise UnavailableError(f"the frame's CUDA stream cannot be waited for: error {code} of the driver")
