# SPDX-License-Identifier: Apache-2.0
"""A PNG for notebooks."""

from __future__ import annotations

import struct
import zlib
from typing import Any

from numpy.typing import NDArray


def png_of(pixels: NDArray[Any]) -> bytes:
    """A PNG of H x W x 3 pixels, uint8, in the order R, G, B."""
    height, width, _ = pixels.shape
    lines = b"".join(b"\0" + line.tobytes() for line in pixels)
    header = struct.pack(">2I5B", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(lines, 6)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )
