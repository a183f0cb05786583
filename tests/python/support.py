# SPDX-License-Identifier: Apache-2.0
"""What the tests of the Python package share: tracks, frames, and other libraries where they are installed."""

import importlib
import os
import pathlib
import subprocess
import sys
import unittest

SOURCE = pathlib.Path(os.environ["OVERLACE_SOURCE_DIR"])
DATA = pathlib.Path(os.environ["OVERLACE_TEST_DATA"]) / "pets09-s2l1"
SIZE = 320, 180


def needs(*modules):
    """Skips a test where other libraries are not installed."""

    def is_here(module):
        try:
            importlib.import_module(module)
        except ImportError:
            return False
        return True

    missing = [module for module in modules if not is_here(module)]
    return unittest.skipIf(missing, f"{', '.join(missing)} not installed")


def boxes(frame, count=3):
    """Objects that drift through SIZE, as N x 4 corners."""
    left = [80 * i + 20 + (3 * frame + 5 * i) % 40 for i in range(count)]
    return [[x, 30 * i + 20, x + 30, 30 * i + 65] for i, x in enumerate(left)]


def detections(frame, count=3):
    """The same as a dict of columns."""
    return {
        "xyxy": boxes(frame, count),
        "id": list(range(1, count + 1)),
        "class": ["person", "car", "person"][:count],
        "score": [0.9, 0.8, 0.7][:count],
    }


def run_python(code, *arguments, timeout=120, **environment):
    """Runs code in a Python of its own."""
    return subprocess.run(
        [sys.executable, "-B", "-c", code, *map(str, arguments)],
        capture_output=True, text=True, timeout=timeout, check=False, env={**os.environ, **environment},
    )  # fmt: skip
