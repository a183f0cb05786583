# SPDX-License-Identifier: Apache-2.0
"""OpenEXR scan line files by their published layout ("OpenEXR File Layout"), for tests of ours: written without
compression, read without or with ZIPS. Only what the tests need."""

import struct
import zlib

HALF, FLOAT, UINT = 1, 2, 0
CODES = {HALF: "e", FLOAT: "f", UINT: "I"}


def attribute(name, kind, data):
    return name.encode() + b"\0" + kind.encode() + b"\0" + struct.pack("<i", len(data)) + data


def box(window):
    return struct.pack("<4i", *window)


def samples(kind, values):
    """Samples of a channel as the file has them; values are numbers, or bytes as they are."""
    if isinstance(values, bytes):
        return values
    return struct.pack(f"<{len(values)}{CODES[kind]}", *values)


def write(path, display, data, channels, attributes=(), aspect=1.0, flags=0, sampling=1):
    """`channels`: {name: (kind, samples)}, row by row over the data window; `display` and `data`: (x, y, x, y), all
    included. `flags` are those of the version field."""
    listed = b"".join(name.encode() + b"\0" + struct.pack("<iB3xii", kind, 0, sampling, sampling)
                      for name, (kind, _) in sorted(channels.items()))
    header = attribute("channels", "chlist", listed + b"\0")
    header += attribute("compression", "compression", b"\0") + attribute("lineOrder", "lineOrder", b"\0")
    header += attribute("dataWindow", "box2i", box(data)) + attribute("displayWindow", "box2i", box(display))
    header += attribute("pixelAspectRatio", "float", struct.pack("<f", aspect))
    header += attribute("screenWindowCenter", "v2f", struct.pack("<2f", 0, 0))
    header += attribute("screenWindowWidth", "float", struct.pack("<f", 1))
    header += b"".join(attribute(*a) for a in attributes) + b"\0"
    start = struct.pack("<ii", 20000630, 2 | flags) + header
    width, height = data[2] - data[0] + 1, data[3] - data[1] + 1
    planes = [samples(kind, values) for _, (kind, values) in sorted(channels.items())]
    row_bytes = [len(plane) // height for plane in planes]
    rows = [b"".join(plane[y * size:(y + 1) * size] for plane, size in zip(planes, row_bytes)) for y in range(height)]
    offsets, chunks, at = [], [], len(start) + 8 * height
    for y, row in enumerate(rows):
        offsets.append(at)
        chunks.append(struct.pack("<ii", data[1] + y, len(row)) + row)
        at += len(chunks[-1])
    assert width > 0
    path.write_bytes(start + struct.pack(f"<{height}Q", *offsets) + b"".join(chunks))


def unzip(packed, size):
    """ZIPS: deflated differences of even, then odd bytes."""
    if len(packed) == size:
        return packed
    data = bytearray(zlib.decompress(packed))
    for i in range(1, len(data)):
        data[i] = (data[i - 1] + data[i] - 128) & 255
    half = (len(data) + 1) // 2
    out = bytearray(len(data))
    out[0::2], out[1::2] = data[:half], data[half:]
    return bytes(out)


PARTS = 0x1000  # version flag of a file of several parts


def read_parts(path):
    """All parts of a file of several, by their names in the order of the file."""
    data = path.read_bytes()
    assert struct.unpack_from("<i", data, 4)[0] & PARTS
    parts, at = {}, 8
    while data[at] != 0:
        part = Picture(data, at, in_parts=True)
        parts[part.attributes["name"].decode()], at = part, part.at
    at += 1
    for part in parts.values():
        part.at = at
        part.channels = part.read_channels()
        at = part.at
    return parts


class Picture:
    """A picture that was read: `attributes` as bytes by name, `channels` as (kind, bytes) by name."""

    def __init__(self, data, at=8, in_parts=False):
        self.bytes = data
        self.at = at
        self.in_parts = in_parts
        self.attributes = {}
        while self.bytes[self.at] != 0:
            name, _ = self.text(), self.text()
            size, = self.take("<i")
            self.attributes[name] = self.bytes[self.at:self.at + size]
            self.at += size
        self.at += 1
        self.data = struct.unpack("<4i", self.attributes["dataWindow"])
        self.display = struct.unpack("<4i", self.attributes["displayWindow"])
        self.width = self.data[2] - self.data[0] + 1
        self.height = self.data[3] - self.data[1] + 1
        self.channels = {} if in_parts else self.read_channels()

    def text(self):
        end = self.bytes.index(b"\0", self.at)
        text = self.bytes[self.at:end].decode()
        self.at = end + 1
        return text

    def take(self, form):
        values = struct.unpack_from(form, self.bytes, self.at)
        self.at += struct.calcsize(form)
        return values

    def kinds(self):
        listed, at, kinds = self.attributes["channels"], 0, []
        while listed[at] != 0:
            end = listed.index(b"\0", at)
            kinds.append((listed[at:end].decode(), struct.unpack_from("<i", listed, end + 1)[0]))
            at = end + 17
        return kinds

    def read_channels(self):
        kinds = self.kinds()
        sizes = [self.width * (2 if kind == HALF else 4) for _, kind in kinds]
        planes = [bytearray() for _ in kinds]
        for offset in self.take(f"<{self.height}Q"):
            offset += 4 * self.in_parts  # the number of the part
            _, size = struct.unpack_from("<ii", self.bytes, offset)
            row = unzip(self.bytes[offset + 8:offset + 8 + size], sum(sizes))
            for plane, length in zip(planes, sizes):
                plane += row[:length]
                row = row[length:]
        return {name: (kind, bytes(plane)) for (name, kind), plane in zip(kinds, planes)}

    def values(self, name):
        kind, data = self.channels[name]
        return struct.unpack(f"<{self.width * self.height}{CODES[kind]}", data)

    def value(self, name, x, y):
        """The sample at a place in the file's own coordinates."""
        return self.values(name)[(y - self.data[1]) * self.width + x - self.data[0]]
