# SPDX-License-Identifier: Apache-2.0
"""Drawing with the README's lines of Python, and the same picture by this build."""

from support import PACKAGES, SOURCE, dejavu_alone, run

WIDTH, HEIGHT = 1280, 720
DRAW = """
import sys, time
begin = time.perf_counter()
import overlace
imported = time.perf_counter() - begin
import numpy as np
detections = {"xyxy": [[160, 180, 480, 600], [800, 240, 1040, 630]], "class": ["person", "car"], "id": [1, 2], "score": [0.9, 0.8]}
frame = np.full((HEIGHT, WIDTH, 3), 90, np.uint8)
README
frame.tofile(sys.argv[1])
print(imported)
"""


def draw_code():
    """A program that writes the drawn picture into the file that its argument names, and prints how long the import took."""
    return DRAW.replace("README", readme_lines()).replace("WIDTH", str(WIDTH)).replace("HEIGHT", str(HEIGHT))


def readme_lines():
    """The three lines of Python in the README."""
    lines = (SOURCE / "README.md").read_text(encoding="utf-8").splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("    import overlace"))
    return "\n".join(line.strip() for line in lines[first : first + 3])


def drawn_by_the_build(folder):
    """The same picture by this build and the system's libraries, with DejaVu's fonts alone."""
    file = folder / "build.raw"
    environment = {**dejavu_alone(folder), "PYTHONPATH": str(SOURCE / "python"), "OVERLACE_PROGRAM": "/nowhere"}
    run(PACKAGES / "bin/python3", "-B", "-c", draw_code(), file, env=environment)
    return file.read_bytes()
