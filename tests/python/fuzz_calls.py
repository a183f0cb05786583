# SPDX-License-Identifier: Apache-2.0
"""Random frames and detections: drawn, or refused by an Error or TypeError. Anything else ends with an exception.

    fuzz_calls.py SEED COUNT
"""

import itertools
import sys

import numpy as np

import overlace

WIDTH, HEIGHT = 64, 48
DTYPES = ["u1", "u2", "f2", "f4", "i1", "i4", "i8", "f8", "?", "c8", "U2", "O", ">u2", ">f4", "M8[s]", "V3"]
ORDERS = ["bgr", "rgb", "rgba", "bgra", "nv12", "nv24", "p010", "yuv420p", "yuv422p10", "yuva444p", "gbrp", "gbrapf32", "gray",
          "ya8", "0rgb", "rgbf16", "rgbaf32", "", "le", "yuv", "bgr\0"]  # fmt: skip
KEYS = ["xyxy", "boxes", "id", "class", "labels", "score", "rotation", "key_points", "masks", "outlines", "embedding", "speed", ""]


class Random:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)

    def chance(self, share):
        return self.rng.random() < share

    def choose(self, values):
        return values[self.rng.integers(len(values))]

    def array(self, shape, dtype=None):
        """An array of any type whose memory lies as it may: sliced, reversed, transposed, shifted, read-only."""
        dtype = np.dtype(dtype or self.choose(DTYPES))
        steps = [int(self.choose([1, 1, 1, 2])) for _ in shape]
        padded = [side * step + int(self.choose([0, 0, 3])) for side, step in zip(shape, steps)]
        size = int(np.prod(padded, dtype=np.int64)) * dtype.itemsize
        if dtype.kind == "O":
            array = np.array(self.rng.integers(-5, 5, padded), object)
        else:
            shift = int(self.choose([0, 0, 0, 1]))
            memory = self.rng.integers(0, 256, size + shift, np.uint8)
            array = memory[shift:].view(np.uint8)
            array = np.ndarray(padded, dtype, buffer=array.data) if size else np.zeros(padded, dtype)
        array = np.asarray(array[tuple(slice(0, side * step, step) for side, step in zip(shape, steps))])
        if self.chance(0.15):
            array = np.asarray(array[tuple(slice(None, None, int(self.choose([1, -1]))) for _ in shape)])
        if self.chance(0.1):
            array = array.T
        if self.chance(0.05):
            array = np.broadcast_to(array[:1], array.shape) if array.ndim and array.shape[0] else array
        if self.chance(0.05):
            array.flags.writeable = False
        return array

    def shape(self):
        if self.chance(0.7):
            return [(HEIGHT, WIDTH, 3), (HEIGHT, WIDTH, 4), (HEIGHT, WIDTH), (HEIGHT * 3 // 2, WIDTH)][self.rng.integers(4)]
        return tuple(int(self.choose([0, 1, 2, 3, 4, HEIGHT, WIDTH, 72])) for _ in range(self.rng.integers(0, 5)))

    def frame(self):
        kind = self.rng.integers(10)
        if kind < 6:
            return self.array(self.shape(), None if self.chance(0.5) else "u1")
        if kind < 9:
            chroma = [(HEIGHT // 2, WIDTH // 2), (HEIGHT // 2, WIDTH), (HEIGHT // 2, WIDTH // 2, 2), (HEIGHT, WIDTH), (1, 1)]
            planes = [(HEIGHT, WIDTH), *[self.choose(chroma) for _ in range(self.rng.integers(0, 4))]]
            dtype = self.choose(["u1", "u1", "u2", "f4", None])
            return tuple(self.array(shape, dtype) for shape in planes)
        return self.choose([None, "x", b"x", 5, {}, [], (), object(), [None], (1, 2, 3), float("nan")])

    def numbers(self, shape):
        """Numbers as detectors give them, now and then spoiled."""
        values = self.rng.normal(20, 15, shape)
        if len(shape) == 2 and shape[1] >= 4 and self.chance(0.8):
            values[:, 2:4] = values[:, :2] + np.abs(values[:, 2:4])
        if values.size and self.chance(0.2):
            spoiled = self.choose([np.nan, np.inf, -np.inf, 1e30, -1e30, 1e300, 2**31, 2**63, -1, 0.5])
            values.flat[self.rng.integers(values.size)] = spoiled
        with np.errstate(all="ignore"):
            return values.astype(self.choose(["f4", "f8", "f4", "i4", "i8", "u1", "u8", "f2"]))

    def column(self, key, count):
        if self.chance(0.1):
            return self.array(self.shape())
        if self.chance(0.1):
            count += int(self.choose([-1, 1, 2]))
            count = max(count, 0)
        shapes = {"xyxy": (count, 4), "boxes": (count, 4), "key_points": (count, 5, 3), "masks": (count, 12, 16), "embedding": (count, 4)}
        if key == "outlines":
            return [self.numbers((int(self.rng.integers(0, 6)), 2)) for _ in range(count)]
        if key in ("class", "speed", "labels") and self.chance(0.5):
            return [self.choose(["a", "b", None, "", "\0", "\ud800", "x" * 3000]) for _ in range(count)]
        if key == "masks" and self.chance(0.5):
            return self.array(shapes[key], self.choose(["?", "u1", "f4"]))
        if key in ("id", "class", "labels") and self.chance(0.8):
            return self.rng.integers(0, 3 if key != "id" else 1000, count)
        return self.numbers(shapes.get(key, (count,)))

    def detections(self):
        kind = self.rng.integers(10)
        count = int(self.choose([0, 1, 2, 7]))
        if kind < 5:
            keys = {"xyxy"} | {self.choose(KEYS) for _ in range(self.rng.integers(0, 5))}
            keys.discard("boxes" if self.chance(0.9) else "")
            return {key: self.column(key, count) for key in keys}
        if kind < 8:
            return self.numbers((count, int(self.choose([4, 5, 6, 7, 7, 3, 8]))))
        if kind == 8:
            return self.array(self.shape())
        return self.choose([None, [], {}, "people", 3, [[1, 2, 3]], [[1, 2, 3, 4], [5]], {1: 2}, {"xyxy": None}, [None], [{}]])


def main():
    seed, count = map(int, sys.argv[1:])
    random, outcomes = Random(seed), {"drawn": 0, "refused": 0}
    overlays = itertools.cycle([overlace.Overlay("boxes", memory=4), overlace.Overlay("constellation", memory=8, delay=2),
                                overlace.Overlay("pose"), overlace.Overlay("outlines")])  # fmt: skip
    clip = overlace.Clip("boxes", [[[5, 5, 40, 40]]], size=(WIDTH, HEIGHT))
    tracks = overlace.Tracks()
    for number in range(count):
        try:
            act(random, number, clip, tracks, next(overlays))
            outcomes["drawn"] += 1
        except (overlace.Error, UnicodeEncodeError) as error:
            assert str(error), repr(error)
            assert not isinstance(error, overlace.InternalError), error
            outcomes["refused"] += 1
    print(outcomes)
    assert min(outcomes.values()) > count // 20, outcomes


def act(random, number, clip, tracks, overlay):
    order = random.choose(ORDERS) if random.chance(0.5) else "bgr"
    kind = random.rng.integers(3)
    if kind == 0:
        clip.draw(random.frame(), number % 3, order=order)
    elif kind == 1:
        tracks.put(int(random.choose([0, 1, number, -3, 2**31 - 1])), random.detections())
        looked_at(tracks)
    else:
        good = random.chance(0.7)
        frame = np.zeros((HEIGHT, WIDTH, 3), np.uint8) if good else random.frame()
        at = random.choose([None, None, None, None, number, 2**31 - 1, -5, 2**40, 1.5])
        overlay.draw(frame, random.detections(), order="bgr" if good else order, number=at)


def looked_at(tracks):
    """Every column of every row, as far as its memory goes."""
    for name in ("frame", "box", "id", "class_index", "score", "rotation", "embedding"):
        column = getattr(tracks, name)
        assert column is None or column.sum() is not None
    for name in tracks.attribute_names:
        assert len(tracks.attribute(name)) == len(tracks)
    for row in range(min(len(tracks), 20)):
        tracks.key_points(row)["x"].sum()
        tracks.outline(row)
        tracks.mask(row)


if __name__ == "__main__":
    main()
