# SPDX-License-Identifier: Apache-2.0
"""Random requests to `overlace edit`: the memory of its two processes stays flat, and none of them ends.

    PYTHONPATH=tests/editor:tests/tools OVERLACE_PROGRAM=build/bin/overlace OVERLACE_SOURCE_DIR=. OVERLACE_TEST_DATA=. \\
        python3 tests/soak/soak_editor.py [--minutes 60] [--growth 16384]

Exits with 1 when memory grows, or an answer is none that the page knows. A build of the preset `sanitize` reports more.
"""

import argparse
import collections
import json
import pathlib
import random
import sys
import time

from soak import slope
from support import FRAMES, SIZE, Editor

EXPECTED = {200, 204, 401, 403, 404, 409, 413, 421, 422, 431, 503}


def processes(pid):
    """A process and its children."""
    children = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    return [pid, *map(int, children)]


def resident_bytes(pid):
    try:
        status = pathlib.Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except OSError:
        return 0
    return int(status.split("VmRSS:")[1].split()[0]) * 1024


class Requests:
    def __init__(self, editor, dice):
        self.editor, self.dice, self.text = editor, dice, editor.text
        self.nodes = [(name, node["type"]) for name, node in json.loads(self.text)["nodes"].items()]

    def any(self):
        """Method, path, body and headers of a request: most as the page asks, some as nobody should."""
        dice, frame = self.dice, self.dice.randrange(FRAMES)
        node = dice.choice(self.nodes)[0]
        broken = "".join(dice.choice(self.text) for _ in range(dice.randrange(200)))
        cut = self.text[:dice.randrange(len(self.text))]
        width = f"{dice.uniform(0.1, 4):.3f}%"
        asks = [
            ("frame", {"text": self.text, "frame": frame, "width": dice.choice((160, 320, SIZE[0])), "exact": False, "solo": "", "plain": False,
                       "settings": {"lines.width": width}}),
            ("frame", {"text": self.text, "frame": frame, "width": SIZE[0], "exact": True, "solo": dice.choice(("", "boxes")), "plain": False, "settings": {}}),
            ("frame", {"text": self.text, "frame": dice.randrange(-9, 10 ** 6), "width": dice.randrange(10 ** 6), "plain": True}),
            ("check", {"text": self.text}), ("check", {"text": cut}), ("check", {"text": broken}),
            ("edit", {"text": self.text, "acts": [{"act": "set", "target": "lines.width", "value": width}]}),
            ("edit", {"text": cut, "acts": [{"act": "remove", "node": node}]}),
            ("edit", {"text": self.text, "acts": [{"act": "add", "type": dice.choice(self.nodes)[1], "inputs": {}}]}),
            ("look", {"text": self.text, "look": "lanes", "node": node}),
            ("look", {"text": self.text, "look": "histogram", "node": node, "attribute": dice.choice(("speed", "x", "class", "nothing"))}),
            ("look", {"text": self.text, "look": "pixel", "frame": frame, "x": dice.randrange(SIZE[0]), "y": dice.randrange(SIZE[1])}),
            ("preset", {"name": dice.choice(("boxes", "neon", "nothing"))}),
            ("check", broken.encode()), (broken[:40].replace(" ", "").replace("\n", "").replace("\r", "") or "x", {}),
        ]
        path, body = dice.choice(asks)
        path = "".join(letter for letter in path if letter.isascii() and letter.isprintable())
        headers = {"Overlace-Token": "0" * 64} if dice.random() < 0.02 else {}
        return "POST", f"/{path}", body, headers


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--growth", type=float, default=16384, help="bytes a second, over the second half")
    options = parser.parse_args()
    codes, samples = collections.Counter(), []
    with Editor() as editor:
        requests, began = Requests(editor, random.Random(7)), time.monotonic()
        pids = None
        while (now := time.monotonic() - began) < options.minutes * 60:
            status, _, _ = editor.request(*requests.any())
            codes[status] += 1
            if not samples or now - samples[-1][0] > 1:
                pids = processes(editor.process.pid)
                samples.append((now, sum(map(resident_bytes, pids)), len(pids)))
    half = samples[len(samples) // 2:]
    growth = slope([row[:2] for row in half])
    print(f"{sum(codes.values())} requests in {samples[-1][0]:.0f} s: {dict(sorted(codes.items()))}")
    print(f"{half[0][1] / 1e6:.0f} MB half way, {half[-1][1] / 1e6:.0f} MB at the end: {growth:+.0f} bytes a second")
    return 0 if set(codes) <= EXPECTED and growth < options.growth else 1


if __name__ == "__main__":
    sys.exit(main())
