# SPDX-License-Identifier: Apache-2.0
"""A long live stream: people who come and go, drawn frame by frame.

    soak_live.py PRESET FRAMES

Prints JSON: milliseconds a frame, the medians of an early and of the last tenth, and bytes of memory that each
frame of the second half left behind.
"""

import json
import pathlib
import sys
import time

import numpy as np

import overlace

WIDTH, HEIGHT, PEOPLE, STAY = 320, 180, 20, 200


def detections(frame):
    """People on circles; each of 20 places gets another one every 200 frames."""
    place = np.arange(PEOPLE)
    angle = 0.02 * frame + place
    x, y = 160 + (40 + 4 * place) * np.cos(angle), 90 + (20 + 2 * place) * np.sin(angle)
    visit = (frame + 10 * place) // STAY
    return {"xyxy": np.stack([x - 8, y - 12, x + 8, y + 12], 1), "id": visit * PEOPLE + place, "class": ["person"] * PEOPLE}


def resident_bytes():
    status = pathlib.Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.split("VmRSS:")[1].split()[0]) * 1024


def main():
    preset, frames = sys.argv[1], int(sys.argv[2])
    picture = np.full((HEIGHT, WIDTH, 3), 60, np.uint8)
    times, memory = np.zeros(frames), []  # made before the first frame: it must not count as growth
    with overlace.Overlay(preset, threads=1, device="cpu") as overlay:
        for frame in range(frames):
            rows = detections(frame)
            began = time.perf_counter()
            overlay.draw(picture, rows)
            times[frame] = (time.perf_counter() - began) * 1000
            if frame % 1000 == 0 and frame >= frames // 2:
                memory.append((frame, resident_bytes()))
        assert overlay.lost == 0
    tenth = frames // 10
    growth = np.polyfit(*zip(*memory), 1)[0] if len(memory) > 2 else 0.0
    print(json.dumps({"early_ms": np.median(times[tenth:2 * tenth]), "late_ms": np.median(times[-tenth:]), "growth": growth}))


if __name__ == "__main__":
    main()
