# SPDX-License-Identifier: Apache-2.0
"""libovl by the Python package's binding: what a plug-in's pictures are compared with."""

import ctypes
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))
from overlace import _ovl  # noqa: E402

STRAIGHT = _ovl.MEANINGS["alpha"]["straight"]


class Renderer:
    """Draws frames of one graph on a CPU, by a library that is the same in the whole process."""

    def __init__(self, library, graph, tracks, width, height, settings=(), rate=25):
        os.environ["OVERLACE_LIBRARY"] = str(library)
        self.width, self.height = width, height
        clip = _ovl.Clip(width=width, height=height, rate_num=rate, rate_den=1)
        options = _ovl.ProgramOptions(graph=graph.encode(), settings=_ovl.texts(settings, "a setting"),
                                      setting_count=len(settings), clip=ctypes.pointer(clip), tracks=str(tracks).encode())
        program, self.renderer = _ovl.Handle("ovl_program_unref"), _ovl.Handle("ovl_renderer_free")
        _ovl.call("ovl_program_create", ctypes.byref(options), program.out())
        device = _ovl.DeviceOptions(device=_ovl.DEVICES["cpu"], threads=1)
        _ovl.call("ovl_renderer_create", program, ctypes.byref(device), self.renderer.out())

    def draw(self, frame, pixels, name, **members):
        """The pixels of a picture without gaps with the overlay on them."""
        memory = ctypes.create_string_buffer(pixels, len(pixels))
        image = _ovl.Image(format=_ovl.format_number(name), width=self.width, height=self.height, **members)
        _ovl.call("ovl_image_place", ctypes.byref(image), ctypes.addressof(memory))
        _ovl.call("ovl_draw", self.renderer, frame, ctypes.byref(image), None)
        return memory.raw

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.renderer.close()
